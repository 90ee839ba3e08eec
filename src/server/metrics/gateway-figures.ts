import type { OrderRequestKind } from '../brokerage/observed-orders.ts';

/** The connections of one socket. Counts are since the server's start. */
export interface SocketFigures {
  readonly socket: string;
  readonly open: number;
  readonly accepted: number;
  /** Written and not yet read by the clients, bytes. */
  readonly queuedBytes: number;
  /** Connections that the server has closed, by close code. */
  readonly closedByCode: ReadonlyMap<number, number>;
  /** Those closed because the client did not read fast enough. */
  readonly slowClosed: number;
}

/** The way of trades and quotes to streaming clients. */
interface FanOutFigures {
  readonly counts: {
    readonly sent: number;
    readonly replacedTrades: number;
    readonly replacedQuotes: number;
    readonly pacedQuotes: number;
    readonly dropped: number;
  };
  readonly waiting: { readonly clients: number; readonly messages: number };
  readonly watchedSymbols: number;
}

/** What the gateway reports when metrics are scraped. */
export interface GatewayFigures {
  readonly sockets: readonly SocketFigures[];
  readonly fanOut: FanOutFigures;
}

/** An HTTP request that was answered. */
export interface AnsweredCall {
  readonly method: string;
  /** The template of its route; undefined when there is none for its path. */
  readonly route: string | undefined;
  readonly status: number;
  readonly durationMs: number;
}

/** Receives what the gateway does as it happens. */
export interface GatewayObserver {
  httpAnswered(call: AnsweredCall): void;
  /** The gateway refused a request about orders before the brokerage saw it. */
  orderRefused(kind: OrderRequestKind, code: number): void;
}
