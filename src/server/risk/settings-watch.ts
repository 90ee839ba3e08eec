import type { Repositories } from '../storage/repositories.ts';
import { NO_SETTINGS, readRiskSettings, type RiskSettings } from './risk-settings.ts';

/** What the watch polls, and what it calls. */
export interface SettingsWatchParts {
  readonly risk: Repositories['risk'];
  readonly logger: { error(details: object, message: string): void };
  /** Time between two polls, host ms. */
  readonly pollMs: number;
  /** Called with new settings in force, before the listeners. */
  readonly onAdopted: () => void;
}

/** The risk settings in force. Polls their revision in the database and adopts changes. */
export class SettingsWatch {
  readonly #parts: SettingsWatchParts;
  readonly #haltListeners = new Set<() => void>();
  readonly #changeListeners = new Set<() => void>();
  #settings: RiskSettings = NO_SETTINGS;
  #revision = -1;
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;
  #isFailing = false;

  constructor(parts: SettingsWatchParts) {
    this.#parts = parts;
  }

  get settings(): RiskSettings {
    return this.#settings;
  }

  /** Reads the settings, then polls. Throws when they cannot be read or contain errors. */
  async start(): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => void this.#poll(), this.#parts.pollMs);
    this.#timer.unref();
  }

  /** Stops polling. */
  stop(): void {
    clearInterval(this.#timer);
  }

  /** Reads the settings now if their revision has changed. Concurrent calls share one read. */
  refresh(): Promise<void> {
    return (this.#refreshing ??= this.#read().finally(() => {
      this.#refreshing = undefined;
    }));
  }

  /** Calls the listener when any setting has changed; the returned function unsubscribes it. */
  onChanged(listener: () => void): () => void {
    return addListener(this.#changeListeners, listener);
  }

  /** Calls the listener when the server halt or the kill switch of any account has changed. */
  onHaltChanged(listener: () => void): () => void {
    return addListener(this.#haltListeners, listener);
  }

  async #read(): Promise<void> {
    const { risk } = this.#parts;
    if ((await risk.revision()) === this.#revision) return;
    const stored = await risk.load();
    const next = readRiskSettings(stored.entries);
    this.#revision = stored.revision;
    const before = this.#settings;
    this.#settings = next;
    this.#parts.onAdopted();
    if (!isSameHalt(before, next)) for (const listener of [...this.#haltListeners]) listener();
    for (const listener of [...this.#changeListeners]) listener();
  }

  async #poll(): Promise<void> {
    try {
      await this.refresh();
      this.#isFailing = false;
    } catch (error) {
      // Logged once per outage, so that an unreachable database does not fill the log. The settings read last stay in force.
      if (!this.#isFailing)
        this.#parts.logger.error(
          { err: error },
          'risk settings could not be read; the ones read before stay in force',
        );
      this.#isFailing = true;
    }
  }
}

/** Adds a listener of its own identity, so that one function can be subscribed twice. */
function addListener(listeners: Set<() => void>, listener: () => void): () => void {
  const entry = (): void => listener();
  listeners.add(entry);
  return () => void listeners.delete(entry);
}

function isSameHalt(before: RiskSettings, next: RiskSettings): boolean {
  return before.isServerHalted === next.isServerHalted && haltedAccounts(before) === haltedAccounts(next);
}

function haltedAccounts({ accounts }: RiskSettings): string {
  return [...accounts]
    .flatMap(([account, { isKillSwitchOn }]) => (isKillSwitchOn === true ? [account] : []))
    .sort()
    .join('\n');
}
