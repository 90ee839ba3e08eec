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

export interface BboFeedDeps {
  readonly streaming: Pick<Connection, 'sendReady'>;
  /** The account that subscriptions name; null while none is selected. */
  readonly account: () => string | null;
}

/** What the exchanges themselves bid and ask for the symbols that somebody looks at. */
export interface BboFeed {
  watch(symbol: string, onChange: OnChange): () => void;
  onQuote(quote: Body<'exchangeQuote'>): void;
  /** The streaming socket is authenticated (again): what is watched is subscribed anew. */
  onReady(): void;
}

export function createBboFeed({ streaming, account }: BboFeedDeps): BboFeed {
  const books = new Map<string, Book>();

  function subscribe(symbol: string, book: Book): void {
    const Account = account();
    if (Account !== null)
      book.isSubscribed = streaming.sendReady('subscribe', { Account, Symbol: symbol, Type: 'Bbo' });
  }

  function bookOf(symbol: string): Book {
    let book = books.get(symbol);
    if (book === undefined) {
      book = { byExchange: new Map(), listeners: new Set(), isSubscribed: false };
      books.set(symbol, book);
      subscribe(symbol, book);
    }
    return book;
  }

  function release(symbol: string, book: Book): void {
    books.delete(symbol);
    const Account = account();
    if (book.isSubscribed && Account !== null)
      streaming.sendReady('unsubscribe', { Account, Symbol: symbol, Type: 'Bbo' });
  }

  function tell(book: Book, listeners: Iterable<OnChange>): void {
    const items = [...book.byExchange.values()].sort((one, other) => other.Bid - one.Bid);
    for (const listener of [...listeners]) {
      try {
        listener(items);
      } catch (error) {
        reportLater(error);
      }
    }
  }

  return {
    watch(symbol, onChange) {
      const book = bookOf(symbol);
      const own: OnChange = (items) => onChange(items);
      book.listeners.add(own);
      // Who comes second sees at once what the first one sees.
      if (book.byExchange.size > 0) tell(book, [own]);
      return () => {
        if (book.listeners.delete(own) && book.listeners.size === 0) release(symbol, book);
      };
    },
    onQuote({ S, X, B, BS, A, AS }) {
      const book = books.get(S);
      if (book === undefined) return;
      if (B === 0 && A === 0) book.byExchange.delete(X);
      else book.byExchange.set(X, { Exchange: X, Bid: B, BidSize: BS, Ask: A, AskSize: AS });
      tell(book, book.listeners);
    },
    onReady() {
      for (const [symbol, book] of books) {
        // An exchange that left meanwhile would never be heard of again.
        book.byExchange.clear();
        subscribe(symbol, book);
      }
    },
  };
}
