import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { HaltMark, type ToolWindow, useWhileActive } from '../../src/plugin-api/index.ts';
import styles from './Chart.module.css';
import { createLiveLabel } from './live-label.ts';
import { quoteTexts } from './quote-texts.ts';
import type { ChartState } from './state.ts';
import { chooseSymbol } from './symbol-changes.ts';

/** Writes the figures of a symbol into the cells of a row, and again with each change while the window is active. */
function useQuoteTexts(
  row: RefObject<HTMLElement | null>,
  window: ToolWindow<ChartState>,
  symbol: string,
): void {
  const { symbols } = window.platform;
  const write = useCallback(() => {
    const texts = quoteTexts(symbols.get(symbol));
    const put = (name: string, text: string, className?: string) => {
      const cell = row.current?.querySelector<HTMLElement>(`[data-part="${name}"]`);
      if (cell === null || cell === undefined) return;
      if (cell.textContent !== text) cell.textContent = text;
      if (className !== undefined && cell.className !== className) cell.className = className;
    };
    const tone = symbols.staleness(symbol).isStale
      ? styles.stale
      : texts.isUp === null
        ? ''
        : texts.isUp
          ? styles.up
          : styles.down;
    put('last', texts.last, `${styles.last ?? ''} ${tone ?? ''}`);
    put('change', texts.change, tone);
    put('percent', texts.percent, tone);
    for (const name of ['open', 'high', 'low'] as const) put(name, texts[name]);
  }, [row, symbols, symbol]);
  // Also of a window that is not on screen: its figures stand there when it comes back.
  useEffect(write, [write]);
  const follow = useCallback(() => {
    write();
    if (symbol === '') return undefined;
    const label = createLiveLabel(write);
    const release = symbols.watch([symbol]);
    let isFirst = true;
    const unsubscribe = symbols.subscribe([symbol], 'frame', () => {
      // The first figures are shown as soon as they are there.
      if (isFirst && (symbols.get(symbol)?.last ?? 0) > 0) {
        isFirst = false;
        write();
      } else label.update();
    });
    return () => {
      unsubscribe();
      release();
      label.dispose();
    };
  }, [write, symbols, symbol]);
  useWhileActive(window, follow);
}

/** The symbol, a click on which chooses another one, with its last price, change, percent, and the day's open, high and low. Written straight into the page: no tick renders React. */
export function QuoteBar({
  window,
  symbol,
}: {
  readonly window: ToolWindow<ChartState>;
  readonly symbol: string;
}) {
  const row = useRef<HTMLDivElement>(null);
  useQuoteTexts(row, window, symbol);
  return (
    <div ref={row} className={styles.quote}>
      <button
        type="button"
        className={styles.symbol}
        aria-label={`${symbol}: show another symbol`}
        title="Show another symbol"
        onClick={() => void chooseSymbol(window)}
      >
        {symbol}
      </button>
      <HaltMark platform={window.platform} symbol={symbol} />
      <span data-part="last" className={styles.last} />
      <span data-part="change" />
      <span data-part="percent" />
      <span className={styles.ohl}>
        O <b data-part="open" />
      </span>
      <span className={styles.ohl}>
        H <b data-part="high" />
      </span>
      <span className={styles.ohl}>
        L <b data-part="low" />
      </span>
    </div>
  );
}
