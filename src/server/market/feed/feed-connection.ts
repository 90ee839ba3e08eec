import { WebSocket } from 'ws';
import type { CandleType } from '../market-data.ts';
import { MarketUnavailableError } from '../market-unavailable.ts';
import { readFrame, type FeedBar, type FeedMessage, type FeedMessageOf, type Frame } from './wire.ts';

/** What a connection reports. */
export interface FeedListener {
  onHello(hello: FeedMessageOf<'hello'>): void;
  onMessage(message: FeedMessageOf<'state' | 'trade' | 'quote' | 'error'>): void;
  /** The connection ended or was not made; `reason` completes "the feed …". */
  onLost(reason: string): void;
  /** A line for the operator. */
  onNote(line: string): void;
}

/** How a feed is reached, and how often it is tried. */
export interface FeedConnectionOptions {
  readonly url: string;
  /** Names the feed in messages. */
  readonly host: string;
  readonly listener: FeedListener;
  /** UTC ms. */
  readonly wallMs: () => number;
  /** Wait before the first attempt to connect again, ms; doubles up to `maxRetryMs`. */
  readonly retryMs?: number;
  readonly maxRetryMs?: number;
  /** How often the feed must show that it lives, ms. */
  readonly pingMs?: number;
  /** Longest wait for bars, ms. */
  readonly answerMs?: number;
}

/** Bars that are requested; times are UTC ms. */
export interface BarsRequest {
  readonly symbol: string;
  readonly size: CandleType;
  readonly fromMs: number;
  readonly toMs: number;
}

interface PendingBars {
  readonly resolve: (bars: readonly FeedBar[]) => void;
  readonly reject: (error: MarketUnavailableError) => void;
  readonly timer: NodeJS.Timeout;
}

const DEFAULTS = { retryMs: 1_000, maxRetryMs: 30_000, pingMs: 4_000, answerMs: 20_000 };
/** Pings without an answer after which a connection hangs. */
const MAX_UNANSWERED = 3;
const HANDSHAKE_TIMEOUT_MS = 10_000;
const MAX_FRAME_BYTES = 32 * 1024 * 1024;

/** The connection to a feed. It opens itself again after each loss, with all its symbols; requests that were under way fail. */
export class FeedConnection {
  readonly #options: FeedConnectionOptions & typeof DEFAULTS;
  readonly #wanted = new Set<string>();
  /** What was subscribed on this connection. */
  readonly #subscribed = new Set<string>();
  /** By id; ids are never used twice, so that a late answer finds nothing. */
  readonly #pending = new Map<number, PendingBars>();
  #lastId = 0;
  #socket: WebSocket | undefined;
  #isLive = false;
  #aliveAtMs = -Infinity;
  #attempts = 0;
  #lossReason = '';
  #hasNotedLoss = false;
  #hasNotedWrong = false;
  #isSubscribing = false;
  #retryTimer: NodeJS.Timeout | undefined;
  #pingTimer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: FeedConnectionOptions) {
    this.#options = { ...DEFAULTS, ...options };
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  /** When the feed last showed that it lives, UTC ms. */
  get aliveAtMs(): number {
    return this.#aliveAtMs;
  }

  start(): void {
    const { url, wallMs, pingMs } = this.#options;
    const socket = new WebSocket(url, {
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxPayload: MAX_FRAME_BYTES,
    });
    this.#socket = socket;
    this.#lossReason = 'has ended the connection';
    let unanswered = 0;
    // Before the hello nothing counts as a sign of life: a server that never sends it is no feed.
    const alive = (): void => {
      if (!this.#isLive || socket !== this.#socket) return;
      unanswered = 0;
      this.#aliveAtMs = wallMs();
    };
    socket.on('message', (payload) => {
      this.#receive(readFrame(String(payload)), socket);
      alive();
    });
    socket.on('pong', alive);
    // The close that follows tries again.
    socket.on('error', ({ message }) => (this.#lossReason = `cannot be reached (${message})`));
    socket.on('close', () => this.#lost(socket));
    this.#pingTimer = setInterval(() => {
      // Counted, not timed: after this process stood still, answers wait to be read.
      if (unanswered >= MAX_UNANSWERED) return this.#end(socket, 'does not answer');
      unanswered += 1;
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    }, pingMs);
    this.#pingTimer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    this.#isLive = false;
    clearTimeout(this.#retryTimer);
    clearInterval(this.#pingTimer);
    this.#socket?.terminate();
    this.#socket = undefined;
    this.#failPending('the server stops');
  }

  add(symbol: string): void {
    this.#wanted.add(symbol);
    this.#subscribeSoon();
  }

  /** At once: a symbol that is added again right after is subscribed again, and its state comes again. */
  remove(symbols: readonly string[]): void {
    for (const symbol of symbols) this.#wanted.delete(symbol);
    const ended = symbols.filter((symbol) => this.#subscribed.delete(symbol));
    if (this.#isLive && ended.length > 0) this.#send({ unsubscribe: ended });
  }

  /** Requests bars. Rejects with a MarketUnavailableError when the feed is lost, refuses, or does not answer in time. */
  bars({ symbol, size, fromMs, toMs }: BarsRequest): Promise<readonly FeedBar[]> {
    if (!this.#isLive) return Promise.reject(this.#unavailable('is not connected'));
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#fail(id, 'does not answer the request for bars'),
        this.#options.answerMs,
      );
      timer.unref();
      this.#pending.set(id, { resolve, reject, timer });
      this.#send({ bars: { id, symbol, size, from: fromMs, to: toMs } });
    });
  }

  #receive(frame: Frame, socket: WebSocket): void {
    if (socket !== this.#socket) return;
    if (frame.is === 'garbage') return this.#end(socket, 'sent a frame that is no message in JSON');
    if (frame.is === 'message') return this.#serve(frame.message);
    const problem = `sent a wrong message ${frame.kind} (${frame.problem})`;
    // Without its hello a connection is of no use.
    if (!this.#isLive) return this.#end(socket, problem);
    if (frame.id !== undefined) this.#fail(frame.id, problem);
    // One line for each connection: a feed with an error repeats it with each trade.
    if (!this.#hasNotedWrong) this.#options.listener.onNote(`The feed at ${this.#options.host} ${problem}.`);
    this.#hasNotedWrong = true;
  }

  #serve(message: FeedMessage): void {
    if (message.t === 'hello') return this.#begin(message);
    if (!this.#isLive) return;
    if (message.t === 'bars') return this.#settle(message.id)?.resolve(message.bars);
    if (message.t === 'error' && message.id !== undefined)
      return this.#fail(message.id, `answers: ${message.message}`);
    return this.#options.listener.onMessage(message);
  }

  #begin(hello: FeedMessageOf<'hello'>): void {
    if (this.#isLive) return;
    this.#isLive = true;
    this.#attempts = 0;
    this.#aliveAtMs = this.#options.wallMs();
    this.#subscribed.clear();
    if (this.#hasNotedLoss)
      this.#options.listener.onNote(`The feed at ${this.#options.host} is connected again.`);
    this.#hasNotedLoss = false;
    this.#hasNotedWrong = false;
    this.#options.listener.onHello(hello);
    this.#subscribe();
  }

  /** Symbols that are added together are subscribed together. */
  #subscribeSoon(): void {
    if (this.#isSubscribing) return;
    this.#isSubscribing = true;
    setImmediate(() => {
      this.#isSubscribing = false;
      this.#subscribe();
    });
  }

  #subscribe(): void {
    if (!this.#isLive) return;
    const added = [...this.#wanted].filter((symbol) => !this.#subscribed.has(symbol));
    for (const symbol of added) this.#subscribed.add(symbol);
    if (added.length > 0) this.#send({ subscribe: added });
  }

  #send(request: object): void {
    this.#socket?.send(JSON.stringify(request));
  }

  #end(socket: WebSocket, reason: string): void {
    this.#lossReason = reason;
    socket.terminate();
    this.#lost(socket);
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket || this.#isStopped) return;
    clearInterval(this.#pingTimer);
    this.#isLive = false;
    this.#socket = undefined;
    const { listener, host, retryMs, maxRetryMs } = this.#options;
    // The first reason counts: the attempts that fail after it say nothing new.
    if (!this.#hasNotedLoss)
      listener.onNote(`The feed at ${host} ${this.#lossReason}; the connection is tried again.`);
    this.#hasNotedLoss = true;
    this.#failPending(this.#lossReason);
    listener.onLost(this.#lossReason);
    if (this.#isStopped) return;
    const waitMs = Math.min(maxRetryMs, retryMs * 2 ** this.#attempts) * (0.5 + Math.random() / 2);
    this.#attempts += 1;
    this.#retryTimer = setTimeout(() => this.start(), waitMs);
    this.#retryTimer.unref();
  }

  #settle(id: number): PendingBars | undefined {
    const pending = this.#pending.get(id);
    clearTimeout(pending?.timer);
    this.#pending.delete(id);
    return pending;
  }

  #fail(id: number, reason: string): void {
    this.#settle(id)?.reject(this.#unavailable(reason));
  }

  #failPending(reason: string): void {
    for (const id of [...this.#pending.keys()]) this.#fail(id, reason);
  }

  #unavailable(reason: string): MarketUnavailableError {
    return new MarketUnavailableError(
      `The feed at ${this.#options.host} ${reason}. Try again when prices move again.`,
    );
  }
}
