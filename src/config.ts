// The configuration: read once from the environment, validated, frozen. No other file reads the environment.

import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65535);
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** Every variable, its default and what is allowed; docs/configuration.md says the same, held by a test. */
const variables = z.object({
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  PORT: port.default(8080).describe('Port to listen on; 0 takes a free one'),
  AUTH_MODE: z
    .enum(['open', 'multi-user'])
    .default('open')
    .describe('Who may read: `open` is one tenant without tokens, `multi-user` asks for a token'),
  DATABASE_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/\S+$/)
    .optional()
    .describe('MongoDB to read; absent: the embedded store'),
  DATA_DIR: z.string().min(1).default('./data').describe('Folder of the embedded store'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where clients reach this server, for links; absent: links are relative'),
  CORS_ORIGINS: z
    .string()
    .regex(/^(?:\*|https?:\/\/[^\s/,*]+(?:\s*,\s*https?:\/\/[^\s/,*]+)*)$/)
    .optional()
    .describe('Origins whose pages may read the API in a browser, or `*` for all; absent: none'),
  OWNER_ID: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe('In open mode: serve the records of this owner only'),
  OWNER_FIELD: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .default('userId')
    .describe('In MongoDB: the field of a document that holds its owner'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least level that is logged'),
  TRUSTED_PROXIES: z
    .string()
    .regex(/^[0-9a-fA-F.:/, a-z]+$/)
    .optional()
    .describe(
      'Addresses or networks of proxies whose X-Forwarded-For is believed, such as `loopback, 10.0.0.0/8`',
    ),
  CREEL_ADMIN_PASSWORD_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'In multi-user mode: file whose first line is the password of `admin`, who is made while there is no user',
    ),
  TOKEN_CACHE_SECONDS: whole(0, 300)
    .default(5)
    .describe(
      'How long a token that was found good is not looked up again; a revocation elsewhere holds by then',
    ),
  REQUESTS_PER_MINUTE: whole(1, 1000000).default(600).describe('Requests of one token in a minute'),
  FAILURES_PER_MINUTE: whole(1, 10000)
    .default(20)
    .describe('Requests with a bad token from one address in a minute'),
  URL_MAX_LENGTH: whole(256, 65536).default(8192).describe('Longest URL, in bytes'),
  HEADERS_MAX_BYTES: whole(1024, 262144).default(16384).describe('Largest request head, in bytes'),
  BODY_MAX_BYTES: whole(1024, 10485760).default(102400).describe('Largest GraphQL request body, in bytes'),
  BATCH_SIZE: whole(1, 1000).default(500).describe('Records that a complete list reads at a time'),
  COMPILED_OPERATIONS_MAX: whole(14, 10000)
    .default(200)
    .describe('Compiled operations that are kept, one for each selection in use'),
  GRAPHQL_MAX_DEPTH: whole(3, 50).default(8).describe('Deepest nesting of a GraphQL query'),
  GRAPHQL_MAX_COST: whole(100, 10000000)
    .default(100000)
    .describe('Highest cost of a GraphQL query: its fields, those of a list once for each record asked for'),
  GRAPHQL_MAX_TOKENS: whole(100, 100000).default(2000).describe('Most tokens of a GraphQL document'),
  GRAPHQL_INTROSPECTION: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true')
    .describe('Whether GraphQL answers introspection'),
  QUERY_TIMEOUT_MS: whole(100, 600000).default(10000).describe('Longest time of one query in MongoDB'),
  REQUEST_TIMEOUT_MS: whole(1000, 600000).default(30000).describe('Longest time for a request to arrive'),
  STALL_TIMEOUT_MS: whole(1000, 3600000)
    .default(60000)
    .describe('Longest time that a client may leave an answer unread'),
  SHUTDOWN_TIMEOUT_MS: whole(0, 600000)
    .default(10000)
    .describe('Longest time that a stop waits for answers under way'),
  METRICS_PORT: port
    .optional()
    .describe('Port of `/metrics` for Prometheus; absent: none of its own. 0 takes a free one'),
  METRICS_HOST: z.string().min(1).default('127.0.0.1').describe('Address that `METRICS_PORT` is on'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,256}$/)
    .optional()
    .describe('Token that `/metrics` asks for; with it, `/metrics` is on the main port too'),
});

/** The values by variable name. Absent optional ones are undefined. */
export type Config = Readonly<z.infer<typeof variables>>;

/** A variable with a value that is not allowed; the message is one line for the person who set it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const SECRETS: ReadonlySet<string> = new Set(['DATABASE_URL', 'METRICS_TOKEN']);

/**
 * Reads the environment. An empty or blank variable counts as absent.
 * Throws ConfigError that names the first bad variable, its value (masked where it may hold a secret) and what is allowed.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '');
  const result = variables.safeParse(Object.fromEntries(given));
  if (result.success) return Object.freeze(result.data);
  const issue = result.error.issues[0];
  const name = String(issue?.path[0]);
  const value = SECRETS.has(name) ? '(hidden)' : JSON.stringify(environment[name]);
  throw new ConfigError(`${name} is ${value}: ${allowed(name)}`);
}

function allowed(name: string): string {
  const variable = describeVariables().find((found) => found.name === name);
  return `allowed is ${variable?.allowed ?? 'nothing'}`;
}

/** What is known of one variable, for `creel config`, the documentation and the errors. */
export interface VariableInfo {
  readonly name: string;
  readonly meaning: string;
  readonly allowed: string;
  readonly defaultValue: string | null;
}

const PATTERNS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'a mongodb:// or mongodb+srv:// URL',
  PUBLIC_URL: 'an http:// or https:// URL',
  CORS_ORIGINS: 'origins separated by commas, such as https://tool.example, or *',
  OWNER_FIELD: 'a field name of letters, digits and _',
  METRICS_PORT: 'a port from 0 to 65535',
  METRICS_TOKEN: '16 to 256 letters, digits or . _ ~ + / = -',
  TRUSTED_PROXIES: 'addresses and networks, separated by commas',
  CREEL_ADMIN_PASSWORD_FILE: 'a path',
};

/** All variables in the order in which they are documented. */
export function describeVariables(): VariableInfo[] {
  const schema = z.toJSONSchema(variables, { io: 'input', unrepresentable: 'any' });
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const info = property as JsonProperty;
    return {
      name,
      meaning: info.description ?? '',
      allowed: PATTERNS[name] ?? describeAllowed(info),
      defaultValue: info.default === undefined ? null : String(info.default),
    };
  });
}

interface JsonProperty {
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

function describeAllowed({ enum: values, minimum, maximum }: JsonProperty): string {
  if (values) return values.join(', ');
  if (minimum !== undefined) return `a whole number from ${minimum} to ${maximum}`;
  return 'text that is not empty';
}

/** The effective configuration as `NAME=value` lines, secrets masked. */
export function printConfig(config: Config): string {
  const lines = Object.entries(config).map(([name, value]) => `${name}=${mask(name, value)}`);
  return `${lines.sort().join('\n')}\n`;
}

function mask(name: string, value: unknown): string {
  if (value === undefined) return '';
  if (!SECRETS.has(name)) return String(value);
  if (name === 'METRICS_TOKEN') return '***';
  return String(value)
    .replace(/\/\/.*@/, '//***@')
    .replace(/([?&][^=&]*(?:password|properties)=)[^&]*/gi, '$1***');
}
