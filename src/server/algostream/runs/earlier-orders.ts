import { createHash } from 'node:crypto';
import { addFees, NO_FEES, type Fees, type Liquidity } from '../../../domain/portfolio/index.ts';
import { STRATEGY_CLIENT_ID_PREFIX } from '../../../domain/strategy/client-id.ts';
import type { PriceE4 } from '../../../domain/money/price.ts';
import type { GroupRole } from '../../../domain/orders/groups/types.ts';
import type { AccountView, GroupView, OrderView, Report } from '../../brokerage/brokerage.ts';
import type { InstanceKey } from '../../storage/strategy-store.ts';

/** The beginning of the ClientIds of an instance's orders, unique to the instance. */
export function clientIdPrefix({ userId, name, instanceId }: InstanceKey, startedAtMs: number): string {
  return `${STRATEGY_CLIENT_ID_PREFIX}${createHash('sha256')
    .update(JSON.stringify([userId, name, instanceId, startedAtMs]))
    .digest('base64url')
    .slice(0, 16)}-`;
}

/** One execution of an order, after all corrections of it. */
export interface Execution {
  /** Place in the journal: executions of several orders are booked in this order. */
  readonly serial: number;
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly timeMs: number;
  readonly fees: Fees;
  readonly liquidity: Liquidity;
  /** Of a multi-leg order, whose quantity is in units and whose price is the net price. */
  readonly legFills: Report['legFills'];
}

/** ClientId under which an order is replaced: that of the order, and how many replaces there were. */
export const replaceClientId = ({ clientId, replaces }: { clientId: string; replaces: number }): string =>
  `${clientId}-${replaces}`;

/** True for the ClientId of a replace of the order that the broker has not accepted. */
export const isReplaceOf = (order: { clientId: string; brokerClientId: string }, clientId: string): boolean =>
  clientId.startsWith(`${order.clientId}-`) && clientId !== order.brokerClientId;

/** The last replace of each order of an instance that its account has reports of, rejected ones too, by the serial of the order: a further one needs a ClientId of its own. */
function lastReplaces(
  reports: readonly Pick<Report, 'clientId'>[],
  prefix: string,
): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  for (const { clientId } of reports) {
    if (!clientId.startsWith(prefix)) continue;
    const [, serial, replace] = /^(\d+)-(\d+)$/.exec(clientId.slice(prefix.length)) ?? [];
    if (replace !== undefined)
      last.set(Number(serial), Math.max(last.get(Number(serial)) ?? 0, Number(replace)));
  }
  return last;
}

/** The serial in the ClientId of an order, or of a replace of it; NaN for any other text. */
function serialOf(clientId: string | undefined, prefix: string): number {
  const match = /^(\d+)(-\d+)?$/.exec(clientId?.slice(prefix.length) ?? '');
  return Number(match?.[1]);
}

/** An order that an instance sent earlier, as the account's journal has it. */
export interface EarlierOrder {
  /** 1, 2, 3 … in the instance. */
  readonly serial: number;
  readonly view: OrderView;
  readonly executions: readonly Execution[];
  /** Number of its last replace; 0 = none. */
  readonly replaces: number;
  /** Of an exit of an entry. */
  readonly exit?: EarlierExit | undefined;
  /** Of an entry: its group, while that works. */
  readonly group?: GroupView | undefined;
}

/** An exit that an entry of an instance had. */
export interface EarlierExit {
  readonly name: 'Target' | 'Stop' | 'Surplus';
  /** ClientId under which the run shows it. */
  readonly clientId: string;
  readonly groupId: string;
  /** Its group, while the account has it. */
  readonly group: GroupView | undefined;
}

/** An exit that the run has shown: its serial, and its ClientId by then. By `exitKey`. */
export type ShownExits = ReadonlyMap<string, { readonly serial: number; readonly clientId: string }>;

/** Names an exit within its account. */
export const exitKey = (groupId: string, name: GroupRole): string => `${groupId}/${name}`;

/** The group and the exit that a ClientId names which the server gives; undefined for any other ClientId. */
export function exitOfClientId(
  clientId: string,
): { readonly groupId: string; readonly name: EarlierExit['name'] } | undefined {
  const [, groupId, name] = /^(G\d+)\/(Target|Stop|Surplus)\.\d+$/.exec(clientId) ?? [];
  if (groupId === undefined) return undefined;
  return { groupId, name: name === 'Target' || name === 'Stop' ? name : 'Surplus' };
}

/** The exits of an instance that an account has. Their serial is 0 when the run has not shown them. */
function exitsOfInstance(
  { orders, groups }: Pick<AccountView, 'orders' | 'groups'>,
  prefix: string,
  shown: ShownExits,
): (Omit<EarlierOrder, 'executions' | 'replaces'> & { readonly exit: EarlierExit })[] {
  const known = new Map<string, GroupView | undefined>();
  for (const key of shown.keys()) known.set(key.slice(0, key.indexOf('/')), undefined);
  const names = new Map<string, { readonly groupId: string; readonly name: EarlierExit['name'] }>();
  for (const group of groups) {
    if (!group.clientId.startsWith(prefix)) continue;
    known.set(group.groupId, group);
    for (const { orderId, role } of group.orders)
      if (role === 'Target' || role === 'Stop' || role === 'Surplus')
        names.set(orderId, { groupId: group.groupId, name: role });
  }
  return orders.flatMap((view) => {
    const { clientId, originalClientId = '' } = view;
    const exit = names.get(view.orderId) ?? exitOfClientId(clientId) ?? exitOfClientId(originalClientId);
    if (exit === undefined || !known.has(exit.groupId)) return [];
    const { serial, clientId: shownAs } = shown.get(exitKey(exit.groupId, exit.name)) ?? {
      serial: 0,
      clientId,
    };
    return [{ serial, view, exit: { ...exit, clientId: shownAs, group: known.get(exit.groupId) } }];
  });
}

/**
 * The orders of an instance that an account has, oldest first; exits that the run has not shown come last. An order that was replaced by hand has another ClientId and
 * is found by its former one.
 */
export function ordersOfInstance(
  account: Pick<AccountView, 'orders' | 'reports' | 'groups'>,
  prefix: string,
  shown: ShownExits = new Map(),
): EarlierOrder[] {
  const { orders, reports, groups } = account;
  const sent = orders.flatMap((view) => {
    const clientId = [view.clientId, view.originalClientId ?? ''].find((id) => id.startsWith(prefix));
    const serial = serialOf(clientId, prefix);
    const group = groups.find((some) => some.completedMs === null && some.clientId === clientId);
    return Number.isSafeInteger(serial) && serial > 0 ? [{ serial, view, group }] : [];
  });
  const last = Number.POSITIVE_INFINITY;
  const found: Omit<EarlierOrder, 'executions' | 'replaces'>[] = [
    ...sent,
    ...exitsOfInstance(account, prefix, shown),
  ].sort((a, b) => (a.serial || last) - (b.serial || last) || 0);
  const executions = executionsByOrder(reports, new Set(found.map(({ view }) => view.orderId)));
  const replaces = lastReplaces(reports, prefix);
  return found.map(({ serial, view, exit, group }) => ({
    serial,
    replaces: replaces.get(serial) ?? 0,
    view,
    exit,
    group,
    executions: [...(executions.get(view.orderId)?.values() ?? [])],
  }));
}

function executionsByOrder(
  reports: readonly Report[],
  orderIds: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlyMap<string, Execution>> {
  const byOrder = new Map<string, Map<string, Execution>>();
  for (const report of reports) {
    const { orderId, executionId } = report;
    if (executionId === '' || !orderIds.has(orderId)) continue;
    const executions = byOrder.get(orderId) ?? new Map<string, Execution>();
    byOrder.set(orderId, executions);
    if (report.reportType === 'OrderBusted') executions.delete(executionId);
    else executions.set(executionId, executionOf(report, executions.get(executionId)));
  }
  return byOrder;
}

/** A correction names the new quantity and price, and the difference of the fees. */
function executionOf(report: Report, corrected: Execution | undefined): Execution {
  return {
    serial: corrected?.serial ?? report.serial,
    quantity: report.lastFillQuantity,
    priceE4: report.lastFillPriceE4,
    timeMs: corrected?.timeMs ?? report.timeMs,
    fees: addFees(corrected?.fees ?? NO_FEES, report.fees ?? NO_FEES),
    liquidity: corrected?.liquidity ?? report.liquidity ?? 'R',
    legFills: report.legFills,
  };
}
