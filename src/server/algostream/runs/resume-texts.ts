import { barStartMs } from '../../../domain/bars/bar-period.ts';
import { DAY_BARS } from '../../../domain/strategy/bar-size.ts';
import { periodOf, type HistorySource } from '../data/collect.ts';

/** Message of a run whose code does not take its saved state. */
export const misfitText = (reason: string): string =>
  `The saved state does not fit the code: ${reason.replace(/\.$/, '')}. Nothing was changed: open orders still work, and positions stay. See Trade Manager. A new run begins without a state.`;

/** Log line of a run that resumes, with the bars that it has missed. `seenMs`: start of the last bar it was called with; 0 = none. */
export async function resumeText(
  market: Pick<HistorySource, 'bars' | 'exchangeMs'>,
  symbol: string,
  { barMinutes, seenMs }: { readonly barMinutes: number; readonly seenMs: number },
): Promise<string> {
  const resumed = 'Resumed after a restart of the server';
  if (seenMs === 0) return `${resumed}. The run had not been called with a bar before it.`;
  const candle = barMinutes === DAY_BARS ? 'Day' : 'OneMinute';
  const bars = await market.bars(symbol, candle, seenMs + 1, market.exchangeMs() + 1);
  const period = periodOf(barMinutes);
  const lastMs = barStartMs(seenMs, period);
  const missed = new Set(bars.map(({ timeMs }) => barStartMs(timeMs, period)).filter((ms) => ms > lastMs));
  // The bar that forms now is delivered.
  missed.delete(barStartMs(market.exchangeMs(), period));
  const { size } = missed;
  const counted = (unit: string): string => `${size.toLocaleString('en-US')} ${unit}${size === 1 ? '' : 's'}`;
  if (barMinutes === 0)
    return size === 0
      ? `${resumed}. No finished minute was missed.`
      : `${resumed}: the trades of ${counted('finished minute')} were missed.`;
  return size === 0
    ? `${resumed}. No bar was missed.`
    : `${resumed}: ${counted('bar')} passed without a call of the code. Studies have their values.`;
}
