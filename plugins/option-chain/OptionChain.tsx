import { ChartSpline, Layers } from 'lucide-react';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import {
  alertMenu,
  copySymbol,
  firstSymbol,
  type ToolProps,
  type ToolWindow,
  useIsActive,
  useLinked,
  useToolState,
} from '../../src/plugin-api/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  Select,
  Skeleton,
  Spinner,
  type GridMenuItem,
} from '../../src/ui/index.ts';
import { newYorkDate } from '../../src/domain/calendar/new-york-time.ts';
import { ChainGrid } from './grid/ChainGrid.tsx';
import type { ChainGridHandle } from './grid/chain-grid-props.ts';
import { strikeText } from './grid/chain-cells.ts';
import { chainLayout } from './model/contract-columns.ts';
import type { ChainState, LoadedChain } from './model/chain-store.ts';
import type { Contract, StrikeRow } from './model/contract.ts';
import { expirationOptions, expirationText } from './model/expirations.ts';
import styles from './OptionChain.module.css';
import { VolatilityPlots, type VolatilityPlotsHandle } from './plots/VolatilityPlots.tsx';
import { SpreadBuilder } from './spread/SpreadBuilder.tsx';
import { withLeg } from './spread/spread-state.ts';
import { togglePlots } from './spread/toggle-plots.ts';
import { toggleSpread } from './spread/toggle-spread.ts';
import type { OptionChainState } from './state.ts';
import { STRIKE_OPTIONS, WIDTH_OPTIONS } from './strike-choices.ts';
import { StrikePopup } from './StrikePopup.tsx';
import { chooseSymbol, showSymbol, symbolChange, TOOL_ID } from './symbol.ts';
import { optionChainTitle, type TitleFacts } from './title.ts';
import { tradeContract } from './trade-contract.ts';
import { UnderlyingBar } from './UnderlyingBar.tsx';
import { useChain, useChainFeed, useChainUpkeep, type Chain } from './use-chain.ts';

type ChainWindow = ToolWindow<OptionChainState>;
const FACTS_CADENCE_MS = 500;
const POPUP_WIDTH_PX = 460;
const MIN_COLUMN_PX = 36;

/** The tool: an underlying with its chain. */
export default function OptionChain({ tool }: ToolProps<OptionChainState>) {
  const stored = useToolState(tool, ({ Symbol }) => Symbol);
  const symbol = stored === '' ? firstSymbol(tool.platform, TOOL_ID) : stored;
  useEffect(() => {
    const state = tool.getState();
    if (state.Symbol === '') tool.update(symbolChange(state, symbol));
  }, [tool, symbol]);
  useLinked(tool, (next) => showSymbol(tool, next));
  return <ChainOf key={symbol} tool={tool} symbol={symbol} />;
}

/** The chain of one symbol. */
function ChainOf({ tool, symbol }: { readonly tool: ChainWindow; readonly symbol: string }) {
  const { platform } = tool;
  const { Expirations, Strikes, WidthPercent } = useToolState(tool);
  const chain = useChain(platform, {
    symbol,
    choice: Expirations,
    strikes: Strikes,
    widthPercent: WidthPercent,
  });
  useTitle(tool, chain, symbol);
  if (chain.state.phase === 'ready') return <LiveChain tool={tool} chain={chain} state={chain.state} />;
  return <NoChain tool={tool} state={chain.state} onRetry={() => void chain.store.reload()} />;
}

/** Title: company, symbol and exchange of the underlying, once they are known. */
function useTitle(tool: ChainWindow, { root, state }: Chain, symbol: string): void {
  const { symbols } = tool.platform;
  const seen = useRef<{ readonly root: string; readonly facts: TitleFacts | undefined }>({
    root,
    facts: undefined,
  });
  const subscribe = useMemo(
    () => (listener: () => void) => symbols.subscribe([root], FACTS_CADENCE_MS, () => listener()),
    [symbols, root],
  );
  // The store forgets a symbol whose window was long off screen; the title keeps its facts.
  const facts = useSyncExternalStore(subscribe, () => {
    const known = symbols.get(root)?.info?.Fundamentals;
    if (seen.current.root !== root || known !== undefined) seen.current = { root, facts: known };
    return seen.current.facts;
  });
  const isLoading = state.phase === 'loading';
  useEffect(() => {
    tool.setTitle(
      `${optionChainTitle(root === '' ? symbol : root, facts)}${isLoading ? ' (loading...)' : ''}`,
    );
    return () => tool.setTitle(null);
  }, [tool, root, symbol, facts, isLoading]);
}

const NO_CHAIN = {
  unknown: (symbol: string) => ({
    title: `There is no symbol ${symbol}`,
    text: 'It is not among the symbols of this market.',
  }),
  malformed: (symbol: string) => ({
    title: `${symbol} is not an option symbol`,
    text: 'An option symbol has the underlying, the date as yymmdd, C or P, and the strike in thousandths: SPY261218C00650000.',
  }),
  none: (symbol: string) => ({
    title: `${symbol} has no options`,
    text: 'No option of this symbol is listed now.',
  }),
} as const;

/** What is shown where there is no chain: loading, failed, or a symbol without one. */
export function NoChain({
  tool,
  state,
  onRetry,
}: {
  readonly tool: ChainWindow;
  readonly state: Exclude<ChainState, LoadedChain>;
  readonly onRetry: () => void;
}) {
  if (state.phase === 'loading')
    return <Skeleton rows={14} label={`Loading the options of ${state.symbol}`} />;
  if (state.phase === 'failed')
    return (
      <ErrorState
        title={`The options of ${state.symbol} did not load`}
        text={state.message}
        onRetry={onRetry}
      />
    );
  return (
    <EmptyState
      {...NO_CHAIN[state.phase](state.symbol)}
      action={
        <Button tone="primary" onClick={() => void chooseSymbol(tool)}>
          Choose a symbol
        </Button>
      }
    />
  );
}

/** A chain that is loaded: its underlying, its choices and its grid. */
function LiveChain({
  tool,
  chain,
  state,
}: {
  readonly tool: ChainWindow;
  readonly chain: Chain;
  readonly state: LoadedChain;
}) {
  const { platform } = tool;
  const { store, analytics, root } = chain;
  const isActive = useIsActive(tool);
  const { Columns: columns, HasPlots, Spread } = useToolState(tool);
  const isSpread = Spread.IsOn;
  const layout = useMemo(() => chainLayout(columns), [columns]);
  const grid = useRef<ChainGridHandle>(null);
  const bar = useRef<HTMLElement>(null);
  const plots = useRef<VolatilityPlotsHandle>(null);
  const { onVisible } = useChainFeed({ platform, chain, isActive, grid, bar, plots });
  useChainUpkeep({ chain, isActive, grid });
  const trade = (contract: Contract, side: 'Buy' | 'Sell') =>
    isSpread ? addLeg(tool, contract, side) : tradeContract(tool, contract, side);
  const details = (row: StrikeRow) => openDetails(tool, row, { chain, state, trade, isSpread });
  return (
    <div className={styles.tool} data-spread={isSpread ? '' : undefined}>
      <UnderlyingBar ref={bar} symbol={root}>
        <Choices tool={tool} state={state} nowMs={platform.exchangeMs()} />
      </UnderlyingBar>
      <Notice text={state.notice} onDismiss={() => store.dismissNotice()} />
      <div className={styles.grid}>
        <ChainGrid
          ref={grid}
          label={`Option chain of ${root}`}
          groups={state.groups}
          open={state.open}
          target={state.target}
          layout={layout}
          symbols={platform.symbols}
          analytics={analytics}
          onOpenChange={(open) => store.setOpen(open)}
          onResize={(id, widthPx) => resizeColumn(tool, id, widthPx)}
          onVisible={onVisible}
          onDetails={details}
          onTrade={trade}
          onNoSide={() =>
            platform.dialogs.toast({
              message: 'Choose the call or the put first: press Left or Right.',
              tone: 'neutral',
              key: `no side ${tool.id}`,
            })
          }
          menu={(row, contract, columnId) =>
            cellMenu(tool, { row, contract, columnId, details, trade, isSpread })
          }
        />
      </div>
      {HasPlots && !isSpread ? (
        <VolatilityPlots ref={plots} groups={state.groups} open={state.open} analytics={analytics} />
      ) : null}
      {isSpread ? <SpreadBuilder tool={tool} chain={chain} state={state} isActive={isActive} /> : null}
    </div>
  );
}

function resizeColumn(tool: ChainWindow, id: string, widthPx: number): void {
  const Width = Math.max(MIN_COLUMN_PX, widthPx);
  tool.update({
    Columns: tool.getState().Columns.map((column) => (column.Id === id ? { Id: id, Width } : column)),
  });
}

/** Adds a contract to the legs of the spread builder, or reports why not. */
function addLeg(tool: ChainWindow, contract: Contract, side: 'Buy' | 'Sell'): void {
  const { Spread } = tool.getState();
  const { legs: Legs, refusal } = withLeg(Spread.Legs, contract.symbol, side);
  if (refusal === null) tool.update({ Spread: { ...Spread, Legs } });
  else tool.platform.dialogs.toast({ message: refusal, tone: 'warning', key: `spread legs ${tool.id}` });
}

/** A message about the chain as a whole. */
function Notice({ text, onDismiss }: { readonly text: string | null; readonly onDismiss: () => void }) {
  if (text === null) return null;
  return (
    <div className={styles.notice} role="status">
      <span>{text}</span>
      <Button tone="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  );
}

/** Expirations, number of strikes and their width around the price. */
function Choices({
  tool,
  state,
  nowMs,
}: {
  readonly tool: ChainWindow;
  readonly state: LoadedChain;
  readonly nowMs: number;
}) {
  const { Strikes, WidthPercent, HasPlots, Spread } = useToolState(tool);
  return (
    <>
      {state.isLoading ? <Spinner label="Loading the chain" /> : null}
      <div className={styles.expirations}>
        <Select
          label="Expirations"
          isLabelHidden
          value={state.choice}
          options={expirationOptions(state.expirations, nowMs)}
          onChange={(Expirations) => tool.update({ Expirations })}
        />
      </div>
      <div className={styles.strikes}>
        <Select
          label="Strikes"
          isLabelHidden
          value={String(Strikes)}
          options={STRIKE_OPTIONS}
          onChange={(value) => tool.update({ Strikes: Number(value) })}
        />
      </div>
      <div className={styles.strikes}>
        <Select
          label="Width"
          isLabelHidden
          value={String(WidthPercent)}
          options={WIDTH_OPTIONS}
          onChange={(value) => tool.update({ WidthPercent: Number(value) })}
        />
      </div>
      <IconButton label="Volatility plots" isOn={HasPlots} onClick={() => togglePlots(tool)}>
        <ChartSpline size={14} aria-hidden />
      </IconButton>
      <IconButton
        label="Spread"
        hint="Spread builder: a click on a bid or an ask adds a leg"
        isOn={Spread.IsOn}
        onClick={() => toggleSpread(tool)}
      >
        <Layers size={14} aria-hidden />
      </IconButton>
    </>
  );
}

interface DetailsOptions {
  readonly chain: Chain;
  readonly state: Pick<LoadedChain, 'volatility' | 'volatilityProblem'>;
  readonly trade: (contract: Contract, side: 'Buy' | 'Sell') => void;
  readonly isSpread: boolean;
}

/** Opens the popup of a strike: call and put with details and greeks. */
function openDetails(
  { platform }: ChainWindow,
  row: StrikeRow,
  { chain, state, trade, isSpread }: DetailsOptions,
): void {
  const date = newYorkDate(row.expirationSeconds * 1000);
  void platform.dialogs.open<never>({
    title: `${chain.root} ${expirationText(date)} ${strikeText(row.strike)}`,
    width: POPUP_WIDTH_PX,
    content: ({ close }) => (
      <StrikePopup
        platform={platform}
        row={row}
        analytics={chain.analytics}
        reprice={chain.reprice}
        underlying={chain.root}
        volatility={state.volatility}
        volatilityProblem={state.volatilityProblem}
        isSpread={isSpread}
        onTrade={trade}
        onClose={() => close(null)}
      />
    ),
  });
}

interface MenuOptions {
  readonly row: StrikeRow;
  readonly contract: Contract | undefined;
  readonly columnId: string;
  readonly details: (row: StrikeRow) => void;
  readonly trade: (contract: Contract, side: 'Buy' | 'Sell') => void;
  /** A trade adds a leg to the spread builder. */
  readonly isSpread: boolean;
}

/** The menu of a cell: trades of its contract, or of both on the strike. */
function cellMenu(
  { platform }: ChainWindow,
  { row, contract, columnId, details, trade, isSpread }: MenuOptions,
): readonly GridMenuItem[] {
  const contracts = (contract === undefined ? [row.call, row.put] : [contract]).flatMap((found) =>
    found === undefined ? [] : [found],
  );
  const trades = contracts.flatMap((found) =>
    (['Buy', 'Sell'] as const).map((side): GridMenuItem => ({
      id: `${side} ${found.symbol}`,
      label: `${side} ${found.name}${isSpread ? ' as a leg' : ''}`,
      ...(contract === undefined ? {} : { shortcut: side === 'Buy' ? 'B' : 'S' }),
      // Building a spread needs no permission to trade; sending it does.
      isDisabled: !isSpread && !platform.canTrade(found.symbol).ok,
      run: () => trade(found, side),
    })),
  );
  return [
    ...trades,
    {
      id: 'details',
      label: 'Details and greeks…',
      shortcut: 'Enter',
      hasSeparator: true,
      run: () => details(row),
    },
    ...(contract === undefined
      ? []
      : [
          ...alertMenu(platform, contract.symbol, columnId),
          {
            id: 'copy',
            label: 'Copy symbol',
            hasSeparator: true,
            run: () => void copySymbol(platform.dialogs, contract.symbol),
          },
        ]),
  ];
}
