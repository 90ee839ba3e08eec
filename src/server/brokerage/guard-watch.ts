import type { AccountBook } from '../../domain/orders/core/account-book.ts';
import type { Book } from '../../domain/orders/core/book.ts';
import type { Marks } from '../../domain/orders/core/position-figures.ts';
import { sessionPlE4 } from '../../domain/orders/core/session-pl.ts';
import type { OrderEvent } from '../../domain/orders/core/types.ts';
import { tradedSymbols } from '../../domain/orders/legs.ts';
import type { MoneyE4 } from '../../domain/money/price.ts';
import { NO_GUARD_LIMITS, areSameLimits, passedGuard } from '../../domain/risk/guards.ts';
import { isOptionSymbol } from '../../domain/symbols/symbol.ts';
import type { MarketData } from '../market/market-data.ts';
import { OrderWatch } from './order-watch.ts';
import type { Batch } from './release-queue.ts';
import type { RiskFacts } from './risk-facts.ts';

/** What the watch reads, and what it calls. */
export interface GuardWatchParts {
  readonly market: MarketData;
  readonly facts: Pick<RiskFacts, 'account' | 'guardsOf'>;
  readonly marks: Marks;
  /** The working book in use. */
  readonly book: () => Book;
  readonly isReady: () => boolean;
  /** A guard may be passed: lets the single writer decide. Resolves once it has. */
  readonly trip: (account: string, userId: string, highE4: MoneyE4) => Promise<unknown>;
  /** The day's P&L has reached another high. */
  readonly recordHigh: (account: string, highE4: MoneyE4) => void;
  readonly onError: (error: unknown) => void;
}

/** An account with a guard. */
interface Guarded {
  /** P&L of each position in the session. */
  readonly plBySymbol: Map<string, MoneyE4>;
  plE4: MoneyE4;
  highE4: MoneyE4;
  /** The single writer is deciding. */
  isTripping: boolean;
}

/**
 * Compares the P&L of accounts that have a guard with its limits. A tick of a symbol costs only for the guarded accounts that hold it: their
 * P&L is kept as a sum over positions, of which one changes.
 */
export class GuardWatch {
  readonly #parts: GuardWatchParts;
  readonly #watch: OrderWatch;
  readonly #guarded = new Map<string, Guarded>();
  /** Guarded accounts by the symbols that they hold. */
  readonly #holders = new Map<string, Set<string>>();
  /** Accounts whose high has risen since it was reported. */
  readonly #risen = new Set<string>();

  constructor(parts: GuardWatchParts) {
    this.#parts = parts;
    this.#watch = new OrderWatch(parts.market, (symbol) => this.#holders.has(symbol), {
      // A stock is marked at its last trade, an option at the middle of its quote.
      onQuote: ({ symbol }) => isOptionSymbol(symbol) && this.#priced(symbol),
      onTrade: ({ symbol }) => this.#priced(symbol),
    });
  }

  /** Begins with the present book: after a start, and when administrators changed guards. */
  readAll(): void {
    for (const account of this.#parts.book().accounts.keys()) this.#read(account);
  }

  /** Ends the watch of all symbols. */
  stop(): void {
    this.#guarded.clear();
    this.#holders.clear();
    this.#risen.clear();
    this.#watch.stopAll();
  }

  /** Follows the positions and guards that a batch has changed. */
  update({ events }: Batch): void {
    for (const event of events) {
      if (event.kind === 'session') return this.readAll();
      if (event.kind === 'guardsSet' || event.kind === 'guardTripped' || event.kind === 'guardReleased')
        this.#read(event.account);
      else this.#follow(event);
    }
  }

  /** Reports the highs that were reached since the last report. */
  reportHighs(): void {
    for (const account of [...this.#risen]) {
      this.#risen.delete(account);
      const guarded = this.#guarded.get(account);
      if (guarded) this.#parts.recordHigh(account, guarded.highE4);
    }
  }

  #follow(event: OrderEvent): void {
    if (event.kind === 'optionSettled') {
      const { symbol, underlying } = event.settlement;
      return this.#traded(event.account, [symbol, underlying]);
    }
    if (event.kind !== 'executed' && event.kind !== 'busted' && event.kind !== 'corrected') return;
    const order = this.#parts.book().orders.get(event.orderId);
    if (order) this.#traded(order.account, tradedSymbols(order));
  }

  #traded(account: string, symbols: Iterable<string>): void {
    const guarded = this.#guarded.get(account);
    const positions = this.#parts.book().accounts.get(account)?.positions;
    // The first trade of an account that administrators guard: nothing read it before.
    if (!guarded) return this.#isLimited(account) ? this.#read(account) : undefined;
    if (!positions) return;
    for (const symbol of symbols) {
      this.#hold(account, symbol, (positions.get(symbol)?.quantity ?? 0) !== 0);
      this.#reprice(account, guarded, symbol);
    }
    this.#evaluate(account, guarded);
  }

  /** Reads the guards and positions of an account again. */
  #read(name: string): void {
    const account = this.#parts.book().accounts.get(name);
    for (const symbol of this.#guarded.get(name)?.plBySymbol.keys() ?? []) this.#hold(name, symbol, false);
    this.#risen.delete(name);
    if (!account || !this.#isGuarded(account)) return void this.#guarded.delete(name);
    const guarded: Guarded = {
      plBySymbol: new Map(),
      plE4: 0,
      highE4: account.guards.highE4,
      isTripping: false,
    };
    this.#guarded.set(name, guarded);
    for (const [symbol, { quantity }] of account.positions) {
      this.#reprice(name, guarded, symbol);
      this.#hold(name, symbol, quantity !== 0);
    }
    this.#evaluate(name, guarded);
  }

  #isGuarded({ account, guards }: AccountBook): boolean {
    return (
      guards.lock === null && (!areSameLimits(guards.limits, NO_GUARD_LIMITS) || this.#isLimited(account))
    );
  }

  /** Whether administrators have set a guard of the account. */
  #isLimited(account: string): boolean {
    return !areSameLimits(this.#parts.facts.guardsOf(account).limits, NO_GUARD_LIMITS);
  }

  #hold(account: string, symbol: string, isHeld: boolean): void {
    const holders = this.#holders.get(symbol);
    if (isHeld) {
      if (holders) holders.add(account);
      else this.#holders.set(symbol, new Set([account]));
    } else {
      holders?.delete(account);
      if (holders?.size === 0) this.#holders.delete(symbol);
    }
    this.#watch.update(symbol);
  }

  #priced(symbol: string): void {
    // A copy: a trip changes who holds the symbol.
    for (const account of [...(this.#holders.get(symbol) ?? [])]) {
      const guarded = this.#guarded.get(account);
      if (!guarded) continue;
      this.#reprice(account, guarded, symbol);
      this.#evaluate(account, guarded);
    }
  }

  #reprice(account: string, guarded: Guarded, symbol: string): void {
    const position = this.#parts.book().accounts.get(account)?.positions.get(symbol);
    const plE4 = position ? sessionPlE4(symbol, position, this.#parts.marks) : 0;
    guarded.plE4 += plE4 - (guarded.plBySymbol.get(symbol) ?? 0);
    guarded.plBySymbol.set(symbol, plE4);
  }

  #evaluate(name: string, guarded: Guarded): void {
    const { book, facts, isReady } = this.#parts;
    if (guarded.plE4 > guarded.highE4) {
      guarded.highE4 = guarded.plE4;
      this.#risen.add(name);
    }
    const guards = book().accounts.get(name)?.guards;
    if (!guards || guarded.isTripping || !isReady()) return;
    const { plE4, highE4 } = guarded;
    const figures = { plE4, highE4, baseE4: guards.baseE4 };
    if (!passedGuard(figures, guards.limits, facts.guardsOf(name).limits)) return;
    guarded.isTripping = true;
    void this.#trip(name, guarded);
  }

  async #trip(name: string, guarded: Guarded): Promise<void> {
    const { facts, trip, onError } = this.#parts;
    try {
      const answer = facts.account(name);
      // Facts that are known are not awaited: no order of the account comes between tick and lock.
      const account = answer instanceof Promise ? await answer : answer;
      // An account that any admitted user may trade has no holder of its own: its orders name the account.
      const userId = account?.userIds?.[0] ?? name;
      await trip(name, userId, guarded.highE4);
    } catch (error) {
      // The next tick tries again.
      onError(error);
    } finally {
      guarded.isTripping = false;
    }
  }
}
