import { useCallback, useMemo, useRef } from 'react';
import { formatRatio, formatSignedMoney } from '../../src/domain/columns/index.ts';
import { isOptionSymbol, underlyingOf } from '../../src/domain/symbols/symbol.ts';
import { type ToolPlatform, useOrders } from '../../src/plugin-api/index.ts';
import type { OptionValuation } from './option-valuation.ts';
import { isFlat } from './position-view.ts';
import styles from './TradeManager.module.css';
import { symbolKey, useLiveRefresh } from './use-live-refresh.ts';
import { STALE_HINT, writeAmount } from './write-amount.ts';

/** Delta, theta and vega of all options of the account, written twice a second without rendering; nothing while it holds none. */
export function OptionSums({
  platform,
  valuation,
  isActive,
}: {
  readonly platform: ToolPlatform;
  readonly valuation: OptionValuation;
  readonly isActive: boolean;
}) {
  const positions = useOrders(platform, (all) => all.positions);
  const delta = useRef<HTMLElement>(null);
  const theta = useRef<HTMLElement>(null);
  const vega = useRef<HTMLElement>(null);
  const watched = useMemo(() => {
    const options = [...positions.values()].filter(
      (position) => !isFlat(position) && isOptionSymbol(position.Symbol),
    );
    return symbolKey(options.flatMap(({ Symbol }) => [Symbol, underlyingOf(Symbol)]));
  }, [positions]);
  const refresh = useCallback(() => {
    const sums = watched === '' ? null : valuation.accountGreeks([...positions.values()]);
    if (sums === null) return;
    const isStale = watched.split('\n').some((symbol) => platform.symbols.staleness(symbol).isStale);
    const hint = [missingHint(sums.missing), isStale ? STALE_HINT : ''].filter(Boolean).join(' ');
    const shown = { isProfit: false, hint, isStale };
    writeAmount(delta.current, sums.delta, { ...shown, format: formatRatio });
    writeAmount(theta.current, sums.theta, { ...shown, format: formatSignedMoney });
    writeAmount(vega.current, sums.vega, { ...shown, format: formatSignedMoney });
  }, [positions, platform, valuation, watched]);
  useLiveRefresh(platform, watched, isActive, refresh);

  if (watched === '') return null;
  return (
    <div className={styles.strip}>
      <dl className={styles.facts} aria-label="Options">
        <div title="Shares that the options gain and lose as much as, with the shares held of their underlyings">
          <dt>Delta (shares)</dt>
          <dd ref={delta} className={styles.amount} />
        </div>
        <div title="Dollars that the options gain or lose over one trading day, at most the time value that is left">
          <dt>Theta per day</dt>
          <dd ref={theta} className={styles.amount} />
        </div>
        <div title="Dollars that the options gain or lose for one percentage point of volatility">
          <dt>Vega</dt>
          <dd ref={vega} className={styles.amount} />
        </div>
      </dl>
    </div>
  );
}

/** What the sums leave out; empty when that is nothing. */
export function missingHint(missing: number): string {
  if (missing === 0) return '';
  return `Without ${missing} option ${missing === 1 ? 'position' : 'positions'} whose volatility is unknown.`;
}
