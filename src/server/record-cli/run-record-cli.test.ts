import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordExitCode } from './run-record-cli.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'record-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number;
  readonly printed: string;
  readonly warned: string;
}

async function record(command: string, interrupt = new AbortController()): Promise<Ended> {
  const printed: string[] = [];
  const warned: string[] = [];
  const code = await recordExitCode(command.split(' '), {
    print: (line) => printed.push(line),
    warn: (line) => warned.push(line),
    // The progress comes with each flush; a test interrupts the recording then.
    progress: (line) => {
      if (!line.includes(' 0 quotes')) interrupt.abort();
    },
    signal: interrupt.signal,
    nowMs: () => Date.now(),
    environment: { TAPEDECK_MARKET: 'simulated' },
  });
  return { code, printed: printed.join('\n'), warned: warned.join('\n') };
}

describe('npm run record', () => {
  it('records until it is interrupted', async () => {
    const { code, printed, warned } = await record(`--symbols SPY,qqq --out ${folder}/day`);
    expect([code, warned]).toEqual([0, '']);
    expect(printed).toMatch(/^Recorded [\d,]+ trades and [1-9][\d,]* quotes in /);
    const files = readdirSync(join(folder, 'day', 'ticks')).join(' ');
    expect(files).toMatch(/QQQ_\d{4}-\d\d-\d\d_nbbo\.csv.*SPY_\d{4}-\d\d-\d\d_nbbo\.csv/);
  });

  it('ends after the given time', async () => {
    const { code } = await record(`--market simulated --symbols SPY --out ${folder} --for 1s`);
    expect(code).toBe(0);
  });

  it.each([
    ['--out x', /--symbols is missing/],
    ['--symbols SPY', /--out is missing/],
    ['--symbols SPY/X --out x', /"SPY\/X", which cannot be recorded: name stocks, funds or indices/],
    ['--symbols SPY --out x --for ever', /--for is "ever"; it must be a time such as 90s, 30m or 6h/],
    ['--symbols SPY --out x --for 0s', /--for is "0s"/],
    [
      '--symbols SPY --out x --market nowhere',
      /TAPEDECK_MARKET is "nowhere"; it must be one of the registered markets/,
    ],
    ['--symbols SPY --out x --what', /--what/],
  ])('refuses %s, and says where its help is', async (command, problem) => {
    const { code, warned } = await record(command);
    expect([code, warned]).toEqual([2, expect.stringMatching(problem)]);
    expect(warned).toContain('See: npm run record -- --help');
  });

  it('names the symbols that the market does not have, and records none', async () => {
    const { code, warned } = await record(`--symbols SPY,ZZZZZ --out ${folder}/day`);
    expect([code, warned]).toEqual([3, 'The market does not have ZZZZZ.']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says in one line that the folder cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { code, warned } = await record(`--symbols SPY --out ${folder}/file`);
    expect([code, warned]).toEqual([1, expect.stringMatching(/^The recording stopped: ENOTDIR.*$/)]);
  });

  it('prints its help', async () => {
    const { code, printed } = await record('--help');
    expect([code, printed]).toEqual([0, expect.stringContaining('npm run record -- --market alpaca')]);
  });
});
