import { useCallback, useEffect, useMemo, useRef } from 'react';
import { LOT_METHODS, type LotMethod } from '../../src/domain/lots/types.ts';
import {
  GRID_REFRESH_MS,
  type ToolWindow,
  useIsActive,
  type WireOpenLot,
} from '../../src/plugin-api/index.ts';
import { Button, DataGrid, EmptyState, ErrorState, Select, type GridHandle } from '../../src/ui/index.ts';
import { lotColumns } from './lot-columns.ts';
import type { TradeJournalState } from './state.ts';
import styles from './TradeJournal.module.css';
import { useLoaded } from './use-journal.ts';

const METHOD_LABELS = {
  FIFO: 'First in, first out',
  LIFO: 'Last in, first out',
  HighestCost: 'Highest cost',
} as const satisfies Record<LotMethod, string>;

/** The open lots of an account at their marks, and the method of the account. */
export function LotsView({
  tool,
  account,
}: {
  readonly tool: ToolWindow<TradeJournalState>;
  readonly account: string;
}) {
  const { platform } = tool;
  const load = useCallback(async () => (await platform.trades()).openLots(account), [platform, account]);
  const { value, problem, reload } = useLoaded(tool, load);
  const grid = useRef<GridHandle>(null);
  const columns = useMemo(() => lotColumns(platform), [platform]);
  const lots = value?.lines ?? NO_LOTS;
  useMarks(tool, lots, grid);
  if (problem !== null && value === null)
    return <ErrorState title="The lots could not be read" text={problem} onRetry={reload} />;
  return (
    <div className={styles.tool}>
      <div className={styles.filters}>
        {value === null ? null : (
          <MethodField tool={tool} account={account} method={value.method} onSet={reload} />
        )}
        <Button onClick={() => grid.current?.exportCsv()}>Export CSV</Button>
      </div>
      <div className={styles.list}>
        <DataGrid<WireOpenLot>
          ref={grid}
          label="Open lots"
          exportName={`open-lots-${account}`}
          rows={lots}
          columns={columns}
          rowId={({ Symbol, Lot }) => `${Symbol} ${Lot}`}
          dragSymbol={(lot) => lot.Symbol}
          empty={<EmptyState title={value === null ? 'Reading your trades…' : 'No open lots'} />}
        />
      </div>
    </div>
  );
}

const NO_LOTS: readonly WireOpenLot[] = [];

/** Prices of the lots while they are on screen. */
function useMarks(
  tool: ToolWindow<TradeJournalState>,
  lots: readonly WireOpenLot[],
  grid: { readonly current: GridHandle | null },
): void {
  const { symbols } = tool.platform;
  const isActive = useIsActive(tool);
  const watched = useMemo(() => [...new Set(lots.map(({ Symbol }) => Symbol))].join('|'), [lots]);
  useEffect(() => {
    if (!isActive || watched === '') return undefined;
    const list = watched.split('|');
    const release = symbols.watch(list);
    const end = symbols.subscribe(list, GRID_REFRESH_MS, () => grid.current?.refresh());
    return () => {
      end();
      release();
    };
  }, [symbols, isActive, watched, grid]);
}

function MethodField({
  tool,
  account,
  method,
  onSet,
}: {
  readonly tool: ToolWindow<TradeJournalState>;
  readonly account: string;
  readonly method: LotMethod;
  readonly onSet: () => void;
}) {
  const { platform } = tool;
  const set = async (next: LotMethod) => {
    try {
      await (await platform.trades()).setLotMethod(account, next);
    } catch (error) {
      platform.dialogs.toast({
        message: error instanceof Error ? error.message : String(error),
        tone: 'error',
      });
    }
    onSet();
  };
  return (
    <Select
      label="Lots that a sale closes"
      value={method}
      options={LOT_METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }))}
      onChange={(next) => void set(next)}
    />
  );
}
