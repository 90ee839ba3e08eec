import type { ExecutedFill, OrderExecution } from './order-execution.ts';

/** A quote of 100.00 x 300 by 100.04 x 200, in 1/10,000 dollar. */
export const QUOTE = { bidE4: 1_000_000, bidSize: 300, askE4: 1_000_400, askSize: 200 } as const;

/** A fill of 100 shares at the ask of `QUOTE`, 40 ms after the arrival of `orderWith`. */
export const fillWith = (change: Partial<ExecutedFill> = {}): ExecutedFill => ({
  serial: 7,
  timeMs: 1_040,
  quantity: 100,
  priceE4: QUOTE.askE4,
  exchange: 'ARCA',
  liquidity: 'R',
  feesE4: 5_000,
  nbbo: QUOTE,
  after: undefined,
  ...change,
});

/** A market order to buy 100 shares that arrived at `QUOTE`. */
export const orderWith = (change: Partial<OrderExecution> = {}): OrderExecution => ({
  orderId: '5',
  account: 'A',
  symbol: 'SPY',
  side: 'Buy',
  type: 'Market',
  tif: 'Day',
  destination: 'SMART',
  route: 'AUTO',
  quantity: 100,
  limitPriceE4: 0,
  arrivalMs: 1_000,
  arrival: QUOTE,
  isMarketable: true,
  isWaiting: false,
  isMultiLeg: false,
  fills: [],
  ...change,
});
