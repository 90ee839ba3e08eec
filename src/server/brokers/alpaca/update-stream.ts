import * as v from 'valibot';
import { WebSocket } from 'ws';
import type { BrokerUpdate } from '../external-broker-service.ts';
import type { AlpacaKey } from './config.ts';

/** Waits of a stream, ms. */
export interface UpdateStreamTimes {
  /** Before the first attempt to open it again; doubles up to `maxRetryMs`. */
  readonly retryMs: number;
  readonly maxRetryMs: number;
  /** How often the connection must show that it lives. */
  readonly pingMs: number;
}

/** What a stream works with. */
export interface UpdateStreamOptions {
  readonly url: string;
  readonly key: () => Promise<AlpacaKey | undefined>;
  /** UTC ms. */
  readonly nowMs: () => number;
  readonly onUpdate: (update: BrokerUpdate) => void;
  readonly times?: UpdateStreamTimes;
}

const DEFAULT_TIMES: UpdateStreamTimes = { retryMs: 1_000, maxRetryMs: 60_000, pingMs: 10_000 };
const HANDSHAKE_TIMEOUT_MS = 10_000;
const MAX_FRAME_BYTES = 1024 * 1024;
/** Longest update that is passed on, characters. */
const MAX_UPDATE_CHARACTERS = 200_000;

const frame = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ stream: v.string(), data: v.optional(v.record(v.string(), v.unknown())) }),
);

/** Alpaca's stream of order updates for one key. It opens itself again after each loss. */
export class UpdateStream {
  readonly #options: UpdateStreamOptions;
  readonly #times: UpdateStreamTimes;
  #socket: WebSocket | undefined;
  #isLive = false;
  #isStopped = true;
  #attempts = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #pingTimer: NodeJS.Timeout | undefined;

  constructor(options: UpdateStreamOptions) {
    this.#options = options;
    this.#times = options.times ?? DEFAULT_TIMES;
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  start(): void {
    this.#isStopped = false;
    void this.#open();
  }

  stop(): void {
    this.#isStopped = true;
    this.#end();
  }

  /** Opens the stream again at once, with the key of now. */
  restart(): void {
    if (this.#isStopped) return;
    this.#end();
    this.#attempts = 0;
    void this.#open();
  }

  async #open(): Promise<void> {
    let key: AlpacaKey | undefined;
    try {
      key = await this.#options.key();
    } catch {
      // The database is away for a moment.
      return this.#retry();
    }
    // Without a key there is nothing to follow; `restart` comes with the next one.
    if (key === undefined || this.#isStopped || this.#socket !== undefined) return;
    const socket = new WebSocket(this.#options.url, {
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxPayload: MAX_FRAME_BYTES,
    });
    this.#socket = socket;
    const { id, secret } = key;
    socket.on('open', () =>
      socket.send(JSON.stringify({ action: 'authenticate', data: { key_id: id, secret_key: secret } })),
    );
    // Paper accounts send text in binary frames.
    socket.on('message', (payload) => this.#receive(String(payload), socket));
    // The close that follows tries again.
    socket.on('error', () => {});
    socket.on('close', () => this.#lost(socket));
    this.#watch(socket);
  }

  /** Ends a connection that hangs without an end. */
  #watch(socket: WebSocket): void {
    const { nowMs } = this.#options;
    let lastSignMs = nowMs();
    const alive = (): void => {
      lastSignMs = nowMs();
    };
    socket.on('message', alive);
    socket.on('pong', alive);
    clearInterval(this.#pingTimer);
    this.#pingTimer = setInterval(() => {
      if (nowMs() - lastSignMs > 3 * this.#times.pingMs) socket.terminate();
      else if (socket.readyState === WebSocket.OPEN) socket.ping();
    }, this.#times.pingMs);
    this.#pingTimer.unref();
  }

  #receive(text: string, socket: WebSocket): void {
    if (socket !== this.#socket) return;
    const read = v.safeParse(frame, text);
    // A frame that cannot be read may have been an update: reading the orders again is safe.
    if (!read.success) return socket.terminate();
    const { stream, data = {} } = read.output;
    if (stream === 'authorization') {
      if (data['status'] === 'authorized')
        socket.send(JSON.stringify({ action: 'listen', data: { streams: ['trade_updates'] } }));
      else socket.terminate();
    } else if (stream === 'listening') {
      this.#isLive = true;
      this.#attempts = 0;
      this.#options.onUpdate({ kind: 'live' });
    } else if (stream === 'trade_updates') {
      const update = JSON.stringify(data);
      if (update.length > MAX_UPDATE_CHARACTERS) return socket.terminate();
      this.#options.onUpdate({ kind: 'update', text: update });
    }
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#end();
    this.#retry();
  }

  #retry(): void {
    if (this.#isStopped) return;
    const { retryMs, maxRetryMs } = this.#times;
    const waitMs = Math.min(maxRetryMs, retryMs * 2 ** this.#attempts);
    this.#attempts += 1;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => void this.#open(), waitMs);
    this.#retryTimer.unref();
  }

  #end(): void {
    clearTimeout(this.#retryTimer);
    clearInterval(this.#pingTimer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.terminate();
    if (!this.#isLive) return;
    this.#isLive = false;
    this.#options.onUpdate({ kind: 'lost' });
  }
}
