import { describe, expect, it } from 'vitest';
import { dollars, idOf, openHarness } from './testing/harness.ts';

const limit = (price: number) => ({ type: 'Limit', priceE4: dollars(price) }) as const;

describe('cancels of what cannot be cancelled', () => {
  it('are refused without a record: what is no order of the account, however often', async () => {
    const harness = await openHarness();
    const foreign = idOf(await harness.send({ ...limit(99), account: 'B' }));
    const records = harness.journal.records.length;
    for (const named of ['nothing', foreign, '999999']) {
      for (let count = 0; count < 50; count += 1)
        expect(await harness.cancel(named)).toMatchObject([
          {
            serial: 0,
            errorCode: -13,
            orderId: named,
            reportType: 'OrderCancelRejected',
            cancelRejectReason: 'UnknownOrder',
          },
        ]);
    }
    expect(harness.journal.records.length).toBe(records);
  });
  it('of an order that is over are kept ten times, and answered for ever', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send());
    const records = harness.journal.records.length;
    for (let count = 0; count < 30; count += 1)
      expect(await harness.cancel(id)).toMatchObject([
        { orderId: id, serial: count < 10 ? records + count + 1 : 0, errorCode: -19 },
      ]);
    expect(harness.journal.records.length).toBe(records + 10);
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(await again.cancel(id)).toMatchObject([{ serial: 0, errorCode: -19 }]);
  });
});
