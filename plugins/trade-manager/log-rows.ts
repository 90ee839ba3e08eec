import {
  SETTLEMENT_LABELS,
  settlementText as textOfSettlement,
  type SettlementKind,
} from '../../src/domain/portfolio/index.ts';
import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { reportKey, type ReportRow, type SettlementRow } from './rows.ts';

/** A line of the trade log: what happened to an order, or the end of a position in an option, which no order report covers. */
export type LogRow = ReportRow | SettlementRow;

export const isSettlement = (row: LogRow): row is SettlementRow => 'SettlementType' in row;

export const settlementKey = ({ Serial }: Pick<SettlementRow, 'Serial'>): string => `settlement ${Serial}`;
export const logKey = (row: LogRow): string => (isSettlement(row) ? settlementKey(row) : reportKey(row));

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

/** Reports and settlements, both newest first, as one list. Refusals without a serial stay beside the report that they came with. */
export function logRows(log: readonly ReportRow[], settlements: readonly SettlementRow[]): readonly LogRow[] {
  if (settlements.length === 0) return log;
  const rows: LogRow[] = [];
  let next = 0;
  for (const report of log) {
    for (
      let settlement = settlements[next];
      settlement !== undefined && isOlder(report, settlement);
      settlement = settlements[next]
    ) {
      rows.push(settlement);
      next += 1;
    }
    rows.push(report);
  }
  return [...rows, ...settlements.slice(next)];
}

function isOlder(report: ReportRow, settlement: SettlementRow): boolean {
  return report.Serial === 0 ? report.Timestamp <= settlement.Timestamp : report.Serial < settlement.Serial;
}
