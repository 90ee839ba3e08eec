import type { Body } from '../../protocol/index.ts';
import type { Connection } from '../connection/connection.ts';
import { reportLater } from '../observable.ts';

type Items = Body<'bboAnswer'>['Items'];
type OnChange = (items: Items) => void;

interface Book {
  readonly byExchange: Map<string, Items[number]>;
  readonly listeners: Set<OnChange>;
  isSubscribed: boolean;
}

/** The connection and account that the feed subscribes with. */
export interface BboFeedDeps {
  readonly streaming: Pick<Connection, 'sendReady'>;
  /** The account that subscriptions name; null while none is selected. */
  readonly account: () => string | null;
}

/** Best bid and ask of each exchange, for the symbols that a view shows. Subscribed while a symbol has a listener. */
export class BboFeed {
  readonly #streaming: BboFeedDeps['streaming'];
  readonly #account: BboFeedDeps['account'];
  readonly #books = new Map<string, Book>();

  constructor({ streaming, account }: BboFeedDeps) {
    this.#streaming = streaming;
    this.#account = account;
  }

  /** Calls back with all exchanges' quotes of the symbol, best bid first, after each change. Returns a function that ends it. */
  watch(symbol: string, onChange: OnChange): () => void {
    const book = this.#bookOf(symbol);
    const listener: OnChange = (items) => onChange(items);
    book.listeners.add(listener);
    // A later listener gets the present quotes at once.
    if (book.byExchange.size > 0) publish(book, [listener]);
    return () => {
      if (book.listeners.delete(listener) && book.listeners.size === 0) this.#release(symbol, book);
    };
  }

  onQuote({ S, X, B, BS, A, AS }: Body<'exchangeQuote'>): void {
    const book = this.#books.get(S);
    if (book === undefined) return;
    if (B === 0 && A === 0) book.byExchange.delete(X);
    else book.byExchange.set(X, { Exchange: X, Bid: B, BidSize: BS, Ask: A, AskSize: AS });
    publish(book, book.listeners);
  }

  /** The streaming socket is authenticated (again): subscribes all watched symbols. */
  onReady(): void {
    for (const [symbol, book] of this.#books) {
      // The feed does not report exchanges that withdrew their quotes during the outage.
      book.byExchange.clear();
      this.#subscribe(symbol, book);
    }
  }

  #bookOf(symbol: string): Book {
    let book = this.#books.get(symbol);
    if (book === undefined) {
      book = { byExchange: new Map(), listeners: new Set(), isSubscribed: false };
      this.#books.set(symbol, book);
      this.#subscribe(symbol, book);
    }
    return book;
  }

  #subscribe(symbol: string, book: Book): void {
    const Account = this.#account();
    if (Account !== null)
      book.isSubscribed = this.#streaming.sendReady('subscribe', { Account, Symbol: symbol, Type: 'Bbo' });
  }

  #release(symbol: string, book: Book): void {
    this.#books.delete(symbol);
    const Account = this.#account();
    if (book.isSubscribed && Account !== null)
      this.#streaming.sendReady('unsubscribe', { Account, Symbol: symbol, Type: 'Bbo' });
  }
}

function publish(book: Book, listeners: Iterable<OnChange>): void {
  const items = [...book.byExchange.values()].sort((left, right) => right.Bid - left.Bid);
  for (const listener of [...listeners]) {
    try {
      listener(items);
    } catch (error) {
      reportLater(error);
    }
  }
}
