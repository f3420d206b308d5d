// The two scalars of time: checked on the way in, passed through on the way out (a store gives nothing else).

import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { readDate, readDateTime } from '../model/time.js';

function timeScalar(name: string, read: (text: string) => string | null, example: string): GraphQLScalarType {
  const parse = (value: unknown): string => {
    const time = typeof value === 'string' ? read(value) : null;
    if (time === null)
      throw new GraphQLError(`${name} cannot be ${JSON.stringify(value)}; allowed is ${example}`);
    return time;
  };
  return new GraphQLScalarType({
    name,
    serialize: (value) => value,
    parseValue: parse,
    parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : null),
  });
}

export const scalars = {
  DateTime: timeScalar('DateTime', (text) => readDateTime(text), 'RFC 3339, such as 2026-05-01T06:30:00Z'),
  Date: timeScalar('Date', readDate, 'a day such as 2026-05-01'),
};
