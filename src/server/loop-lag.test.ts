import { afterEach, expect, it } from 'vitest';
import { LoopLag } from './loop-lag.ts';

const STOP_MS = 120;
const COUNTED_MS = 95;

let lag: LoopLag | undefined;
afterEach(() => lag?.close());

const stop = (ms: number): void => {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
};
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('counts a stop that begins before its first tick, and keeps it', async () => {
  lag = new LoopLag();
  stop(STOP_MS);
  expect(lag.maxMs()).toBeGreaterThanOrEqual(COUNTED_MS);
  await wait(60);
  expect(lag.maxMs()).toBeGreaterThanOrEqual(COUNTED_MS);
});

it('counts a stop that begins right after a reset, and not those before it', () => {
  lag = new LoopLag();
  stop(2 * STOP_MS);
  lag.reset();
  expect(lag.maxMs()).toBeLessThan(STOP_MS);
  stop(STOP_MS);
  expect(lag.maxMs()).toBeGreaterThanOrEqual(COUNTED_MS);
});
