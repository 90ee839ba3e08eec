import { describe, expect, test } from 'vitest';
import type { SymbolRecord } from '../client/types.ts';
import { Permission } from '../domain/permissions.ts';
import { meetsPermission, symbolTradeVerdict, TRADE_PERMISSION, tradeVerdict } from './trade-permission.ts';

const OPTION = 'SPY260821C00645500';
const ROUTE = { Destination: 'SMART', Routes: ['AUTO'], Stock: true, Option: true };
const symbols = (state?: SymbolRecord['state']) => ({
  // Only the state of the record is read.
  get: () => (state === undefined ? undefined : ({ state } as SymbolRecord)),
});
const verdict = (symbol: string, permissionMask: number, routes = [ROUTE]) => {
  const result = symbolTradeVerdict(symbol, { isDemo: false, permissionMask, routes }, symbols('live'));
  return result.ok ? 'ok' : result.message;
};

describe('the trade rule of a symbol', () => {
  test.each([
    ['SPY', Permission.Stocks, 'ok'],
    ['SPY', Permission.Chart, 'No permission to trade equities'],
    ['SPY', Permission.OptionChain, 'No permission to trade equities'],
    [OPTION, Permission.OptionChain, 'ok'],
    [OPTION, Permission.Stocks, 'No permission to trade options'],
    ['/ESZ6', Permission.Stocks, 'No permission to trade futures'],
    ['SPY', 0, 'No permission to trade equities'],
  ])('answers %s with permission bits %i: %s', (symbol, mask, expected) => {
    expect(verdict(symbol, mask)).toBe(expected);
  });

  test('refuses indexes, unknown symbols and kinds without a route', () => {
    expect(verdict('$SPX', Permission.Stocks)).toBe("$SPX can't be traded: it is an index.");
    expect(verdict('SPY', Permission.Stocks, [{ ...ROUTE, Stock: false }])).toBe(
      "SPY can't be traded: your account has no route for stocks.",
    );
    const session = { isDemo: false, permissionMask: Permission.Stocks, routes: [] };
    expect(symbolTradeVerdict('NOPE', session, symbols('unknown'))).toEqual({
      ok: false,
      message: "NOPE can't be traded: there is no such symbol.",
    });
    expect(symbolTradeVerdict('SPY', session, symbols())).toEqual({ ok: true });
  });

  test('refuses every trade of a demo session', () => {
    const demo = { isDemo: true, permissionMask: Permission.Stocks, routes: [] };
    expect(symbolTradeVerdict('SPY', demo, symbols()).ok).toBe(false);
    expect(tradeVerdict(demo).ok).toBe(false);
  });
});

describe('the permission of order tools', () => {
  test.each([
    [Permission.Stocks, true],
    [Permission.OptionChain, true],
    [Permission.Chart | Permission.MarketView, false],
    [0, false],
  ])('is met by bits %i: %s', (mask, isMet) => {
    expect(meetsPermission(mask, TRADE_PERMISSION)).toBe(isMet);
    expect(tradeVerdict({ isDemo: false, permissionMask: mask }).ok).toBe(isMet);
  });

  test('needs every bit of a number, and nothing for null', () => {
    const both = Permission.Stocks | Permission.Chart;
    expect([meetsPermission(both, both), meetsPermission(Permission.Chart, both)]).toEqual([true, false]);
    expect(meetsPermission(0, null)).toBe(true);
  });
});
