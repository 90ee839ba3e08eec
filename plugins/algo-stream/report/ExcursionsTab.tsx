import { useMemo, useState } from 'react';
import { formatInteger, formatSignedMoney } from '../../../src/domain/columns/index.ts';
import { fromE4 } from '../../../src/domain/money/price.ts';
import type { StrategyReport } from '../../../src/domain/strategy/report/types.ts';
import { Button, ErrorState } from '../../../src/ui/index.ts';
import type { ScatterPoint } from './scatter-layout.ts';
import { ScatterPlot } from './ScatterPlot.tsx';
import { NoTrades } from './TradesTab.tsx';
import { readingText, type Excursions } from './use-excursions.ts';
import plots from './Plots.module.css';
import styles from './Report.module.css';

function Reading({ excursions }: { readonly excursions: Excursions }) {
  const { state, start, stop } = excursions;
  if (state.kind === 'failed')
    return <ErrorState title="The bars could not be loaded" text={state.message} onRetry={start} />;
  const isReading = state.kind === 'reading';
  return (
    <div className={styles.wait}>
      <p role="status">{readingText(state)}</p>
      {isReading ? <progress aria-label="Bars read" value={state.share} max={1} /> : null}
      <Button onClick={isReading ? stop : start}>{isReading ? 'Cancel' : 'Read bars'}</Button>
    </div>
  );
}

/** The largest loss and the largest profit of each trade, against its net profit. */
export function ExcursionsTab({
  report,
  excursions,
  onOpen,
}: {
  readonly report: StrategyReport;
  readonly excursions: Excursions;
  /** Opens a trade in the list. */
  readonly onOpen: (number: number) => void;
}) {
  const { state, byTrade } = excursions;
  const [selected, setSelected] = useState<number | null>(null);
  const { adverse, favorable } = useMemo(() => {
    const known = report.trades.flatMap(({ number, netE4 }) => {
      const excursion = byTrade.get(number);
      return excursion ? [{ number, net: fromE4(netE4), excursion }] : [];
    });
    return {
      adverse: known.map(({ number, net, excursion }): ScatterPoint => ({
        number,
        net,
        excursion: -fromE4(excursion.adverseE4),
      })),
      favorable: known.map(({ number, net, excursion }): ScatterPoint => ({
        number,
        net,
        excursion: fromE4(excursion.favorableE4),
      })),
    };
  }, [report.trades, byTrade]);
  if (report.trades.length === 0) return <NoTrades report={report} />;
  if (state.kind !== 'ready') return <Reading excursions={excursions} />;
  const trade = report.trades.find(({ number }) => number === selected);
  const excursion = selected === null ? undefined : byTrade.get(selected);
  const shared = { selected, onSelect: setSelected, onOpen };
  return (
    <div className={plots.plot}>
      <div className={plots.readout}>
        {trade === undefined || excursion === undefined ? (
          <span>{`Net P&L of ${formatInteger(adverse.length)} ${adverse.length === 1 ? 'trade' : 'trades'} above their largest loss and largest profit while held`}</span>
        ) : (
          <>
            <span>{`Trade ${trade.number}, ${trade.isShort ? 'short' : 'long'}`}</span>
            <span>{`MAE ${formatSignedMoney(fromE4(excursion.adverseE4))}`}</span>
            <span>{`MFE ${formatSignedMoney(fromE4(excursion.favorableE4))}`}</span>
            <span>{`Net P&L ${formatSignedMoney(fromE4(trade.netE4))}`}</span>
            <span>{`Bars ${excursion.bars}`}</span>
          </>
        )}
      </div>
      <div className={plots.scatters}>
        <ScatterPlot name="MAE" axis="MAE: largest loss, dollars" points={adverse} {...shared} />
        <ScatterPlot name="MFE" axis="MFE: largest profit, dollars" points={favorable} {...shared} />
      </div>
    </div>
  );
}
