import type { RefusalCode } from '../check.ts';
import { DOLLAR, hold, makeOption, type TestContext } from './contexts.ts';

/** A change that makes one check reject, and the nearest change that passes. Both are applied to `makeContext()`, whose order is accepted. */
export interface Scenario {
  /** Id of the check. */
  readonly check: string;
  readonly code: RefusalCode;
  readonly title: string;
  readonly refuse: (context: TestContext) => void;
  readonly pass: (context: TestContext) => void;
}

// Changes clone their values: tests corrupt the contexts that they are given.
export type Change = (context: TestContext) => void;
export const scenario = (
  check: string,
  code: RefusalCode,
  title: string,
  refuse: Change,
  pass: Change,
): Scenario => ({ check, code, title, refuse, pass });
export const order =
  (change: Partial<TestContext['order']>): Change =>
  (c) =>
    void Object.assign(c.order, structuredClone(change));
export const account =
  (change: Partial<TestContext['account']>): Change =>
  (c) =>
    void Object.assign(c.account, structuredClone(change));
export const limit =
  (change: Partial<TestContext['limits']>): Change =>
  (c) =>
    void Object.assign(c.limits, structuredClone(change));
export const all =
  (...changes: readonly Change[]): Change =>
  (c) =>
    changes.forEach((change) => change(c));
export const held =
  (symbol: string, quantity: number): Change =>
  (c) =>
    hold(c, symbol, quantity);
export const option =
  (change: Partial<TestContext['order']> = {}): Change =>
  (c) =>
    makeOption(c, change);
export const write = (symbol: string, change: Partial<TestContext['order']> = {}): Change =>
  option({ symbol, side: 'Sell', source: 'Open', ...change });
/** The account is approved for every option strategy but this one. */
export const without = (bit: number): Change => account({ optionMask: 63 - bit });
export const STOP = { type: 'Stop', priceE4: 0, stopPriceE4: 101 * DOLLAR } as const;
/** A stop limit order that takes the place of another one. */
export const replacesStop =
  (isTriggered: boolean): Change =>
  (c) => {
    Object.assign(c.order, { type: 'StopLimit', stopPriceE4: 99 * DOLLAR });
    c.replaced = { side: 'Buy', filled: 0, leaves: 0, reservedE4: 0, isTriggered };
  };
export const recent =
  (timeMs: number, change: Partial<TestContext['portfolio']['recentOrders'][number]> = {}): Change =>
  (c) =>
    void c.portfolio.recentOrders.push({
      symbol: 'SPY',
      side: 'Buy',
      type: 'Limit',
      quantity: 100,
      priceE4: 100 * DOLLAR,
      stopPriceE4: 0,
      wasRefused: false,
      isChange: false,
      timeMs,
      ...change,
    });

export const BANDS: TestContext['limits']['priceCollars'][number] = [
  { upToE4: 25 * DOLLAR, basisPoints: 2_000 },
  { upToE4: 50 * DOLLAR, basisPoints: 1_000 },
  { upToE4: null, basisPoints: 300 },
];
export const lastAt =
  (dollars: number): Change =>
  (c) =>
    void (c.market.lastE4 = dollars * DOLLAR);
