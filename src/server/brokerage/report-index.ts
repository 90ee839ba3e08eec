import type { ReportSource } from '../../domain/orders/core/report.ts';
import type { BookOrder, FillMark, OrderEvent } from '../../domain/orders/core/types.ts';
import type { ActionView, SettlementView } from './brokerage.ts';
import { actionView, settlementView } from './record-views.ts';

/** The reports of one account that are in memory. */
export interface AccountReports {
  /** In journal order. */
  orders: BookOrder[];
  /** Report sources of the account in journal order; the rejects for unknown orders have no order. */
  sources: ReportSource[];
  /** Options settle rarely: all of them stay. Added by `addSettlement` only. */
  readonly settlements: SettlementView[];
  /** Corporate actions: few, as settlements. Added by `addAction` only. */
  readonly actions: ActionView[];
  /** Settlements of exercises at request, by the ClientId of the request. */
  readonly exercises: Map<string, SettlementView>;
  /** Nothing at or after this exchange time has left memory. */
  wholeSinceMs: number;
}

/** Orders with their reports, by account and order, as far as they are in memory. */
export class ReportIndex {
  readonly accounts = new Map<string, AccountReports>();
  readonly byOrder = new Map<string, ReportSource[]>();

  /** The reports of an account, empty when it has none in memory. */
  accountReports(account: string): AccountReports {
    let found = this.accounts.get(account);
    if (!found)
      this.accounts.set(
        account,
        (found = {
          orders: [],
          sources: [],
          settlements: [],
          actions: [],
          exercises: new Map(),
          wholeSinceMs: Number.NEGATIVE_INFINITY,
        }),
      );
    return found;
  }

  /** Adds a report source. The first one of an order adds the order. */
  add(accountName: string, source: ReportSource): void {
    const account = this.accountReports(accountName);
    account.sources.push(source);
    const { order } = source;
    if (!order) return;
    const ofOrder = this.byOrder.get(order.orderId);
    if (ofOrder) ofOrder.push(source);
    else {
      account.orders.push(order);
      this.byOrder.set(order.orderId, [source]);
    }
  }

  /** Adds to executions what the market showed a while after them, as far as their reports are in memory. */
  mark(fills: readonly FillMark[]): void {
    for (const { orderId, serial, nbbo } of fills) {
      const source = this.byOrder.get(orderId)?.find((known) => known.serial === serial);
      if (source) source.mark = nbbo;
    }
  }

  /** Puts what was added order by order into the order of the journal. */
  sort(): void {
    for (const account of this.accounts.values()) account.sources.sort((a, b) => a.serial - b.serial);
  }

  /** Adds what a record says beside the reports of orders: settlements, corporate actions, and the market after executions. */
  addRecord(seq: number, event: OrderEvent): void {
    if (event.kind === 'optionSettled') this.addSettlement(settlementView(seq, event));
    else if (event.kind === 'actionApplied') this.addAction(actionView(seq, event));
    else if (event.kind === 'fillsMarked') this.mark(event.fills);
  }

  /** Adds an option settlement, and lists it under the exercise request that made it. */
  addSettlement(settlement: SettlementView): void {
    const { settlements, exercises } = this.accountReports(settlement.account);
    settlements.push(settlement);
    if (settlement.request) exercises.set(settlement.request.clientId, settlement);
  }

  /** Adds a corporate action that changed the account. */
  addAction(action: ActionView): void {
    this.accountReports(action.account).actions.push(action);
  }

  /** Restores an order that had left memory, with all its report sources. */
  recall(order: BookOrder, all: readonly ReportSource[]): void {
    const account = this.accountReports(order.account);
    const known = new Set(this.byOrder.get(order.orderId)?.map(({ serial }) => serial));
    const sources = all.map((source) => ({ ...source, order }));
    this.byOrder.set(order.orderId, sources);
    account.orders = [...account.orders.filter(({ orderId }) => orderId !== order.orderId), order].sort(
      (a, b) => this.#firstSerial(a) - this.#firstSerial(b),
    );
    account.sources = [...account.sources.filter(({ serial }) => !known.has(serial)), ...sources].sort(
      (a, b) => a.serial - b.serial,
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
    const sources: ReportSource[] = [];
    let lastMs = account.wholeSinceMs - 1;
    for (const source of account.sources) {
      if (source.order && orderIds.has(source.order.orderId)) lastMs = Math.max(lastMs, source.event.timeMs);
      else sources.push(source);
    }
    account.orders = kept;
    account.wholeSinceMs = lastMs + 1;
    // A refusal that names no order is of no use without its time.
    account.sources = sources.filter((source) => source.order !== undefined || source.event.timeMs > lastMs);
  }

  #firstSerial({ orderId }: BookOrder): number {
    return this.byOrder.get(orderId)?.[0]?.serial ?? 0;
  }
}
