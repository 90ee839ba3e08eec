import { WebSocket } from 'ws';
import type { AlpacaSettings } from './settings.ts';
import { readFrame, type StreamMessage } from './wire.ts';

/** Trades, quotes, trading statuses, and notices that trades were changed: what a stream delivers. */
export type StreamData = Extract<StreamMessage, { readonly T: 't' | 'q' | 's' | 'c' | 'x' }>;

/** What the stream reports. */
export interface StreamListener {
  onData(message: StreamData): void;
  /** The stream is authenticated. `isAgain`: it was before, and what came in between is missing. */
  onLive(isAgain: boolean): void;
  /** Alpaca takes no more symbols: these are not streamed. */
  onRefusedSymbols(symbols: readonly string[]): void;
  /** A line for the operator. */
  onNote(line: string): void;
}

/** How a stream is opened, and how often it is tried. */
export interface StreamOptions {
  readonly settings: Pick<AlpacaSettings, 'key' | 'secret' | 'streamUrl' | 'feed'>;
  readonly listener: StreamListener;
  /** UTC ms. */
  readonly wallMs: () => number;
  /** Wait before the first attempt to open the stream again, ms; doubles up to `maxRetryMs`. */
  readonly retryMs?: number;
  readonly maxRetryMs?: number;
  /** A random number from 0 to 1, so that many servers do not return at the same moment. */
  readonly random?: () => number;
  /** How often the stream must show that it lives, ms. */
  readonly pingMs?: number;
}

const DEFAULTS = { retryMs: 1_000, maxRetryMs: 60_000, pingMs: 4_000, random: Math.random };
/** Subscriptions are sent together after this wait, ms. */
const COLLECT_MS = 30;
const HANDSHAKE_TIMEOUT_MS = 10_000;
const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/** Codes of errors after which the same login fails again soon: another connection has the account, or the key is wrong. */
const LASTING_ERRORS: Readonly<Record<number, string>> = {
  402: 'Alpaca refuses the key on its stream; check TAPEDECK_ALPACA_KEY and TAPEDECK_ALPACA_SECRET',
  406: 'Another connection uses the stream of this account; Alpaca allows only one',
  408: 'The plan does not include this stream',
  409: 'The plan does not include this feed; set TAPEDECK_ALPACA_FEED=iex',
  411: 'The key lacks the right to stream prices',
};
const SYMBOL_LIMIT = 405;
/** Codes that answer a subscription: each leaves the subscriptions as they were. */
const REFUSED_REQUESTS: ReadonlySet<number> = new Set([400, SYMBOL_LIMIT, 409, 410, 411]);
/** Subscribes the trading statuses of all symbols: there are few, and orders in symbols that nobody watches need them as well. */
const ALL_STATUSES = 'statuses';

/** Alpaca's stream of trades and quotes. It opens itself again after each loss, with all its symbols. */
export class AlpacaStream {
  readonly #options: StreamOptions & typeof DEFAULTS;
  readonly #wanted = new Set<string>();
  /** What was requested on this connection. */
  readonly #requested = new Set<string>();
  #socket: WebSocket | undefined;
  /** Requests of this connection in their order, each until its answer: the symbols that it adds, or those of the trading statuses. */
  #unanswered: (readonly string[] | typeof ALL_STATUSES)[] = [];
  #isLive = false;
  #wasLive = false;
  #aliveAtMs = -Infinity;
  #attempts = 0;
  #lastNote = '';
  #timers: {
    retry?: NodeJS.Timeout | undefined;
    collect?: NodeJS.Timeout | undefined;
    ping?: NodeJS.Timeout | undefined;
  } = {};
  #isStopped = true;

  constructor(options: StreamOptions) {
    this.#options = { ...DEFAULTS, ...options };
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  /** When the authenticated stream last showed that it lives, UTC ms. */
  get aliveAtMs(): number {
    return this.#aliveAtMs;
  }

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    this.#endTimers();
    this.#socket?.terminate();
    this.#socket = undefined;
    this.#isLive = false;
  }

  add(symbol: string): void {
    this.#wanted.add(symbol);
    this.#collect();
  }

  remove(symbol: string): void {
    this.#wanted.delete(symbol);
    this.#collect();
  }

  #connect(): void {
    const { settings, pingMs } = this.#options;
    const socket = new WebSocket(`${settings.streamUrl.replace(/\/$/, '')}/v2/${settings.feed}`, {
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxPayload: MAX_FRAME_BYTES,
    });
    this.#socket = socket;
    let lastSignMs = this.#options.wallMs();
    const alive = (): void => {
      lastSignMs = this.#options.wallMs();
      if (this.#isLive) this.#aliveAtMs = lastSignMs;
    };
    socket.on('message', (payload) => {
      alive();
      this.#receive(String(payload), socket);
    });
    socket.on('pong', alive);
    // The close that follows tries again.
    socket.on('error', () => {});
    socket.on('close', () => this.#lost(socket));
    this.#timers.ping = setInterval(() => {
      // A connection that hangs without an end: nothing has come since the ping before the last.
      if (this.#options.wallMs() - lastSignMs > 3 * pingMs) socket.terminate();
      else if (socket.readyState === WebSocket.OPEN) socket.ping();
    }, pingMs);
    this.#timers.ping.unref();
  }

  #receive(text: string, socket: WebSocket): void {
    if (socket !== this.#socket) return;
    const frame = readFrame(text);
    if (frame === undefined) {
      this.#note('Alpaca sent a frame on its stream that cannot be read; the stream is opened again');
      socket.terminate();
      return;
    }
    for (const message of frame.messages) this.#serve(message, socket);
  }

  #serve(message: StreamMessage, socket: WebSocket): void {
    const { settings, listener } = this.#options;
    switch (message.T) {
      case 't':
      case 'q':
      case 's':
      case 'c':
      case 'x':
        return listener.onData(message);
      case 'success':
        if (message.msg === 'connected')
          socket.send(JSON.stringify({ action: 'auth', key: settings.key, secret: settings.secret }));
        else if (message.msg === 'authenticated') this.#begin();
        return;
      case 'error':
        return this.#refused(message.code, message.msg, socket);
      case 'subscription':
        this.#unanswered.shift();
        return;
    }
  }

  #begin(): void {
    const isAgain = this.#wasLive;
    this.#isLive = true;
    this.#wasLive = true;
    this.#attempts = 0;
    this.#aliveAtMs = this.#options.wallMs();
    this.#requested.clear();
    this.#unanswered = [ALL_STATUSES];
    this.#socket?.send(JSON.stringify({ action: 'subscribe', statuses: ['*'] }));
    this.#subscribe();
    if (this.#lastNote !== '') this.#options.listener.onNote('The stream of Alpaca is open again.');
    this.#lastNote = '';
    this.#options.listener.onLive(isAgain);
  }

  #refused(code: number, text: string, socket: WebSocket): void {
    const refused = this.#isLive && REFUSED_REQUESTS.has(code) ? this.#unanswered.shift() : undefined;
    if (refused === ALL_STATUSES) {
      this.#options.listener.onNote(
        `Alpaca does not stream trading statuses to this account (${code}: ${text}); halts are not shown.`,
      );
      return;
    }
    if (code === SYMBOL_LIMIT && refused !== undefined) {
      // The subscriptions are unchanged: nothing of the request was accepted.
      for (const symbol of refused) {
        this.#wanted.delete(symbol);
        this.#requested.delete(symbol);
      }
      this.#options.listener.onRefusedSymbols(refused);
      return;
    }
    const lasting = LASTING_ERRORS[code];
    this.#note(lasting ?? `Alpaca reports an error on its stream (${code}: ${text})`);
    if (this.#isLive) return;
    // The next attempt comes late: it would fail for the same reason.
    if (lasting !== undefined) this.#attempts = Math.max(this.#attempts, 6);
    socket.terminate();
  }

  #collect(): void {
    if (!this.#isLive) return;
    this.#timers.collect ??= setTimeout(() => {
      this.#timers.collect = undefined;
      this.#subscribe();
    }, COLLECT_MS);
  }

  #subscribe(): void {
    if (!this.#isLive) return;
    const ended = [...this.#requested].filter((symbol) => !this.#wanted.has(symbol));
    const added = [...this.#wanted].filter((symbol) => !this.#requested.has(symbol));
    for (const symbol of ended) this.#requested.delete(symbol);
    for (const symbol of added) this.#requested.add(symbol);
    if (ended.length > 0) this.#send('unsubscribe', ended, []);
    if (added.length > 0) this.#send('subscribe', added, added);
  }

  #send(action: 'subscribe' | 'unsubscribe', symbols: readonly string[], added: readonly string[]): void {
    this.#unanswered.push(added);
    this.#socket?.send(JSON.stringify({ action, trades: symbols, quotes: symbols }));
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket || this.#isStopped) return;
    this.#endTimers();
    this.#isLive = false;
    this.#socket = undefined;
    this.#note('The stream of Alpaca is closed; it is opened again');
    const { retryMs, maxRetryMs, random } = this.#options;
    const waitMs = Math.min(maxRetryMs, retryMs * 2 ** this.#attempts) * (0.5 + random() / 2);
    this.#attempts += 1;
    this.#timers.retry = setTimeout(() => this.#connect(), waitMs);
    this.#timers.retry.unref();
  }

  /** The first reason counts: the attempts that fail after it say nothing new. */
  #note(line: string): void {
    if (this.#lastNote !== '') return;
    this.#lastNote = line;
    this.#options.listener.onNote(`${line}.`);
  }

  #endTimers(): void {
    clearTimeout(this.#timers.retry);
    clearTimeout(this.#timers.collect);
    clearInterval(this.#timers.ping);
    this.#timers = {};
  }
}
