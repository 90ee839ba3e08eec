import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import type { LogLevel } from './config.ts';
import { LogFile } from './log-file.ts';
import { currentRequestId } from './request-context.ts';

export type { Logger } from 'pino';

/** What is logged, and where. */
export interface LoggerOptions {
  readonly level: LogLevel;
  readonly dataFolder: string;
  /** `server.log` is replaced above this size. */
  readonly maxBytes?: number;
  /** Earlier log files that are kept beside `server.log`; 5 unless given. */
  readonly keptFiles?: number;
  /** Receives the log in place of `server.log`; its owner closes it. */
  readonly stdout?: LogFile | undefined;
}

/**
 * The server's own log: JSON lines in `server.log` of the data folder, or on standard output. Each line that is logged for a request has its id. Tokens, cookies and
 * passwords are removed wherever a logged object carries them. Of an error only type, message, code and stack are kept: a
 * database's error may carry the row it was about.
 */
export function createLogger(options: LoggerOptions): { logger: Logger; close: () => Promise<void> } {
  if (options.level === 'silent') return { logger: pino({ level: 'silent' }), close: async () => {} };
  const file = options.stdout ?? openLogFile(options);
  const logger = pino(
    {
      level: options.level,
      redact: { paths: SECRET_PATHS, censor: '(struck out)' },
      mixin: requestIdField,
      serializers: { err: (error: unknown) => errorFacts(error) },
    },
    file,
  );
  return { logger, close: options.stdout ? async () => {} : () => file.close() };
}

function openLogFile({ dataFolder, maxBytes, keptFiles = 5 }: LoggerOptions): LogFile {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const rotation = maxBytes === undefined ? undefined : { maxBytes, keptFiles };
  return new LogFile(join(dataFolder, 'server.log'), { rotation });
}

function requestIdField(): { readonly requestId?: string } {
  const requestId = currentRequestId();
  return requestId === undefined ? {} : { requestId };
}

const SECRET_NAMES = [
  'password',
  'Password',
  'oldPassword',
  'OldPassword',
  'newPassword',
  'NewPassword',
  'passwordHash',
  'password_hash',
  'JWT',
  'jwt',
  'token',
  'accessToken',
  'refreshToken',
  'cookieToken',
];
const SECRET_PATHS = [
  ...SECRET_NAMES,
  ...SECRET_NAMES.map((name) => `*.${name}`),
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
];

const MAX_CAUSES = 5;

interface ErrorFacts {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorFacts;
}

/** Type, message, code and stack of an error, and of what caused it. */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined || depth >= MAX_CAUSES
      ? {}
      : { cause: errorFacts(error.cause, depth + 1) }),
  };
}
