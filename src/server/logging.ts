import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import type { LogLevel } from './config.ts';

export type { Logger } from 'pino';

/**
 * The server's own log: JSON lines in `server.log` of the data folder, so that stdout stays for the person who started
 * it. Tokens, cookies and passwords are struck out wherever a logged object carries them.
 */
export function createLogger(options: { level: LogLevel; dataFolder: string }): { logger: Logger; close: () => Promise<void> } {
  if (options.level === 'silent') return { logger: pino({ level: 'silent' }), close: async () => {} };
  mkdirSync(options.dataFolder, { recursive: true });
  const destination = pino.destination({ dest: join(options.dataFolder, 'server.log'), sync: false, mkdir: true });
  const logger = pino({ level: options.level, redact: { paths: SECRET_PATHS, censor: '(struck out)' } }, destination);
  return {
    logger,
    close: () =>
      new Promise((resolve) => {
        destination.once('close', () => resolve());
        destination.once('error', () => resolve());
        destination.end();
      }),
  };
}

const SECRET_PATHS = ['password', 'Password', 'JWT', 'jwt', 'token', '*.password', '*.Password', '*.JWT', '*.jwt', '*.token', 'req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'];
