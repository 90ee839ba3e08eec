import type { Told } from '../../domain/orders/core/report.ts';
import type { BookOrder } from '../../domain/orders/core/types.ts';
import type { SettlementView } from './brokerage.ts';

/** What is in memory of the reports of one account. */
export interface AccountReports {
  /** In journal order. */
  orders: BookOrder[];
  /** Report sources of the account in journal order; the rejects for unknown orders have no order. */
  told: Told[];
  /** Options settle rarely: all of them stay. Added by `addSettlement` only. */
  readonly settlements: SettlementView[];
  /** Settlements of exercises at request, by the ClientId of the request. */
  readonly exercises: Map<string, SettlementView>;
  /** Nothing at or after this exchange time has left memory. */
  wholeSinceMs: number;
}

/** Orders with their reports, by account and order, as far as they are in memory. */
export class ToldOrders {
  readonly accounts = new Map<string, AccountReports>();
  readonly byOrder = new Map<string, Told[]>();

  of(account: string): AccountReports {
    let found = this.accounts.get(account);
    if (!found)
      this.accounts.set(
        account,
        (found = {
          orders: [],
          told: [],
          settlements: [],
          exercises: new Map(),
          wholeSinceMs: Number.NEGATIVE_INFINITY,
        }),
      );
    return found;
  }

  add(accountName: string, told: Told): void {
    const account = this.of(accountName);
    account.told.push(told);
    const { order } = told;
    if (!order) return;
    const ofOrder = this.byOrder.get(order.orderId);
    if (ofOrder) ofOrder.push(told);
    else {
      account.orders.push(order);
      this.byOrder.set(order.orderId, [told]);
    }
  }

  /** Puts what was added order by order into the order of the journal. */
  sort(): void {
    for (const account of this.accounts.values())
      account.told.sort((one, other) => one.serial - other.serial);
  }

  addSettlement(settlement: SettlementView): void {
    const { settlements, exercises } = this.of(settlement.account);
    settlements.push(settlement);
    if (settlement.request) exercises.set(settlement.request.clientId, settlement);
  }

  /** Restores an order that had left memory, with all its report sources. */
  recall(order: BookOrder, all: readonly Told[]): void {
    const account = this.of(order.account);
    const known = new Set(this.byOrder.get(order.orderId)?.map(({ serial }) => serial));
    const told = all.map((one) => ({ ...one, order }));
    this.byOrder.set(order.orderId, told);
    account.orders = [...account.orders.filter(({ orderId }) => orderId !== order.orderId), order].sort(
      (one, other) => this.#firstSerial(one) - this.#firstSerial(other),
    );
    account.told = [...account.told.filter(({ serial }) => !known.has(serial)), ...told].sort(
      (one, other) => one.serial - other.serial,
    );
  }

  /** Drops finished orders with their reports, and what is older than they are. */
  forget(orderIds: ReadonlySet<string>): void {
    for (const account of this.accounts.values()) {
      const [kept, dropped] = [[] as BookOrder[], [] as BookOrder[]];
      for (const order of account.orders) (orderIds.has(order.orderId) ? dropped : kept).push(order);
      if (dropped.length > 0) this.#forgetOf(account, kept, orderIds);
    }
    for (const orderId of orderIds) this.byOrder.delete(orderId);
  }

  #forgetOf(account: AccountReports, kept: BookOrder[], orderIds: ReadonlySet<string>): void {
    const told: Told[] = [];
    let lastMs = account.wholeSinceMs - 1;
    for (const one of account.told) {
      if (one.order && orderIds.has(one.order.orderId)) lastMs = Math.max(lastMs, one.event.timeMs);
      else told.push(one);
    }
    account.orders = kept;
    account.wholeSinceMs = lastMs + 1;
    // A refusal that names no order is of no use without its time.
    account.told = told.filter((one) => one.order !== undefined || one.event.timeMs > lastMs);
  }

  #firstSerial({ orderId }: BookOrder): number {
    return this.byOrder.get(orderId)?.[0]?.serial ?? 0;
  }
}
