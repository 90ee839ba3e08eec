import { E4, tickSizeE4, type Dollars, type PriceE4 } from '../money/price.ts';

const CENT_E4 = 100;
/** A computed price this close to 1/10,000 dollar is that price: a double has lost no more in a strategy's arithmetic. */
const NOISE_E4 = 1e-3;

/** Price step of an order in a stock or option: options are quoted in cents below a dollar too. */
export const orderPriceStepE4 = (priceE4: PriceE4, isOption: boolean): PriceE4 =>
  isOption ? CENT_E4 : tickSizeE4(priceE4);

/** The price on the step below or above, or the price itself when it is on a step. 0 when a price is below the first step. */
export function roundToPriceStepE4(dollars: Dollars, direction: 'down' | 'up', isOption: boolean): PriceE4 {
  const exactE4: PriceE4 = dollars * E4;
  const nearestE4: PriceE4 = Math.round(exactE4);
  const priceE4 = Math.abs(exactE4 - nearestE4) <= NOISE_E4 ? nearestE4 : exactE4;
  const stepE4 = orderPriceStepE4(priceE4, isOption);
  const steps = priceE4 / stepE4;
  return (direction === 'up' ? Math.ceil(steps) : Math.floor(steps)) * stepE4;
}
