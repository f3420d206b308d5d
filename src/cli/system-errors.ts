// What an error of the operating system means to a person, and what to do about it.

/** What node:fs, node:net and node:dns tell of an error, each where it has it. */
interface SystemError extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

/** The settings of the address that was meant. */
interface Settings {
  readonly port: string;
  readonly host: string;
}

const SENTENCES: Readonly<Record<string, (error: SystemError, settings: Settings) => string>> = {
  ENOENT: ({ path, syscall }) =>
    syscall === 'mkdir'
      ? `${path} cannot be made: name a folder in another place`
      : `there is no ${path}: look for a slip in the path`,
  EEXIST: ({ path, syscall }) =>
    syscall === 'mkdir'
      ? `${path} is a file: name a folder`
      : `${path} is there already: name another file, or remove that one first`,
  ENOTDIR: ({ path }) => `a part of ${path} is a file, not a folder: look for a slip in the path`,
  EISDIR: ({ path }) => `${path} is a folder: name a file`,
  EACCES: notPermitted,
  EPERM: notPermitted,
  EROFS: ({ path }) => `${path} is where nothing can be written: name another place`,
  ENOSPC: ({ path }) => `no space is left for ${path}: make room, or name another place`,
  EADDRINUSE: ({ address, port }, settings) =>
    `another program listens on ${address}:${port}: stop it, or set ${settings.port} to another port`,
  EADDRNOTAVAIL: ({ address }, settings) =>
    `this machine does not have the address ${address}: set ${settings.host} to one that it has`,
  // The name of a mongodb+srv:// URL is not looked up as that of HOST is.
  ENOTFOUND: ({ hostname, syscall }, settings) =>
    syscall === 'getaddrinfo'
      ? `no address is known of ${hostname}: set ${settings.host} to one of this machine`
      : `nothing is known of ${hostname}: look for a slip in DATABASE_URL`,
};

function notPermitted({ path, address, port }: SystemError, settings: Settings): string {
  return port === undefined
    ? `${path} may not be used by this user: change its permissions, or name another place`
    : `${address}:${port} may not be used by this user: set ${settings.port} to a port above 1023`;
}

/**
 * The error in a sentence with what to do; null for one that has none here, or is none of the system. The environment
 * tells which of the two ports is meant.
 */
export function explainSystemError(error: Error, environment: NodeJS.ProcessEnv): string | null {
  const system: SystemError = error;
  if (system.syscall === undefined) return null;
  const isMetrics = system.port !== undefined && environment.METRICS_PORT === String(system.port);
  const settings = isMetrics
    ? { port: 'METRICS_PORT', host: 'METRICS_HOST' }
    : { port: 'PORT', host: 'HOST' };
  return (
    SENTENCES[system.code ?? '']?.({ ...system, path: system.path ?? 'what was named' }, settings) ?? null
  );
}
