import { ChevronLeft, ChevronRight, Download, RefreshCw } from 'lucide-react';
import { useMemo, useRef, useState, type RefObject } from 'react';
import { newYorkDate, nextSession, previousSession } from '../../src/domain/calendar/us-equity.ts';
import { averagesOf, type ExecutionTotals } from '../../src/domain/execution/index.ts';
import {
  formatInteger,
  type ToolProps,
  type ToolWindow,
  useIsActive,
  useSession,
  useToolState,
} from '../../src/plugin-api/index.ts';
import {
  Checkbox,
  DataGrid,
  EmptyState,
  ErrorState,
  type GridHandle,
  IconButton,
  Select,
  Spinner,
} from '../../src/ui/index.ts';
import styles from './ExecutionQuality.module.css';
import { qualityColumns } from './quality-columns.ts';
import { qualityRows, sumOf, type QualityRow } from './quality-rows.ts';
import {
  basisPointsText,
  costText,
  moneyText,
  permilleText,
  shareCostText,
  waitText,
} from './quality-texts.ts';
import { GROUPINGS, type ExecutionQualityState, type Grouping } from './state.ts';
import { useExecutions } from './use-executions.ts';

const DATE_FORM = /^\d{4}-\d{2}-\d{2}$/;
const GROUP_LABELS: Readonly<Record<Grouping, string>> = {
  Order: 'Orders',
  Fill: 'Fills',
  Symbol: 'By symbol',
  Route: 'By route',
  Type: 'By order type',
  Account: 'By account',
};

/** How well the orders of a day were executed. */
export default function ExecutionQuality({ tool }: ToolProps<ExecutionQualityState>) {
  const { platform } = tool;
  const state = useToolState(tool);
  const { account, demoAccounts, liveAccounts } = useSession(platform);
  const isActive = useIsActive(tool);
  const [chosen, setChosen] = useState<string | null>(null);
  const today = newYorkDate(platform.exchangeMs());
  const date = chosen ?? today;
  const accounts = state.HasAllAccounts
    ? [...new Set([...liveAccounts, ...demoAccounts])]
    : account === null
      ? []
      : [account];
  const { day, error, reload } = useExecutions(platform, date, accounts, isActive && date === today);
  const grid = useRef<GridHandle>(null);
  const rows = useMemo(
    () => (day === null ? [] : qualityRows(day.orders, state.GroupBy)),
    [day, state.GroupBy],
  );
  const totals = useMemo(() => (day === null ? null : sumOf(day.orders)), [day]);
  return (
    <div className={styles.tool}>
      <Head
        tool={tool}
        date={date}
        today={today}
        choose={setChosen}
        reload={reload}
        exportRows={() => grid.current?.exportCsv()}
        hasAccounts={liveAccounts.length + demoAccounts.length > 1}
      />
      {error !== null ? (
        <ErrorState title="The executions could not be loaded" text={error} onRetry={reload} />
      ) : totals === null ? (
        <Spinner label="Loading executions…" />
      ) : (
        <>
          <Figures totals={totals} />
          {day?.isCut === true ? (
            <p className={styles.note} role="status">
              The first 20,000 orders of the day are shown.
            </p>
          ) : null}
          <Rows tool={tool} rows={rows} date={date} grid={grid} />
        </>
      )}
    </div>
  );
}

interface RowsProps {
  readonly tool: ToolWindow<ExecutionQualityState>;
  readonly rows: readonly QualityRow[];
  readonly date: string;
  readonly grid: RefObject<GridHandle | null>;
}

function Rows({ tool, rows, date, grid }: RowsProps) {
  const { Columns: layout, Sort: sort } = useToolState(tool);
  const { account } = useSession(tool.platform);
  return (
    <div className={styles.grid}>
      <DataGrid<QualityRow>
        ref={grid}
        label="Execution quality"
        exportName={`executions-${date}`}
        rows={rows}
        columns={qualityColumns}
        rowId={({ id }) => id}
        layout={layout}
        sort={sort}
        onLayoutChange={(Columns) => tool.update({ Columns })}
        onSortChange={(Sort) => tool.update({ Sort })}
        onActivate={(row) => showTimeline(tool, row)}
        menu={(row) =>
          row.order === null || row.order.account !== account
            ? []
            : [{ id: 'timeline', label: 'Order timeline…', run: () => showTimeline(tool, row) }]
        }
        dragSymbol={({ order }) => order?.symbol ?? null}
        empty={
          <EmptyState
            title="No orders on this day"
            text="Orders that were accepted or traded on the day appear here. Rejected orders are left out."
          />
        }
      />
    </div>
  );
}

function showTimeline({ platform }: ToolWindow<ExecutionQualityState>, { order }: QualityRow): void {
  if (order !== null && order.account === platform.session.get().account)
    void platform.commands.run('order.timeline', { orderId: order.orderId });
}

interface HeadProps {
  readonly tool: ToolWindow<ExecutionQualityState>;
  readonly date: string;
  readonly today: string;
  readonly choose: (date: string) => void;
  readonly reload: () => void;
  readonly exportRows: () => void;
  readonly hasAccounts: boolean;
}

/** The day, and what a row stands for. */
function Head({ tool, date, today, choose, reload, exportRows, hasAccounts }: HeadProps) {
  const { GroupBy, HasAllAccounts } = useToolState(tool);
  return (
    <div className={styles.head}>
      <IconButton label="Session before" onClick={() => choose(previousSession(date).date)}>
        <ChevronLeft size={15} />
      </IconButton>
      <label className={styles.date}>
        <span className="visually-hidden">Day</span>
        <input
          type="date"
          value={date}
          max={today}
          onChange={({ target }) => {
            if (DATE_FORM.test(target.value) && target.value <= today) choose(target.value);
          }}
        />
      </label>
      <IconButton
        label="Session after"
        disabled={date >= today}
        onClick={() => {
          const next = nextSession(date).date;
          choose(next > today ? today : next);
        }}
      >
        <ChevronRight size={15} />
      </IconButton>
      <Select<Grouping>
        label="Rows"
        isLabelHidden
        value={GroupBy}
        options={GROUPINGS.map((value) => ({ value, label: GROUP_LABELS[value] }))}
        onChange={(value) => tool.update({ GroupBy: value })}
      />
      {hasAccounts ? (
        <Checkbox
          label="All accounts"
          isChecked={HasAllAccounts}
          onChange={(isChecked) => tool.update({ HasAllAccounts: isChecked })}
        />
      ) : null}
      <span className={styles.room} />
      <IconButton label="Reload" onClick={reload}>
        <RefreshCw size={15} />
      </IconButton>
      <IconButton label="Export CSV" onClick={exportRows}>
        <Download size={15} />
      </IconButton>
    </div>
  );
}

/** The figures of all orders of the day. */
function Figures({ totals }: { readonly totals: ExecutionTotals }) {
  const averages = averagesOf(totals);
  const figures: readonly (readonly [name: string, text: string, hint: string])[] = [
    [
      'Orders',
      `${formatInteger(totals.tradedOrders)} of ${formatInteger(totals.orders)}`,
      'Orders with a fill, of all accepted ones',
    ],
    ['Shares', formatInteger(totals.filledShares), 'Filled shares'],
    ['Fill rate', permilleText(averages.fillRatePermille), 'Filled shares of the ordered ones'],
    ['Slippage', costText(averages.slippageE4), 'Dollars against the midpoint at arrival; positive = worse'],
    ['per share', shareCostText(averages.slippagePerShareE4), 'Weighted by shares'],
    ['bps', basisPointsText(averages.slippageCentibasis), 'Weighted by dollars'],
    ['Effective spread', shareCostText(averages.effectiveSpreadE4), 'Per share, weighted by shares'],
    ['Realised spread', shareCostText(averages.realisedSpreadE4), 'Per share, weighted by shares'],
    ['Improvement', costText(averages.improvementE4), 'Dollars, of marketable orders'],
    ['Fees', moneyText(totals.feesE4), 'Dollars'],
    ['First fill', waitText(averages.firstFillMs), 'Average time from arrival'],
    ['Full fill', waitText(averages.fullFillMs), 'Average time from arrival, of filled orders'],
    ['Added', permilleText(averages.addedPermille), 'Filled shares that added liquidity'],
  ];
  return (
    <dl className={styles.figures} aria-label="Totals of the day">
      {figures.map(([name, text, hint]) => (
        <div key={name} title={hint}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
