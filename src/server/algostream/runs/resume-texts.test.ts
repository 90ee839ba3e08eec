import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { nextSession } from '../../../domain/calendar/us-equity.ts';
import { resumeText } from './resume-texts.ts';

const { openMs } = nextSession('2025-06-02');
const minute = (n: number) => ({
  timeMs: openMs + n * MINUTE_MS,
  openE4: 1,
  highE4: 1,
  lowE4: 1,
  closeE4: 1,
  volume: 1,
});

/** The text after the last call with minute 0, when the market has traded in minutes 1 to `until` and the present one is the next. */
const textAfter = (until: number, barMinutes: number, seenMs = openMs): Promise<string> =>
  resumeText(
    {
      exchangeMs: () => openMs + (until + 1) * MINUTE_MS,
      bars: (_symbol, _candle, fromMs, toMs) =>
        Promise.resolve(
          Array.from({ length: until + 2 }, (_, n) => minute(n)).filter(
            ({ timeMs }) => timeMs >= fromMs && timeMs < toMs,
          ),
        ),
    },
    'SPY',
    { barMinutes, seenMs },
  );

it.each([
  [0, 1, 'Resumed after a restart of the server. No bar was missed.'],
  [
    1,
    1,
    'Resumed after a restart of the server: 1 bar passed without a call of the code. Studies have their values.',
  ],
  [
    12,
    5,
    'Resumed after a restart of the server: 1 bar passed without a call of the code. Studies have their values.',
  ],
  [0, 0, 'Resumed after a restart of the server. No finished minute was missed.'],
  [1, 0, 'Resumed after a restart of the server: the trades of 1 finished minute were missed.'],
  [30, 0, 'Resumed after a restart of the server: the trades of 30 finished minutes were missed.'],
])('counts what a run missed in %i minutes with bars of %i', async (until, barMinutes, text) => {
  expect(await textAfter(until, barMinutes)).toBe(text);
});

it('says that the run was not called before', async () => {
  expect(await textAfter(3, 1, 0)).toBe(
    'Resumed after a restart of the server. The run had not been called with a bar before it.',
  );
});
