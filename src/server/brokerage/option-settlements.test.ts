import { describe, expect, it } from 'vitest';
import { OptionPermission } from '../../domain/risk/index.ts';
import type { BrokerageListener, SettlementView } from './brokerage.ts';
import { EVENT_VERSION } from './event-codec.ts';
import type { AccountAnswer } from './risk-facts.ts';
import { dollars, openHarness, OPTION, PUT, quotedMarket, settle, type Harness } from './testing/harness.ts';
import { MemoryJournal } from './testing/memory-journal.ts';

const EXPIRATION = {
  date: '2026-03-06',
  openMs: Date.UTC(2026, 2, 6, 14, 30),
  closeMs: Date.UTC(2026, 2, 6, 21, 0),
};

/** A harness with two calls held and one put written in account A, one call held in B. */
async function openWithOptions(): Promise<Harness> {
  const market = quotedMarket();
  for (const symbol of [OPTION, PUT]) market.show(symbol, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
  const all = Object.values(OptionPermission).reduce((mask, bit) => mask | bit, 0);
  // The facts of the harness are synchronous and know A and B.
  const harness = await openHarness({
    market,
    facts: (defaults) => ({
      ...defaults,
      account: (account) => ({
        ...(defaults.account(account) as NonNullable<AccountAnswer>),
        optionMask: all,
      }),
    }),
  });
  await harness.send({ symbol: OPTION, quantity: 2 });
  await harness.send({ symbol: PUT, quantity: 1, side: 'Sell', source: 'Open' });
  await harness.send({ symbol: OPTION, quantity: 1, account: 'B' });
  return harness;
}

async function expireAt(harness: Harness, close: number): Promise<void> {
  harness.market.beginSession(EXPIRATION);
  harness.market.nowMs = EXPIRATION.closeMs;
  harness.market.turn('post');
  harness.market.auction('closing', 'SPY', close, 1_000);
  await settle();
}

/** Records what a listener of account A receives, in order. */
function listenTo(harness: Harness): { calls: string[]; settlements: SettlementView[][] } {
  const received: { calls: string[]; settlements: SettlementView[][] } = { calls: [], settlements: [] };
  harness.brokerage.listen('A', {
    onReport: () => received.calls.push('report'),
    onSettlements(settlements) {
      received.calls.push('settlements');
      received.settlements.push([...settlements]);
    },
    onPosition: ({ symbol, longQuantity, shortQuantity }) =>
      received.calls.push(`${symbol} ${longQuantity - shortQuantity}`),
    onBalance: () => received.calls.push('balance'),
  } satisfies BrokerageListener);
  return received;
}

describe('an option that settles', () => {
  it('is published with its changes, all of one moment together, before the positions and the balance', async () => {
    const harness = await openWithOptions();
    const received = listenTo(harness);
    await expireAt(harness, 105);
    // A balance that was conflated with one of a moment before is published now.
    await harness.brokerage.stop();
    const at = received.calls.indexOf('settlements');
    expect(received.calls.slice(at).filter((call) => call !== 'report')).toEqual([
      'settlements',
      `${OPTION} 0`,
      'SPY 200',
      `${PUT} 0`,
      'balance',
    ]);
    expect(received.settlements).toMatchObject([
      [
        {
          account: 'A',
          kind: 'exercised',
          symbol: OPTION,
          underlying: 'SPY',
          contracts: -2,
          shareQuantity: 200,
          strikeE4: dollars(100),
          cashE4: -dollars(20_000),
          optionPriceE4: 0,
          underlyingPriceE4: dollars(105),
          timeMs: EXPIRATION.closeMs,
        },
        { account: 'A', kind: 'expired', symbol: PUT, contracts: 1, shareQuantity: 0, cashE4: 0 },
      ],
    ]);
  });

  it('is in the view of its account and no other, under the number of its record', async () => {
    const harness = await openWithOptions();
    await expireAt(harness, 105);
    const { settlements } = harness.view();
    expect(settlements.map(({ serial, symbol }) => [serial, symbol])).toEqual(
      [OPTION, PUT].map((symbol) => [
        harness.journal.records.find(
          ({ payload }) => payload.includes('"optionSettled","account":"A"') && payload.includes(symbol),
        )?.seq,
        symbol,
      ]),
    );
    expect(harness.brokerage.accountView('B', 0).settlements).toMatchObject([
      { account: 'B', contracts: -1 },
    ]);
    expect(harness.brokerage.accountView('C', 0).settlements).toEqual([]);
  });

  it('is the same after a restart, and left out of a view that begins later', async () => {
    const harness = await openWithOptions();
    await expireAt(harness, 99);
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(harness.view().settlements).toMatchObject([
      { kind: 'expired', symbol: OPTION },
      { kind: 'assigned', symbol: PUT, shareQuantity: 100, cashE4: -dollars(10_000) },
    ]);
    expect(again.view().settlements).toEqual(harness.view().settlements);
    expect(again.brokerage.accountView('A', EXPIRATION.closeMs).settlements).toHaveLength(2);
    expect(again.brokerage.accountView('A', EXPIRATION.closeMs + 1).settlements).toEqual([]);
  });

  it('of a journal older than settlement messages is published as well', async () => {
    const before = await openWithOptions();
    await expireAt(before, 105);
    await before.brokerage.stop();
    const records = before.journal.records.map(({ seq, payload }) => ({
      seq,
      payload: payload.replace(`{"v":${EVENT_VERSION},`, '{"v":2,'),
    }));
    const harness = await openHarness({ market: before.market, journal: new MemoryJournal(records) });
    expect(records.at(-1)?.payload).toContain('{"v":2,');
    expect(harness.view().settlements).toHaveLength(2);
    expect(harness.view()).toEqual(before.view());
  });
});
