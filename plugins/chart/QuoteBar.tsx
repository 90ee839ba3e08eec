import { useEffect, useRef } from 'react';
import { formatQuotePrice, formatSignedPercent, formatSignedPrice, type ToolPlatform, UNKNOWN_TEXT } from '../../src/plugin-api/index.ts';
import styles from './Chart.module.css';
import { createLiveLabel } from './live-label.ts';

const price = (dollars: number): string => (dollars > 0 ? formatQuotePrice(dollars) : UNKNOWN_TEXT);

/** Last price, change, percent, and the day's open, high and low of a symbol. Written straight into the page: no tick renders React. */
export function QuoteBar({ platform, symbol, isActive }: { readonly platform: ToolPlatform; readonly symbol: string; readonly isActive: boolean }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { symbols } = platform;
    const write = () => {
      const record = symbols.get(symbol);
      const put = (name: string, text: string, className?: string | undefined) => {
        const cell = row.current?.querySelector<HTMLElement>(`[data-part="${name}"]`);
        if (cell === null || cell === undefined) return;
        if (cell.textContent !== text) cell.textContent = text;
        if (className !== undefined && cell.className !== className) cell.className = className;
      };
      const last = record?.last ?? 0;
      const before = record?.previousClose ?? 0;
      const change = last > 0 && before > 0 ? last - before : Number.NaN;
      const tone = symbols.staleness(symbol).isStale ? styles.stale : Number.isNaN(change) ? '' : change >= 0 ? styles.up : styles.down;
      put('last', price(last), `${styles.last ?? ''} ${tone ?? ''}`);
      put('change', Number.isNaN(change) ? UNKNOWN_TEXT : formatSignedPrice(change), tone);
      put('percent', Number.isNaN(change) ? UNKNOWN_TEXT : formatSignedPercent((change / before) * 100), tone);
      put('open', price(record?.open ?? 0));
      put('high', price(record?.high ?? 0));
      put('low', price(record?.low ?? 0));
    };
    write();
    if (symbol === '' || !isActive) return undefined;
    const label = createLiveLabel(write);
    const release = symbols.watch([symbol]);
    let isFirst = true;
    const unsubscribe = symbols.subscribe([symbol], 'frame', () => {
      // The first figures are shown as soon as they are there.
      if (isFirst && (symbols.get(symbol)?.last ?? 0) > 0) { isFirst = false; write(); } else label.update();
    });
    return () => { unsubscribe(); release(); label.dispose(); };
  }, [platform, symbol, isActive]);
  return (
    <div ref={row} className={styles.quote}>
      <span className={styles.symbol}>{symbol}</span>
      <span data-part="last" className={styles.last} />
      <span data-part="change" />
      <span data-part="percent" />
      <span className={styles.ohl}>O <b data-part="open" /></span>
      <span className={styles.ohl}>H <b data-part="high" /></span>
      <span className={styles.ohl}>L <b data-part="low" /></span>
    </div>
  );
}
