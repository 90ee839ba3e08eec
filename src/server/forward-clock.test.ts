import { beforeEach, expect, it } from 'vitest';
import { forwardClock } from './forward-clock.ts';

const START_MS = Date.UTC(2026, 10, 1, 1, 59);
const HOUR_MS = 3_600_000;

let wallMs: number;
let steadyMs: number;
let now: () => number;
beforeEach(() => {
  wallMs = START_MS;
  steadyMs = 500;
  now = forwardClock({ wallMs: () => wallMs, steadyMs: () => steadyMs });
});
/** Time passes on both clocks. */
const pass = (ms: number): void => {
  wallMs += ms;
  steadyMs += ms;
};

it('follows the clock of the machine while that runs evenly, and when it is set forward', () => {
  expect(now()).toBe(START_MS);
  pass(250);
  expect(now()).toBe(START_MS + 250);
  wallMs += HOUR_MS;
  pass(100);
  expect(now()).toBe(START_MS + HOUR_MS + 350);
});

it('continues at the same pace when the clock of the machine is set back', () => {
  pass(1_000);
  expect(now()).toBe(START_MS + 1_000);
  wallMs -= HOUR_MS;
  expect(now()).toBe(START_MS + 1_000);
  pass(300);
  expect(now()).toBe(START_MS + 1_300);
  wallMs -= HOUR_MS;
  pass(300);
  expect(now()).toBe(START_MS + 1_600);
});

it('is that of the machine again once the clock was set right, without a step forward', () => {
  wallMs -= HOUR_MS;
  pass(10);
  expect(now()).toBe(START_MS + 10);
  wallMs += HOUR_MS;
  pass(10);
  expect(now()).toBe(START_MS + 20);
  expect(now()).toBe(wallMs);
  wallMs += HOUR_MS;
  expect(now()).toBe(START_MS + HOUR_MS + 20);
});

it('does not mistake a slow reading for a correction', () => {
  wallMs -= HOUR_MS;
  pass(10);
  const before = now();
  wallMs += 900;
  expect(now()).toBe(before + 900);
  pass(5);
  expect(now()).toBe(before + 905);
});
