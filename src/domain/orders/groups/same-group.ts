import { isSameRequest } from '../request.ts';
import type { Condition, TimeExit } from './conditions.ts';
import type { ExitTerms, GroupRequest, TargetTerms, TrailTerms } from './types.ts';

const areSameExits = (a: ExitTerms | null, b: ExitTerms | null): boolean =>
  a?.basis === b?.basis && a?.amountE4 === b?.amountE4 && a?.tif === b?.tif;

const areSameTargets = (a: readonly TargetTerms[] = [], b: readonly TargetTerms[] = []): boolean =>
  a.length === b.length &&
  a.every((target, index) => {
    const other = b[index];
    return other !== undefined && target.quantity === other.quantity && areSameExits(target, other);
  });

const areSameTrails = (a: TrailTerms | undefined, b: TrailTerms | undefined): boolean =>
  a?.start.basis === b?.start.basis &&
  a?.start.amountE4 === b?.start.amountE4 &&
  a?.distance.basis === b?.distance.basis &&
  a?.distance.amountE4 === b?.distance.amountE4;

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

/** True when two requests under one ClientId are the same group, so that the second is a repeat and not a new group. */
export const areSameGroups = (a: GroupRequest, b: GroupRequest): boolean =>
  a.kind === b.kind &&
  a.symbol === b.symbol &&
  areSameExits(a.target, b.target) &&
  areSameExits(a.stop, b.stop) &&
  areSameTargets(a.targets, b.targets) &&
  (a.isBreakEven ?? false) === (b.isBreakEven ?? false) &&
  areSameTrails(a.trail, b.trail) &&
  areSameTimes(a.timeExit, b.timeExit) &&
  areSameConditions(a.condition, b.condition) &&
  a.orders.length === b.orders.length &&
  a.orders.every((order, index) => {
    const other = b.orders[index];
    return other !== undefined && order.clientId === other.clientId && isSameRequest(order, other);
  });
