import { useMemo } from 'react';
import type { ReportTrade, StrategyReport } from '../../../src/domain/strategy/report/types.ts';
import { DataGrid, EmptyState } from '../../../src/ui/index.ts';
import { tradeColumns, type TradeRow } from './trade-columns.tsx';
import type { TradeExcursions } from './read-excursions.ts';

/** The text in place of trades that are not listed. */
export function NoTrades({ report }: { readonly report: StrategyReport }) {
  return report.tradeFigures === null ? (
    <EmptyState
      title="No list of trades"
      text="A run with multi-leg orders has no list of trades. Its orders are listed under Orders…."
    />
  ) : (
    <EmptyState title="No trades" text="No order of this run opened a position." />
  );
}

/** The round trips of a run. Enter, a double click and the button show one on the chart. */
export function TradesTab({
  report,
  symbol,
  byTrade,
  exportName,
  selectedNumber,
  onSelect,
  showOnChart,
}: {
  readonly report: StrategyReport;
  /** Of the run. */
  readonly symbol: string;
  readonly byTrade: TradeExcursions;
  readonly exportName: string;
  readonly selectedNumber: number | null;
  readonly onSelect: (number: number) => void;
  /** Null = there is no chart. */
  readonly showOnChart: ((trade: ReportTrade) => void) | null;
}) {
  const rows = useMemo(
    () =>
      report.trades.map((trade): TradeRow => ({
        id: String(trade.number),
        trade,
        excursion: byTrade.get(trade.number) ?? null,
      })),
    [report.trades, byTrade],
  );
  const columns = useMemo(() => tradeColumns(showOnChart, symbol), [showOnChart, symbol]);
  return (
    <DataGrid<TradeRow>
      label="Trades of the run"
      rows={rows}
      columns={columns}
      rowId={({ id }) => id}
      exportName={exportName}
      selectedRowId={selectedNumber === null ? null : String(selectedNumber)}
      onSelect={({ trade }) => onSelect(trade.number)}
      onActivate={({ trade }) => showOnChart?.(trade)}
      empty={<NoTrades report={report} />}
    />
  );
}
