import { describe, expect, it, test } from 'vitest';
import { ORDER_ERRORS } from './orders/errors.ts';
import {
  ORDER_SIDES,
  ORDER_SOURCES,
  ORDER_STATUS_NAMES,
  ORDER_TYPE_NAMES,
  REPORT_TYPES,
  STOP_TYPES,
  SUBSCRIPTION_RESULTS,
  TIME_IN_FORCES,
} from './orders/enumerations.ts';
import { DEFAULT_SCHWAB_ROUTE, SCHWAB_ROUTES } from './orders/schwab/routes.ts';
import { reportTypeOf } from './orders/schwab/statuses.ts';
import { OPEN_STATUSES } from './orders/transitions.ts';
import { hasPermission, Permission } from './permissions.ts';
import { DEFAULT_MARKET_VIEW_COLUMNS } from './columns/index.ts';
import { isOptionSymbol, isStockSymbol, MIN_OPTION_SYMBOL_LENGTH } from './symbols/symbol.ts';

// Written out here once more, from the specification: a change of one of these lists is a change of the product.

test('each client permission has its own bit', () => {
  expect(Permission).toEqual({
    Stocks: 1,
    OptionChain: 2,
    FuturesDome: 4,
    Baskets: 8,
    MarketView: 16,
    TimeAndSale: 32,
    TimeAndSalePositions: 64,
    Chart: 128,
    ChartAlerts: 256,
    Ticker: 512,
    TopList: 1024,
    AlgoTrading: 4096,
    MarketScreen: 8192,
  });
  expect(hasPermission(16 + 128, Permission.MarketView)).toBe(true);
  expect(hasPermission(2048, Permission.TopList)).toBe(false);
});

test('subscriptions end in one of five results', () => {
  expect(SUBSCRIPTION_RESULTS).toEqual([
    'Subscribed',
    'Unsubscribed',
    'UnknownSymbol',
    'NoPermission',
    'Error',
  ]);
});

test('the external broker takes twelve routes, AUTO by default', () => {
  expect(SCHWAB_ROUTES).toEqual([
    'AUTO',
    'INET',
    'ECN_ARCA',
    'CBOE',
    'AMEX',
    'PHLX',
    'ISE',
    'BOX',
    'NYSE',
    'NASDAQ',
    'BATS',
    'C2',
  ]);
  expect(DEFAULT_SCHWAB_ROUTE).toBe('AUTO');
});

test.each([
  ['NEW', 'OrderAccepted'],
  ['WORKING', 'OrderAccepted'],
  ['PENDING_ACTIVATION', 'OrderConfirmed'],
  ['ACCEPTED', 'OrderConfirmed'],
  ['REJECTED', 'OrderRejected'],
  ['FILLED', 'OrderExecuted'],
  ['PENDING_CANCEL', 'OrderCancelPending'],
  ['PENDING_REPLACE', 'OrderCancelPending'],
  ['CANCELED', 'OrderCanceled'],
  ['REPLACED', 'OrderReplaced'],
  ['EXPIRED', 'OrderExpired'],
  ['QUEUED', 'NothingDone'],
])('the status %s of the external broker is the report %s', (status, report) =>
  expect(reportTypeOf(status)).toBe(report),
);

test('a symbol is a stock below 14 characters and may be an option from 16 on', () => {
  // C stands ninth from the end of each.
  const ofLength = (length: number) => `${'A'.repeat(length - 9)}C12345678`;
  expect(
    [ofLength(13), ofLength(14), ofLength(15), ofLength(16)].map((symbol) => [
      symbol.length,
      isStockSymbol(symbol),
      isOptionSymbol(symbol),
    ]),
  ).toEqual([
    [13, true, false],
    [14, false, false],
    [15, false, false],
    [16, false, true],
  ]);
  expect(MIN_OPTION_SYMBOL_LENGTH).toBe(16);
});

describe('orders', () => {
  it('have the enumerations of the specification', () => {
    expect(ORDER_SIDES).toEqual(['Buy', 'Sell', 'Short']);
    expect(ORDER_SOURCES).toEqual(['Open', 'Close', 'Cover']);
    expect(ORDER_TYPE_NAMES).toEqual([
      'Market',
      'Limit',
      'Stop',
      'StopLimit',
      'MarketOnClose',
      'LimitOnClose',
      'Pegged',
    ]);
    expect(TIME_IN_FORCES).toEqual([
      'Day',
      'GoodTillCancel',
      'AtOpening',
      'ImmediateOrCancel',
      'FillOrKill',
      'GoodTillCrossing',
      'GoodTillDate',
    ]);
    expect(STOP_TYPES).toEqual(['Static', 'Trailing']);
    expect(REPORT_TYPES).toHaveLength(18);
    expect([...ORDER_STATUS_NAMES].sort()).toEqual(
      [
        'Pending',
        'Review',
        'Sent',
        'Confirmed',
        'PartiallyExecuted',
        'Executed',
        'ExecutedMultileg',
        'Cancelled',
        'CancelledByMarket',
        'CancelSent',
        'PendingCancel',
        'CancelConfirmed',
        'CancelRejected',
        'CancelExpired',
        'ReplaceSent',
        'CancelReplaceSent',
        'ReplacePending',
        'ReplaceConfirmed',
        'ReplaceDone',
        'ReplaceRejected',
        'Rejected',
        'Busted',
        'CorrectPrice',
        'Stopped',
        'TradeClose',
        'Expired',
        'Restatement',
        'Undefined',
      ].sort(),
    );
  });

  it('are open in eight statuses', () => {
    expect([...OPEN_STATUSES].sort()).toEqual([
      'CancelReplaceSent',
      'CancelSent',
      'Confirmed',
      'PartiallyExecuted',
      'Pending',
      'ReplaceConfirmed',
      'ReplaceDone',
      'ReplacePending',
    ]);
  });

  it('are refused with the texts of the specification, each as it stands there', () => {
    expect(
      Object.entries(ORDER_ERRORS)
        .map(([code, text]) => `${code} ${text}`)
        .sort(),
    ).toEqual(
      ORDER_ERROR_TEXTS.split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .sort(),
    );
  });
});

test('Market View begins with twelve columns', () => {
  expect(DEFAULT_MARKET_VIEW_COLUMNS).toEqual([
    'Symbol',
    'Company',
    'PreviousClose',
    'Last',
    'Open',
    'ChangeP',
    'Volume',
    'MarketCap',
    'Low',
    'High',
    'YearLow',
    'YearHigh',
  ]);
});

const ORDER_ERROR_TEXTS = `
  0 OK
  -1 Invalid order message format
  -2 Invalid order format
  -3 Trading not permitted
  -4 Account is closing only
  -5 Trade dollar limit exceeded
  -6 Insufficient DTBP
  -7 Long position exceeded
  -8 Long position exceeded
  -9 Short position exceeded
  -10 Option trading not allow for account
  -11 Error option position
  -12 Insufficient cover
  -13 Unknown order Id
  -14 Database is offline
  -15 Invalid trade condition
  -16 Invalid size
  -17 Cancelled by market
  -18 Cancel timeout
  -19 Cancel too late
  -20 Cancel already pending
  -21 Cancel too early
  -22 Market is offline
  -23 Account not logged in
  -24 Close long position first
  -25 No trade id specified
  -26 Not enough cash
  -27 Network error
  -28 Order server connection error
  -30 Bullet position exceeded
  -31 Account can't log in
  -32 No stop server connection
  -33 Invalid cancel replace quantity
  -34 Stop order expired
  -35 Symbol cannot be shorted
  -36 No account
  -37 Firm symbol limit reached
  -38 Firm order limit reached
  -39 Account symbol position limit reached
  -40 Account order limit reached
  -41 Account symbol limit reached
  -42 Short limit exceeded
  -43 Account is locked
  -44 Order cannot be split
  -45 Open order limit reached
  -46 Wash sale
  -47 Price out of allowed range
  -48 Too frequent trades
  -49 This symbol trading is restricted
  -50 Position too big
  -51 Odd lot
  -52 Unknown route
  -53 Trade spoofing
  -54 Symbol Average Daily Volume is too low
  -55 Stop Order is not supported for this type of trade
  -56 Strategy order can only be cancelled as a whole
  -57 Option trade dollar limit exceeded
  -58 Selling covered call options is not allowed for account
  -59 Buying call and put opions is not allowed for account
  -60 Buying and selling option combinations is not allowed for account
  -61 Selling uncovered equity put options is not allowed for account
  -62 Selling uncovered equity call options is not allowed for account
  -63 Selling uncovered index options is not allowed for account
  -64 Max Shares per Trade limit exceeded
  -65 Total share limit above equity order price threshold exceeded
  -66 Total share limit at or below equity order price threshold exceeded
  -67 Contract limit per trade exceeded
  -68 Position share limit exceeded
  -69 Total share limit exceeded
  -70 Position contract limit exceeded
  -71 Total contract limit exceeded
  -72 Account is view only
  -73 Cash account cannot place margin or short trades
  -74 Account status does not allow trading
  -75 No permissions to trade in this country
  -76 No permissions to trade on this route
  -77 No permissions to place cash order
  -78 No permissions to place margin order
  -79 No permissions to place short order
  -80 No permission to trade equities
  -81 No permission to trade options
  -82 No permission to trade futures
  -83 Order placed via API can only be canceled via the same API
  -84 Order placed via API can only be replaced via the same API
`;
