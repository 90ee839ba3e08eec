import { RESTART_TEXT } from '../../protocol/index.ts';
import { formatTime } from '../../plugin-api/index.ts';
import type { FeedState, SessionState } from '../../client/types.ts';

/** The notice in the menu bar about a lost connection or stale prices. */
export interface ConnectionNotice {
  readonly text: string;
  /** A reconnect is scheduled, so "Try now" can bring it forward. */
  readonly canRetry: boolean;
}

/**
 * The notice while a connection is lost or prices are stale: what is lost, how old the prices are, and when the next attempt is
 * made. Null while all is well. `exchangeOfMs` converts a host time to exchange time; both are UTC ms.
 */
export function connectionNotice(
  { phase, connections }: Pick<SessionState, 'phase' | 'connections'>,
  feed: FeedState,
  nowMs: number,
  exchangeOfMs: (hostMs: number) => number = (hostMs) => hostMs,
): ConnectionNotice | null {
  if (phase !== 'logged-in') return null;
  const { trading, streaming, data } = connections;
  const lost = [trading, streaming, data].filter(
    ({ status }) => status === 'waiting' || status === 'connecting',
  );
  if (lost.length === 0 && !feed.isStale) return null;
  const isRestart = lost.some(({ error }) => error === RESTART_TEXT);
  const problem = isRestart
    ? `${RESTART_TEXT}.`
    : trading.status !== 'open'
      ? 'Connection lost: orders cannot be sent.'
      : streaming.status !== 'open'
        ? 'Price connection lost.'
        : feed.isStale
          ? 'Prices stand still.'
          : 'Data connection lost.';
  const age =
    feed.isStale && feed.sinceMs !== null
      ? ` Prices of ${formatTime(exchangeOfMs(feed.sinceMs), 'HH:mm:ss')} ET.`
      : '';
  const retries = lost.flatMap(({ retryAtMs }) => (retryAtMs === null ? [] : [retryAtMs]));
  const retry =
    retries.length > 0
      ? ` Retry in ${Math.max(0, Math.ceil((Math.min(...retries) - nowMs) / 1000))} s.`
      : lost.length > 0
        ? ' Connecting…'
        : '';
  return { text: `${problem}${age}${retry}`, canRetry: retries.length > 0 };
}
