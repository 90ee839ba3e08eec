import { isSameRequest } from '../request.ts';
import type { ExitTerms, GroupRequest, TargetTerms } from './types.ts';

const areSameExits = (a: ExitTerms | null, b: ExitTerms | null): boolean =>
  a?.basis === b?.basis && a?.amountE4 === b?.amountE4 && a?.tif === b?.tif;

const areSameTargets = (a: readonly TargetTerms[] = [], b: readonly TargetTerms[] = []): boolean =>
  a.length === b.length &&
  a.every((target, index) => {
    const other = b[index];
    return other !== undefined && target.quantity === other.quantity && areSameExits(target, other);
  });

/** True when two requests under one ClientId are the same group, so that the second is a repeat and not a new group. */
export const areSameGroups = (a: GroupRequest, b: GroupRequest): boolean =>
  a.kind === b.kind &&
  a.symbol === b.symbol &&
  areSameExits(a.target, b.target) &&
  areSameExits(a.stop, b.stop) &&
  areSameTargets(a.targets, b.targets) &&
  (a.isBreakEven ?? false) === (b.isBreakEven ?? false) &&
  a.orders.length === b.orders.length &&
  a.orders.every((order, index) => {
    const other = b.orders[index];
    return other !== undefined && order.clientId === other.clientId && isSameRequest(order, other);
  });
