import { createRoot } from 'react-dom/client';
import { LiveLadder } from '../../../plugins/ladder/LiveLadder.tsx';
import { ladderState } from '../../../plugins/ladder/state.ts';
import type { CreateContender, ExchangeQuote } from './contender.ts';

type Tool = Parameters<typeof LiveLadder>[0]['tool'];
type Symbols = Tool['platform']['symbols'];
type Trade = Parameters<Parameters<Symbols['onTrade']>[1]>[0];

const nothing = () => {};
const readable = (value: object | null) => ({ get: () => value, subscribe: () => nothing });

/** Working orders of the account: ten on each side of the market. */
const ORDERS = new Map(
  Array.from({ length: 20 }, (_, index) => {
    const isBuy = index < 10;
    const order = {
      OrderId: `o${index}`,
      Symbol: 'SPY',
      Side: isBuy ? 'Buy' : 'Sell',
      Type: 'Limit',
      Status: 'Confirmed',
      Price: (isBuy ? 9_998 - index : 9_993 + index) / 100,
      StopPrice: 0,
      Unfill: 100,
    };
    return [order.OrderId, order] as const;
  }),
);

/** What the account of the ladder holds. */
const POSITION = {
  LongQty: 100,
  ShortQty: 0,
  FifoCost: 9_990,
  MtmCost: 9_990,
  ClosedPL: 0,
  TodayPL: 0,
  LockedQty: 0,
  TradedShares: 0,
};

/** Where the market reaches the ladder. */
class Feed {
  onTrade: (trade: Trade) => void = nothing;
  onQuotes: (quotes: readonly ExchangeQuote[]) => void = nothing;
  readonly record = { state: 'live', bid: 99.99, ask: 100.01, last: 100 };
  #onChange: () => void = nothing;
  #frame: number | null = null;

  /** As the symbol store, which notifies once a frame. */
  schedule(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#onChange();
    });
  }

  cancel(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
  }

  /** What the ladder uses of the symbol store. */
  readonly symbols = {
    watch: () => nothing,
    get: () => this.record,
    staleness: () => ({ isStale: false, ageMs: 0 }),
    subscribe: (_symbols: unknown, cadence: unknown, listener: () => void) => {
      if (cadence === 'frame') this.#onChange = listener;
      return nothing;
    },
    onTrade: (_symbol: string, listener: (trade: Trade) => void) => {
      this.onTrade = listener;
      return nothing;
    },
    watchBbo: (_symbol: string, listener: (quotes: readonly ExchangeQuote[]) => void) => {
      this.onQuotes = listener;
      return nothing;
    },
    timeAndSale: () => Promise.resolve([]),
    bbo: () => Promise.resolve([]),
  };
}

function createTool(feed: Feed): Tool {
  const platform = {
    symbols: feed.symbols,
    orders: readable({ orders: ORDERS, positions: new Map([['SPY', POSITION]]) }),
    session: readable({ userId: 'u', account: 'D', isLive: false, connections: {} }),
    tradingApi: readable({ api: 'Own', tradingAccount: null }),
    feed: readable({ isStale: false, sinceMs: null }),
    settings: readable({}),
    groups: readable({ groups: new Map(), byOrderId: new Map() }),
    onFocusLost: () => nothing,
    canTrade: () => ({ ok: true }),
    dialogs: { toast: nothing },
    commands: {},
  };
  const state = { ...ladderState.initial, Symbol: 'SPY' };
  // Only what the ladder uses is there.
  return {
    id: '1:Window1',
    platform,
    getState: () => state,
    isActive: () => true,
    subscribe: () => nothing,
    update: nothing,
  } as unknown as Tool;
}

/** The ladder as it is, with orders, a queue and a position, fed where the symbol store would feed it. */
export const createOurs: CreateContender = (place) => {
  const feed = new Feed();
  const root = createRoot(place);
  root.render(<LiveLadder tool={createTool(feed)} symbol="SPY" />);
  return {
    quotes(quotes) {
      feed.record.bid = Math.max(...quotes.map(({ Bid }) => Bid));
      feed.record.ask = Math.min(...quotes.map(({ Ask }) => Ask));
      feed.onQuotes(quotes);
      feed.schedule();
    },
    trade(price, size, timeMs, volume) {
      feed.record.last = price;
      feed.onTrade({ S: 'SPY', P: price, V: size, TV: volume, X: 'ARCA', TS: timeMs });
      feed.schedule();
    },
    bidAt(price) {
      const row = [...place.querySelectorAll('[data-row]')].find(
        (each) => each.querySelector('[data-column="price"]')?.textContent === price,
      );
      return row?.querySelector('[data-column="bid"]')?.textContent ?? '';
    },
    destroy() {
      feed.cancel();
      root.unmount();
    },
  };
};
