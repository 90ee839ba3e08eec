import { DAY_MS, MINUTE_MS } from '../../../src/domain/calendar/durations.ts';

const LONGER_MS: Readonly<Record<string, number>> = {
  Daily: DAY_MS,
  Weekly: 7 * DAY_MS,
  Monthly: 30 * DAY_MS,
  Quarterly: 91 * DAY_MS,
};

/**
 * How long the bars of a size are for an anchor's `Offset`, ms. Months are taken for 30 days: what counts is that the same number turns an
 * offset into a time and back.
 */
export function barLengthMs(barSize: string): number {
  const minutes = /^Minute(\d+)$/.exec(barSize)?.[1];
  return minutes === undefined ? (LONGER_MS[barSize] ?? DAY_MS) : Number(minutes) * MINUTE_MS;
}
