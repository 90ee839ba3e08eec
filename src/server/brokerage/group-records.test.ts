import { expect, it } from 'vitest';
import type { OrderEvent } from '../../domain/orders/core/types.ts';
import { decodeEvent, encodeEvent } from './event-codec.ts';
import { bracket, groupOf, groupOrder, membersNow, placed } from './testing/groups.ts';
import { MemoryJournal } from './testing/memory-journal.ts';
import { DOLLAR, showSpy, startBrokerage } from './testing/started-brokerage.ts';

/** A bracket whose entry rests below the market. */
const resting = () => bracket([99, 101, 98]);

async function start(journal = new MemoryJournal()) {
  const started = await startBrokerage({ journal });
  showSpy(started.market);
  started.market.print('SPY', 100.01, 100);
  return started;
}

it('keeps a bracket and its entry in one record, which has the terms of the entry once', async () => {
  const { brokerage, journal } = await start();
  const before = journal.records.length;
  const group = resting();
  const groupId = await placed(brokerage, group);
  const [accepted, ...others] = journal.records.slice(before);
  expect(others.map((record) => decodeEvent(record).kind)).toEqual(['confirmed']);
  expect(accepted && decodeEvent(accepted)).toMatchObject({
    kind: 'accepted',
    orderId: groupId.slice(1),
    group: { groupId, role: 'Entry', index: 0 },
    opens: group,
  });
  expect(accepted?.payload.split(`"clientId":"${group.orders[0]?.clientId}"`)).toHaveLength(2);
});

it('keeps the other alternatives in the record of the first', async () => {
  const { brokerage, journal } = await start();
  const before = journal.records.length;
  const group = groupOf({
    kind: 'OneCancelsOther',
    orders: [groupOrder({ priceE4: 99 * DOLLAR }), groupOrder({ priceE4: 98 * DOLLAR })],
  });
  const groupId = await placed(brokerage, group);
  const [first, ...others] = journal.records.slice(before).map(decodeEvent);
  expect(first).toMatchObject({ kind: 'accepted', group: { groupId, index: 0 }, opens: group });
  expect(others.map(({ kind }) => kind)).toEqual(['confirmed', 'accepted', 'confirmed']);
  expect(others[1]).toMatchObject({ group: { groupId, role: 'Alternative', index: 1 } });
  expect(others[1]).not.toHaveProperty('opens');
});

it('continues a bracket whose acceptance is the last record of the journal', async () => {
  const before = await start();
  const groupId = await placed(before.brokerage, resting());
  await before.brokerage.stop();
  const kept = before.journal.records.filter((record) => record.seq <= Number(groupId.slice(1)));
  const { brokerage } = await start(new MemoryJournal(kept));
  expect(membersNow(brokerage, groupId)).toEqual([['Entry', 100, 0, 'open']]);
});

it('sends the entry of a bracket that ends a journal of form 14', async () => {
  const { brokerage: first, journal, market } = await start();
  await first.stop();
  const seq = journal.records.length + 1;
  const groupId = `G${seq}`;
  const event: OrderEvent = { kind: 'groupAccepted', groupId, group: resting(), timeMs: market.nowMs };
  const { brokerage } = await start(new MemoryJournal([...journal.records, encodeEvent(seq, event)]));
  expect(membersNow(brokerage, groupId)).toEqual([['Entry', 100, 0, 'open']]);
});
