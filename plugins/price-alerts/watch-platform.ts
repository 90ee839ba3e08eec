import { alertText, type AlertRow, firingsAt, PRICE_COLUMN } from '../../src/domain/alerts/index.ts';
import { symbolColumn } from '../../src/domain/columns/index.ts';
import { type FiredAlert, QuoteRow, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { labelOf, levelText, withFirings } from './alerts.ts';
import { playTone, readSignals } from './signals.ts';
import { PRICE_ALERTS_ID, type PriceAlertsState } from './state.ts';

/** Columns of a demo session's alerts are evaluated this often, ms. */
const CHECK_MS = 500;

/** The notification text of a firing. */
export function textOf(fired: FiredAlert): string {
  return alertText(fired, levelText(fired.Column, fired.Level), labelOf(fired.Column));
}

/** All alerts of the workstation, on screen or not, with a window or without one. */
export function allAlerts(platform: Pick<ToolPlatform, 'tools'>): AlertRow[] {
  return platform.tools
    .statesOf(PRICE_ALERTS_ID)
    .get()
    .flatMap((kept) => {
      // States in the store have passed the tool's schema.
      const state = kept.getState() as PriceAlertsState;
      return [...state.Alerts];
    });
}

/** Writes firing times into their alerts, with a window or without one. */
export function recordFirings(platform: Pick<ToolPlatform, 'tools' | 'alerts'>): void {
  const { firings } = platform.alerts.get();
  for (const kept of platform.tools.statesOf(PRICE_ALERTS_ID).get()) {
    const { Alerts } = kept.getState() as PriceAlertsState;
    const next = withFirings(Alerts, firings);
    if (next !== Alerts) kept.update({ Alerts: next });
  }
}

/** A demo session's alerts are evaluated here, for as long as the page is open. */
function watchDemo(platform: ToolPlatform): () => void {
  let end = (): void => {};
  let watched = '';
  const evaluate = (symbols: ReadonlySet<string>): void => {
    for (const row of allAlerts(platform)) {
      if (!symbols.has(row.Symbol)) continue;
      const quote = new QuoteRow(row.Symbol, platform.symbols);
      const value = row.Column === PRICE_COLUMN ? quote.last : symbolColumn(row.Column)?.value(quote);
      for (const firing of firingsAt(row, typeof value === 'number' ? value : null, platform.exchangeMs()))
        platform.alerts.report(firing);
    }
  };
  const follow = (): void => {
    const symbols = [
      ...new Set(
        allAlerts(platform)
          .filter((row) => !row.Paused && (row.HighAlert !== null || row.LowAlert !== null))
          .map((row) => row.Symbol),
      ),
    ].sort();
    const key = symbols.join(' ');
    if (key !== watched) {
      watched = key;
      end();
      const release = symbols.length === 0 ? () => {} : platform.symbols.watch(symbols);
      const unsubscribe =
        symbols.length === 0 ? () => {} : platform.symbols.subscribe(symbols, CHECK_MS, evaluate);
      end = () => {
        unsubscribe();
        release();
      };
    }
    evaluate(new Set(symbols));
  };
  const stop = platform.tools.statesOf(PRICE_ALERTS_ID).subscribe(follow);
  follow();
  return () => {
    stop();
    end();
  };
}

/** Runs between sign-in and sign-out, with or without a window: firings are shown, signalled and written into their rows. */
export function watchPlatform(platform: ToolPlatform): () => void {
  const show = (fired: FiredAlert, isLate: boolean): void => {
    const text = textOf(fired);
    platform.dialogs.notify({ text, timestampMs: fired.Timestamp, key: `alert ${fired.Serial}` });
    if (isLate) return;
    const { hasSound, hasDesktop } = readSignals(localStorage);
    if (hasSound) playTone(fired.Side);
    if (hasDesktop && typeof Notification !== 'undefined' && Notification.permission === 'granted')
      new Notification('Price alert', { body: text, tag: `tapedeck alert ${fired.Serial}` });
  };
  const settle = (): void => {
    recordFirings(platform);
    // Firings count as seen when they were on a visible page.
    if (document.visibilityState === 'visible') platform.alerts.markSeen();
  };
  const stops = [
    platform.alerts.onFired(show),
    platform.alerts.subscribe(settle),
    platform.tools.statesOf(PRICE_ALERTS_ID).subscribe(() => recordFirings(platform)),
    ...(platform.session.get().isDemo ? [watchDemo(platform)] : []),
  ];
  document.addEventListener('visibilitychange', settle);
  // The log may have arrived before the workspaces.
  const { firings, seenUpTo } = platform.alerts.get();
  for (const fired of firings.toReversed()) if (fired.Serial > seenUpTo) show(fired, true);
  settle();
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', settle);
  };
}
