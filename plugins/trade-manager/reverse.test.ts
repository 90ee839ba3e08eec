import { beforeEach, expect, it } from 'vitest';
import { err, ok } from '../../src/domain/assert/assert.ts';
import { reverse } from './reverse.ts';
import { closingOf, FakeTrading, flattenGroup } from './testing/fake-trading.ts';

let trading: FakeTrading;
beforeEach(() => {
  trading = new FakeTrading();
});
const closing = { OrderId: 'o1', Role: 'First' } as const;
const opening = { OrderId: 'o2', Role: 'Next', Side: 'Short' } as const;
const group = (change: Partial<ReturnType<typeof flattenGroup>>) =>
  flattenGroup({ Kind: 'OneTriggersOther', ...change });

it('is one request to the server, and reports both orders once they have ended', async () => {
  const done = reverse(trading.deps, 'SPY');
  await trading.pushGroup(group({ State: 'Triggered', Orders: [closingOf({ ...closing, Fill: 100 })] }));
  await trading.pushGroup(
    group({ Orders: [closingOf({ ...closing, Fill: 100 }), closingOf({ ...opening, Fill: 100 })] }),
  );
  expect(await done).toEqual(
    ok('SPY is reversed: Sell 100 SPY at market and Short 100 SPY at market were executed.'),
  );
  expect(trading.steps).toEqual(['reverse SPY']);
});

it('reports why it was refused, and refuses positions at the external broker', async () => {
  trading.groupResult = {
    ok: false,
    errorCode: -35,
    message: 'Symbol cannot be shorted',
    isUnknown: false,
    clientId: 'g',
  };
  expect(await reverse(trading.deps, 'SPY')).toEqual(err('SPY was not reversed: Symbol cannot be shorted.'));
  trading.api = 'External';
  expect((await reverse(trading.deps, 'SPY')).ok).toBe(false);
  expect(trading.steps).toEqual(['reverse SPY']);
});

it('reports a position that was closed and not reversed, and orders that still work', async () => {
  await trading.pushGroup(
    group({
      State: 'Failed',
      Orders: [closingOf({ ...closing, Fill: 100 }), closingOf({ ...opening, ErrorCode: -35 })],
    }),
  );
  expect(await reverse(trading.deps, 'SPY')).toEqual(
    err(
      'SPY was closed, but not reversed: Short 100 SPY at market ended after 0 (Symbol cannot be shorted).',
    ),
  );
  await trading.pushGroup(
    group({ State: 'Failed', Orders: [closingOf({ ...closing, Fill: 40, ErrorCode: -17 })] }),
  );
  expect(await reverse(trading.deps, 'SPY')).toEqual(
    err('SPY was not reversed: Sell 100 SPY at market ended after 40 (Cancelled by market).'),
  );
  await trading.pushGroup(group({ State: 'Working', Orders: [closingOf({ ...closing, IsOpen: true })] }));
  const slow = reverse(trading.deps, 'SPY');
  await trading.changed();
  await trading.timeIsOver();
  expect(await slow).toEqual(
    err('SPY is not reversed yet: Sell 100 SPY at market is still working. See Open Orders.'),
  );
});
