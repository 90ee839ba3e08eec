import { fromE4, toPriceE4 } from '../../../domain/money/price.ts';
import { OrderError, orderErrorMessage } from '../../../domain/orders/errors.ts';
import { TOO_FREQUENT } from '../../../domain/strategy/order-pace.ts';
import type { NewOrder, Report } from '../../brokerage/brokerage.ts';
import type { LiveOrderChange, LiveRequest } from '../runtime/types.ts';
import { isReplaceOf, replaceClientId } from './earlier-orders.ts';
import { END_OF_REPORT, reasonOf, type LiveOrder } from './live-order.ts';
import type { LiveOrdersParts } from './live-orders-parts.ts';
import { changeProblem } from './terms-problem.ts';

interface SpreadReplacesParts extends Pick<
  LiveOrdersParts,
  'brokerage' | 'exchangeMs' | 'onOrder' | 'onError'
> {
  readonly order: (id: string) => LiveOrder | undefined;
  /** False when the run has sent too many orders in this second. */
  readonly admits: () => boolean;
  readonly brokerOrderOf: (order: LiveOrder) => NewOrder;
  readonly changeOf: (order: LiveOrder, status: LiveOrderChange['status'], reason: string) => LiveOrderChange;
  readonly onReports: (order: LiveOrder, reports: readonly Report[]) => void;
}

/** Replaces multi-leg orders of a run. */
export class SpreadReplaces {
  readonly #parts: SpreadReplacesParts;

  constructor(parts: SpreadReplacesParts) {
    this.#parts = parts;
  }

  replace({ id, quantity, price, tif }: Extract<LiveRequest, { readonly kind: 'replace' }>): void {
    const { brokerage, exchangeMs, onError, onReports } = this.#parts;
    const order = this.#parts.order(id);
    if (!order?.isOpen || order.legs === undefined) return;
    const problem = changeProblem({ quantity, price });
    if (problem !== undefined) return this.reject(order, problem);
    if (!this.#parts.admits()) return this.reject(order, TOO_FREQUENT);
    order.replaces += 1;
    const terms = { quantity, priceE4: toPriceE4(price), tif, brokerClientId: replaceClientId(order) };
    brokerage
      .replace({
        order: this.#parts.brokerOrderOf({ ...order, ...terms }),
        originalClientId: order.orderId ?? order.brokerClientId,
        sentMs: exchangeMs(),
      })
      .then(
        (reports) => onReports(order, reports),
        (error: unknown) => {
          onError(error);
          this.reject(order, orderErrorMessage(OrderError.ServerConnection));
        },
      );
  }

  /** Whether a report rejects a replace of an order, which then keeps its terms and still works: by the market, or refused without a record, as during an outage of the journal. */
  isRejected(order: LiveOrder, report: Report): boolean {
    const { reportType, clientId } = report;
    const isRejection = reportType === 'OrderCancelRejected' || END_OF_REPORT[reportType] === 'Rejected';
    if (!isRejection || !isReplaceOf(order, clientId)) return false;
    this.reject(order, reasonOf(report));
    return true;
  }

  /** The order keeps its terms. */
  reject(order: LiveOrder, reason: string): void {
    if (order.isOpen) this.#parts.onOrder(order, this.#parts.changeOf(order, 'ReplaceRejected', reason));
  }

  /** The order, which may be an exit, has the terms of the report. */
  replaced(order: LiveOrder, { quantity, priceE4, stopPriceE4, tif, clientId }: Report): void {
    const { onOrder, changeOf } = this.#parts;
    Object.assign(order, { quantity, priceE4, stopPriceE4, tif, brokerClientId: clientId });
    if (order.exit !== undefined) return onOrder(order, changeOf(order, 'Replaced', ''));
    const terms = { quantity, price: fromE4(priceE4), tif };
    onOrder(order, order.legs === undefined ? undefined : { ...changeOf(order, 'Replaced', ''), terms });
  }
}
