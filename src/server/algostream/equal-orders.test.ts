import { expect, it } from 'vitest';
import { HOUSE_LIMITS } from '../../domain/orders/risk/index.ts';
import type { LiveRequest } from './runtime/types.ts';
import { liveStart, openServiceDesk, RUNNER } from './testing/service-desk.ts';

const buy = (id: string): LiveRequest => ({
  kind: 'send',
  id,
  side: 'Buy',
  type: 'Market',
  quantity: 100,
  price: 0,
  stopPrice: 0,
});

it("accepts equal orders of a strategy at once, and keeps the duplicate guard for a user's own orders", async () => {
  const at = await openServiceDesk({ facts: (defaults) => ({ ...defaults, limits: () => HOUSE_LIMITS }) });
  try {
    await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
    await at.service.startLive(RUNNER, liveStart({ barMinutes: 0, live: { 1: [buy('a'), buy('b')] } }));
    await at.status('live-1', 'Running');
    at.desk.market.nowMs += 1;
    at.desk.market.print('SPY', 100.01, 10);
    const filled = () => at.runtime.live[0]?.changes.filter(({ status }) => status === 'Filled');
    await expect.poll(filled).toMatchObject([{ id: 'a' }, { id: 'b' }]);
    const [report] = await at.desk.send({ quantity: 100 });
    expect(report).toMatchObject({ reportType: 'OrderRejected', errorCode: -48 });
  } finally {
    await at.close();
  }
});
