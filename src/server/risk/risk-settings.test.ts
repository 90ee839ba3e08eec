import { describe, expect, it } from 'vitest';
import { HOUSE_LIMITS } from '../../domain/risk/index.ts';
import { combinedLimits, NO_SETTINGS, readRiskSettings, readScope } from './risk-settings.ts';

const limits = (name: string, body: object) => ({ kind: 'limits', name, body: JSON.stringify(body) });
const ORDER = { account: 'DEMO-1', userId: 'u-1', symbol: 'TSLA', country: 'US', routeKey: 'SMART/AUTO' };

describe('the settings of an administrator', () => {
  it('leave the house limits as they are where nothing was set', () => {
    expect(combinedLimits(readRiskSettings([]), ORDER)).toEqual(HOUSE_LIMITS);
    expect(readRiskSettings([])).toEqual(NO_SETTINGS);
  });

  it.each([
    ['firm', true],
    ['account:DEMO-1', true],
    ['symbol:TSLA', true],
    ['route:SMART/AUTO', true],
    ['country:US', true],
    ['user:u-1', true],
    ['account:DEMO-1,symbol:TSLA', true],
    ['account:DEMO-2', false],
    ['symbol:SPY', false],
    ['route:SMART/NYSE', false],
    ['country:CA', false],
    ['user:u-2', false],
    ['account:DEMO-1,symbol:SPY', false],
    ['account:DEMO-2,symbol:TSLA', false],
  ])('of %s bind an order of theirs only: %s', (scope, isBound) => {
    expect(
      combinedLimits(readRiskSettings([limits(scope, { maxTradeShares: 7, refusesOddLots: true })]), ORDER),
    ).toMatchObject(
      isBound
        ? { maxTradeShares: 7, refusesOddLots: true }
        : { maxTradeShares: 1_000_000, refusesOddLots: false },
    );
  });

  it('of several scopes together: the strictest counts', () => {
    const settings = readRiskSettings([
      limits('firm', { maxOpenOrders: 50 }),
      limits('user:u-1', { maxOpenOrders: 3 }),
      limits('symbol:TSLA', { maxOpenOrders: 9 }),
    ]);
    expect(combinedLimits(settings, ORDER).maxOpenOrders).toBe(3);
  });

  it('let the firm loosen what the house has, but not the bounds of exact sums', () => {
    const settings = readRiskSettings([
      limits('firm', {
        maxOpenOrders: 9_999,
        orderRates: [],
        priceCollars: [],
        maxOrderValueE4: null,
        maxTradeShares: 5_000_000,
      }),
    ]);
    expect(combinedLimits(settings, ORDER)).toMatchObject({
      maxOpenOrders: 9_999,
      orderRates: [],
      priceCollars: [],
      maxOrderValueE4: HOUSE_LIMITS.maxOrderValueE4,
      maxTradeShares: 1_000_000,
    });
  });

  it.each([
    ['nothing', [], 1_000],
    ['another limit of the account', [limits('account:DEMO-1', { maxOpenOrders: 5 })], 1_000],
    ['the account: none', [limits('account:DEMO-1', { duplicateWindowMs: null })], null],
    ['the user: none', [limits('user:u-1', { duplicateWindowMs: null })], null],
    ['the account: longer', [limits('account:DEMO-1', { duplicateWindowMs: 5_000 })], 5_000],
    ['the firm: none', [limits('firm', { duplicateWindowMs: null })], null],
    [
      'the firm longer, the account none',
      [limits('firm', { duplicateWindowMs: 3_000 }), limits('account:DEMO-1', { duplicateWindowMs: null })],
      3_000,
    ],
    ['another account: none', [limits('account:DEMO-2', { duplicateWindowMs: null })], 1_000],
  ] as const)(
    'guard against the same order twice as the house does, unless a scope of the order says otherwise: %s',
    (_title, entries, windowMs) => {
      expect(combinedLimits(readRiskSettings(entries), ORDER).duplicateWindowMs).toBe(windowMs);
    },
  );

  it('hold what is wanted of executions', () => {
    const settings = readRiskSettings([
      { kind: 'execution', name: 'E7', body: '{"instruction":"i1"}' },
      {
        kind: 'execution',
        name: 'E9',
        body: '{"instruction":"i2","correction":{"quantity":5,"priceE4":100},"outcome":"done"}',
      },
    ]);
    expect([...settings.amendments]).toEqual([
      ['E7', { instruction: 'i1' }],
      ['E9', { instruction: 'i2', correction: { quantity: 5, priceE4: 100 }, outcome: 'done' }],
    ]);
    expect(() =>
      readRiskSettings([
        {
          kind: 'execution',
          name: 'E7',
          body: '{"instruction":"i1","correction":{"quantity":0,"priceE4":100}}',
        },
      ]),
    ).toThrow('E7');
  });

  it('hold attributes, rules of symbols, routes and switches', () => {
    const settings = readRiskSettings([
      { kind: 'server', name: '-', body: '{"isKillSwitchOn":true}' },
      { kind: 'account', name: 'DEMO-1', body: '{"isClosingOnly":true,"optionMask":63}' },
      { kind: 'symbol', name: 'TSLA', body: '{"isRestricted":true}' },
      { kind: 'route', name: 'SMART/NYSE', body: '{"isConnected":false}' },
    ]);
    expect([settings.isServerHalted, [...settings.routes]]).toEqual([
      true,
      [['SMART/NYSE', { isConnected: false }]],
    ]);
    expect(settings.accounts.get('DEMO-1')).toEqual({ isClosingOnly: true, optionMask: 63 });
    expect(settings.symbols.get('TSLA')).toEqual({ isRestricted: true });
  });

  it.each([
    limits('firm', { maxOpenOrders: -1 }),
    limits('firm', { maxOpenOrders: '5' }),
    limits('firm', { maxOpenOrder: 5 }),
    limits('planet:earth', {}),
    limits('account:a:b', {}),
    { kind: 'limits', name: 'firm', body: '{' },
    { kind: 'account', name: 'DEMO-1', body: '{"optionMask":64}' },
    { kind: 'weather', name: '-', body: '{}' },
    { kind: 'symbol', name: 'TSLA', body: '{"isRestricted":1}' },
  ])('that cannot be understood are never passed over: $name $body', (entry) => {
    expect(() => readRiskSettings([entry])).toThrow(entry.name);
  });

  it('name scopes in one way only', () => {
    expect(readScope('account:DEMO-1,symbol:TSLA')).toEqual({
      kind: 'accountSymbol',
      name: 'DEMO-1',
      symbol: 'TSLA',
    });
    for (const text of [
      '',
      'firm:x',
      'account:',
      'symbol:TSLA,account:DEMO-1',
      'account:DEMO-1,symbol:',
      'Firm',
    ])
      expect(readScope(text), text).toBeUndefined();
  });
});
