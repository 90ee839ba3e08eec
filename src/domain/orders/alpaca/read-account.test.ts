import { describe, expect, it } from 'vitest';
import { readAlpacaAccount, readAlpacaPositions, signedDecimalE4 } from './index.ts';

const ACCOUNT = {
  account_number: 'PA3',
  status: 'ACTIVE',
  equity: '103820.56',
  cash: '-1250.123456',
  buying_power: '262113.632',
  daytrading_buying_power: '0',
  daytrade_count: 2,
  pattern_day_trader: false,
  trading_blocked: false,
};
const LONG = {
  symbol: 'SPY',
  asset_class: 'us_equity',
  qty: '10',
  side: 'long',
  avg_entry_price: '100.02',
  cost_basis: '1000.2',
  current_price: '101',
  market_value: '1010',
  unrealized_pl: '9.8',
  unrealized_intraday_pl: '-0.5',
};

describe('balances of Alpaca', () => {
  it('are read as Alpaca states them', () => {
    expect(readAlpacaAccount(ACCOUNT, [])?.balance).toEqual({
      equityE4: 1_038_205_600,
      cashE4: -12_501_235,
      buyingPowerE4: 2_621_136_320,
      dayTradingPowerE4: 0,
      dayTrades: 2,
      isPatternDayTrader: false,
      block: null,
    });
  });

  it('are unknown where a field is null, missing or no number', () => {
    const account = {
      account_number: 'PA3',
      equity: null,
      cash: 'n/a',
      buying_power: '1e30',
      daytrade_count: -1,
      pattern_day_trader: 'no',
    };
    expect(readAlpacaAccount(account, [])?.balance).toEqual({
      equityE4: null,
      cashE4: null,
      buyingPowerE4: null,
      dayTradingPowerE4: null,
      dayTrades: null,
      isPatternDayTrader: null,
      block: null,
    });
  });

  it.each([
    [{ account_blocked: true, trading_blocked: true }, 'Alpaca has blocked this account'],
    [{ trading_blocked: true }, 'Alpaca has blocked trading in this account'],
    [{ trade_suspended_by_user: true }, 'Trading is suspended in the settings of this account at Alpaca'],
    [{ status: 'ACCOUNT_CLOSED' }, 'Alpaca states the status ACCOUNT_CLOSED of this account'],
  ])('say why no orders are taken: %j', (change, block) => {
    expect(readAlpacaAccount({ ...ACCOUNT, ...change }, [])?.balance.block).toBe(block);
  });

  it.each([[null], ['<html>'], [[]], [{}], [{ message: 'x' }]])('are none in %j', (answer) => {
    expect(readAlpacaAccount(answer, [])).toBeUndefined();
  });
});

describe('positions of Alpaca', () => {
  it('are read by symbol, long and short, with fractions of a share', () => {
    const short = {
      ...LONG,
      symbol: 'MSFT',
      qty: '-3',
      side: 'short',
      cost_basis: '-900',
      market_value: '-903',
    };
    const unsigned = { ...short, symbol: 'AMD', qty: '4' };
    const fraction = { ...LONG, symbol: 'F', qty: '0.123456789' };
    expect(readAlpacaPositions([LONG, short, unsigned, fraction])).toMatchObject({
      unreadable: 0,
      positions: [
        { symbol: 'AMD', quantity: -4 },
        { symbol: 'F', quantity: 0.123456789 },
        { symbol: 'MSFT', quantity: -3, costE4: -9_000_000, valueE4: -9_030_000 },
        {
          symbol: 'SPY',
          quantity: 10,
          isStock: true,
          averageE4: 1_000_200,
          costE4: 10_002_000,
          priceE4: 1_010_000,
          valueE4: 10_100_000,
          openPlE4: 98_000,
          todayPlE4: -5_000,
        },
      ],
    });
  });

  it('keep what is known of a position whose other fields are null', () => {
    const bare = { symbol: 'BTCUSD', asset_class: 'crypto', qty: '0.5', side: 'long', market_value: null };
    expect(readAlpacaPositions([bare])).toEqual({
      unreadable: 0,
      positions: [
        {
          symbol: 'BTCUSD',
          quantity: 0.5,
          isStock: false,
          averageE4: null,
          costE4: null,
          priceE4: null,
          valueE4: null,
          openPlE4: null,
          todayPlE4: null,
        },
      ],
    });
  });

  it('count what has no symbol or quantity as unreadable, and a symbol once', () => {
    const read = readAlpacaPositions([
      null,
      7,
      { qty: '1' },
      { ...LONG, qty: null },
      LONG,
      { ...LONG, qty: '12' },
    ]);
    expect(read?.unreadable).toBe(4);
    expect(read?.positions.map(({ symbol, quantity }) => [symbol, quantity])).toEqual([['SPY', 12]]);
    expect(readAlpacaPositions([{ ...LONG, qty: '0' }])?.positions).toEqual([]);
  });

  it.each([[null], [{}], ['[]'], [{ message: 'internal server error' }]])('are none in %j', (answer) => {
    expect(readAlpacaPositions(answer)).toBeUndefined();
    expect(readAlpacaAccount(ACCOUNT, answer)).toBeUndefined();
  });
});

it.each([
  ['-0.00005', -1],
  ['-0.00001', 0],
  ['12.5', 125_000],
  [-3, -30_000],
  ['--1', undefined],
  ['-', undefined],
  ['', undefined],
  [null, undefined],
  [Number.NaN, undefined],
])('reads %s as %s in 1/10,000', (text, e4) => {
  expect(signedDecimalE4(text)).toBe(e4);
});
