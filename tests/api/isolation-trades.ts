import { expect } from 'vitest';
import type { tradesHttp } from '../../src/protocol/http-trades.ts';
import type { Answer, Call } from './isolation-documents.ts';
import { server, victim } from './isolation-world.ts';

const notMine = (): Answer => ({ status: 404, body: { Error: `You have no account ${victim.account}.` } });
const PNG = 'iVBORw0KGgoAAAA=';
const SNAPSHOT_ID = '0'.repeat(36);

async function refused(call: Call, path: string, body?: unknown): Promise<void> {
  expect(await call(`/api/Trades/${path}`, body)).toEqual(notMine());
}

/** What an intruder gets for each call about trades, lots and snapshots. */
export const TRADE_CALLS: Readonly<Record<keyof typeof tradesHttp, (call: Call) => Promise<unknown>>> = {
  roundTrips: (call) => refused(call, `RoundTrips/${victim.account}`),
  roundTripFills: (call) => refused(call, `Fills/${victim.account}?trip=QQQ:1`),
  fillsOfTrips: (call) => refused(call, `FillsOfTrips/${victim.account}`, { Trips: ['QQQ:1'] }),
  realisedGains: (call) => refused(call, `Realised/${victim.account}`),
  openLots: (call) => refused(call, `Lots/${victim.account}`),
  orderLots: (call) => refused(call, `OrderLots/${victim.account}?order=1&symbol=QQQ`),
  setLotMethod: (call) => refused(call, `LotMethod/${victim.account}`, { Method: 'LIFO' }),
  chooseLots: (call) =>
    refused(call, `ChooseLots/${victim.account}`, { OrderId: '1', Symbol: 'QQQ', Lots: [] }),
  async snapshotAdd(call) {
    expect((await call('/api/Trades/Snapshots/Add', { Png: PNG, UserId: victim.userId })).status).toBe(400);
  },
  async snapshot(call) {
    const picture = { id: SNAPSHOT_ID, userId: victim.userId, storedMs: 1, png: PNG };
    await server.storage.repositories.tradeSnapshots.add(picture, { maxCount: 9, maxChars: 999 });
    const loaded = await call(`/api/Trades/Snapshots/${SNAPSHOT_ID}`);
    expect(loaded).toEqual({ status: 404, body: { Error: 'This snapshot is not stored any more.' } });
  },
};
