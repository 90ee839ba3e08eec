import { describe, expect, it } from 'vitest';
import { dollars, idOf, openDesk, typesOf } from './testing/desk.ts';

const limit = { type: 'Limit', priceE4: dollars(100), quantity: 10 } as const;

describe('what is asked in one breath is decided in the order in which it was asked', () => {
  it('a cancel before the order that it makes room for', async () => {
    const desk = await openDesk();
    const id = idOf(await desk.send(limit));
    const cancelled = desk.cancel(id);
    const sent = desk.send({ ...limit, side: 'Short' });
    expect(typesOf(await cancelled)).toEqual(['OrderCancelPending', 'OrderCanceled']);
    expect((await sent)[0]).toMatchObject({ reportType: 'OrderAccepted' });
  });
  it('a cancel before a replace, which then comes too late', async () => {
    const desk = await openDesk();
    const id = idOf(await desk.send(limit));
    const cancelled = desk.cancel(id);
    const replaced = desk.replace(id, { priceE4: dollars(99) });
    await cancelled;
    expect(await replaced).toMatchObject([{ reportType: 'OrderCancelRejected', errorCode: -19 }]);
    expect(desk.order(id)).toMatchObject({ status: 'Cancelled', priceE4: dollars(100) });
  });
  it('a preview before the order that comes after it', async () => {
    const desk = await openDesk();
    const order = desk.order(idOf(await desk.send(limit)));
    const preview = desk.brokerage.preview(order, undefined);
    const sent = desk.send(limit);
    expect((await preview).buyingPowerAfterE4).toBe(dollars(200_000) - 20 * dollars(100));
    await sent;
  });
});
