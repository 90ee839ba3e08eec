import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  firstSymbol,
  FramePainter,
  QuoteRow,
  SymbolCover,
  type ToolProps,
  useIsStale,
  useKnownSymbol,
  useLinked,
  useToolState,
  useWhileActive,
} from '../../src/plugin-api/index.ts';
import { classNames } from '../../src/ui/index.ts';
import { DepthPanel } from './DepthPanel.tsx';
import { MarketFeed, type FeedStates, type Part } from './market-feed.ts';
import styles from './MarketMaker.module.css';
import { QuotePanel } from './QuotePanel.tsx';
import { chooseSymbol, showSymbol } from './symbol.ts';
import type { MarketMakerState } from './state.ts';
import { TapePanel } from './TapePanel.tsx';
import { marketMakerTitle } from './title.ts';

/** How often the age of a stale price is written, ms. */
const AGE_CADENCE_MS = 1_000;

/** Quote detail, depth and time and sales of one symbol. */
export default function MarketMaker({ tool }: ToolProps<MarketMakerState>) {
  const stored = useToolState(tool, (state) => state.Symbol);
  const symbol = stored === '' ? firstSymbol(tool.platform, 'market-maker') : stored;
  useEffect(() => {
    if (tool.getState().Symbol === '') tool.update({ Symbol: symbol });
  }, [tool, symbol]);
  useLinked(tool, (next) => showSymbol(tool, next));

  const known = useKnownSymbol(tool.platform, symbol);
  const { state, facts, hasFailed } = known;
  useEffect(() => {
    tool.setTitle(
      `${marketMakerTitle(symbol, facts)}${state === 'loading' && !hasFailed ? ' (loading...)' : ''}`,
    );
    return () => tool.setTitle(null);
  }, [tool, symbol, facts, state, hasFailed]);

  if (state !== 'live')
    return <SymbolCover symbol={symbol} known={known} rows={12} onChoose={() => void chooseSymbol(tool)} />;
  return <LiveMarket key={symbol} tool={tool} symbol={symbol} />;
}

interface LiveMarketProps {
  readonly tool: ToolProps<MarketMakerState>['tool'];
  readonly symbol: string;
}

/** The three panes of a known symbol. Prices are painted once a frame and never rendered by React. */
function LiveMarket({ tool, symbol }: LiveMarketProps) {
  const { symbols } = tool.platform;
  const isStale = useIsStale(tool.platform, symbol);
  const root = useRef<HTMLDivElement>(null);
  const [states, setStates] = useState<FeedStates>({ tape: 'loading', depth: 'loading' });
  const painter = useMemo(() => new FramePainter<Part>(globalThis.window), []);
  const feed = useMemo(
    () => new MarketFeed(symbols, symbol, (part: Part) => painter.mark(part), setStates),
    [symbols, symbol, painter],
  );
  const row = useMemo(() => new QuoteRow(symbol, symbols), [symbol, symbols]);

  const run = useCallback(() => {
    const host = root.current?.ownerDocument.defaultView;
    if (host) painter.setHost(host);
    const stop = feed.start();
    for (const part of ['quote', 'depth', 'tape'] as const) painter.mark(part);
    return () => {
      stop();
      painter.cancel();
    };
  }, [feed, painter]);
  useWhileActive(tool, run);
  // The age of a stale price grows although nothing else changes.
  const showAge = useCallback(() => {
    painter.mark('quote');
    if (!isStale) return undefined;
    const timer = setInterval(() => painter.mark('quote'), AGE_CADENCE_MS);
    return () => clearInterval(timer);
  }, [isStale, painter]);
  useWhileActive(tool, showAge);

  return (
    <div
      ref={root}
      className={classNames(styles.tool, isStale && styles.stale)}
      data-stale={isStale ? '' : undefined}
    >
      <div className={styles.panes}>
        <QuotePanel row={row} painter={painter} platform={tool.platform} />
        <DepthPanel tool={tool} feed={feed} painter={painter} state={states.depth} />
        <TapePanel tool={tool} feed={feed} painter={painter} state={states.tape} />
      </div>
    </div>
  );
}
