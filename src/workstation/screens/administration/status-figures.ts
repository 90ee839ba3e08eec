import type { AdminStatus } from '../../../client/types.ts';

/** An interval of the history. */
export type StatusInterval = AdminStatus['History'][number];

/** A figure of the status page, with its values in the last minutes. */
export interface StatusFigure {
  readonly label: string;
  readonly value: string;
  /** More about it, below the value. */
  readonly note?: string;
  /** The oldest first; null where there was nothing to measure. */
  readonly values: readonly (number | null)[];
  readonly isBad?: boolean;
}

const INTERVAL_SECONDS = 5;
const COUNT = new Intl.NumberFormat('en-US');
const countText = (value: number): string => COUNT.format(Math.round(value));

/** A duration with its unit: 0.42 ms, 12 ms, 1.3 s; a dash for none. */
export function durationText(valueMs: number | null): string {
  if (valueMs === null) return '—';
  if (valueMs >= 1_000) return `${(valueMs / 1_000).toFixed(1)} s`;
  return `${valueMs < 10 ? valueMs.toFixed(2) : Math.round(valueMs)} ms`;
}

/** Bytes with their unit, in steps of 1,024. */
export function bytesText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const kilobytes = bytes / 1_024;
  return kilobytes < 1_024 ? `${kilobytes.toFixed(1)} kB` : `${(kilobytes / 1_024).toFixed(1)} MB`;
}

/** A length of time in its two largest units: 3 d 4 h, 5 min 12 s. */
export function uptimeText(uptimeMs: number): string {
  const seconds = Math.floor(uptimeMs / 1_000);
  const units = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const first = units.findIndex(([count]) => count > 0);
  const shown = first === -1 ? units.slice(3) : units.slice(first, first + 2);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ');
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const newestOf = (values: readonly (number | null)[]): number | null =>
  values.findLast((value) => value !== null) ?? null;

/** Per second in the newest interval, and in each one. */
function rate(
  history: readonly StatusInterval[],
  label: string,
  count: (interval: StatusInterval) => number,
) {
  const values = history.map((interval) => count(interval) / INTERVAL_SECONDS);
  const total = countText(sumOf(history.map(count)));
  return { label, value: `${(values.at(-1) ?? 0).toFixed(1)} /s`, note: `${total} in 10 min`, values };
}

/** The count of the last minutes. */
function total(
  history: readonly StatusInterval[],
  label: string,
  count: (interval: StatusInterval) => number,
) {
  const values = history.map(count);
  const sum = sumOf(values);
  return { label, value: countText(sum), note: 'in 10 min', values, isBad: sum > 0 };
}

/** The figures of a status, in the order of the page. */
export function figuresOf({ History: history, ...status }: AdminStatus): readonly StatusFigure[] {
  const newest = history.at(-1);
  const acknowledgement = history.map(({ AcknowledgementP50 }) => AcknowledgementP50);
  const commits = history.map(({ CommitP50 }) => CommitP50);
  const lags = history.map(({ LagMax }) => LagMax);
  return [
    rate(history, 'Orders accepted', ({ Accepted }) => Accepted),
    { ...total(history, 'Orders refused', ({ Refused }) => Refused), isBad: false },
    {
      label: 'Acknowledgement',
      value: durationText(newestOf(acknowledgement)),
      note: `p95 ${durationText(newestOf(history.map(({ AcknowledgementP95 }) => AcknowledgementP95)))} · p99 ${durationText(newestOf(history.map(({ AcknowledgementP99 }) => AcknowledgementP99)))}`,
      values: acknowledgement,
    },
    {
      label: 'Journal commit',
      value: durationText(newestOf(commits)),
      note: `p99 ${durationText(newestOf(history.map(({ CommitP99 }) => CommitP99)))}`,
      values: commits,
    },
    { ...total(history, 'Failed commits', ({ FailedCommits }) => FailedCommits) },
    {
      label: 'Event-loop lag',
      value: durationText(lags.at(-1) ?? null),
      note: `longest ${durationText(lags.length === 0 ? null : Math.max(...lags))}`,
      values: lags,
      isBad: (lags.at(-1) ?? 0) > 100,
    },
    {
      label: 'Connections',
      value: countText(newest?.SocketsOpen ?? 0),
      note: status.Sockets.map(({ Socket, Open }) => `${Socket} ${Open}`).join(' · '),
      values: history.map(({ SocketsOpen }) => SocketsOpen),
    },
    {
      label: 'Unread by clients',
      value: bytesText(newest?.QueuedBytes ?? 0),
      note: `${countText(sumOf(status.Sockets.map(({ SlowClosed }) => SlowClosed)))} slow clients closed`,
      values: history.map(({ QueuedBytes }) => QueuedBytes),
    },
    {
      label: 'Fan-out queue',
      value: countText(newest?.WaitingMessages ?? 0),
      note: `${countText(status.WatchedSymbols)} symbols watched`,
      values: history.map(({ WaitingMessages }) => WaitingMessages),
    },
    rate(history, 'Ticks sent', ({ TicksSent }) => TicksSent),
    rate(history, 'Ticks conflated', ({ TicksConflated }) => TicksConflated),
    // Whatever waits for a client is dropped as its connection ends, however it ends.
    { ...total(history, 'Ticks dropped', ({ TicksDropped }) => TicksDropped), isBad: false },
    { ...total(history, 'Logins refused', ({ LoginsRefused }) => LoginsRefused), isBad: false },
  ];
}
