import { formatMoney } from '../../src/domain/columns/index.ts';
import { toPriceE4, type PriceE4 } from '../../src/domain/money/price.ts';
import { translateOrderMessage } from '../../src/domain/orders/errors.ts';
import { doubtText, priceDoubts } from '../../src/domain/price-doubts/index.ts';
import {
  type BracketExits,
  loadTemplates,
  type OrderPreview,
  type Readable,
  readMarket,
  type SavedTemplate,
  type ToolPlatform,
} from '../../src/plugin-api/index.ts';
import { stagedProblem, ticketOfStaged } from './staged-order.ts';
import { bracketProblem, bracketText } from './staged-bracket.ts';
import { exitsOfStaged } from './staged-exits.ts';
import type { BasketRow } from './state.ts';

/** How long the server may take to answer an order before the next one is sent, ms. */
const ANSWER_LIMIT_MS = 10_000;

/** What a check has found about an order. `warning`: it can be sent, but may not be meant. */
export interface RowCheck {
  readonly tone: 'ok' | 'warning' | 'problem';
  readonly text: string;
}

/** What a basket is doing, and what it has found. */
export interface RunState {
  readonly doing: 'nothing' | 'checking' | 'sending';
  readonly done: number;
  readonly total: number;
  /** Results of the last check by the id of the row. A row that was changed since has another id. */
  readonly checks: ReadonlyMap<string, RowCheck>;
  /** What the orders cost together, by the server, dollars; null before all of them were accepted. */
  readonly effect: number | null;
  /** Why the last run ended early; null when it did not. */
  readonly message: string | null;
}

const EXTERNAL_TEXT = 'Its form is sound. The external broker checks an order only when it is sent.';

const IDLE: RunState = {
  doing: 'nothing',
  done: 0,
  total: 0,
  checks: new Map(),
  effect: null,
  message: null,
};

export type RunPlatform = Pick<
  ToolPlatform,
  'groups' | 'orders' | 'symbols' | 'session' | 'settings' | 'tradingApi' | 'canTrade' | 'savedDocuments'
>;

/** The orders that the server has reported about since this began. */
class Answers {
  readonly #answered = new Set<string>();
  #onAnswer = () => {};
  /** Ends it. */
  readonly end: () => void;

  constructor(orders: Pick<RunPlatform['orders'], 'onReport'>) {
    this.end = orders.onReport(({ ClientId }) => {
      this.#answered.add(ClientId);
      this.#onAnswer();
    });
  }

  /** Resolves with the first report about an order, or after `ANSWER_LIMIT_MS` without one. */
  until(clientId: string): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ANSWER_LIMIT_MS);
      this.#onAnswer = () => {
        if (!this.#answered.has(clientId)) return;
        clearTimeout(timer);
        resolve();
      };
      this.#onAnswer();
    });
  }
}

/** Checks and sends the orders of a basket, one after the other, and stops when the user says so. */
export class BasketRun implements Readable<RunState> {
  readonly #platform: RunPlatform;
  readonly #onSent: (rowId: string, clientId: string) => void;
  readonly #listeners = new Set<() => void>();
  #state: RunState = IDLE;
  #isStopped = false;
  /** Those of the user when the run began; null = not loaded. */
  #templates: readonly SavedTemplate[] | null = null;
  /** What the templates made of the rows when they were checked, by the id of the row. */
  #checkedExits: ReadonlyMap<string, string> = new Map();

  /** `onSent` keeps which rows were sent, before the next one is. */
  constructor(platform: RunPlatform, onSent: (rowId: string, clientId: string) => void) {
    this.#platform = platform;
    this.#onSent = onSent;
  }

  get = (): RunState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  /** Ends a run after the order that is under way. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Checks each order by the rules of the client and by those of the server, without sending any. */
  async check(rows: readonly BasketRow[]): Promise<void> {
    if (!this.#begin('checking', rows.length)) return;
    const release = rows.length === 0 ? () => {} : this.#platform.symbols.watch(symbolsOf(rows));
    const checks = new Map<string, RowCheck>();
    await this.#loadTemplates(rows);
    this.#checkedExits = new Map(rows.map((row) => [row.Id, this.#templateText(row)]));
    let effect: number | null = 0;
    for (const row of rows) {
      if (this.#isStopped) break;
      const { check, preview } = await this.#checkRow(row);
      checks.set(row.Id, check);
      effect = effect === null || preview === null ? null : effect + preview.BuyingPowerEffect;
      this.#set({ checks: new Map(checks), done: checks.size });
    }
    release();
    this.#set({ doing: 'nothing', effect: checks.size === rows.length ? effect : null });
  }

  /** Sends the orders in their sequence, each after the server has answered the one before. Ends at the first one that cannot be sent. */
  async send(rows: readonly BasketRow[]): Promise<void> {
    if (!this.#begin('sending', rows.length)) return;
    const account = this.#account();
    await this.#loadTemplates(rows);
    let done = 0;
    for (const row of rows) {
      if (this.#isStopped) break;
      if (this.#account() !== account) {
        this.#set({ message: 'The account changed: the other orders were not sent.' });
        break;
      }
      const problem = await this.#sendRow(row);
      if (problem !== null) {
        this.#set({ message: problem });
        break;
      }
      this.#set({ done: ++done });
    }
    const wasStopped = this.#isStopped && done < rows.length;
    this.#set({
      doing: 'nothing',
      ...(wasStopped ? { message: `Stopped: ${done} of ${rows.length} orders were sent.` } : {}),
    });
  }

  /** Templates may have been changed since the last run, also on another machine. */
  async #loadTemplates(rows: readonly BasketRow[]): Promise<void> {
    this.#templates = rows.some(({ Template }) => Template !== undefined)
      ? await loadTemplates(this.#platform)
      : null;
  }

  /** What the template makes of a row; empty for a row without one. */
  #templateText(row: BasketRow): string {
    const exits = exitsOfStaged(row, this.#templates);
    return row.Template === undefined || !exits.ok ? '' : JSON.stringify(exits.value);
  }

  /** What the chosen order service lacks, with the reasons. */
  #lacks() {
    return this.#platform.tradingApi.get().capabilities.lacks;
  }

  #account(): string {
    const { account, isLive } = this.#platform.session.get();
    const { api, tradingAccount } = this.#platform.tradingApi.get();
    return JSON.stringify([account, isLive, api, tradingAccount]);
  }

  /** Begins a run unless another one is under way. */
  #begin(doing: 'checking' | 'sending', total: number): boolean {
    if (this.#state.doing !== 'nothing') return false;
    this.#isStopped = false;
    this.#set({ doing, done: 0, total, effect: null, message: null });
    return true;
  }

  async #checkRow(row: BasketRow): Promise<{ check: RowCheck; preview: OrderPreview | null }> {
    const problem = this.#problemOf(row);
    if (problem !== null) return { check: { tone: 'problem', text: problem }, preview: null };
    if (this.#lacks().preview !== undefined)
      return { check: doubtOr(this.#doubtOf(row), EXTERNAL_TEXT), preview: null };
    const made = this.#madeOf(row);
    try {
      const ticket = ticketOfStaged(row, this.#platform);
      const preview = await this.#platform.orders.preview(ticket, null);
      if (preview.ErrorCode !== 0)
        return {
          check: {
            tone: 'problem',
            text: `The server would reject it: ${translateOrderMessage(preview.Message)}`,
          },
          preview: null,
        };
      const cost = `${row.Side === 'Buy' ? 'Costs' : 'Brings'} ${formatMoney(Math.abs(preview.Cost))}, fees ${formatMoney(preview.Fees)}`;
      const { tone, text } = doubtOr(this.#doubtOf(row), cost);
      return { check: { tone, text: `${text}${made}` }, preview };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { check: { tone: 'problem', text }, preview: null };
    }
  }

  /** What keeps an order from being sent, by the rules of the client. */
  #problemOf(row: BasketRow): string | null {
    const problem = stagedProblem(row);
    if (problem !== null) return capitalised(problem);
    const { groups } = this.#lacks();
    if ((row.Exits ?? row.Template) !== undefined && groups !== undefined)
      return `${groups}: remove them, or use the own order service`;
    const exits = exitsOfStaged(row, this.#templates);
    const exitsProblem = exits.ok
      ? exits.value && bracketProblem(row, exits.value, this.#marketE4(row))
      : exits.error;
    if (exitsProblem !== null) return capitalised(exitsProblem);
    const verdict = this.#platform.canTrade(row.Symbol);
    return verdict.ok ? null : verdict.message;
  }

  #marketE4({ Symbol: symbol }: BasketRow): PriceE4 {
    return toPriceE4(readMarket(this.#platform, symbol).last);
  }

  /** What the template of a row makes of it, for the end of a check: `. Scalp: target 101.00, stop 99.00, GTC`. */
  #madeOf(row: BasketRow): string {
    const exits = exitsOfStaged(row, this.#templates);
    return row.Template === undefined || !exits.ok || exits.value === null
      ? ''
      : `. ${row.Template}: ${bracketText(row, exits.value, this.#marketE4(row))}`;
  }

  /** Why an order may not be meant as it is, by the rule of tickets. */
  #doubtOf({ Symbol: symbol, Side, Quantity, Price, StopPrice }: BasketRow): string | null {
    const { bid, ask, last, ageMs, isStale } = readMarket(this.#platform, symbol);
    const { priceMovedPercent, throughMarketPercent } = this.#platform.settings.get();
    const order = {
      symbol,
      side: Side,
      quantity: Quantity,
      priceE4: Price === null ? null : toPriceE4(Price),
      stopPriceE4: StopPrice === null ? null : toPriceE4(StopPrice),
    };
    const [doubt] = priceDoubts(
      order,
      { bidE4: toPriceE4(bid), askE4: toPriceE4(ask), lastE4: toPriceE4(last), ageMs, isStale },
      { bands: { movedPercent: priceMovedPercent, throughPercent: throughMarketPercent }, reference: null },
    );
    return doubt === undefined ? null : doubtText(doubt, order);
  }

  /** Sends an order and waits for its first report; returns why it was not sent. */
  async #sendRow(row: BasketRow): Promise<string | null> {
    const problem = this.#problemOf(row) ?? this.#changedSinceCheck(row);
    if (problem !== null) return `${row.Symbol}: ${problem}. The orders from here on were not sent.`;
    const exits = exitsOfStaged(row, this.#templates);
    if (exits.ok && exits.value !== null) return this.#sendGroup(row, exits.value);
    const { orders } = this.#platform;
    // From before the order is sent: its report may come within the call.
    const answers = new Answers(orders);
    // Named by its row: another tab, or this page before a reload, may have sent it already, and the server takes each once.
    const result = orders.send(ticketOfStaged(row, this.#platform), clientIdOf(row));
    if (result.ok) {
      this.#onSent(row.Id, result.clientId);
      await answers.until(result.clientId);
    }
    answers.end();
    return result.ok ? null : `${row.Symbol}: ${result.message}. The orders from here on were not sent.`;
  }

  /** Reports a template that is another one than the user has seen the check of. */
  #changedSinceCheck(row: BasketRow): string | null {
    const checked = this.#checkedExits.get(row.Id);
    return checked === undefined || checked === this.#templateText(row)
      ? null
      : `The template ${row.Template ?? ''} was changed since the check: check again`;
  }

  /** Sends an order with its exits. Without an answer the row stays unsent: sent again, it is the same group for the server. */
  async #sendGroup(row: BasketRow, exits: BracketExits): Promise<string | null> {
    const clientId = clientIdOf(row);
    const entry = ticketOfStaged(row, this.#platform);
    const result = await this.#platform.groups.place({ kind: 'Bracket', entry, ...exits }, clientId);
    if (!result.ok) return `${row.Symbol}: ${result.message}. The orders from here on were not sent.`;
    // The entry has the ClientId of the group.
    this.#onSent(row.Id, clientId);
    return null;
  }

  #set(change: Partial<RunState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}

const MAX_CLIENT_ID_CHARS = 40;
/** The ClientId of a row. Ids from files may be longer than those that are made here, and have signs that a ClientId may not have. */
const clientIdOf = ({ Id }: BasketRow): string =>
  `b-${Id.replace(/[^\w-]/g, '_')}`.slice(0, MAX_CLIENT_ID_CHARS);

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The doubt as a warning, else what the check has found. */
const doubtOr = (doubt: string | null, text: string): RowCheck =>
  doubt === null ? { tone: 'ok', text } : { tone: 'warning', text: doubt };

const symbolsOf = (rows: readonly BasketRow[]): readonly string[] => [
  ...new Set(rows.map(({ Symbol: symbol }) => symbol)),
];
