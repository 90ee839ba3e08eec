import { describe, expect, it } from 'vitest';
import { BROKERS } from '../../src/domain/orders/brokers.ts';
import {
  accountBlock,
  connectionBlock,
  groupBlock,
  haltText,
  stageBlock,
  ticketBlock,
  type BlockFacts,
} from './trading-block.ts';

describe('trading is blocked', () => {
  const broker = {
    api: 'External',
    name: 'External broker',
    login: 'LoggedIn',
    tradingAccount: '1234',
  } as const;
  it('while the account that orders are for is not there', () => {
    expect(accountBlock(broker, 'L-1')).toBeNull();
    expect(accountBlock({ ...broker, login: 'LoggedOut' }, 'L-1')).toBe(
      'External broker account 1234 is not logged in',
    );
    expect(accountBlock({ ...broker, tradingAccount: null }, 'L-1')).toBe(
      'Trading account in not configured',
    );
    expect([
      accountBlock({ ...broker, api: 'Own' }, 'L-1'),
      accountBlock({ ...broker, api: 'Own' }, null),
    ]).toEqual([null, 'Trading account in not configured']);
  });

  it('without a connection to the order server, except to an external broker', () => {
    expect([connectionBlock('Own', 'open'), connectionBlock('External', 'waiting')]).toEqual([null, null]);
    for (const line of ['idle', 'connecting', 'waiting', 'closed'] as const)
      expect(connectionBlock('Own', line)).toMatch(
        /^No connection to the order server. Nothing can be sent now/,
      );
  });

  it('while it is stopped, and names who stopped it', () => {
    expect(haltText(null)).toBeNull();
    expect(haltText({ IsHalted: false, HaltedBy: null })).toBeNull();
    expect(haltText({ IsHalted: true, HaltedBy: 'Holder' })).toContain('You stopped trading');
    expect([
      haltText({ IsHalted: true, HaltedBy: 'Account' }),
      haltText({ IsHalted: true, HaltedBy: 'Server' }),
    ]).toEqual([
      'An administrator stopped trading on this account.',
      'Trading is stopped on the whole server.',
    ]);
  });
});

describe('a ticket that cannot be sent', () => {
  const facts: BlockFacts = {
    symbol: 'SPY',
    permission: { ok: true },
    tradingApi: {
      api: 'Own',
      name: 'Tapedeck',
      login: 'LoggedIn',
      tradingAccount: null,
      capabilities: BROKERS.tapedeck.capabilities,
    } as BlockFacts['tradingApi'],
    terms: null,
    account: 'D-1',
    options: null,
    line: 'open',
    instrument: 'live',
    isGone: false,
  };

  it.each([
    [{ symbol: '$SPX' }, 'information only'],
    [{ permission: { ok: false, message: 'No permission' } }, 'No permission'],
    [{ account: null }, 'not configured'],
    [{ line: 'closed' }, 'No connection'],
    [{ instrument: 'unknown' }, 'Symbol not found'],
    [{ symbol: '!!', instrument: 'loading' }, 'Symbol not found'],
    [{ isGone: true }, 'cannot be replaced'],
  ] as const)('names the reason for %j', (change, text) => {
    expect(ticketBlock(facts)).toBeNull();
    // The literals of the table are values of the facts.
    expect(ticketBlock({ ...facts, ...(change as Partial<BlockFacts>) })).toContain(text);
  });

  it('keeps an order out of a basket only where the symbol itself is the reason', () => {
    expect(stageBlock(facts)).toBeNull();
    expect(stageBlock({ ...facts, instrument: 'unknown' })).toBe('Symbol not found');
    expect(stageBlock({ ...facts, symbol: '$SPX' })).toContain('information only');
    expect(stageBlock({ ...facts, permission: { ok: false, message: 'No permission' } })).toBe(
      'No permission',
    );
  });

  it('is one whose terms the broker does not take, and names the first of them', () => {
    const day = { type: 'Limit', tif: 'Day', isTrailing: false, hasQuantityLimits: false } as const;
    const at = (terms: Partial<BlockFacts['terms']>, tradingApi: Partial<BlockFacts['tradingApi']>) =>
      ticketBlock({
        ...facts,
        tradingApi: { ...facts.tradingApi, ...tradingApi },
        terms: { ...day, ...terms },
      });
    const broker = {
      api: 'External',
      name: 'External broker',
      tradingAccount: '7',
      capabilities: BROKERS.schwab.capabilities,
    } as const;
    expect(at({}, broker)).toBeNull();
    expect(at({ type: 'Pegged' }, broker)).toBe('External broker takes no orders of the type pegged.');
    expect(at({ tif: 'GoodTillCancel' }, broker)).toBe(
      'External broker takes no orders that are good till cancelled.',
    );
    expect(at({ isTrailing: true }, broker)).toBe('External broker takes no trailing stops.');
    expect(at({ hasQuantityLimits: true }, broker)).toBe('External broker takes no quantity limits.');
    expect(at({ type: 'Pegged', isTrailing: true, hasQuantityLimits: true }, {})).toBeNull();
  });

  it('is one whose group the broker does not take, and names what is missing', () => {
    const exit = { basis: 'Price', amount: 90, tif: 'Day' } as const;
    const entry = {
      symbol: 'SPY',
      side: 'Buy',
      quantity: 10,
      type: 'Limit',
      price: 100,
      destination: 'EXTERNAL',
      route: 'AUTO',
    } as const;
    const bracket = { kind: 'Bracket', entry, target: null, stop: exit } as const;
    const { tapedeck, schwab, alpaca } = BROKERS;
    expect(groupBlock(alpaca, null)).toBeNull();
    expect(groupBlock(alpaca, bracket)).toBeNull();
    expect(groupBlock(alpaca, { ...bracket, isBreakEven: true })).toBe(
      'A stop at Alpaca does not move to break-even.',
    );
    expect(groupBlock(alpaca, { ...bracket, stop: { ...exit, basis: 'Offset' } })).toBe(
      'Alpaca takes exits as prices only.',
    );
    expect(groupBlock(schwab, bracket)).toBe('The external broker takes no exits.');
    expect(groupBlock(tapedeck, { ...bracket, isBreakEven: true })).toBeNull();
  });

  it('is not one whose symbol is still loading', () => {
    expect(ticketBlock({ ...facts, instrument: 'loading' })).toBeNull();
  });
});
