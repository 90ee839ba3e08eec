import type { Readable } from '../client/types.ts';
import type { ToolPlatform } from './types.ts';

/** What is armed and unused for so long is off again, ms. */
export const ARMED_IDLE_MS = 10 * 60_000;

/** What an armed mode trades; without a symbol it trades nothing. */
export interface ArmedFor {
  readonly symbol: string | null;
}

/** The messages of a mode that is off again. They share `key`, so that the newest replaces the one before; null = no message. */
export interface ArmingTexts {
  readonly key: string;
  readonly accountChanged: string;
  readonly symbolChanged: string | null;
  readonly focusLost: string;
  readonly idle: string;
}

/** What arming uses of a platform. */
export type ArmingPlatform = Pick<ToolPlatform, 'session' | 'tradingApi' | 'dialogs' | 'onFocusLost'>;
type Timers = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>;

/**
 * The one rule of modes in which clicks or keys send orders at once. A mode is armed by an explicit act, under an id such as that of its window. It is
 * off again when the user, the account or the order service changes, when the symbol that it was armed for changes, when no browser window of the
 * workstation has the focus, and after `ARMED_IDLE_MS` without use.
 */
export class Arming<Armed extends ArmedFor> implements Readable<ReadonlyMap<string, Armed>> {
  readonly #platform: ArmingPlatform;
  readonly #texts: ArmingTexts;
  readonly #timers: Timers;
  readonly #listeners = new Set<() => void>();
  readonly #stops: readonly (() => void)[];
  #armed: ReadonlyMap<string, Armed> = new Map();
  #owner = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(platform: ArmingPlatform, texts: ArmingTexts, timers: Timers = globalThis) {
    this.#platform = platform;
    this.#texts = texts;
    this.#timers = timers;
    const follow = () => {
      if (this.#armed.size > 0 && this.#ownerNow() !== this.#owner) this.disarmAll(texts.accountChanged);
    };
    this.#stops = [
      platform.session.subscribe(follow),
      platform.tradingApi.subscribe(follow),
      platform.onFocusLost(() => this.disarmAll(texts.focusLost)),
    ];
  }

  get = (): ReadonlyMap<string, Armed> => this.#armed;
  subscribe = (listener: () => void): (() => void) => {
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  isArmed(id: string): boolean {
    return this.#armed.has(id);
  }

  /** Arms a mode. To be called for an explicit act of the user only. */
  arm(id: string, armed: Armed): void {
    this.#owner = this.#ownerNow();
    this.#set(new Map(this.#armed).set(id, armed));
  }

  /** Sets what an armed mode trades now. With another symbol it is off. */
  update(id: string, armed: Armed): void {
    const before = this.#armed.get(id);
    if (before === undefined) return;
    if (before.symbol === armed.symbol) return this.#set(new Map(this.#armed).set(id, armed));
    this.disarm(id);
    this.#show(this.#texts.symbolChanged);
  }

  /** Restarts the idle time after a use. */
  touch(): void {
    this.#startTimer();
  }

  /** Switches one mode off. */
  disarm(id: string): void {
    if (!this.isArmed(id)) return;
    const left = new Map(this.#armed);
    left.delete(id);
    this.#set(left);
  }

  /** Switches all modes off, and shows the message unless it is null. */
  disarmAll(message: string | null): void {
    if (this.#armed.size === 0) return;
    this.#set(new Map());
    this.#show(message);
  }

  /** Switches all modes off and ends the subscriptions. */
  dispose(): void {
    this.disarmAll(null);
    for (const stop of this.#stops) stop();
  }

  /** User, account and order service of the orders. */
  #ownerNow(): string {
    const { userId, account, isLive } = this.#platform.session.get();
    const { api, tradingAccount } = this.#platform.tradingApi.get();
    return JSON.stringify([userId, account, isLive, api, tradingAccount]);
  }

  #startTimer(): void {
    this.#timers.clearTimeout(this.#timer);
    this.#timer =
      this.#armed.size === 0
        ? undefined
        : this.#timers.setTimeout(() => this.disarmAll(this.#texts.idle), ARMED_IDLE_MS);
  }

  #show(message: string | null): void {
    const { key } = this.#texts;
    if (message !== null) this.#platform.dialogs.toast({ message, tone: 'warning', key });
  }

  #set(armed: ReadonlyMap<string, Armed>): void {
    this.#armed = armed;
    this.#startTimer();
    for (const listener of [...this.#listeners]) listener();
  }
}
