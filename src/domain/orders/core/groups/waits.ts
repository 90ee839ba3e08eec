import { MINUTE_MS } from '../../../calendar/durations.ts';
import type { PriceE4 } from '../../../money/price.ts';
import {
  isReached,
  nextTimeOfDayMs,
  type GroupCause,
  type PriceDirection,
  type PriceSource,
} from '../../groups/conditions.ts';
import { exitPriceE4 } from '../../groups/exit-prices.ts';
import { conditionOf, timeExitOf, timesSinceMsOf } from '../../groups/present-terms.ts';
import { isLive } from '../../groups/states.ts';
import type { BookGroup } from '../../groups/types.ts';
import type { Book } from '../book-state.ts';
import type { MarketView } from '../types.ts';
import { membersIn } from './action.ts';

type Prices = NonNullable<ReturnType<MarketView['prices']>>;

/** The field of a symbol's prices that each source names. */
export const PRICE_FIELDS = { Last: 'lastE4', Bid: 'bidE4', Ask: 'askE4' } as const satisfies Record<
  PriceSource,
  keyof Prices
>;

/** A price that a group waits for. */
export interface PriceWait {
  readonly kind: 'price';
  readonly cause: GroupCause;
  readonly symbol: string;
  readonly source: PriceSource;
  readonly direction: PriceDirection;
  readonly priceE4: PriceE4;
}
/** A time that a group waits for. */
export interface TimeWait {
  readonly kind: 'time';
  readonly cause: GroupCause;
  /** Exchange UTC ms. */
  readonly timeMs: number;
  /** The symbol that must trade at that time, or else the group waits until it does; null = none. */
  readonly tradedSymbol: string | null;
}
/** What a group waits for outside of its orders. */
export type GroupWait = PriceWait | TimeWait;

const NO_WAITS: readonly GroupWait[] = [];

/**
 * What a group waits for outside of its orders, in the order of precedence. A function of the book alone: the server computes it again whenever the group changes,
 * and after a restart.
 */
export function waitsOf(book: Book, group: BookGroup): readonly GroupWait[] {
  if (!isLive(group) || group.state === 'Cancelling') return [];
  return group.request.kind === 'Conditional' ? conditionWaits(group) : bracketWaits(book, group);
}

function conditionWaits(group: BookGroup): readonly GroupWait[] {
  const { causes = [], untilMs } = group;
  const condition = conditionOf(group);
  if (!condition || causes.length > 0) return [];
  const waits: GroupWait[] = [];
  if (typeof untilMs === 'number')
    waits.push({ kind: 'time', cause: 'Lapsed', timeMs: untilMs, tradedSymbol: null });
  if (condition.basis === 'TimeOfDay')
    waits.push({
      kind: 'time',
      cause: 'Condition',
      timeMs: nextTimeOfDayMs(timesSinceMsOf(group), condition.minutes),
      tradedSymbol: null,
    });
  else
    waits.push({
      kind: 'price',
      cause: 'Condition',
      symbol: condition.symbol,
      source: condition.basis,
      direction: condition.direction,
      priceE4: condition.priceE4,
    });
  return waits;
}

function bracketWaits(book: Book, group: BookGroup): readonly GroupWait[] {
  const { request, causes = [], trail: trailTerms } = group;
  if ((!request.timeExit && !trailTerms) || causes.includes('TimeExit')) return NO_WAITS;
  const waits: GroupWait[] = [];
  const timeMs = timeExitMs(group);
  if (timeMs !== undefined)
    waits.push({
      kind: 'time',
      cause: 'TimeExit',
      timeMs,
      // An entry that has not filled has nothing to close, and is cancelled at any time.
      tradedSymbol: group.enteredMs === undefined ? null : request.symbol,
    });
  const trail = causes.includes('Trail') ? undefined : trailWait(book, group);
  return trail ? [...waits, trail] : waits;
}

/** When a bracket closes its position; undefined without a time exit, and while its entry has not filled and the time counts from there. */
export function timeExitMs(group: BookGroup): number | undefined {
  const timeExit = timeExitOf(group);
  if (!timeExit) return undefined;
  const { basis, minutes } = timeExit;
  if (basis === 'TimeOfDay') return nextTimeOfDayMs(timesSinceMsOf(group), minutes);
  return group.enteredMs === undefined ? undefined : group.enteredMs + minutes * MINUTE_MS;
}

/** Whether a price has reached what a group waits for. */
export const isPriceReached = ({ source, direction, priceE4 }: PriceWait, prices: Prices): boolean =>
  isReached(prices[PRICE_FIELDS[source]], direction, priceE4);

/** The last trade at which the stop begins to trail; undefined without an open stop, which has nothing to trail. */
function trailWait(book: Book, group: BookGroup): PriceWait | undefined {
  const { trail, request } = group;
  if (!trail) return undefined;
  const [entry] = membersIn(group, 'Entry');
  const [stop] = membersIn(group, 'Stop');
  const order = stop?.isOpen ? book.orders.get(stop.orderId) : undefined;
  if (!entry || entry.filled === 0 || !order || order.isTriggered) return undefined;
  const { symbol, side } = entry;
  return {
    kind: 'price',
    cause: 'Trail',
    symbol: request.symbol ?? symbol,
    source: 'Last',
    direction: side === 'Buy' ? 'AtOrAbove' : 'AtOrBelow',
    priceE4: exitPriceE4(trail.start, 'Target', {
      symbol,
      side,
      averageE4: Math.round(entry.filledValueE4 / entry.filled),
    }),
  };
}
