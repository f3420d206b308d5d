// The configuration: defaults, what is refused in one line, and what is never shown.

import { ConfigError, describeVariables, printConfig, readConfig } from '../src/config.js';

/** The message of the error that these variables give. */
function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('it was allowed');
}

test('without any variable the defaults hold', () => {
  expect(printConfig(readConfig({}))).toBe(`AUTH_MODE=open
BATCH_SIZE=500
BODY_MAX_BYTES=102400
COMPILED_OPERATIONS_MAX=200
DATA_DIR=./data
FAILURES_PER_MINUTE=20
GRAPHQL_INTROSPECTION=true
GRAPHQL_MAX_COST=100000
GRAPHQL_MAX_DEPTH=8
GRAPHQL_MAX_TOKENS=2000
HEADERS_MAX_BYTES=16384
HOST=127.0.0.1
LOG_LEVEL=info
METRICS_HOST=127.0.0.1
OWNER_FIELD=userId
PORT=8080
QUERY_TIMEOUT_MS=10000
REQUESTS_PER_MINUTE=600
REQUEST_TIMEOUT_MS=30000
SHUTDOWN_TIMEOUT_MS=10000
STALL_TIMEOUT_MS=60000
TOKEN_CACHE_SECONDS=5
URL_MAX_LENGTH=8192
`);
});

test('an empty variable counts as absent, and a variable of another program is not read', () => {
  expect(readConfig({ PORT: '', HOST: ' ', BATCH_SIZE: '\t', DATABASE_URL: '', PATH: '/bin' })).toEqual(
    readConfig({}),
  );
});

test('values are read as what they are', () => {
  const { PORT, GRAPHQL_INTROSPECTION, OWNER_ID, PUBLIC_URL } = readConfig({
    PORT: '0',
    GRAPHQL_INTROSPECTION: 'false',
    OWNER_ID: 'me',
    PUBLIC_URL: 'https://log.example/creel',
  });
  expect({ PORT, GRAPHQL_INTROSPECTION, OWNER_ID, PUBLIC_URL }).toEqual({
    PORT: 0,
    GRAPHQL_INTROSPECTION: false,
    OWNER_ID: 'me',
    PUBLIC_URL: 'https://log.example/creel',
  });
});

test('it is frozen', () => {
  const config = readConfig({});
  expect(Object.isFrozen(config)).toBe(true);
  expect(() => Object.assign(config, { PORT: 1 })).toThrow(TypeError);
});

const LEVELS = 'fatal, error, warn, info, debug, trace, silent';

test.each([
  ['PORT', 'http', 'PORT is "http": allowed is a whole number from 0 to 65535'],
  ['PORT', '65536', 'PORT is "65536": allowed is a whole number from 0 to 65535'],
  ['PORT', '-1', 'PORT is "-1": allowed is a whole number from 0 to 65535'],
  ['PORT', '80.5', 'PORT is "80.5": allowed is a whole number from 0 to 65535'],
  ['BATCH_SIZE', '0', 'BATCH_SIZE is "0": allowed is a whole number from 1 to 1000'],
  ['BATCH_SIZE', '1001', 'BATCH_SIZE is "1001": allowed is a whole number from 1 to 1000'],
  ['BATCH_SIZE', 'Infinity', 'BATCH_SIZE is "Infinity": allowed is a whole number from 1 to 1000'],
  ['AUTH_MODE', 'none', 'AUTH_MODE is "none": allowed is open, multi-user'],
  ['LOG_LEVEL', 'INFO', `LOG_LEVEL is "INFO": allowed is ${LEVELS}`],
  ['LOG_LEVEL', 'a\nb', `LOG_LEVEL is "a\\nb": allowed is ${LEVELS}`],
  ['GRAPHQL_INTROSPECTION', 'maybe', 'GRAPHQL_INTROSPECTION is "maybe": allowed is true, false'],
  ['PUBLIC_URL', 'log.example', 'PUBLIC_URL is "log.example": allowed is an http:// or https:// URL'],
  [
    'PUBLIC_URL',
    'ftp://log.example',
    'PUBLIC_URL is "ftp://log.example": allowed is an http:// or https:// URL',
  ],
  ['OWNER_FIELD', '$where', 'OWNER_FIELD is "$where": allowed is a field name of letters, digits and _'],
  ['OWNER_FIELD', 'a.b', 'OWNER_FIELD is "a.b": allowed is a field name of letters, digits and _'],
])('%s=%j is refused in one line', (name, value, message) => {
  expect(refusal({ [name]: value })).toBe(message);
});

test.each(['postgres://u:hunter2@host/db', 'mongodb://u:hunter2@host/ db', 'hunter2'])(
  'a bad DATABASE_URL is refused without being shown: %s',
  (value) => {
    expect(refusal({ DATABASE_URL: value })).toBe(
      'DATABASE_URL is (hidden): allowed is a mongodb:// or mongodb+srv:// URL',
    );
  },
);

test.each([
  ['mongodb://angler:hunter2@db.internal:27017/log', 'mongodb://***@db.internal:27017/log'],
  ['mongodb+srv://angler:p@ss/hunter2@db.internal/log', 'mongodb+srv://***@db.internal/log'],
  [
    'mongodb://db.internal/log?tlsCertificateKeyFilePassword=hunter2&tls=true',
    'mongodb://db.internal/log?tlsCertificateKeyFilePassword=***&tls=true',
  ],
  [
    'mongodb://db.internal/log?authMechanismProperties=AWS_SESSION_TOKEN:hunter2',
    'mongodb://db.internal/log?authMechanismProperties=***',
  ],
  ['mongodb://db.internal/log?authSource=admin', 'mongodb://db.internal/log?authSource=admin'],
])('printing masks what is secret in %s', (url, shown) => {
  expect(printConfig(readConfig({ DATABASE_URL: url }))).toContain(`\nDATABASE_URL=${shown}\n`);
});

test('METRICS_TOKEN is neither printed nor shown where it is refused', () => {
  const token = 'hunter2hunter2hunter2';
  expect(printConfig(readConfig({ METRICS_TOKEN: token }))).toContain('\nMETRICS_TOKEN=***\n');
  for (const bad of ['hunter2', `${token} `.repeat(2), 'x'.repeat(257)])
    expect(refusal({ METRICS_TOKEN: bad })).toBe(
      'METRICS_TOKEN is (hidden): allowed is 16 to 256 letters, digits or . _ ~ + / = -',
    );
});

test.each(['-1', '65536', 'http'])('METRICS_PORT=%j is refused in one line', (value) => {
  expect(refusal({ METRICS_PORT: value })).toBe(
    `METRICS_PORT is ${JSON.stringify(value)}: allowed is a port from 0 to 65535`,
  );
});

test('every variable says what it means and what is allowed, and every number its bounds', () => {
  for (const { name, meaning, allowed, defaultValue } of describeVariables()) {
    expect([name, meaning, allowed]).toEqual([
      expect.stringMatching(/^[A-Z][A-Z_]+$/),
      expect.stringMatching(/^[A-Z].{10,}$/),
      expect.stringMatching(/./),
    ]);
    if (/^\d+$/.test(defaultValue ?? ''))
      expect([name, allowed]).toEqual([name, expect.stringMatching(/^a whole number from \d+ to \d+$/)]);
  }
});
