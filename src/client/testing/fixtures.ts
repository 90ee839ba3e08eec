import type { SymbolInfo } from '../symbols/symbol-entry.ts';
import type { OrderTicket, WireReport } from '../types.ts';

/** Symbol info with round numbers; prices in dollars. */
export function symbolInfo(symbol: string, prices: Partial<SymbolInfo['Prices']> = {}): SymbolInfo {
  return {
    Symbol: symbol,
    Prices: {
      Last: 100,
      LastSize: 100,
      Open: 99,
      High: 101,
      Low: 98,
      PreviousClose: 97,
      Volume: 1000,
      PreviousVolume: 5000,
      Bid: 99.99,
      BidSize: 200,
      Ask: 100.01,
      AskSize: 300,
      VWAP: 100,
      Tick: 1,
      Timestamp: 1000,
      ...prices,
    },
    Fundamentals: {
      Company: `${symbol} Inc`,
      Exchange: 'NSDQ',
      Currency: 'USD',
      IsEtf: false,
      Shortable: true,
      Sector: null,
      Industry: null,
      SharesOutstanding: null,
      ShortInterest: null,
      Dividend: null,
      EPS: null,
      YearHigh: 120,
      YearLow: 80,
      ADV: null,
      ADTR: null,
    },
  };
}

/** An execution report of a 100 share limit order to buy AAPL. */
export function report(change: Partial<WireReport>): WireReport {
  return {
    OrderId: 'o1',
    ClientId: 'ord1',
    Serial: 1,
    UserId: 'u1',
    Account: 'D-1',
    Symbol: 'AAPL',
    Message: '',
    ErrorCode: 0,
    Timestamp: 5000,
    ReportType: 'OrderAccepted',
    LeavesQuantity: 100,
    Quantity: 100,
    LastFillPrice: 0,
    LastFillQuantity: 0,
    Price: 150,
    Side: 'Buy',
    OrderType: 'Limit',
    TimeInForce: 'Day',
    Source: 'Open',
    Destination: 'SMART',
    ExecutedRoute: 'AUTO',
    ExecutionId: '',
    CreatedTime: 4000,
    Fees: 0,
    ...change,
  };
}

/** A limit order for 100 shares. */
export const limitTicket: OrderTicket = {
  symbol: 'AAPL',
  side: 'Buy',
  quantity: 100,
  type: 'Limit',
  price: 150,
  destination: 'SMART',
  route: 'AUTO',
};
