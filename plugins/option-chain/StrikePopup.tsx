import { useEffect, useRef, type RefObject } from 'react';
import { GRID_REFRESH_MS, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button, DialogActions } from '../../src/ui/index.ts';
import { strikeText } from './grid/chain-cells.ts';
import { writeText } from './grid/chain-painter.ts';
import type { ChainAnalytics } from './model/analytics.ts';
import type { Contract, StrikeRow } from './model/contract.ts';
import { DETAIL_LINES, GREEK_LINES, strikeProblems, strikeTexts, type FigureLine } from './strike-figures.ts';
import styles from './OptionChain.module.css';

export interface StrikePopupProps {
  readonly platform: Pick<ToolPlatform, 'symbols' | 'canTrade'>;
  readonly row: StrikeRow;
  readonly analytics: ChainAnalytics;
  /** Brings the price of the underlying and the time into `analytics`. */
  readonly reprice: () => void;
  readonly underlying: string;
  /** Over 252 days, a fraction a year; null where the server has none. */
  readonly volatility: number | null;
  /** Why `volatility` is unknown; null where it is known. */
  readonly volatilityProblem: string | null;
  /** A trade adds a leg to the spread builder. */
  readonly isSpread: boolean;
  readonly onTrade: (contract: Contract, side: 'Buy' | 'Sell') => void;
  readonly onClose: () => void;
}

const SIDES = [
  { side: 'call', label: 'Call' },
  { side: 'put', label: 'Put' },
] as const;

function Section({
  title,
  id,
  lines,
  problem = null,
}: {
  readonly title: string;
  readonly id: 'detail' | 'historical' | 'implied';
  readonly lines: readonly Pick<FigureLine, 'id' | 'label' | 'help'>[];
  /** Why the figures are unknown. */
  readonly problem?: string | null;
}) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3} className={styles.section}>
          {title}
        </th>
      </tr>
      {problem === null ? null : (
        <tr>
          <td colSpan={3} className={styles.figuresProblem}>
            {problem}
          </td>
        </tr>
      )}
      {lines.map((line) => (
        <tr key={line.id}>
          <td data-figure={`call.${id}.${line.id}`} />
          <th scope="row" title={line.help}>
            {line.label}
          </th>
          <td data-figure={`put.${id}.${line.id}`} />
        </tr>
      ))}
    </tbody>
  );
}

const VOLATILITY_LINE = { id: 'volatility', label: 'Volatility' };

/** Keeps the contracts of a strike flowing and writes their figures into the table. */
function useFigures({
  platform,
  row,
  analytics,
  reprice,
  underlying,
  volatility,
}: StrikePopupProps): RefObject<HTMLTableElement | null> {
  const root = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const { symbols } = platform;
    const contracts = [row.call, row.put].flatMap((contract) => (contract === undefined ? [] : [contract]));
    const watched = [underlying, ...contracts.map(({ symbol }) => symbol)];
    const paint = () => {
      reprice();
      for (const contract of contracts) contract.takeRecord(symbols.get(contract.symbol));
      const texts = strikeTexts(row, analytics, volatility);
      const problems = strikeProblems(row);
      for (const place of root.current?.querySelectorAll<HTMLElement>('[data-figure]') ?? []) {
        const figure = place.dataset['figure'] ?? '';
        writeText(place, texts.get(figure) ?? '');
        const problem = problems.get(figure) ?? '';
        if (place.title !== problem) place.title = problem;
      }
    };
    const release = symbols.watch(watched);
    const unsubscribe = symbols.subscribe(watched, GRID_REFRESH_MS, paint);
    paint();
    return () => {
      unsubscribe();
      release();
    };
  }, [platform, row, analytics, reprice, underlying, volatility]);
  return root;
}

function TradeButtons({ platform, row, isSpread, onTrade, onClose }: StrikePopupProps) {
  return SIDES.map(({ side, label }) => {
    const contract = row[side];
    if (contract === undefined) return null;
    // Building a spread needs no permission to trade; sending it does.
    const isBarred = !isSpread && !platform.canTrade(contract.symbol).ok;
    return (['Buy', 'Sell'] as const).map((action) => (
      <Button
        key={`${side} ${action}`}
        disabled={isBarred}
        onClick={() => {
          onClose();
          onTrade(contract, action);
        }}
      >
        {`${action} ${label.toLowerCase()}${isSpread ? ' as a leg' : ''}`}
      </Button>
    ));
  });
}

/** Call and put of a strike with their details and greeks, live. */
export function StrikePopup(props: StrikePopupProps) {
  const table = useFigures(props);
  return (
    <div className={styles.popup}>
      <table ref={table} className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">Call</th>
            <td className={styles.popupStrike}>{strikeText(props.row.strike)}</td>
            <th scope="col">Put</th>
          </tr>
        </thead>
        <Section title="Details" id="detail" lines={DETAIL_LINES} />
        <Section
          title="Greeks by the volatility of 252 days"
          id="historical"
          lines={[VOLATILITY_LINE, ...GREEK_LINES]}
          problem={props.volatilityProblem}
        />
        <Section
          title="Greeks by the implied volatility"
          id="implied"
          lines={[VOLATILITY_LINE, ...GREEK_LINES]}
        />
      </table>
      <DialogActions>
        <TradeButtons {...props} />
      </DialogActions>
    </div>
  );
}
