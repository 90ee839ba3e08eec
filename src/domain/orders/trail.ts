import type { OrderSide, OrderType, StopOffsetType, StopType } from './enumerations.ts';
import { tickSizeE4, type PriceE4 } from '../money/price.ts';
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

const HUNDRED_PERCENT_E4 = 1_000_000;

/** The distance at which a stop follows the market. `offsetE4`: dollars E4, or per cent E4 (1 % = 10,000). */
export interface TrailOffset {
  readonly side: OrderSide;
  readonly offsetType: StopOffsetType | null;
  readonly offsetE4: number;
}

/** The stop of a trailing order at a watermark: never nearer to the market than its offset, on a whole price step; 0 = below every price. */
export function trailingStopE4({ side, offsetType, offsetE4 }: TrailOffset, watermarkE4: PriceE4): PriceE4 {
  const isBuy = side === 'Buy';
  const distanceE4: PriceE4 = offsetType === 'Percent' ? percentE4(watermarkE4, offsetE4) : offsetE4;
  const rawE4: PriceE4 = isBuy ? watermarkE4 + distanceE4 : watermarkE4 - distanceE4;
  if (rawE4 <= 0) return 0;
  const stepE4 = tickSizeE4(rawE4);
  return (isBuy ? Math.ceil(rawE4 / stepE4) : Math.floor(rawE4 / stepE4)) * stepE4;
}

/** Per cent (E4) of a price, rounded up; split so that no product leaves the exact integers. */
function percentE4(priceE4: PriceE4, percent: number): PriceE4 {
  const rest = priceE4 % HUNDRED_PERCENT_E4;
  return ((priceE4 - rest) / HUNDRED_PERCENT_E4) * percent + Math.ceil((rest * percent) / HUNDRED_PERCENT_E4);
}
