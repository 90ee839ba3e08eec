import { alertText, type AlertRow, firingsAt, withFiring } from '../../src/domain/alerts/index.ts';
import { symbolColumn } from '../../src/domain/columns/index.ts';
import { followSaves, type FiredAlert, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { adoptAlerts } from './adopt.ts';
import { labelOf, levelText } from './alerts.ts';
import { valueNow } from './live-value.ts';
import { problemText } from './report-problem.ts';
import { playTone, readSignals } from './signals.ts';
import { PRICE_ALERTS_ID } from './state.ts';

/** Columns of a demo session's alerts are evaluated this often, ms. */
const CHECK_MS = 500;

/** The notification text of a firing. */
export function textOf(fired: FiredAlert): string {
  return alertText(fired, levelText(fired.Column, fired.Level), labelOf(fired.Column));
}

type DemoPlatform = Pick<ToolPlatform, 'alertDocuments' | 'alerts' | 'exchangeMs' | 'symbols'>;

/** Fires an alert of a demo session whose level is reached: the firing goes into the log, its time into the alert. */
function evaluate(platform: DemoPlatform, row: AlertRow): void {
  const firings = firingsAt(row, valueNow(platform, row.Symbol, row.Column), platform.exchangeMs());
  if (firings.length === 0) return;
  // The time first: it reports changes of the alerts, after which this alert must not fire again.
  platform.alertDocuments.put([firings.reduce(withFiring, row)]);
  for (const firing of firings) platform.alerts.report(firing);
}

const symbolsOf = (rows: readonly AlertRow[]): readonly string[] =>
  [...new Set(rows.map((row) => row.Symbol))].sort();

/** A demo session's alerts are evaluated here, for as long as the page is open. */
export function watchDemo(platform: DemoPlatform): () => void {
  const { alertDocuments, symbols } = platform;
  let end = (): void => {};
  let watched = '';
  const evaluateAll = (moved: ReadonlySet<string>): void => {
    for (const row of alertDocuments.get().rows.values()) if (moved.has(row.Symbol)) evaluate(platform, row);
  };
  const follow = (): void => {
    const rows = [...alertDocuments.get().rows.values()];
    const active = rows.filter((row) => !row.Paused && (row.HighAlert !== null || row.LowAlert !== null));
    const list = symbolsOf(active);
    const withHistory = symbolsOf(active.filter((row) => symbolColumn(row.Column)?.needsHistory === true));
    const key = JSON.stringify([list, withHistory]);
    if (key !== watched) {
      watched = key;
      end();
      const ends =
        list.length === 0
          ? []
          : [
              symbols.watch(list),
              symbols.subscribe(list, CHECK_MS, evaluateAll),
              ...(withHistory.length === 0 ? [] : [symbols.watchHistorical(withHistory)]),
            ];
      end = () => {
        for (const each of ends.toReversed()) each();
      };
    }
    evaluateAll(new Set(list));
  };
  const stop = alertDocuments.subscribe(follow);
  follow();
  return () => {
    stop();
    end();
  };
}

/** Runs between sign-in and sign-out, with or without a window: firings and problems of alerts are shown, alerts in windows of version 0 become documents. */
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
    // Firings count as seen when they were on a visible page.
    if (document.visibilityState === 'visible') platform.alerts.markSeen();
  };
  const adopt = (): void => adoptAlerts(platform);
  const stops = [
    platform.alerts.onFired(show),
    platform.alerts.subscribe(settle),
    platform.alertDocuments.subscribe(adopt),
    platform.tools.windowsOf(PRICE_ALERTS_ID).subscribe(adopt),
    platform.alertDocuments.onProblem((problem) =>
      platform.dialogs.toast({ message: problemText(problem), tone: 'warning', key: 'alert problem' }),
    ),
    followSaves(platform, { toolId: PRICE_ALERTS_ID, savedType: 'PriceAlerts', content: null }),
    ...(platform.session.get().isDemo ? [watchDemo(platform)] : []),
  ];
  document.addEventListener('visibilitychange', settle);
  // The log may have arrived before the workspaces.
  const { firings, seenUpTo } = platform.alerts.get();
  for (const fired of firings.toReversed()) if (fired.Serial > seenUpTo) show(fired, true);
  settle();
  adopt();
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', settle);
  };
}
