import { expect, it } from 'vitest';
import type { Bar, Snapshot } from '../market/market-data.ts';
import { createAverageVolumes } from './average-volumes.ts';

it('answers with yesterday until the bars are read, then with the mean of twenty sessions, recomputed each day', async () => {
  let date = '2026-03-02';
  const bars = Array.from({ length: 27 }, (_, at): Bar => ({
    timeMs: at,
    openE4: 1,
    highE4: 1,
    lowE4: 1,
    closeE4: 1,
    volume: at < 7 ? 1_000_000 : 100 * at,
  }));
  const market = {
    sessionDay: () => ({ date, openMs: 1, closeMs: 2 }),
    // The only field that is requested.
    snapshot: (symbol: string) => (symbol === 'TSLA' ? ({ previousVolume: 2_600 } as Snapshot) : undefined),
    bars: async (symbol: string) => (symbol === 'TSLA' ? bars : []),
  };
  const volumes = createAverageVolumes(market, (error) => expect.fail(String(error)));
  expect([volumes.volumeOf('TSLA'), volumes.volumeOf('NEW')]).toEqual([2_600, null]);
  await Promise.resolve();
  await Promise.resolve();
  expect([volumes.volumeOf('TSLA'), volumes.volumeOf('NEW')]).toEqual([1_650, null]);
  date = '2026-03-03';
  expect(volumes.volumeOf('TSLA')).toBe(2_600);
});
