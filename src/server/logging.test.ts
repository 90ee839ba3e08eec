import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger, errorFacts } from './logging.ts';
import { requestIdOf, runRequest } from './request-context.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-log-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the log', () => {
  it('strikes out passwords, tokens and cookies, and keeps of an error what says what happened', async () => {
    const { logger, close } = createLogger({ level: 'trace', dataFolder: folder });
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Failing row contains (ann, secret-hash).',
      parameters: ['secret-parameter'],
    });
    logger.error({ err: new Error('could not store', { cause: error }) }, 'failed');
    logger.trace({
      password: 'secret-1',
      body: { OldPassword: 'secret-2', NewPassword: 'secret-3', JWT: 'secret-4' },
      user: { passwordHash: 'secret-5' },
      req: { headers: { authorization: 'Bearer secret-6', cookie: 'secret-7' } },
    });
    await close();
    const text = await readFile(join(folder, 'server.log'), 'utf8');
    expect(text).not.toContain('secret');
    expect(text).toContain('duplicate key');
    expect(text).toContain('23505');
    expect(text).toContain('(struck out)');
  });

  it('has the id of the request in each line that it causes, also after an await', async () => {
    const { logger, close } = createLogger({ level: 'info', dataFolder: folder });
    await runRequest('http', 7, async () => {
      await Promise.resolve();
      logger.info('inside');
    });
    logger.info('outside');
    await close();
    const lines = (await readFile(join(folder, 'server.log'), 'utf8')).trimEnd().split('\n');
    const ids = lines.map((line): unknown => JSON.parse(line));
    expect(ids).toEqual([
      expect.objectContaining({ msg: 'inside', requestId: requestIdOf('http', 7) }),
      expect.not.objectContaining({ requestId: expect.anything() }),
    ]);
  });

  it('survives an error that is its own cause, and something thrown that is no error', () => {
    const error = new Error('round');
    error.cause = error;
    expect(errorFacts(error).message).toBe('round');
    expect(errorFacts('text')).toEqual({ type: 'string', message: 'text' });
  });
});
