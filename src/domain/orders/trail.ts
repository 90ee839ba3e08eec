import type { OrderType, StopOffsetType, StopType } from './enumerations.ts';
import type { PriceE4 } from '../money/price.ts';
import { isTrailingStop } from './order-types.ts';

/** What an order says of its stop. */
export interface StopTerms {
  readonly type: OrderType;
  readonly stopType: StopType;
  readonly stopPriceE4: PriceE4;
  readonly offsetType: StopOffsetType | null;
  readonly offsetE4: number;
}

/** True when a replacement names the same trail and no stop price: the stop then keeps its present price and continues to trail. */
export function keepsTrail(before: StopTerms, after: StopTerms): boolean {
  return (
    isTrailingStop(before) &&
    isTrailingStop(after) &&
    after.stopPriceE4 === 0 &&
    after.offsetType === before.offsetType &&
    after.offsetE4 === before.offsetE4
  );
}

/** True when a replacement only brings the trail nearer to the market, and names no stop price. */
export function isTighterTrail(before: StopTerms, after: StopTerms): boolean {
  return (
    isTrailingStop(before) &&
    isTrailingStop(after) &&
    after.stopPriceE4 === 0 &&
    after.offsetType === before.offsetType &&
    after.offsetE4 < before.offsetE4
  );
}
