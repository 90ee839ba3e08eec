import { notionalE4, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import type { OrderSide } from '../../orders/enumerations.ts';
import { feesOf, multiplierOfSymbol, NO_FEES, securityOf } from '../../portfolio/index.ts';
import type { Fees, Liquidity } from '../../portfolio/index.ts';
import { commissionE4 } from './cost-rules.ts';
import type { CommissionRule } from './cost-rules.ts';

/** A fill that is charged. */
export interface ChargedFill {
  readonly side: OrderSide;
  /** Shares or contracts. */
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly liquidity: Liquidity;
}

interface Charged {
  readonly quantity: number;
  readonly valueE4: MoneyE4;
  readonly chargedE4: MoneyE4;
}
const NOTHING: Charged = { quantity: 0, valueE4: 0, chargedE4: 0 };

/**
 * The fees of the fills of a backtest. A commission of an order counts all of its fills: each bears what the order has come to less what was charged
 * already, so the sum does not depend on how the order was split.
 */
export class Commissions {
  readonly #symbol: string;
  readonly #rule: CommissionRule | null;
  readonly #orders = new Map<number | string, Charged>();

  /** `rule`: null = the fees of the account. */
  constructor(symbol: string, rule: CommissionRule | null) {
    this.#symbol = symbol;
    this.#rule = rule;
  }

  /** The fees of the next fill of an order. */
  charge(order: number | string, { side, quantity, priceE4, liquidity }: ChargedFill): Fees {
    if (this.#rule === null) return feesOf(side, quantity, priceE4, liquidity, securityOf(this.#symbol));
    const before = this.#orders.get(order) ?? NOTHING;
    const all = {
      quantity: before.quantity + quantity,
      valueE4: before.valueE4 + notionalE4(priceE4, quantity * multiplierOfSymbol(this.#symbol)),
    };
    const chargedE4 = commissionE4(this.#rule, all.quantity, all.valueE4);
    this.#orders.set(order, { ...all, chargedE4 });
    return { ...NO_FEES, executionE4: chargedE4 - before.chargedE4 };
  }

  /** An order has ended: no fill follows. */
  forget(order: number | string): void {
    this.#orders.delete(order);
  }
}
