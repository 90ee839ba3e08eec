import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { compareAgain, differenceOf, shownDifferences } from '../support/reconciliation.ts';
import {
  account,
  became,
  beginTest,
  broker,
  closeWorld,
  endTest,
  newest,
  openWorld,
  ticket,
  tradingClient,
  until,
} from './external-broker-world.ts';

beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(beginTest);
afterEach(endTest);

it('compares an account that speaks the Schwab dialect, and settles what differs', async () => {
  const client = await tradingClient();
  client.platform.orders.send(ticket);
  await until(() => expect(newest()).toBeDefined());
  await until(() => expect(client.clock.delays()).toContain(1000));
  broker.book.step();
  await became(client, 'Pending');
  broker.book.step();
  client.clock.hurry(60_000);
  await became(client, 'Executed');
  await compareAgain(client);
  expect(shownDifferences(client)).toEqual([]);

  account().positions.set('IBM', { quantity: -4, averagePrice: 200 });
  account().cash += 800;
  await compareAgain(client);
  expect(shownDifferences(client)).toEqual([expect.stringMatching(/^Cash: /), 'Position in IBM: 0 / -4']);
  for (const title of ['Cash', 'Position in IBM']) {
    const { key, mark } = differenceOf(client, title);
    expect(await client.platform.tradingApi.settle(key, mark, 'accept')).toEqual({ ok: true });
  }
  await compareAgain(client);
  expect(shownDifferences(client)).toEqual([]);
});
