import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compareAgain, differenceOf, shownDifferences, stateOf } from '../support/reconciliation.ts';
import {
  beginTest,
  broker,
  closeWorld,
  endTest,
  openClient,
  openWorld,
  send,
  server,
  shown,
  tradingClient,
  until,
  user,
  type AlpacaTestClient,
} from './alpaca-broker-world.ts';

beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(beginTest);
afterEach(endTest);

/** Buys 10 SPY at 100.02 and waits until the fill was recorded. */
async function buyTen(client: AlpacaTestClient): Promise<void> {
  const id = await send(client);
  broker.book.step();
  broker.book.step();
  await until(() => expect(shown(client, id)).toMatchObject({ Status: 'Executed' }));
}

/** Another client of the same user, which signs in where the first left off. */
async function reopened(client: AlpacaTestClient): Promise<AlpacaTestClient> {
  client.platform.dispose();
  await until(() => expect(broker.listeners()).toBe(0));
  const next = await openClient();
  await until(() => expect(next.platform.tradingApi.get()).toMatchObject({ login: 'LoggedIn' }));
  return next;
}

const settle = (client: AlpacaTestClient, title: string, way: 'accept' | 'keep') => {
  const { key, mark } = differenceOf(client, title);
  return client.platform.tradingApi.settle(key, mark, way);
};

describe('an account at an external broker', () => {
  it('agrees while it trades, and after another sign-in', async () => {
    broker.book.positions.set('MSFT', { qty: 3, cost: 900 });
    const client = await tradingClient();
    await buyTen(client);
    await compareAgain(client);
    expect(shownDifferences(client)).toEqual([]);
    const again = await reopened(client);
    await compareAgain(again);
    expect(shownDifferences(again)).toEqual([]);
  });

  it('shows both sides of what changed without an order here, and never sets ours to theirs by itself', async () => {
    const client = await tradingClient();
    await buyTen(client);
    await compareAgain(client);
    broker.book.positions.set('SPY', { qty: 110, cost: 11_000 });
    broker.book.positions.set('MSFT', { qty: -5, cost: -1500 });
    broker.book.cash -= 1.25;
    await compareAgain(client, 5);
    const all = ['Cash: 98,999.80 / 98,998.55', 'Position in MSFT: 0 / -5', 'Position in SPY: 10 / 110'];
    expect(shownDifferences(client)).toEqual(all);
    const again = await reopened(client);
    await compareAgain(again, 5);
    expect(shownDifferences(again)).toEqual(all);
  });

  it("takes the broker's figure with one line in the log when the user accepts it", async () => {
    const client = await tradingClient();
    await compareAgain(client);
    broker.book.positions.set('SPY', { qty: 100, cost: 10_000 });
    broker.book.cash -= 5;
    await compareAgain(client);
    expect(await settle(client, 'Position in SPY', 'accept')).toEqual({ ok: true });
    expect(shownDifferences(client)).toEqual(['Cash: 100,000.00 / 99,995.00']);
    expect(stateOf(client).lines).toMatchObject([
      {
        ReconciledType: 'Position',
        Symbol: 'SPY',
        Message:
          "Reconciled with Alpaca: the position is 100 there and was 0 by the fills recorded here. Alpaca's figure was accepted.",
      },
    ]);
    const again = await reopened(client);
    await compareAgain(again);
    expect(shownDifferences(again)).toEqual(['Cash: 100,000.00 / 99,995.00']);
    expect(stateOf(again).lines).toHaveLength(1);
  });

  it('keeps a difference silent until it changes', async () => {
    const client = await tradingClient();
    await compareAgain(client);
    broker.book.cash -= 5;
    await compareAgain(client);
    expect(await settle(client, 'Cash', 'keep')).toEqual({ ok: true });
    await buyTen(client);
    await compareAgain(client);
    expect(shownDifferences(client)).toEqual(['Cash: 98,999.80 / 98,994.80 (kept)']);
    broker.book.cash -= 1;
    await compareAgain(client);
    expect(shownDifferences(client)).toEqual(['Cash: 98,999.80 / 98,993.80']);
  });

  it('refuses to settle a difference that has changed since the user saw it', async () => {
    const client = await tradingClient();
    await compareAgain(client);
    broker.book.cash -= 5;
    await compareAgain(client);
    const { key, mark } = differenceOf(client, 'Cash');
    broker.book.cash -= 5;
    await compareAgain(client);
    expect(await client.platform.tradingApi.settle(key, mark, 'accept')).toMatchObject({ ok: false });
    expect(shownDifferences(client)).toEqual(['Cash: 100,000.00 / 99,990.00']);
  });

  it('is settled once by two clients', async () => {
    const first = await tradingClient();
    const second = await openClient();
    await until(() => expect(second.platform.tradingApi.get()).toMatchObject({ login: 'LoggedIn' }));
    await compareAgain(first);
    broker.book.positions.set('SPY', { qty: 7, cost: 700 });
    await compareAgain(first);
    await compareAgain(second);
    expect(await settle(first, 'Position in SPY', 'accept')).toEqual({ ok: true });
    expect(await settle(second, 'Position in SPY', 'accept')).toMatchObject({ ok: false });
    await compareAgain(second);
    expect([shownDifferences(second), stateOf(second).lines.length]).toEqual([[], 1]);
  });
});

describe('an order at an external broker', () => {
  it('that the broker does not know shows on both sides, and is closed when the user accepts that', async () => {
    const client = await tradingClient();
    const id = await send(client, { price: 99 });
    broker.book.step();
    await until(() => expect(shown(client, id)).toMatchObject({ Status: 'Confirmed' }));
    await compareAgain(client);
    broker.book.lose(shown(client, id)?.OrderId ?? '');
    await compareAgain(client);
    const title = 'Buy 10 SPY, limit 99.00';
    expect(shownDifferences(client)).toEqual([`${title}: Confirmed, 0 of 10 filled / No such order`]);
    expect(shown(client, id)).toMatchObject({ Status: 'Confirmed' });
    expect(await settle(client, title, 'accept')).toEqual({ ok: true });
    expect(shown(client, id)).toMatchObject({ Status: 'Cancelled' });
    expect(client.platform.orders.get().log[0]).toMatchObject({
      ReportType: 'OrderCanceled',
      Message: 'Reconciled with Alpaca, which has no such order. Here it was: Confirmed, 0 of 10 filled.',
    });
    const again = await reopened(client);
    await compareAgain(again);
    expect(shownDifferences(again)).toEqual([]);
    expect(shown(again, id)).toMatchObject({ Status: 'Cancelled' });
  });

  it('whose fill the broker busts changes order, position and cash once the user accepts that', async () => {
    const client = await tradingClient();
    const id = await send(client);
    broker.book.step();
    broker.book.step();
    await until(() => expect(shown(client, id)).toMatchObject({ Status: 'Executed' }));
    await compareAgain(client);
    broker.book.bust(shown(client, id)?.OrderId ?? '', 4);
    await compareAgain(client);
    const title = 'Buy 10 SPY, limit 100.05';
    expect(shownDifferences(client)).toEqual([
      `${title}: Executed, 10 of 10 filled / Cancelled, 6 of 10 filled`,
      'Cash: 98,999.80 / 99,399.88',
      'Position in SPY: 10 / 6',
    ]);
    expect(await settle(client, title, 'accept')).toEqual({ ok: true });
    expect(shown(client, id)).toMatchObject({ Fill: 6 });
    await compareAgain(client);
    expect(shownDifferences(client)).toEqual([]);
  });

  it('that filled after the last client had ended is counted by the next', async () => {
    const client = await tradingClient();
    await compareAgain(client);
    const id = await send(client);
    broker.book.step();
    broker.book.step();
    await until(() => expect(shown(client, id)).toMatchObject({ Status: 'Executed' }));
    await until(async () =>
      expect(
        (
          await server.storage.repositories.externalBroker.orders(user.userId, broker.book.accountNumber, 0)
        ).at(-1),
      ).toContain('"Executed"'),
    );
    // The fill is recorded and no comparison has counted it.
    const again = await reopened(client);
    await compareAgain(again);
    expect(shownDifferences(again)).toEqual([]);
  });
});

describe('random trading', () => {
  it('shows exactly the differences that were injected', async () => {
    const client = await tradingClient();
    await compareAgain(client);
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ isBuy: fc.boolean(), quantity: fc.integer({ min: 1, max: 9 }) }), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.integer({ min: -20, max: 20 }),
        fc.integer({ min: -500, max: 500 }),
        fc.integer({ min: 1, max: 4 }),
        async (trades, shares, cents, fillAtMost) => {
          round += 1;
          const held = () => broker.book.positions.get('SPY')?.qty ?? 0;
          broker.book.positions.set('SPY', { qty: held(), cost: held() * 100 });
          broker.quote('SPY', 100 + round / 100, 100 + round / 100);
          broker.book.switches.fillAtMost = fillAtMost;
          for (const { isBuy, quantity } of trades) {
            if (!isBuy && held() < quantity) continue;
            const id = await send(client, {
              type: 'Market',
              price: null,
              side: isBuy ? 'Buy' : 'Sell',
              quantity,
            });
            while (broker.book.orders().at(-1)?.status !== 'filled') broker.book.step();
            await until(() => expect(shown(client, id)).toMatchObject({ Status: 'Executed' }));
          }
          await compareAgain(client);
          expect(shownDifferences(client)).toEqual([]);
          broker.book.positions.set('SPY', { qty: held() + shares, cost: 0 });
          broker.book.cash += cents / 100;
          await compareAgain(client);
          const found = stateOf(client).differences.map(({ key, mark }) => `${key} ${mark}`);
          expect(found).toEqual([
            ...(cents === 0 ? [] : [`cash ${cents * 100}`]),
            ...(shares === 0 ? [] : [`position SPY ${shares}`]),
          ]);
          for (const { key, mark } of stateOf(client).differences)
            expect(await client.platform.tradingApi.settle(key, mark, 'accept')).toEqual({ ok: true });
        },
      ),
      { numRuns: 12, seed: 31 },
    );
  }, 60_000);
});
