// The log holds no secrets: headers that carry them are cut out wherever a call might put them.

import { createLogger } from '../src/log.js';

const SECRET = 'creel_secret';

test.each(['authorization', 'cookie', 'set-cookie'])('the header %s is never written', (name) => {
  const lines: string[] = [];
  const logger = createLogger({ LOG_LEVEL: 'info' }, { write: (line) => lines.push(line) });
  const headers = { [name]: SECRET, host: 'localhost' };
  const err = Object.assign(new Error('failed'), { headers });
  for (const log of [logger, logger.child({ requestId: 'r1' })]) {
    log.info(headers, 'top');
    log.info({ headers }, 'nested');
    log.error({ req: { headers }, err }, 'failed');
  }
  expect(lines).toHaveLength(6);
  for (const line of lines) {
    expect(line).not.toContain(SECRET);
    expect(line).toContain('localhost');
  }
});
