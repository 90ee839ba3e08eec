import { describe, expect, it } from 'vitest';
import { FairTurns } from './fair-turns.ts';

/** Takes so many slices and writes the name of the user for each. */
async function work(turns: FairTurns, user: string, slices: number, log: string[]): Promise<void> {
  for (let slice = 0; slice < slices; slice += 1) {
    await turns.next(user);
    log.push(user);
  }
}

describe('FairTurns', () => {
  it('alternates between users, however many requests each has', async () => {
    const turns = new FairTurns();
    const log: string[] = [];
    await Promise.all([
      ...Array.from({ length: 10 }, () => work(turns, 'A', 4, log)),
      work(turns, 'B', 4, log),
    ]);
    const last = log.lastIndexOf('B');
    expect(log.filter((user) => user === 'B')).toHaveLength(4);
    expect(last).toBeLessThanOrEqual(8);
  });

  it('grants one slice per turn of the event loop', async () => {
    const turns = new FairTurns();
    const log: string[] = [];
    const both = Promise.all([work(turns, 'A', 3, log), work(turns, 'B', 3, log)]);
    for (let turn = 1; turn <= 6; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      expect(log.length).toBeLessThanOrEqual(turn);
    }
    await both;
    expect(log).toHaveLength(6);
  });

  it('drops a request whose signal is aborted', async () => {
    const turns = new FairTurns();
    const abort = new AbortController();
    const dropped = turns.next('A', abort.signal);
    abort.abort();
    await dropped;
    await turns.next('A', abort.signal);
    const log: string[] = [];
    await work(turns, 'A', 1, log);
    expect(log).toEqual(['A']);
  });
});
