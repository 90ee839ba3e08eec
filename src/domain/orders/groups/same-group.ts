import { isSameRequest } from '../request.ts';
import type { AtrTerms } from './atr-terms.ts';
import type { Condition, TimeExit } from './conditions.ts';
import type { ExitPrice, ExitTerms, GroupRequest, TargetTerms, TrailDistance, TrailTerms } from './types.ts';

type Distance = ExitPrice | TrailDistance;

/** Whether two distances were requested alike: what they come to in dollars may differ from one request to the next. */
function areSameDistances(a: Distance | null | undefined, b: Distance | null | undefined): boolean {
  const [first, second] = [a?.stated ?? a, b?.stated ?? b];
  return first?.basis === second?.basis && first?.amountE4 === second?.amountE4;
}

const areSameExits = (a: ExitTerms | null, b: ExitTerms | null): boolean =>
  areSameDistances(a, b) && a?.tif === b?.tif;

const areSameTargets = (a: readonly TargetTerms[] = [], b: readonly TargetTerms[] = []): boolean =>
  a.length === b.length &&
  a.every((target, index) => {
    const other = b[index];
    return other !== undefined && target.quantity === other.quantity && areSameExits(target, other);
  });

const areSameTrails = (a: TrailTerms | undefined, b: TrailTerms | undefined): boolean =>
  areSameDistances(a?.start, b?.start) && areSameDistances(a?.distance, b?.distance);

const areSameRanges = (a: AtrTerms | undefined, b: AtrTerms | undefined): boolean =>
  a?.period === b?.period && a?.bars === b?.bars;

const areSameTimes = (a: TimeExit | undefined, b: TimeExit | undefined): boolean =>
  a?.basis === b?.basis && a?.minutes === b?.minutes;

function areSameConditions(a: Condition | undefined, b: Condition | undefined): boolean {
  if (!a || !b) return a === b;
  if (a.basis === 'TimeOfDay' || b.basis === 'TimeOfDay')
    return a.basis === b.basis && 'minutes' in a && 'minutes' in b && a.minutes === b.minutes;
  return (
    a.basis === b.basis && a.symbol === b.symbol && a.direction === b.direction && a.priceE4 === b.priceE4
  );
}

/** Whether two brackets, if they are such, have the same exits. */
const haveSameExits = (a: GroupRequest, b: GroupRequest): boolean =>
  areSameExits(a.target, b.target) &&
  areSameExits(a.stop, b.stop) &&
  areSameTargets(a.targets, b.targets) &&
  (a.isBreakEven ?? false) === (b.isBreakEven ?? false) &&
  areSameTrails(a.trail, b.trail) &&
  areSameRanges(a.atr, b.atr) &&
  areSameTimes(a.timeExit, b.timeExit);

/** True when two requests under one ClientId are the same group, so that the second is a repeat and not a new group. */
export const areSameGroups = (a: GroupRequest, b: GroupRequest): boolean =>
  a.kind === b.kind &&
  a.symbol === b.symbol &&
  haveSameExits(a, b) &&
  areSameConditions(a.condition, b.condition) &&
  a.orders.length === b.orders.length &&
  a.orders.every((order, index) => {
    const other = b.orders[index];
    return other !== undefined && order.clientId === other.clientId && isSameRequest(order, other);
  });
