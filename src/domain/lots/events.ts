import type { LotChoice, LotMethod } from './types.ts';

/** What account holders decide about their lots. Journal records of the account; times are exchange UTC ms. */
export type LotEvent =
  /** Closing trades from this record on consume lots by the method. */
  | {
      readonly kind: 'lotMethodSet';
      readonly account: string;
      readonly userId: string;
      readonly method: LotMethod;
      readonly timeMs: number;
    }
  /** The lots of a symbol that an order closes, in place of those named before; none = those of the method. */
  | {
      readonly kind: 'lotsChosen';
      readonly account: string;
      readonly userId: string;
      readonly orderId: string;
      readonly symbol: string;
      readonly lots: readonly LotChoice[];
      readonly timeMs: number;
    };
