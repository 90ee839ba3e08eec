/** Bar size of a strategy that is called with every trade, minutes. */
const TRADE_BARS = 0;
/** Bar size of a strategy that is called with daily bars, minutes. */
export const DAY_BARS = 1440;

const MAX_INTRADAY_MINUTES = 390;

/** The minutes of a size (`'trade'`, `'5 minutes'`, `'2 hours'`, `'day'`); null for anything else. */
export function barMinutesOf(text: string): number | null {
  const size = text.trim().toLowerCase();
  if (size === 'trade' || size === 'trades' || size === 'tick') return TRADE_BARS;
  if (size === 'day' || size === '1 day' || size === 'daily') return DAY_BARS;
  const match = /^(\d{1,3}) ?(minutes?|min|hours?)$/.exec(size);
  if (match === null) return null;
  const minutes = Number(match[1]) * (match[2]?.startsWith('hour') === true ? 60 : 1);
  return minutes >= 1 && minutes <= MAX_INTRADAY_MINUTES ? minutes : null;
}

/** The size as text, as studies show their interval. */
export function barSizeLabel(barMinutes: number): string {
  if (barMinutes === TRADE_BARS) return 'Trade';
  if (barMinutes === DAY_BARS) return 'Day';
  if (barMinutes % 60 === 0) return barMinutes === 60 ? '1 hour' : `${barMinutes / 60} hours`;
  return barMinutes === 1 ? '1 minute' : `${barMinutes} minutes`;
}
