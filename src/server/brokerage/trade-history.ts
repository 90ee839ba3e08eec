import { setTimeout } from 'node:timers/promises';
import type { Steps } from '../../domain/collections/steps.ts';
import { AccountTrades } from '../../domain/lots/account/account-trades.ts';
import type { OrderHistory } from './order-history.ts';

/** Trades of all accounts that stay in memory, about 200 bytes each. */
const MAX_TRADES = 200_000;
/** After work of t ms an account is not read for so many times t: one holder takes a tenth of the event loop at most. */
const REST_FACTOR = 9;
const MAX_REST_MS = 2_000;
/** Records may come while an account is read; they are read as well, this often at most. */
const MAX_PASSES = 3;

interface KnownTrades {
  trades: AccountTrades;
  /** The last record that is in them. */
  seq: number;
}

/**
 * The trades of accounts, folded from their journal records when they are first read and continued from there. Accounts that were not read
 * lately leave memory; their next read folds them again.
 */
export class TradeHistory {
  readonly #history: Pick<OrderHistory, 'forEachRecord' | 'runSteps'>;
  readonly #lastSeq: () => number;
  readonly #maxTrades: number;
  /** The account that was read last is the last one. */
  readonly #known = new Map<string, KnownTrades>();
  readonly #reads = new Map<string, Promise<unknown>>();
  /** Work on an account since it last rested, ms. */
  readonly #workMs = new Map<string, number>();

  constructor(parts: {
    readonly history: Pick<OrderHistory, 'forEachRecord' | 'runSteps'>;
    /** The newest durable record. */
    readonly lastSeq: () => number;
    readonly maxTrades?: number | undefined;
  }) {
    this.#history = parts.history;
    this.#lastSeq = parts.lastSeq;
    this.#maxTrades = parts.maxTrades ?? MAX_TRADES;
  }

  /**
   * Calls `show` with the trades of the account up to the newest durable record, does its work in slices of the event loop, and returns its result.
   * Reads of one account run one after another, so that the trades do not change meanwhile.
   */
  read<Value>(account: string, show: (trades: AccountTrades) => Steps<Value>): Promise<Value> {
    const build = async (): Promise<Value> => {
      await this.#rest(account);
      let trades = await this.#update(account);
      for (let pass = 1; pass < MAX_PASSES && this.#known.get(account)?.seq !== this.#lastSeq(); pass += 1)
        trades = await this.#update(account);
      return this.#run(account, show(trades));
    };
    const read = this.#reads.get(account)?.then(build, build) ?? build();
    this.#reads.set(account, read);
    const forget = (): void => {
      if (this.#reads.get(account) === read) this.#reads.delete(account);
    };
    void read.then(forget, forget);
    return read;
  }

  async #update(account: string): Promise<AccountTrades> {
    const toSeq = this.#lastSeq();
    const known = this.#known.get(account) ?? { trades: new AccountTrades(), seq: 0 };
    this.#known.delete(account);
    const { trades } = known;
    // A read that fails has applied some of its records: the account is not kept, and the next read begins again.
    if (known.seq < toSeq)
      await this.#history.forEachRecord(account, { fromSeq: known.seq + 1, toSeq }, (seq, event) =>
        trades.apply(seq, event),
      );
    await this.#run(account, trades.allLots());
    this.#known.set(account, { trades, seq: toSeq });
    this.#forgetOldest();
    return trades;
  }

  #run<Value>(account: string, steps: Steps<Value>): Promise<Value> {
    return this.#history.runSteps(account, steps, (workMs) =>
      this.#workMs.set(account, (this.#workMs.get(account) ?? 0) + workMs),
    );
  }

  /** Waits in proportion to the work of the reads before. */
  async #rest(account: string): Promise<void> {
    const restMs = Math.min(MAX_REST_MS, Math.floor((this.#workMs.get(account) ?? 0) * REST_FACTOR));
    this.#workMs.delete(account);
    if (restMs > 0) await setTimeout(restMs);
  }

  #forgetOldest(): void {
    let size = 0;
    for (const { trades } of this.#known.values()) size += trades.size;
    for (const [account, { trades }] of this.#known) {
      if (size <= this.#maxTrades || this.#known.size === 1) return;
      this.#known.delete(account);
      size -= trades.size;
    }
  }
}
