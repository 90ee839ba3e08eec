import { expect } from 'vitest';
import { MINUTE_MS } from '../../src/domain/calendar/durations.ts';
import { newYorkDate, newYorkMinutes, newYorkMs } from '../../src/domain/calendar/new-york-time.ts';
import type { TermsChange } from '../../src/domain/orders/core/groups/judge-terms.ts';
import type { OrderEvent } from '../../src/domain/orders/core/types.ts';
import type { Condition, TimeExit } from '../../src/domain/orders/groups/conditions.ts';
import type { GroupRequest, TrailTerms } from '../../src/domain/orders/groups/types.ts';
import type { GroupView } from '../../src/server/brokerage/brokerage.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import {
  hasFilledFirstTarget,
  inRole,
  leavesOf,
  openShares,
  type ReferenceGroup,
} from './reference-group.ts';
import type { Random } from './random.ts';

/** Trails, time exits and conditions in the simulation of order groups: random ones, and what must hold of them, from the records and the market alone. */

type Triggered = Extract<OrderEvent, { kind: 'groupTriggered' }>;

/** How often the checks applied, so that a run that proves nothing fails. */
export const waited = {
  trails: 0,
  trailedStops: 0,
  timeExits: 0,
  lateExits: 0,
  timedCloses: 0,
  closedMarkets: 0,
  conditions: 0,
  lapses: 0,
};

const DAY_MS = 86_400_000;
const SYMBOLS = ['SPY', 'AAPL'] as const;

/** What a random bracket waits for besides its orders. */
export function randomWaits(
  random: Random,
  nowMs: number,
  { stop, isBreakEven }: Pick<GroupRequest, 'stop' | 'isBreakEven'>,
): Pick<GroupRequest, 'trail' | 'timeExit'> {
  const distance = () =>
    random.chance(0.5)
      ? { basis: 'Offset' as const, amountE4: random.int(1, 150) * 100 }
      : { basis: 'Percent' as const, amountE4: random.int(1, 15_000) };
  const trail: TrailTerms = { start: distance(), distance: distance() };
  return {
    ...(stop && !isBreakEven && random.chance(0.5) && { trail }),
    ...(random.chance(0.4) && { timeExit: randomTime(random, nowMs) }),
  };
}

function randomTime(random: Random, nowMs: number): TimeExit {
  if (random.chance(0.6)) return { basis: 'Minutes', minutes: random.int(1, 10) };
  return { basis: 'TimeOfDay', minutes: randomMinutes(random, nowMs) };
}

/** A time of day within ten minutes, or two minutes ago, which is tomorrow. */
const randomMinutes = (random: Random, nowMs: number): number =>
  (newYorkMinutes(nowMs) + random.int(-2, 10) + 1_440) % 1_440;

/** A price of either symbol near the market, or a time of day. */
export function randomCondition(random: Random, nowMs: number): Condition {
  if (random.chance(0.3)) return { basis: 'TimeOfDay', minutes: randomMinutes(random, nowMs) };
  return {
    basis: random.pick(['Last', 'Bid', 'Ask']),
    symbol: random.pick(SYMBOLS),
    direction: random.pick(['AtOrAbove', 'AtOrBelow']),
    // One of five is out of reach.
    priceE4: random.chance(0.2) ? random.pick([500_000, 1_500_000]) : 970_000 + random.int(0, 600) * 100,
  };
}

/** A change of what the group waits for; of one that it does not have too, which is refused. */
export function randomTerms(random: Random, nowMs: number, group: GroupView): TermsChange {
  const { condition } = group;
  if (group.kind === 'Conditional') {
    const changed = randomCondition(random, nowMs);
    const isPrice = changed.basis !== 'TimeOfDay' && condition?.basis !== 'TimeOfDay';
    return {
      condition: isPrice ? { ...changed, symbol: condition?.symbol ?? changed.symbol } : changed,
    };
  }
  const { trail } = randomWaits(random, nowMs, { stop: { basis: 'Offset', amountE4: 1, tif: 'Day' } });
  const { start, distance } = trail ?? {};
  return {
    ...(group.trail && random.chance(0.8) && { trail: random.chance(0.5) ? { start } : { distance } }),
    ...(group.timeExit && random.chance(0.8) && { timeExit: randomTime(random, nowMs) }),
    ...(random.chance(0.2) && { isBreakEven: random.chance(0.5) }),
  };
}

/** The first such time of day after a moment, by the calendar of each day. */
function timeOfDayMs(afterMs: number, minutes: number): number {
  const today = newYorkMs(newYorkDate(afterMs), minutes);
  return today > afterMs ? today : newYorkMs(newYorkDate(afterMs + DAY_MS), minutes);
}

function timeExitMs({ terms, enteredMs }: ReferenceGroup): number | undefined {
  const { timeExit } = terms;
  if (!timeExit) return undefined;
  if (timeExit.basis === 'TimeOfDay') return timeOfDayMs(terms.sinceMs, timeExit.minutes);
  return enteredMs === undefined ? undefined : enteredMs + timeExit.minutes * MINUTE_MS;
}

/** Whether a price in favour of the position has reached the start of the trail, to the cent in favour of the position. */
function hasReachedStart(group: ReferenceGroup, priceE4: number): boolean {
  const { orders } = group.request;
  const { trail } = group.terms;
  const [entry] = inRole(group, 'Entry');
  if (!trail || !entry || entry.filled === 0) return false;
  const isLong = orders[0]?.side === 'Buy';
  const averageE4 = Math.round(entry.valueE4 / entry.filled);
  const { basis, amountE4 } = trail.start;
  // The world states distances only.
  const awayE4 = basis === 'Percent' ? (averageE4 * amountE4) / 1_000_000 : amountE4;
  const wholeE4 = Math.floor(awayE4 + 1e-9);
  const startE4 = isLong
    ? Math.ceil((averageE4 + wholeE4) / 100) * 100
    : Math.floor((averageE4 - wholeE4) / 100) * 100;
  return isLong ? priceE4 >= startE4 : priceE4 <= startE4;
}

const isConditionMet = (
  condition: Condition,
  group: ReferenceGroup,
  priceE4: number,
  nowMs: number,
): boolean => {
  if (condition.basis === 'TimeOfDay') return nowMs >= timeOfDayMs(group.terms.sinceMs, condition.minutes);
  if (priceE4 === 0) return false;
  return condition.direction === 'AtOrAbove' ? priceE4 >= condition.priceE4 : priceE4 <= condition.priceE4;
};

/** Each cause happens once, in a live group that waits for it, and not before its price or time. */
export function checkTriggered(group: ReferenceGroup, event: Triggered): void {
  const { cause, priceE4 = 0, timeMs } = event;
  const name = `${cause} of ${group.groupId}`;
  expect(group.isEnded || group.isCancelling, `${name} is of a live group`).toBe(false);
  expect(group.causes.includes(cause), `${name} happens once`).toBe(false);
  const { condition, trail } = group.terms;
  if (cause === 'Trail') {
    waited.trails += 1;
    expect(trail, `${name} was requested`).toBeDefined();
    expect(hasReachedStart(group, priceE4), `${name} follows a price that has moved`).toBe(true);
    const [stop] = inRole(group, 'Stop');
    expect(stop?.isOpen && !stop.isTriggered, `${name} has a stop that waits`).toBe(true);
    group.isTrailing = true;
  } else if (cause === 'TimeExit') {
    waited.timeExits += 1;
    if (event.isLate) waited.lateExits += 1;
    expect(timeMs, `${name} is not early`).toBeGreaterThanOrEqual(timeExitMs(group) ?? Infinity);
  } else if (cause === 'Condition') {
    waited.conditions += 1;
    expect(condition && isConditionMet(condition, group, priceE4, timeMs), `${name} holds`).toBe(true);
  } else {
    waited.lapses += 1;
    expect(timeMs, `${name} is not early`).toBeGreaterThanOrEqual(group.untilMs ?? Infinity);
  }
  group.causes.push(cause);
}

/** The holder changed figures of a live group before they were used, and nothing happens by the change itself. */
export function noteTerms(
  group: ReferenceGroup,
  event: Extract<OrderEvent, { kind: 'groupTermsChanged' }>,
): void {
  const { terms, timeMs } = event;
  const { condition, trail, timeExit, isBreakEven } = terms;
  const name = `the change of ${group.groupId}`;
  expect(group.isEnded || group.isCancelling, `${name} is of a live group`).toBe(false);
  expect(condition && group.causes.length > 0, `${name} comes before the order is sent`).toBeFalsy();
  expect(trail && group.causes.includes('Trail'), `${name} comes before the trail begins`).toBeFalsy();
  expect(timeExit && group.causes.includes('TimeExit'), `${name} comes before the time`).toBeFalsy();
  expect(isBreakEven !== undefined && group.hasMovedStop, `${name} comes before break-even`).toBe(false);
  expect(isBreakEven && hasFilledFirstTarget(group), `${name} comes before the first target`).toBeFalsy();
  const sinceMs = (condition ?? timeExit) ? timeMs : group.terms.sinceMs;
  group.terms = { ...group.terms, ...terms, sinceMs };
  if (timeExit)
    expect(timeExitMs(group) ?? Infinity, `${name} does not close at once`).toBeGreaterThan(timeMs);
}

/** The closing order of a time exit comes after all others of its group have ended, and closes no more than is open. */
export function checkTimedClose(group: ReferenceGroup, quantity: number, direction: number): void {
  const name = `the closing order of ${group.groupId}`;
  expect(group.causes, `${name} follows its time`).toContain('TimeExit');
  expect(
    group.orders.filter(({ isOpen }) => isOpen),
    `${name} comes after the others have ended`,
  ).toEqual([]);
  expect(direction, `${name} closes`).toBe(group.request.orders[0]?.side === 'Buy' ? -1 : 1);
  expect(quantity, `${name} closes no more than is open`).toBeLessThanOrEqual(openShares(group));
}

/** Whether the bracket is being closed by its time exit; its exits are then no longer checked one by one. */
export function isTimedOut(group: ReferenceGroup): boolean {
  if (!group.causes.includes('TimeExit')) return false;
  const closes = inRole(group, 'Close');
  const working = group.orders.filter(({ isOpen, role }) => isOpen && role !== 'Surplus');
  expect(working, `${group.groupId} has its closing order alone`).toEqual(
    closes.filter(({ isOpen }) => isOpen),
  );
  const [close] = closes;
  if (close?.isOpen) {
    waited.timedCloses += 1;
    expect(leavesOf(close), `${group.groupId} closes no more than is open`).toBeLessThanOrEqual(
      openShares(group),
    );
  }
  return true;
}

/** What has happened by now must have been noticed: nothing is left that a live group waits for. */
export function checkWaits(groups: Iterable<ReferenceGroup>, market: ScriptedMarket): void {
  for (const group of groups) {
    if (group.isEnded || group.isCancelling) continue;
    checkTime(group, market);
    checkTrail(group, market);
    checkCondition(group, market);
  }
}

function checkTime(group: ReferenceGroup, market: ScriptedMarket): void {
  const dueMs = timeExitMs(group);
  if (dueMs === undefined || market.nowMs < dueMs || group.causes.includes('TimeExit')) return;
  const { symbol } = group.request;
  const isTrading = market.phase() === 'open' && symbol !== null && !market.isHalted(symbol);
  if (!isTrading) waited.closedMarkets += 1;
  expect(isTrading, `${group.groupId} is closed at its time`).toBe(false);
}

function checkTrail(group: ReferenceGroup, market: ScriptedMarket): void {
  const [stop] = inRole(group, 'Stop');
  if (!group.terms.trail || !stop?.isOpen || stop.isTriggered) return;
  expect(stop.isTrailing, `the stop of ${group.groupId} trails`).toBe(group.isTrailing);
  if (stop.isTrailing) waited.trailedStops += 1;
  const lastE4 = market.lastPrice(group.request.symbol ?? '')?.lastE4 ?? 0;
  if (!group.causes.includes('Trail') && lastE4 > 0)
    expect(hasReachedStart(group, lastE4), `${group.groupId} begins to trail`).toBe(false);
}

function checkCondition(group: ReferenceGroup, market: ScriptedMarket): void {
  const { condition } = group.terms;
  if (!condition || group.causes.length > 0) return;
  const snapshot = 'symbol' in condition ? market.snapshot(condition.symbol) : undefined;
  const prices = { Last: snapshot?.lastE4, Bid: snapshot?.bidE4, Ask: snapshot?.askE4, TimeOfDay: 0 };
  const isMet = isConditionMet(condition, group, prices[condition.basis] ?? 0, market.nowMs);
  expect(isMet, `${group.groupId} sends its order when its condition holds`).toBe(false);
  if (group.untilMs !== null)
    expect(market.nowMs, `${group.groupId} ends with its order`).toBeLessThan(group.untilMs);
}

/** A stop that trails only moves toward the market. */
export function checkTrailed(
  name: string,
  direction: number,
  beforeE4: number,
  { stopPriceE4 }: Extract<OrderEvent, { kind: 'trailed' }>,
): void {
  if (beforeE4 === 0) return;
  const movedE4 = direction === -1 ? stopPriceE4 - beforeE4 : beforeE4 - stopPriceE4;
  expect(movedE4, `${name} only follows the market`).toBeGreaterThanOrEqual(0);
}
