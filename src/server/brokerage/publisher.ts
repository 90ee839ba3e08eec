import { reportOf, type ReportSource } from '../../domain/orders/core/report.ts';
import type { Book } from '../../domain/orders/core/book.ts';
import type { OrderEvent } from '../../domain/orders/core/types.ts';
import { NO_GUARDS } from '../../domain/risk/guards.ts';
import { tradedSymbols } from '../../domain/orders/legs.ts';
import type { Marks } from '../../domain/orders/core/position-figures.ts';
import { BalancePushes } from './balance-pushes.ts';
import type {
  AccountOptionsView,
  ActionView,
  BrokerageListener,
  GuardsView,
  Report,
  SettlementView,
} from './brokerage.ts';
import type { Ledger } from './ledger.ts';
import type { BrokerageLogger } from './logger.ts';
import { actionView, settlementView } from './record-views.ts';
import type { Batch } from './release-queue.ts';
import type { RiskFacts } from './risk-facts.ts';

/** Reports that change no position and no buying power. */
const REFUSALS: ReadonlySet<OrderEvent['kind']> = new Set(['cancelRejected', 'replaceRejected', 'rejected']);

/** Applies durable batches to the ledger and notifies the listeners. */
export class Publisher {
  readonly #ledger: Ledger;
  readonly #marks: Marks;
  readonly #facts: Pick<RiskFacts, 'haltOf' | 'kindOf' | 'guardsOf'>;
  readonly #logger: BrokerageLogger | undefined;
  readonly #listeners = new Map<string, Set<BrokerageListener>>();
  readonly #balances: BalancePushes;

  constructor(parts: {
    readonly ledger: Ledger;
    readonly marks: Marks;
    readonly facts: Pick<RiskFacts, 'haltOf' | 'kindOf' | 'guardsOf'>;
    readonly logger: BrokerageLogger | undefined;
    readonly balanceIntervalMs: number | undefined;
  }) {
    this.#ledger = parts.ledger;
    this.#marks = parts.marks;
    this.#facts = parts.facts;
    this.#logger = parts.logger;
    this.#balances = new BalancePushes((account) => this.#tellBalance(account), parts.balanceIntervalMs);
  }

  /** No further batch comes: publishes the balances that are pending. */
  end(): void {
    this.#balances.flush();
  }

  /** Adds a listener of an account; the returned function removes it. */
  listen(account: string, listener: BrokerageListener): () => void {
    let set = this.#listeners.get(account);
    if (!set) this.#listeners.set(account, (set = new Set()));
    set.add(listener);
    return () => {
      set.delete(listener);
      if (set.size === 0 && this.#listeners.get(account) === set) this.#listeners.delete(account);
    };
  }

  /** Applies a durable batch. Returns its reports, in order, which have been published. */
  release({ firstSeq, events }: Batch): readonly Report[] {
    const reports: Report[] = [];
    const amended = new Set<string>();
    const groups = new Set<string>();
    const settled = new Map<string, SettlementView[]>();
    const actions: ActionView[] = [];
    const touched = new Map<string, Set<string>>();
    const guarded = new Set<string>();
    const touch = (account: string, symbols: Iterable<string>): void => {
      let known = touched.get(account);
      if (!known) touched.set(account, (known = new Set()));
      for (const symbol of symbols) known.add(symbol);
    };
    events.forEach((event, index) => {
      const source = this.#ledger.add(firstSeq + index, event);
      const report = source && reportOf(source);
      if (report) reports.push(report);
      addGroupOf(groups, event, source);
      if (report && !REFUSALS.has(event.kind)) touch(report.account, tradedSymbols(report));
      if (event.kind === 'busted' || event.kind === 'corrected') amended.add(event.orderId);
      if (event.kind === 'optionSettled') {
        touch(event.account, [event.settlement.symbol, event.settlement.underlying]);
        const settlement = settlementView(firstSeq + index, event);
        const known = settled.get(event.account);
        if (known) known.push(settlement);
        else settled.set(event.account, [settlement]);
      }
      if (event.kind === 'actionApplied') {
        actions.push(actionView(firstSeq + index, event));
        touch(event.account, addAdjusted(event, amended, groups));
      }
      addGuarded(guarded, event, this.#ledger.book);
      if (event.kind === 'accountOptions') this.#publishOptions(event.account);
      if (event.kind === 'funded') touch(event.account, []);
      if (event.kind === 'session')
        for (const account of this.#ledger.book.accounts.values())
          touch(account.account, account.positions.keys());
    });
    for (const report of reports) this.#publishTo(report.account, (listener) => listener.onReport(report));
    this.#publishActions(actions);
    for (const orderId of amended) this.#publishOrder(orderId);
    for (const groupId of groups) this.#publishGroup(groupId);
    for (const account of guarded) this.#publishGuards(account);
    for (const [account, settlements] of settled)
      this.#publishTo(account, (listener) => listener.onSettlements?.(settlements));
    for (const [account, symbols] of touched)
      if (this.#listeners.has(account)) this.#publishState(account, symbols);
    return reports;
  }

  /** The account options in force, with the kill switches of administrators. */
  optionsOf(account: string): AccountOptionsView {
    const book = this.#ledger.book.accounts.get(account);
    const haltedBy = this.#facts.haltOf(account) ?? (book?.isHalted ? 'Holder' : null);
    return {
      account,
      cancelOnDisconnect: book?.cancelOnDisconnect ?? false,
      isHalted: haltedBy !== null,
      haltedBy,
    };
  }

  /** Kill switches are not events of the book, so publish the present options to every listener. */
  publishAllOptions(): void {
    for (const account of this.#listeners.keys()) this.#publishOptions(account);
  }

  /** The guards of the account, with those of administrators. */
  guardsOf(account: string): GuardsView {
    const {
      userId: _userId,
      release: _release,
      ...guards
    } = this.#ledger.book.accounts.get(account)?.guards ?? NO_GUARDS;
    return { account, ...guards, administrator: this.#facts.guardsOf(account).limits };
  }

  /** The guards of administrators are not events of the book, so publish the present guards to every listener. */
  publishAllGuards(): void {
    for (const account of this.#listeners.keys()) this.#publishGuards(account);
  }

  #publishGuards(account: string): void {
    this.#publishTo(account, (listener) => listener.onGuards?.(this.guardsOf(account)));
  }

  #publishOptions(account: string): void {
    this.#publishTo(account, (listener) => listener.onOptions?.(this.optionsOf(account)));
  }

  #publishActions(actions: readonly ActionView[]): void {
    for (const action of actions)
      this.#publishTo(action.account, (listener) => listener.onActions?.([action]));
  }

  /** A bust or correction covers one fill, and a corporate action has no report: publish the recomputed order as well. */
  #publishOrder(orderId: string): void {
    const order = this.#ledger.order(orderId);
    if (order) this.#publishTo(order.account, (listener) => listener.onOrder?.(order));
  }

  #publishGroup(groupId: string): void {
    const account = this.#ledger.book.groups.get(groupId)?.request.account;
    if (account === undefined || !this.#listeners.has(account)) return;
    const group = this.#ledger.group(groupId);
    if (group) this.#publishTo(group.account, (listener) => listener.onGroup?.(group));
  }

  #publishState(account: string, symbols: Iterable<string>): void {
    for (const symbol of symbols) {
      const position = this.#ledger.position(account, symbol);
      if (position) this.#publishTo(account, (listener) => listener.onPosition(position));
    }
    this.#balances.changed(account);
  }

  #tellBalance(account: string): void {
    if (!this.#listeners.has(account)) return;
    const balance = this.#ledger.balance(account, this.#facts.kindOf(account), this.#marks);
    this.#publishTo(account, (listener) => listener.onBalance(balance));
  }

  #publishTo(account: string, call: (listener: BrokerageListener) => void): void {
    // A copy: a listener may unsubscribe while it is called.
    for (const listener of [...(this.#listeners.get(account) ?? [])]) {
      try {
        call(listener);
      } catch (error) {
        this.#logger?.error(
          { err: error, account },
          'A listener of the brokerage failed; the orders are not affected.',
        );
      }
    }
  }
}

/** Adds the orders and groups that a corporate action has adjusted; returns the symbols of the positions that it changed. */
function addAdjusted(
  { orders, groups, positions }: Extract<OrderEvent, { readonly kind: 'actionApplied' }>,
  toOrders: Set<string>,
  toGroups: Set<string>,
): readonly string[] {
  for (const { orderId } of orders) toOrders.add(orderId);
  for (const groupId of groups) toGroups.add(groupId);
  return positions.flatMap(({ symbol, toSymbol }) => [symbol, toSymbol]);
}

/** Adds the accounts whose guards an event changes. */
function addGuarded(guarded: Set<string>, event: OrderEvent, book: Book): void {
  if (event.kind === 'session') {
    for (const { account, guards } of book.accounts.values()) if (guards !== NO_GUARDS) guarded.add(account);
  } else if (
    event.kind === 'guardsSet' ||
    event.kind === 'guardHigh' ||
    event.kind === 'guardTripped' ||
    event.kind === 'guardReleased'
  )
    guarded.add(event.account);
}

/** Adds the group that an event concerns, if it concerns one. */
function addGroupOf(groups: Set<string>, event: OrderEvent, source: ReportSource | undefined): void {
  const groupId = 'groupId' in event ? event.groupId : source?.order?.group?.groupId;
  if (groupId !== undefined) groups.add(groupId);
}
