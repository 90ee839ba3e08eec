import {
  SETTLEMENT_LABELS,
  settlementText as textOfSettlement,
  type SettlementKind,
} from '../../src/domain/portfolio/index.ts';
import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { reportKey, type ActionRow, type ReconciledRow, type ReportRow, type SettlementRow } from './rows.ts';

/** A line of the trade log: what happened to an order, or what no order report covers: the end of a position in an option, a corporate action, or a figure of an external broker that was accepted. */
export type LogRow = ReportRow | SettlementRow | ActionRow | ReconciledRow;

export const isSettlement = (row: LogRow): row is SettlementRow => 'SettlementType' in row;
export const isAction = (row: LogRow): row is ActionRow => 'ActionType' in row;
export const isReconciled = (row: LogRow): row is ReconciledRow => 'ReconciledType' in row;

export const settlementKey = ({ Serial }: Pick<SettlementRow, 'Serial'>): string => `settlement ${Serial}`;
export const logKey = (row: LogRow): string => {
  if (isAction(row)) return `action ${row.Serial}`;
  if (isReconciled(row)) return `reconciled ${row.Serial}`;
  return isSettlement(row) ? settlementKey(row) : reportKey(row);
};

/** The label of each kind of corporate action. */
export const ACTION_LABELS: Readonly<Record<ActionRow['ActionType'], string>> = {
  Split: 'Split',
  Dividend: 'Dividend',
  SymbolChange: 'Symbol change',
  Delisting: 'Delisting',
};
/** The status whose colour a corporate action and an accepted figure have: they came from others. */
export const ACTION_STATUS: OrderStatus = 'Restatement';

const KINDS: Readonly<Record<SettlementRow['SettlementType'], SettlementKind>> = {
  Expired: 'expired',
  Exercised: 'exercised',
  Assigned: 'assigned',
};
/** Statuses whose colour a settlement has: what is over, what is done, and what came from others. */
const STATUSES: Readonly<Record<SettlementRow['SettlementType'], OrderStatus>> = {
  Expired: 'Expired',
  Exercised: 'TradeClose',
  Assigned: 'Restatement',
};

/** `Expired worthless`, `Exercised`, `Assigned`. */
export const settlementLabel = ({ SettlementType: type }: Pick<SettlementRow, 'SettlementType'>): string =>
  SETTLEMENT_LABELS[KINDS[type]];
export const settlementStatus = ({
  SettlementType: type,
}: Pick<SettlementRow, 'SettlementType'>): OrderStatus => STATUSES[type];

/** `Exercised 5 contracts at 100.00: bought 500 SPY for 50,000.00, SPY closed at 105.00`. */
export function settlementText({
  SettlementType: type,
  Underlying,
  Contracts,
  Shares,
  Strike,
  Cash,
  UnderlyingPrice,
  ClientId,
}: SettlementRow): string {
  return textOfSettlement({
    kind: KINDS[type],
    underlying: Underlying,
    contracts: Contracts,
    shares: Shares,
    strike: Strike,
    cash: Cash,
    underlyingPrice: UnderlyingPrice,
    isAtRequest: ClientId !== undefined,
  });
}

/** Reports, settlements, corporate actions and accepted figures, all newest first, as one list. Refusals without a serial stay beside the report that they came with. */
export function logRows(
  log: readonly ReportRow[],
  settlements: readonly SettlementRow[],
  actions: readonly ActionRow[] = [],
  reconciled: readonly ReconciledRow[] = [],
): readonly LogRow[] {
  if (settlements.length + actions.length + reconciled.length === 0) return log;
  const others = [...settlements, ...actions, ...reconciled].sort(
    (first, second) => second.Serial - first.Serial,
  );
  const rows: LogRow[] = [];
  let next = 0;
  for (const report of log) {
    for (let other = others[next]; other !== undefined && isOlder(report, other); other = others[next]) {
      rows.push(other);
      next += 1;
    }
    rows.push(report);
  }
  return [...rows, ...others.slice(next)];
}

function isOlder(report: ReportRow, other: Pick<SettlementRow, 'Serial' | 'Timestamp'>): boolean {
  return report.Serial === 0 ? report.Timestamp <= other.Timestamp : report.Serial < other.Serial;
}
