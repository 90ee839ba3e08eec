import { useCallback, useMemo, useState } from 'react';
import { formatInteger, formatSignedMoney, formatMoney } from '../../src/domain/columns/index.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import {
  type RealisedGains,
  type ToolWindow,
  useToolState,
  type WireRealisedLine,
} from '../../src/plugin-api/index.ts';
import {
  Button,
  Checkbox,
  DataGrid,
  EmptyState,
  ErrorState,
  saveFile,
  type GridColumn,
} from '../../src/ui/index.ts';
import { DayFields, isSpan } from './DayFields.tsx';
import { descriptionOf, gainsCsv } from './gains-csv.ts';
import { openLotDialog } from './LotDialog.tsx';
import type { TradeJournalState } from './state.ts';
import styles from './TradeJournal.module.css';
import { useLoaded } from './use-journal.ts';

const toneOf = (amount: number): string => (amount > 0 ? 'grid-up' : amount < 0 ? 'grid-down' : '');
const text = (
  id: string,
  header: string,
  width: number,
  read: (line: WireRealisedLine) => string,
): GridColumn<WireRealisedLine> => ({ id, header, width, text: read });
const amount = (
  id: string,
  header: string,
  format: (dollars: number) => string,
  read: (line: WireRealisedLine) => number,
): GridColumn<WireRealisedLine> => ({
  id,
  header,
  align: 'right',
  width: 96,
  text: (line) => format(read(line)),
  value: read,
});

const COLUMNS: readonly GridColumn<WireRealisedLine>[] = [
  text('Term', 'Term', 56, ({ IsLongTerm }) => (IsLongTerm ? 'Long' : 'Short')),
  { ...text('Description', 'Description', 150, descriptionOf), isWide: true },
  text('Acquired', 'Acquired', 94, ({ Acquired }) => Acquired),
  text('Sold', 'Sold', 94, ({ Sold }) => Sold),
  amount('Proceeds', 'Proceeds', formatMoney, ({ Proceeds }) => Proceeds),
  amount('Cost', 'Cost', formatMoney, ({ Cost }) => Cost),
  {
    ...amount('Gain', 'Gain', formatSignedMoney, ({ Gain }) => Gain),
    className: ({ Gain }) => toneOf(Gain),
  },
  text('Cause', 'Closed by', 78, ({ Cause }) => Cause),
  text('Lot', 'Lot', 66, ({ Lot, IsChosen }) => (IsChosen ? `${Lot} (chosen)` : Lot)),
];

/** The realised gains of an account by lot, and how they lead to the closed P&L of its positions. */
export function GainsView({
  tool,
  account,
}: {
  readonly tool: ToolWindow<TradeJournalState>;
  readonly account: string;
}) {
  const { platform } = tool;
  const { From, To } = useToolState(tool, (state) => state.Filter);
  const [isBySymbol, setIsBySymbol] = useState(false);
  const load = useCallback(async () => {
    if (!isSpan({ From, To })) return null;
    return (await platform.trades()).realised(account, { from: From, to: To });
  }, [platform, account, From, To]);
  const { value, problem, reload } = useLoaded(tool, load);
  if (problem !== null && value === null)
    return <ErrorState title="The realised gains could not be read" text={problem} onRetry={reload} />;
  const choose = async (line: WireRealisedLine) => {
    if (await openLotDialog(platform, account, line)) reload();
  };
  return (
    <div className={styles.tool}>
      <div className={styles.filters}>
        <DayFields tool={tool} />
        <Checkbox label="By symbol" isChecked={isBySymbol} onChange={setIsBySymbol} />
        <Button disabled={value === null} onClick={() => value && saveGains(account, value)}>
          Export CSV
        </Button>
      </div>
      {value === null ? null : <Totals gains={value} />}
      {value !== null && isBySymbol ? (
        <BySymbol lines={value.lines} />
      ) : (
        <div className={styles.list}>
          <DataGrid<WireRealisedLine>
            label="Realised gains"
            exportName={`realised-gains-${account}`}
            rows={value?.lines ?? []}
            columns={COLUMNS}
            rowId={({ Symbol, Lot, Closing }) => `${Symbol} ${Lot} ${Closing}`}
            menu={(line) => [
              {
                id: 'choose',
                label: 'Choose lots…',
                isDisabled: line.ChoosableUntil === null || line.ChoosableUntil <= platform.exchangeMs(),
                run: () => void choose(line),
              },
            ]}
            dragSymbol={(line) => line.Symbol}
            empty={
              <EmptyState
                title={value === null ? 'Reading your trades…' : 'Nothing was realised on these days'}
              />
            }
          />
        </div>
      )}
    </div>
  );
}

function saveGains(account: string, gains: RealisedGains): void {
  saveFile(`realised-gains-${account}.csv`, new Blob([gainsCsv(gains)], { type: 'text/csv' }), document);
}

const RECONCILED: readonly (readonly [string, keyof RealisedGains['Reconciliation']])[] = [
  ['Realised by lots, before fees', 'Realised'],
  ['In the cost of open lots', 'MethodDifference'],
  ['Closed P&L of the positions', 'PositionsClosedPl'],
];

function Totals({ gains }: { readonly gains: RealisedGains }) {
  const { ShortTerm, LongTerm, Reconciliation } = gains;
  return (
    <div className={styles.totals}>
      <table className={styles.table} aria-label="Totals by term">
        <thead>
          <tr>
            <th scope="col">Term</th>
            {['Lines', 'Proceeds', 'Cost', 'Gain'].map((name) => (
              <th key={name} scope="col" className={styles.number}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(
            [
              ['Short-term', ShortTerm],
              ['Long-term', LongTerm],
            ] as const
          ).map(([name, { Lines, Proceeds, Cost, Gain }]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={styles.number}>{formatInteger(Lines)}</td>
              <td className={styles.number}>{formatMoney(Proceeds)}</td>
              <td className={styles.number}>{formatMoney(Cost)}</td>
              <td className={styles.number}>{formatSignedMoney(Gain)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className={styles.table} aria-label="Reconciliation with the positions, since the beginning">
        <tbody>
          {RECONCILED.map(([name, field]) => (
            <tr key={field}>
              <th scope="row">{name}</th>
              <td className={styles.number}>{formatSignedMoney(Reconciliation[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {gains.isComplete ? null : <p className={styles.hint}>The first 20,000 lines. Choose fewer days.</p>}
    </div>
  );
}

function BySymbol({ lines }: { readonly lines: readonly WireRealisedLine[] }) {
  const groups = useMemo(
    () =>
      [...Map.groupBy(lines, ({ Symbol }) => Symbol)]
        .map(([symbol, ofSymbol]) => ({
          symbol,
          count: ofSymbol.length,
          gain: ofSymbol.reduce((sum, { Gain }) => sum + Gain, 0),
        }))
        .sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    [lines],
  );
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label="Realised gains by symbol">
        <thead>
          <tr>
            <th scope="col">Symbol</th>
            <th scope="col" className={styles.number}>
              Lines
            </th>
            <th scope="col" className={styles.number}>
              Gain
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ symbol, count, gain }) => (
            <tr key={symbol}>
              <th scope="row">{displaySymbol(symbol)}</th>
              <td className={styles.number}>{formatInteger(count)}</td>
              <td className={styles.number}>{formatSignedMoney(gain)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
