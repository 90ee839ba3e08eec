import { fromE4, type PriceE4 } from '../../../domain/money/price.ts';
import type { ExitTerms, GroupRequest } from '../../../domain/orders/groups/types.ts';
import { NO_FEES } from '../../../domain/portfolio/index.ts';
import { bracketExits } from '../../../domain/strategy/exit-terms.ts';
import type { ExitName, ExitPlan } from '../../../domain/strategy/order-record.ts';
import type { GroupView, NewOrder, Report } from '../../brokerage/brokerage.ts';
import type { EarlierBracket } from '../runtime/types.ts';
import { exitOfClientId } from './earlier-orders.ts';
import type { RestoredOrder } from './live-bookings.ts';
import { leavesOf, type LiveExit, type LiveOrder } from './live-order.ts';

/** The orders of the run whose brackets these are. */
interface RunBracketsPort {
  /** The order that was sent under a ClientId. */
  entry(clientId: string): LiveOrder | undefined;
  nextSerial(): number;
  keep(order: LiveOrder): void;
  apply(order: LiveOrder, report: Report): void;
  cancel(order: LiveOrder): void;
}

/** An entry with its exits as one group of the account. ClientIds of groups and of orders are counted apart. */
export function groupRequestOf(entry: NewOrder, exits: ExitPlan): GroupRequest {
  const { account, userId, clientId, symbol } = entry;
  return { account, userId, clientId, kind: 'Bracket', symbol, orders: [entry], ...bracketExits(exits) };
}

/** The group of an entry. Without the entry: of an earlier part of the run. */
interface RunGroup extends Pick<LiveExit, 'entryId' | 'siblings'> {
  readonly entry?: LiveOrder;
}

/**
 * The exits of a run's entries. The server sends them for the group of their entry, under ClientIds of its own: the reports of new ones are kept until the group that is
 * published after them says whose they are.
 */
export class RunBrackets {
  readonly #port: RunBracketsPort;
  /** Exits of the run by the GroupId of their entry. */
  readonly #groups = new Map<string, RunGroup>();
  readonly #unknown: Report[] = [];
  /** Exits that the strategy has cancelled before they were known, as `entry name`. */
  readonly #cancelled = new Set<string>();

  constructor(port: RunBracketsPort) {
    this.#port = port;
  }

  /** A report of an order that the run does not know. */
  onReport(report: Report): void {
    const exit = exitOfClientId(report.clientId);
    if (exit === undefined) return;
    const group = this.#groups.get(exit.groupId);
    if (group === undefined) this.#unknown.push(report);
    else this.#add(report, group, exit.name);
  }

  /** The group of an entry of the run, or of any other order of the account. */
  onGroup({ groupId, clientId, completedMs }: Pick<GroupView, 'groupId' | 'clientId' | 'completedMs'>): void {
    const entry = this.#port.entry(clientId);
    if (entry !== undefined && !this.#groups.has(groupId))
      this.#groups.set(groupId, { entry, entryId: entry.id, siblings: [] });
    const reports = this.#unknown.filter((report) => exitOfClientId(report.clientId)?.groupId === groupId);
    for (const report of reports) {
      this.#unknown.splice(this.#unknown.indexOf(report), 1);
      if (entry !== undefined) this.#replay(report);
    }
    if (entry !== undefined && completedMs !== null) entry.awaitsExits = false;
  }

  /** An exit to cancel; undefined while it is not known, in which case it is cancelled once it is. */
  toCancel(entryId: string, name: ExitName): LiveOrder | undefined {
    for (const group of this.#groups.values())
      if (group.entryId === entryId) {
        const exit = group.siblings.find((order) => order.exit?.name === name);
        if (exit !== undefined) return exit;
      }
    this.#cancelled.add(`${entryId} ${name}`);
    return undefined;
  }

  /** Takes up the exits of an earlier part of the run. The entries that still have some are 1, 2, 3 … for the strategy. */
  restore(orders: readonly RestoredOrder[]): EarlierBracket[] {
    const byGroup = Map.groupBy(
      orders.filter(({ sent }) => sent.exit !== undefined),
      ({ sent }) => sent.exit?.groupId ?? '',
    );
    const brackets: EarlierBracket[] = [];
    for (const [groupId, exits] of byGroup) {
      const open = exits.filter(({ order }) => order.isOpen);
      const entryId = open.length > 0 ? String(brackets.length + 1) : `earlier ${groupId}`;
      const siblings: LiveOrder[] = [];
      this.#groups.set(groupId, { entryId, siblings });
      for (const { order, sent } of exits) {
        if (sent.exit === undefined) continue;
        order.exit = { name: sent.exit.name, entryId, siblings };
        siblings.push(order);
      }
      const bracket = bracketOf(open);
      if (bracket !== undefined) brackets.push(bracket);
    }
    return brackets;
  }

  /** Reports after the first of an exit find it by its OrderId. */
  #replay(report: Report): void {
    const exit = exitOfClientId(report.clientId);
    const group = exit && this.#groups.get(exit.groupId);
    const known = group?.siblings.find(({ orderId }) => orderId === report.orderId);
    if (known !== undefined) this.#port.apply(known, report);
    else this.onReport(report);
  }

  #add(report: Report, { entry, entryId, siblings }: RunGroup, name: LiveExit['name']): void {
    if (entry !== undefined) entry.awaitsExits = false;
    const exit = { name, entryId, siblings };
    const order = newExit(report, exit, this.#port.nextSerial());
    exit.siblings.push(order);
    this.#port.keep(order);
    this.#port.apply(order, report);
    if (this.#cancelled.delete(order.id)) this.#port.cancel(order);
  }
}

function newExit(report: Report, exit: LiveExit, serial: number): LiveOrder {
  const { clientId, symbol, side, orderType: type, tif, quantity, priceE4, stopPriceE4, timeMs } = report;
  return {
    id: `${exit.entryId} ${exit.name}`,
    serial,
    symbol,
    clientId,
    brokerClientId: clientId,
    // The order is registered under it with its first report.
    orderId: undefined,
    side,
    type,
    tif,
    legs: undefined,
    quantity,
    priceE4,
    stopPriceE4,
    sentMs: timeMs,
    status: 'Sent',
    filled: 0,
    filledValueE4: 0,
    fees: NO_FEES,
    fillMs: null,
    liquidity: '',
    isOpen: true,
    isHeld: false,
    isCancelling: false,
    replaces: 0,
    reason: '',
    exit,
  };
}

const symbolOf = ([order]: readonly RestoredOrder[]): string | undefined => order?.order.symbol;

/** What a strategy that continues must know of an entry with open exits; undefined without any. */
function bracketOf(open: readonly RestoredOrder[]): EarlierBracket | undefined {
  const find = (name: ExitName): RestoredOrder | undefined =>
    open.find(({ sent }) => sent.exit?.name === name);
  const [target, stop] = [find('Target'), find('Stop')];
  const group = (target ?? stop)?.sent.exit?.group;
  const [entry] = group?.orders ?? [];
  if (group === undefined || entry === undefined) return undefined;
  const averageE4: PriceE4 = entry.filled === 0 ? 0 : Math.round(entry.filledValueE4 / entry.filled);
  return {
    symbol: symbolOf(open),
    side: entry.side,
    quantity: Math.max(...open.map(({ order }) => leavesOf(order))),
    fillPrice: fromE4(averageE4),
    plan: {
      target: target ? priceOf(group.target) : null,
      stop: stop ? priceOf(group.stop) : null,
      trail: stop ? (group.trail ?? null) : null,
    },
    exits: {
      target: target && { price: fromE4(target.order.priceE4) },
      stop: stop && { stop: fromE4(stop.sent.view.workingStopE4) },
    },
  };
}

/** The exits of an entry as a strategy states them. */
export const exitPlanOf = ({ target, stop, trail }: GroupView): ExitPlan => ({
  target: priceOf(target),
  stop: priceOf(stop),
  trail: trail ?? null,
});

/** An exit without its time in force. */
function priceOf(terms: ExitTerms | null): ExitPlan['stop'] {
  return terms && { basis: terms.basis, amountE4: terms.amountE4 };
}
