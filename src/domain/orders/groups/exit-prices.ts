import type { MoneyE4, PriceE4 } from '../../money/price.ts';
import { isOptionSymbol } from '../../symbols/symbol.ts';
import type { OrderSide } from '../enumerations.ts';
import { orderPriceStepE4 } from '../price-step.ts';
import type { ExitPrice, ExitRole } from './types.ts';

/** 100 % in 1/10,000 per cent. */
const WHOLE_E4 = 1_000_000;

/** This share of a price, rounded down. The product of the whole price would leave the safe integers. */
function shareE4(priceE4: PriceE4, percentE4: number): PriceE4 {
  const rest = priceE4 % WHOLE_E4;
  return ((priceE4 - rest) / WHOLE_E4) * percentE4 + Math.floor((rest * percentE4) / WHOLE_E4);
}

/** The nearest multiple of the price step that is not below (up) or not above (down) the price, at least one step. */
function onStep(priceE4: PriceE4, direction: 'up' | 'down', symbol: string): PriceE4 {
  const stepE4 = orderPriceStepE4(priceE4, isOptionSymbol(symbol));
  const rest = ((priceE4 % stepE4) + stepE4) % stepE4;
  const roundedE4 = direction === 'up' && rest > 0 ? priceE4 - rest + stepE4 : priceE4 - rest;
  return Math.max(stepE4, roundedE4);
}

/** The fills of an entry. */
export interface FilledEntry {
  readonly symbol: string;
  readonly side: OrderSide;
  readonly filled: number;
  /** Sum of price × quantity of the fills. */
  readonly filledValueE4: MoneyE4;
}

/** The stop price at which a position of this entry loses nothing: its average fill price, rounded to the price step in favour of the position. */
export function breakEvenE4({ symbol, side, filled, filledValueE4 }: FilledEntry): PriceE4 {
  const averageE4 = filledValueE4 / filled;
  return side === 'Buy'
    ? onStep(Math.ceil(averageE4), 'up', symbol)
    : onStep(Math.floor(averageE4), 'down', symbol);
}

/**
 * The price of an exit for an entry with this average fill price. A distance is rounded to the price step in favour of the position: a target gains at least,
 * a stop loses at most, what was requested.
 */
export function exitPriceE4(
  { basis, amountE4 }: ExitPrice,
  role: ExitRole,
  entry: { readonly symbol: string; readonly side: OrderSide; readonly averageE4: PriceE4 },
): PriceE4 {
  if (basis === 'Price') return amountE4;
  const { symbol, side, averageE4 } = entry;
  const distanceE4 = basis === 'Offset' ? amountE4 : shareE4(averageE4, amountE4);
  const isAbove = (side === 'Buy') === (role === 'Target');
  return onStep(
    isAbove ? averageE4 + distanceE4 : averageE4 - distanceE4,
    side === 'Buy' ? 'up' : 'down',
    symbol,
  );
}
