import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { Desk } from './desk.ts';

/** Folder of the recorded days that browser tests replay. */
export const RECORDING = fileURLToPath(new URL('../../fixtures/replay', import.meta.url));

interface SharedDesks {
  /** On the simulated market. */
  readonly simulatedDesk: Desk;
  /** On the recorded days of `tests/fixtures/replay`, from the first. */
  readonly replayDesk: Desk;
}

/**
 * Playwright's test with servers that the files of a worker share, since starting one costs as much as a short test. A test that uses a shared
 * desk signs in users of its own and leaves the server running; a test that restarts or configures a server starts its own with `Desk.start`.
 */
export const test = base.extend<object, SharedDesks>({
  simulatedDesk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern and requires one
    async ({}, use) => {
      const desk = await Desk.start({ TAPEDECK_SEED: '7' });
      await use(desk);
      await desk.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  replayDesk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern and requires one
    async ({}, use) => {
      const desk = await Desk.start({ TAPEDECK_MARKET: `replay:${RECORDING}` });
      await use(desk);
      await desk.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
