import type { ApiCaller } from '../../../automation/api-keys.ts';
import type { GatewayDeps } from '../../deps.ts';
import { timeOf } from '../../translate/api-v1.ts';
import { quoteEvent, reportEvent, statusEvent, tradeEvent } from '../../translate/api-v1-events.ts';
import { ApiRefusal } from '../api-refusal.ts';
import { EventOutbox, type EventSink } from './event-outbox.ts';

/** What a program subscribes. */
export interface StreamChoice {
  readonly quotes: readonly string[];
  readonly trades: readonly string[];
  /** Accounts whose order reports are sent. */
  readonly accounts: readonly string[];
}

/** Who reads a stream, and with which key from where. */
export interface StreamReader {
  readonly caller: ApiCaller;
  readonly keyText: string;
  readonly address: string;
}

type StreamDeps = Pick<GatewayDeps, 'market' | 'brokerage' | 'clock'>;

/** One open stream: its subscriptions, and what it sends. */
export class ApiStream {
  readonly reader: StreamReader;
  readonly choice: StreamChoice;
  readonly #deps: StreamDeps;
  readonly #outbox: EventOutbox;
  readonly #leave: (() => void)[] = [];

  constructor(deps: StreamDeps, reader: StreamReader, choice: StreamChoice, sink: EventSink) {
    this.#deps = deps;
    this.reader = reader;
    this.choice = choice;
    this.#outbox = new EventOutbox(sink);
  }

  /** Subscribes everything and sends the first events. Throws the refusal of a symbol that the market does not know. */
  open(): void {
    const { market, brokerage, clock } = this.#deps;
    const { quotes, trades, accounts } = this.choice;
    this.#watchSymbols();
    for (const account of accounts)
      this.#leave.push(
        brokerage.listen(account, {
          onReport: (report) => this.#outbox.send('order', reportEvent(report)),
          onPosition: () => {},
          onBalance: () => {},
        }),
      );
    this.#outbox.send('ready', {
      time: timeOf(clock.exchangeMs()),
      quotes: [...quotes],
      trades: [...trades],
      accounts: [...accounts],
    });
    for (const symbol of this.#symbols)
      if (market.isHalted(symbol))
        this.#outbox.send(
          'status',
          statusEvent(symbol, true, market.exchangeMs(), market.haltReason?.(symbol) ?? ''),
        );
    for (const symbol of quotes) {
      const present = market.quote(symbol);
      if (present) this.#outbox.addQuote(quoteEvent(present));
    }
  }

  get #symbols(): ReadonlySet<string> {
    return new Set([...this.choice.quotes, ...this.choice.trades]);
  }

  /** Subscribes the prices and halts of the symbols. Throws the refusal of a symbol that the market does not know. */
  #watchSymbols(): void {
    const { market } = this.#deps;
    const symbols = this.#symbols;
    const isQuoted = new Set(this.choice.quotes);
    const isTraded = new Set(this.choice.trades);
    for (const symbol of symbols) {
      const leave = market.watch(symbol, {
        ...(isQuoted.has(symbol) ? { onQuote: (quote) => this.#outbox.addQuote(quoteEvent(quote)) } : {}),
        ...(isTraded.has(symbol) ? { onTrade: (trade) => this.#outbox.addTrade(tradeEvent(trade)) } : {}),
      });
      if (!leave) {
        this.close();
        throw new ApiRefusal(404, 'unknown_symbol', `The market does not know the symbol ${symbol}.`);
      }
      this.#leave.push(leave);
    }
    if (symbols.size === 0) return;
    this.#leave.push(
      market.onSession({
        onHalt: (symbol, ...halt) => {
          if (symbols.has(symbol)) this.#outbox.send('status', statusEvent(symbol, ...halt));
        },
      }),
    );
  }

  heartbeat(): void {
    this.#outbox.send('heartbeat', { time: timeOf(this.#deps.clock.exchangeMs()) });
  }

  /** Sends why the stream ends. */
  sendEnd(code: string, message: string): void {
    this.#outbox.send('end', { code, message });
  }

  /** Ends all subscriptions. */
  close(): void {
    this.#outbox.close();
    for (const leave of this.#leave.splice(0)) leave();
  }
}
