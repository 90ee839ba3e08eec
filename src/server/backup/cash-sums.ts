import { notionalE4 } from '../../domain/money/price.ts';
import type { ExecutionTerms, OrderEvent, OrderRequest } from '../../domain/orders/core/types.ts';
import { multiplierOfSymbol, totalFeesE4 } from '../../domain/portfolio/index.ts';

/** Cash and quantities of an account, as plain sums. */
export interface AccountSums {
  cashE4: number;
  /** Cash of the newest funding. */
  fundedE4: number;
  readonly quantities: Map<string, number>;
}

type OrderSides = Pick<OrderRequest, 'account' | 'symbol' | 'side'>;

/**
 * Sums fundings, executions, amendments, settlements and corporate actions from the records alone, without the books: a second way to the same figures, so that
 * a difference shows.
 */
export class CashSums {
  readonly #accounts = new Map<string, AccountSums>();
  readonly #orders = new Map<string, OrderSides>();

  add(event: OrderEvent): void {
    switch (event.kind) {
      case 'funded':
        Object.assign(this.accountSums(event.account), { cashE4: event.cashE4, fundedE4: event.cashE4 });
        return;
      case 'accepted':
        this.#orders.set(event.orderId, sidesOf(event.order));
        return;
      case 'executed':
        return this.#book(event.orderId, event, 1);
      case 'busted':
        return this.#book(event.orderId, event.was, -1);
      case 'corrected':
        this.#book(event.orderId, event.was, -1);
        return this.#book(event.orderId, event.now, 1);
      case 'optionSettled': {
        const sums = this.accountSums(event.account);
        const { symbol, underlying, contracts, shareQuantity, cashE4 } = event.settlement;
        sums.cashE4 += cashE4;
        // Signed as what the settlement does to the position.
        addTo(sums, symbol, contracts);
        addTo(sums, underlying, shareQuantity);
        return;
      }
      case 'actionApplied': {
        const sums = this.accountSums(event.account);
        for (const { symbol, toSymbol, quantityBefore, quantityAfter, cashE4 } of event.positions) {
          sums.cashE4 += cashE4;
          addTo(sums, symbol, -quantityBefore);
          addTo(sums, toSymbol, quantityAfter);
        }
        return;
      }
      default:
        // No other record moves cash or positions.
        return;
    }
  }

  /** The sums of an account; zeros before its first record. */
  accountSums(account: string): AccountSums {
    let sums = this.#accounts.get(account);
    if (!sums) this.#accounts.set(account, (sums = { cashE4: 0, fundedE4: 0, quantities: new Map() }));
    return sums;
  }

  /** `sign` -1 reverses. */
  #book(orderId: string, { quantity, priceE4, fees, legs }: ExecutionTerms, sign: 1 | -1): void {
    const order = this.#orders.get(orderId);
    if (!order) throw new Error(`there is an execution of order ${orderId}, which was never accepted`);
    const sums = this.accountSums(order.account);
    const fills = legs ?? [{ symbol: order.symbol, side: order.side, quantity, priceE4, fees }];
    for (const fill of fills) {
      const signed = sign * (fill.side === 'Buy' ? fill.quantity : -fill.quantity);
      sums.cashE4 -=
        notionalE4(fill.priceE4, signed * multiplierOfSymbol(fill.symbol)) + sign * totalFeesE4(fill.fees);
      addTo(sums, fill.symbol, signed);
    }
  }
}

const sidesOf = ({ account, symbol, side }: OrderRequest): OrderSides => ({ account, symbol, side });

function addTo({ quantities }: AccountSums, symbol: string, quantity: number): void {
  quantities.set(symbol, (quantities.get(symbol) ?? 0) + quantity);
}
