import { afterEach, expect, it, vi } from 'vitest';
import { StepTurns } from './step-turns.ts';

afterEach(() => void vi.useRealTimers());

/** Work that begins when its turn comes and ends when the test says so. */
function pieces() {
  const turns = new StepTurns();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (userId: string, name: string): void =>
    turns.add(userId, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  };
  return { begun, add, end };
}

it('carries out eight pieces at a time, those of one user one after another, with users in turns', async () => {
  const { begun, add, end } = pieces();
  for (const user of ['a', 'a', 'a', ...'bcdefghij'])
    add(user, `${user}${begun.filter((name) => name.startsWith(user)).length}`);
  expect(begun.join(' ')).toBe('a0 b0 c0 d0 e0 f0 g0 h0');
  await end('c0');
  expect(begun.at(-1)).toBe('i0');
  // The second piece of user a comes before that of j, who came last; its first one still runs.
  await end('d0');
  expect(begun.at(-1)).toBe('j0');
  await end('a0');
  await end('e0');
  expect(begun).toHaveLength(11);
  expect(begun.at(-1)).toMatch(/^a/);
});

it('gives the place of a piece that lasts long to others, and begins no other piece of its user', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { begun, add, end } = pieces();
  for (const user of 'abcdefgh') add(user, user);
  add('a', 'a again');
  add('i', 'i');
  expect(begun).toHaveLength(8);
  vi.advanceTimersByTime(2_000);
  expect(begun.slice(8)).toEqual(['i']);
  await end('a');
  expect(begun.slice(8)).toEqual(['i', 'a again']);
});
