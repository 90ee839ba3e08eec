import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRandom } from '../simulation/random.ts';
import type { LiveRequest } from '../../src/server/algostream/runtime/types.ts';
import {
  liveStart,
  openStrategyHarness,
  RUNNER,
  type StrategyHarness,
} from '../../src/server/algostream/testing/strategy-harness.ts';
import { until } from '../support/until.ts';

/** `ROUNDS=200` crashes as often; `SEED=7` chooses other moments. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 12);
const SEED = Number(process.env['SEED'] ?? 1);
const LIMIT_PRICE = 90;
/** How the list of a run shows the status of an order in the account. Late orders of many rounds exceed its buying power. */
const LISTED_AS: Readonly<Record<string, string>> = {
  Executed: 'Filled',
  Sent: 'Sent',
  Confirmed: 'Sent',
  Rejected: 'Rejected',
  Cancelled: 'Cancelled',
};

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const send = (
  id: number,
  { type, quantity }: { type: 'Market' | 'Limit'; quantity: number },
): LiveRequest => ({
  kind: 'send',
  id: String(id),
  side: 'Buy',
  type,
  quantity,
  price: type === 'Limit' ? LIMIT_PRICE : 0,
  stopPrice: 0,
});
const ofAccount = () => at.trading.view().orders.filter(({ clientId }) => clientId.startsWith('algo-'));

type LiveRun = StrategyHarness['runtime']['live'][number];

/** What the code of a run knows of its orders. */
function stateOf({ job, changes }: LiveRun): { position: number; open: number } {
  const ended = changes.filter(({ status }) => status === 'Filled' || status === 'Cancelled');
  return {
    position: job.position + changes.reduce((sum, { fill }) => sum + (fill?.quantity ?? 0), 0),
    open: (job.openOrders?.length ?? 0) - ended.length,
  };
}

it('a run that resumes after crashes at any moment sends no order twice, loses none, and holds what was filled', async () => {
  const random = createRandom(SEED);
  const started = await at.service.startLive(RUNNER, liveStart({ barMinutes: 0 }, { AtRestart: 'Resume' }));
  expect(started).toBeUndefined();
  let id = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    // Not by its status: the service that has crashed pushes on.
    const run = await until(() => {
      const resumed = at.runtime.live[round];
      if (resumed === undefined) throw new Error(`round ${round} has no run, seed ${SEED}`);
      return resumed;
    });
    // Nothing lost: the code has what was filled and what works, by its start or by the changes since then.
    await until(() => {
      const orders = ofAccount();
      expect(stateOf(run), `round ${round}, seed ${SEED}`).toEqual({
        position: orders.reduce((sum, order) => sum + order.fill, 0),
        open: orders.filter(({ completedMs }) => completedMs === null).length,
      });
    });
    const before = ofAccount();
    expect(new Set(before.map(({ clientId }) => clientId)).size).toBe(before.length);
    // Each request has a quantity of its own: a second order of it would show.
    const quantities = before.map(({ quantity }) => quantity);
    expect(new Set(quantities).size, `round ${round}, seed ${SEED}`).toBe(quantities.length);
    const requests = Array.from({ length: random.int(1, 4) }, () => {
      id += 1;
      return send(id, { type: random.chance(0.5) ? 'Market' : 'Limit', quantity: id });
    });
    run.events.onState?.(JSON.stringify({ id }));
    run.events.onRequests(requests);
    // The crash comes before, while or after they are sent and filled.
    await pause(random.pick([0, 0, 1, 3, 10, 30]));
    at.pushes.length = 0;
    await at.restart();
  }
  await at.status('live-1', 'Running');
  await until(async () => {
    const page = await at.service.orders({ userId: 'u', name: 'Cross', instanceId: 'live-1' }, 0, 999);
    const listed = page?.orders ?? [];
    const inAccount = new Map(ofAccount().map(({ quantity, status }) => [quantity, status]));
    expect(inAccount.size).toBeGreaterThan(0);
    for (const quantity of inAccount.keys())
      expect(listed.filter(({ Quantity }) => Quantity === quantity)).toHaveLength(1);
    // What never reached the account is cancelled in the list of the run.
    for (const { Quantity, Status } of listed) {
      expect(Status).toBe(LISTED_AS[inAccount.get(Quantity) ?? 'Cancelled']);
    }
  });
});
