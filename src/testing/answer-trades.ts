import type {
  TradeCalls,
  WireOrderLots,
  WireOpenLot,
  WireRealisedLine,
  WireRoundTrip,
  WireTripFill,
} from '../client/types.ts';
import type { MemoryServer } from '../client/testing/memory-server.ts';

/** A Tuesday, 10:00 in New York. */
export const OPENED_MS = Date.UTC(2026, 2, 3, 15);

/** A closed round trip of 100 AAPL from 10 to 11 dollars. */
export const roundTrip = (serial: number, change: Partial<WireRoundTrip> = {}): WireRoundTrip => ({
  Id: `AAPL:${serial}`,
  Symbol: 'AAPL',
  Side: 'Long',
  Opened: OPENED_MS + serial,
  Closed: OPENED_MS + serial + 60_000,
  Quantity: 100,
  EntryPrice: 10,
  ExitQuantity: 100,
  ExitPrice: 11,
  MaxQuantity: 100,
  Gross: 100,
  Fees: 1,
  Net: 99,
  Risk: null,
  ClosedBy: null,
  Strategy: null,
  ...change,
});

/** A line of 60 AAPL from lot 2, closed by order 8. */
export const realisedLine = (change: Partial<WireRealisedLine> = {}): WireRealisedLine => ({
  Symbol: 'AAPL',
  Lot: '2',
  Closing: '9',
  Cause: 'Fill',
  Side: 'Long',
  Quantity: 60,
  Acquired: '2026-03-02',
  Sold: '2026-03-03',
  IsLongTerm: false,
  Proceeds: 660,
  Cost: 600.5,
  Gain: 59.5,
  Gross: 60,
  OrderId: '8',
  IsChosen: false,
  ChoosableUntil: null,
  ...change,
});

/** 40 AAPL that are left of lot 2. */
export const openLot = (change: Partial<WireOpenLot> = {}): WireOpenLot => ({
  Symbol: 'AAPL',
  Lot: '2',
  Side: 'Long',
  Quantity: 40,
  Opened: OPENED_MS,
  Price: 10,
  Fees: 0.2,
  OrderId: '1',
  ...change,
});

/** The trades that a server in memory keeps, and what it was sent. */
export interface TradesServer {
  trips: readonly WireRoundTrip[];
  fills: readonly WireTripFill[];
  lines: readonly WireRealisedLine[];
  lots: readonly WireOpenLot[];
  /** The lots of each open order. */
  orderLots: WireOrderLots;
  method: Awaited<ReturnType<TradeCalls['openLots']>>['method'];
  /** Message with which calls are refused; null = they are answered. */
  refusal: string | null;
  /** Paths after `/api/Trades/` with their query, and the bodies. */
  readonly calls: { readonly path: string; readonly body: unknown }[];
}

/** Lets a server in memory answer calls about trades. Call it before the server is rendered. */
export function answerTrades(server: MemoryServer): TradesServer {
  const trades: TradesServer = {
    trips: [],
    fills: [],
    lines: [],
    lots: [],
    orderLots: { Method: 'FIFO', Closing: 0, Left: 0, IsChosen: false, Lots: [], IsComplete: true },
    method: 'FIFO',
    refusal: null,
    calls: [],
  };
  const { fetch } = server;
  Object.assign(server, {
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const url = new URL(String(input), 'http://desk.test/');
      const [, name] = /\/api\/Trades\/(\w+)\//.exec(url.pathname) ?? [];
      if (name === undefined) return fetch(input, init);
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      trades.calls.push({ path: url.pathname.replace('/api/Trades/', '') + url.search, body });
      if (trades.refusal !== null) return Response.json({ Error: trades.refusal }, { status: 409 });
      return Response.json(answerOf(trades, name));
    },
  });
  return trades;
}

function answerOf(trades: TradesServer, name: string): object {
  const page = { Next: null, AsOf: 1 };
  const sums = (lines: readonly WireRealisedLine[]) => ({
    Lines: lines.length,
    Proceeds: lines.reduce((sum, { Proceeds }) => sum + Proceeds, 0),
    Cost: lines.reduce((sum, { Cost }) => sum + Cost, 0),
    Gain: lines.reduce((sum, { Gain }) => sum + Gain, 0),
  });
  switch (name) {
    case 'RoundTrips':
      return { Items: trades.trips, ...page };
    case 'Fills':
      return { Fills: trades.fills };
    case 'FillsOfTrips':
      return { Trips: trades.trips.map(({ Id }) => ({ Id, Fills: trades.fills })) };
    case 'OrderLots':
      return trades.orderLots;
    case 'Realised':
      return {
        Items: trades.lines,
        ...page,
        ShortTerm: sums(trades.lines.filter(({ IsLongTerm }) => !IsLongTerm)),
        LongTerm: sums(trades.lines.filter(({ IsLongTerm }) => IsLongTerm)),
        Reconciliation: { Realised: 60, MethodDifference: -10, ClosedPl: 50, PositionsClosedPl: 50 },
      };
    case 'Lots':
      return { Method: trades.method, Items: trades.lots, ...page };
    default:
      return { Ok: true };
  }
}
