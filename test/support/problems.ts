// What a problem+json answer must be, as a whole.

import { ERRORS, type ErrorCode, type ParameterError } from '../../src/errors.js';
import type { Answer } from './app.js';

/** The body of a problem; the request's id is any. */
export function problem(
  status: number,
  code: ErrorCode,
  detail: string,
  errors?: readonly ParameterError[],
): Record<string, unknown> {
  return {
    type: `/errors#${code}`,
    title: ERRORS[code].title,
    status,
    detail,
    code,
    requestId: expect.stringMatching(/^[\w.-]{1,64}$/),
    ...(errors ? { errors } : {}),
  };
}

/** The body of the problem of one bad parameter. */
export function badParameter(
  parameter: string,
  detail: string,
  allowed: ParameterError['allowed'],
): Record<string, unknown> {
  return problem(400, 'invalid-parameter', `${parameter}: ${detail}`, [{ parameter, detail, allowed }]);
}

/** Asserts that an answer is this problem and nothing else, and that its headers fit. */
export function expectProblem(answer: Answer, expected: Record<string, unknown>): void {
  expect({ status: answer.status, json: answer.json }).toEqual({ status: expected.status, json: expected });
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)));
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-request-id']).toBe(answer.json.requestId);
}
