import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bar } from '../../src/domain/bars/bar.ts';
import { DAY_MS } from '../../src/domain/calendar/durations.ts';
import type { Body } from '../../src/protocol/index.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { openAccount, orderOf, type WireClient } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

type GroupBody = Body<'orderGroupSend'>;

let count = 0;
async function newTrader(): Promise<{ user: TestUser; client: WireClient<'trading'> }> {
  const user = await server.addUser(`stater${(count += 1)}`);
  return { user, client: (await openAccount(server.ports, user)).client };
}
/** A bracket that buys at the ask. */
const bracketOf = (user: TestUser, exits: Partial<GroupBody>): GroupBody => ({
  Account: user.account,
  ClientId: `grp${(count += 1)}`,
  Kind: 'Bracket',
  Orders: [orderOf(user, { Type: 'Limit', Price: 100.02, Timestamp: server.market.exchangeMs() })],
  ...exits,
});
async function answerTo(client: WireClient<'trading'>, body: GroupBody) {
  client.send('orderGroupSend', body);
  return client.next('orderGroupResult', ({ ClientId }) => ClientId === body.ClientId);
}
/** The first group of the user's account as a new connection gets it. */
async function listed(user: TestUser): Promise<unknown> {
  const { client } = await openAccount(server.ports, user);
  const [group] = client.seen.flatMap(({ name, body }) => (name === 'orderGroups' ? body.Items : []));
  client.close();
  return group;
}
/** So many finished days at 100.00 with this range, dollars. */
const daysOf = (nowMs: number, days: number, range: number): Bar[] =>
  Array.from({ length: days }, (_, index) => ({
    timeMs: nowMs - (days - index) * DAY_MS,
    openE4: 1_000_000,
    highE4: 1_000_000 + range * 5_000,
    lowE4: 1_000_000 - range * 5_000,
    closeE4: 1_000_000,
    volume: 1,
  }));

it('enters a bracket by multiples of the ATR, states what they came to, and refuses one without enough bars', async () => {
  const { user, client } = await newTrader();
  const exits = {
    Target: { Basis: 'Atr', Amount: 3, TifType: 'Day' },
    Stop: { Basis: 'Atr', Amount: 1.5, TifType: 'Day' },
    Trail: { Start: { Basis: 'Atr', Amount: 1 }, Distance: { Basis: 'Atr', Amount: 0.5 } },
    Atr: { Period: 14, Bars: 'Day' },
  } as const;
  const refused = bracketOf(user, exits);
  expect(await answerTo(client, refused)).toMatchObject({
    ErrorCode: -94,
    Message:
      'Invalid order group. The ATR(14) of daily bars of SPY is unknown: it takes 15 finished bars, and there are 0.',
  });
  const { market } = server;
  const printed = market.bars.bind(market);
  market.bars = () => Promise.resolve(daysOf(market.nowMs, 15, 2));
  expect(await answerTo(client, bracketOf(user, exits))).toMatchObject({ ErrorCode: 0 });
  market.bars = printed;
  client.close();
  expect(await listed(user)).toMatchObject({
    Target: { Basis: 'Offset', Amount: 6, Stated: { Basis: 'Atr', Amount: 3 } },
    Stop: { Basis: 'Offset', Amount: 3, Stated: { Basis: 'Atr', Amount: 1.5 } },
    Trail: {
      Start: { Basis: 'Offset', Amount: 2, Stated: { Basis: 'Atr', Amount: 1 } },
      Distance: { Basis: 'Offset', Amount: 1, Stated: { Basis: 'Atr', Amount: 0.5 } },
    },
    Atr: { Period: 14, Bars: 'Day', Value: 2 },
  });
});

it('enters a bracket whose stop is stated in dollars at risk', async () => {
  const { user, client } = await newTrader();
  const Stop = { Basis: 'Risk', Amount: 250, TifType: 'Day' } as const;
  expect(await answerTo(client, bracketOf(user, { Stop }))).toMatchObject({ ErrorCode: 0 });
  client.close();
  expect(await listed(user)).toMatchObject({
    Stop: { Basis: 'Offset', Amount: 2.5, Stated: { Basis: 'Risk', Amount: 250 } },
  });
});
