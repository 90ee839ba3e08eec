import { newYorkDate, newYorkMinutes } from '../calendar/new-york-time.ts';
import { MINUTE_MS } from '../calendar/durations.ts';
import { assertNever } from '../assert/assert.ts';
import { E4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import type { GroupWait, PriceWait, TimeWait } from '../orders/core/groups/waits.ts';
import type { GroupKind, GroupRole } from '../orders/groups/types.ts';
import type { GuardLock } from '../risk/guards.ts';
import { displaySymbol } from '../symbols/symbol.ts';

/** Beyond this age the time of a quote is stated, ms. */
const QUOTE_AGE_MS = MINUTE_MS / 2;

/** What stops an account, as far as it concerns its open orders. */
export interface AccountStops {
  readonly isStoppedByHolder: boolean;
  readonly stoppedBy: 'Account' | 'Server' | null;
  readonly lock: GuardLock | null;
}

/** Prices of a symbol, E4; 0 = none. */
export interface NotePrices {
  readonly lastE4: PriceE4;
  readonly bidE4: PriceE4;
  readonly askE4: PriceE4;
}

const MS_PER_SECOND = 1_000;

const price = (priceE4: PriceE4 | MoneyE4): string => (priceE4 / E4).toFixed(4).replace(/0{1,2}$/, '');

const clock = (timeMs: number): string => {
  const minutes = newYorkMinutes(timeMs);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
};
/** `15:50`, or with its day when that is another one than now. */
const timeText = (timeMs: number, nowMs: number): string =>
  newYorkDate(timeMs) === newYorkDate(nowMs) ? clock(timeMs) : `${newYorkDate(timeMs)} ${clock(timeMs)}`;

/** What stops the account, a sentence each without its end. */
export function stopNotes({ isStoppedByHolder, stoppedBy, lock }: AccountStops): readonly string[] {
  return [
    ...(stoppedBy === 'Server' ? ['An administrator has stopped all trading: no order is taken'] : []),
    ...(stoppedBy === 'Account' ? ['An administrator has stopped the account: only a flatten is taken'] : []),
    ...(isStoppedByHolder ? ['The holder has stopped the account: only a flatten is taken'] : []),
    ...(lock === null ? [] : [lockNote(lock)]),
  ];
}

const lockNote = ({ guard, by, figureE4, limitE4 }: GuardLock): string =>
  `Locked until the next session: the ${guard === 'DailyLoss' ? 'loss of the day' : 'drawdown'} ${price(figureE4)} reached the limit ${price(limitE4)} of the ${by === 'Holder' ? 'holder' : 'administrator'}; no order may open a position`;

/** The age of an old quote during trading; undefined for a recent one. */
export const quoteNote = (symbol: string, quoteMs: number, nowMs: number): string | undefined => {
  const ageMs = nowMs - quoteMs;
  return ageMs < QUOTE_AGE_MS
    ? undefined
    : `The quote of ${displaySymbol(symbol)} has not changed for ${Math.round(ageMs / MS_PER_SECOND)} s`;
};

/** What waits for an order of a group, by its role; undefined for nothing. */
export function followersNote(kind: GroupKind, role: GroupRole): string | undefined {
  if (kind === 'Bracket' && role === 'Entry') return 'The exits of its group are held until this order fills';
  if (kind === 'OneTriggersOther' && role === 'First')
    return 'The next order of its group is held until this order is filled';
  return undefined;
}

/** What a group waits for outside of its orders, with the present figure and the distance. */
export function waitNote(
  wait: GroupWait,
  pricesOf: (symbol: string) => NotePrices | undefined,
  nowMs: number,
): string {
  return wait.kind === 'price' ? priceNote(wait, pricesOf(wait.symbol)) : timeNote(wait, nowMs);
}

const SOURCES = { Last: 'last trade', Bid: 'bid', Ask: 'ask' } as const;
const LEVELS = { Last: 'a last trade', Bid: 'a bid', Ask: 'an ask' } as const;

function priceNote(
  { cause, symbol, source, direction, priceE4 }: PriceWait,
  prices: NotePrices | undefined,
): string {
  const level = `${LEVELS[source]} of ${displaySymbol(symbol)} ${direction === 'AtOrAbove' ? '≥' : '≤'} ${price(priceE4)}`;
  // TypeScript does not follow toLowerCase.
  const now = prices?.[`${source.toLowerCase() as Lowercase<typeof source>}E4`] ?? 0;
  const distanceE4: PriceE4 = Math.max(0, direction === 'AtOrAbove' ? priceE4 - now : now - priceE4);
  const figure =
    now === 0 ? `there is no ${SOURCES[source]}` : `now ${price(now)}, ${price(distanceE4)} away`;
  return cause === 'Trail'
    ? `The stop begins to trail at ${level}; ${figure}`
    : `Waits for ${level}; ${figure}`;
}

function timeNote({ cause, timeMs }: TimeWait, nowMs: number): string {
  const time = timeText(timeMs, nowMs);
  switch (cause) {
    case 'TimeExit':
      return `The position is closed at market at ${time}`;
    case 'Lapsed':
      return `Ends at ${time} if its condition has not held`;
    case 'Condition':
    case 'Trail':
      return `Waits until ${time}`;
    default:
      return assertNever(cause);
  }
}
