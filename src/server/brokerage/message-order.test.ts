import { describe, expect, it } from 'vitest';
import { dollars, idOf, openHarness, typesOf } from './testing/harness.ts';

const limit = { type: 'Limit', priceE4: dollars(100), quantity: 10 } as const;

describe('decides requests sent together in the sequence in which they were sent', () => {
  it('a cancel before the order that it makes room for', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send(limit));
    const cancelled = harness.cancel(id);
    const sent = harness.send({ ...limit, side: 'Short' });
    expect(typesOf(await cancelled)).toEqual(['OrderCancelPending', 'OrderCanceled']);
    expect((await sent)[0]).toMatchObject({ reportType: 'OrderAccepted' });
  });
  it('a cancel before a replace, which then comes too late', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send(limit));
    const cancelled = harness.cancel(id);
    const replaced = harness.replace(id, { priceE4: dollars(99) });
    await cancelled;
    expect(await replaced).toMatchObject([{ reportType: 'OrderCancelRejected', errorCode: -19 }]);
    expect(harness.order(id)).toMatchObject({ status: 'Cancelled', priceE4: dollars(100) });
  });
  it('a preview before the order that comes after it', async () => {
    const harness = await openHarness();
    const order = harness.order(idOf(await harness.send(limit)));
    const preview = harness.brokerage.preview(order, undefined);
    const sent = harness.send(limit);
    expect((await preview).buyingPowerAfterE4).toBe(dollars(200_000) - 20 * dollars(100));
    await sent;
  });
});
