/** The three sockets of a server: orders and session, live prices, requests for data. */
export type ConnectionName = 'trading' | 'streaming' | 'data';

/** `waiting`: lost, and tried again after the reconnect delay. `closed`: ended for good, until the next sign-in or reload. */
export type ConnectionStatus = 'idle' | 'connecting' | 'open' | 'waiting' | 'closed';

/** The state of one socket. */
export interface ConnectionState {
  readonly status: ConnectionStatus;
  /** Text about the last problem; null when there is none. */
  readonly error: string | null;
  /** Round trip of the last heartbeat, ms; null before the first. */
  readonly latencyMs: number | null;
  /** Open, but a heartbeat is unanswered for longer than an answer takes. */
  readonly isLate: boolean;
  /** While waiting: when the next attempt starts, host UTC ms; else null. */
  readonly retryAtMs: number | null;
}
