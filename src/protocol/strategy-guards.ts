import * as v from 'valibot';
import { GUARD_BOUNDS, type GuardName } from '../domain/strategy/guards.ts';

const limitField = (guard: GuardName) =>
  v.nullable(v.pipe(v.number(), v.minValue(GUARD_BOUNDS[guard].min), v.maxValue(GUARD_BOUNDS[guard].max)));
const countField = (guard: GuardName) =>
  v.nullable(
    v.pipe(v.number(), v.integer(), v.minValue(GUARD_BOUNDS[guard].min), v.maxValue(GUARD_BOUNDS[guard].max)),
  );

/**
 * Guards of a live run, which stops when it crosses one; null = no such guard. Loss: dollars, net, with the open position at the market. OrdersPerMinute: within any 60
 * seconds. Position: shares or contracts of each symbol, with what open orders could add.
 */
export const guardsBody = v.strictObject({
  Loss: limitField('Loss'),
  OrdersPerMinute: countField('OrdersPerMinute'),
  Position: countField('Position'),
  ClosesPosition: v.boolean(),
});
