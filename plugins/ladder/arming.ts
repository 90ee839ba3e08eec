import type { Readable, ToolPlatform } from '../../src/plugin-api/index.ts';

/** A ladder that nobody has clicked for so long does not send orders any more, ms. */
export const IDLE_LIMIT_MS = 10 * 60_000;

/** What the clicks of an armed ladder trade. */
export interface ArmedLadder {
  readonly symbol: string;
  readonly quantity: number;
}

type Timers = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>;

/** The ladders of a platform whose clicks send orders at once. They are off again when the account changes, or after ten minutes without a click. */
export class Arming implements Readable<ReadonlyMap<string, ArmedLadder>> {
  readonly #platform: Pick<ToolPlatform, 'session' | 'tradingApi' | 'dialogs'>;
  readonly #timers: Timers;
  readonly #listeners = new Set<() => void>();
  readonly #stops: readonly (() => void)[];
  #armed: ReadonlyMap<string, ArmedLadder> = new Map();
  #armedFor = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(platform: Pick<ToolPlatform, 'session' | 'tradingApi' | 'dialogs'>, timers: Timers) {
    this.#platform = platform;
    this.#timers = timers;
    const follow = () => {
      if (this.#armed.size > 0 && this.#owner() !== this.#armedFor)
        this.disarmAll('The account changed: ladder clicks open the order ticket again.');
    };
    this.#stops = [platform.session.subscribe(follow), platform.tradingApi.subscribe(follow)];
  }

  get = (): ReadonlyMap<string, ArmedLadder> => this.#armed;
  subscribe = (listener: () => void): (() => void) => {
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  isArmed(windowId: string): boolean {
    return this.#armed.has(windowId);
  }

  arm(windowId: string, ladder: ArmedLadder): void {
    this.#armedFor = this.#owner();
    this.#set(new Map(this.#armed).set(windowId, ladder));
  }

  /** The window trades another quantity now. */
  update(windowId: string, ladder: ArmedLadder): void {
    if (this.isArmed(windowId)) this.#set(new Map(this.#armed).set(windowId, ladder));
  }

  /** The user has used an armed ladder: its time begins again. */
  touch(): void {
    this.#startTimer();
  }

  disarm(windowId: string): void {
    if (!this.isArmed(windowId)) return;
    const left = new Map(this.#armed);
    left.delete(windowId);
    this.#set(left);
  }

  disarmAll(message: string | null): void {
    if (this.#armed.size === 0) return;
    this.#set(new Map());
    if (message !== null) this.#platform.dialogs.toast({ message, tone: 'warning', key: 'ladder' });
  }

  dispose(): void {
    this.disarmAll(null);
    for (const stop of this.#stops) stop();
  }

  /** User and account of the orders; any change of it disarms. */
  #owner(): string {
    const { userId, account, isLive } = this.#platform.session.get();
    const { api, tradingAccount } = this.#platform.tradingApi.get();
    return JSON.stringify([userId, account, isLive, api, tradingAccount]);
  }

  #startTimer(): void {
    this.#timers.clearTimeout(this.#timer);
    this.#timer =
      this.#armed.size === 0
        ? undefined
        : this.#timers.setTimeout(
            () =>
              this.disarmAll('Ladder clicks were not used for ten minutes and open the order ticket again.'),
            IDLE_LIMIT_MS,
          );
  }

  #set(armed: ReadonlyMap<string, ArmedLadder>): void {
    this.#armed = armed;
    this.#startTimer();
    for (const listener of [...this.#listeners]) listener();
  }
}

const instances = new WeakMap<object, Arming>();

/** The armed ladders of a platform, created once. */
export function armingOf(platform: ToolPlatform): Arming {
  const known = instances.get(platform);
  if (known !== undefined) return known;
  const arming = new Arming(platform, globalThis);
  instances.set(platform, arming);
  return arming;
}

/** Label and hint for the menu bar; null while no ladder is armed. */
export function armedLabel(
  arming: Readable<ReadonlyMap<string, ArmedLadder>>,
): Readable<{ readonly label: string; readonly hint: string } | null> {
  return {
    get() {
      const armed = [...arming.get().values()];
      if (armed.length === 0) return null;
      const symbols = [...new Set(armed.map(({ symbol }) => symbol))].join(', ');
      return {
        label: 'LADDER ARMED',
        hint: `Clicks on the ladder of ${symbols} send orders at once. Press to switch that off.`,
      };
    },
    subscribe: (listener) => arming.subscribe(listener),
  };
}
