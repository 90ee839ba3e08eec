import { describe, expect, it, vi } from 'vitest';
import { ALL_PERMISSIONS } from '../../../domain/permissions.ts';
import { orderOf } from '../../../../tests/api/wire-client.ts';
import { decode, encode } from '../../../protocol/index.ts';
import type { Brokerage } from '../../brokerage/brokerage.ts';
import { Drain } from '../../drain.ts';
import type { Principal } from '../../identity/identity.ts';
import { createLogger } from '../../logging.ts';
import { isOrderRequest, OrderIntake } from './order-intake.ts';

const ORDER = orderOf({ userId: 'u1', userName: 'ann', password: '', account: 'A1' }, { ClientId: 'c1' });
// The intake reads these fields only.
const principal = { userId: 'u1', isDemo: false, permissionMask: ALL_PERMISSIONS } as Principal;

function intake() {
  const drain = new Drain();
  const submit = vi.fn(() => Promise.resolve([]));
  const cancel = vi.fn(() => Promise.resolve([]));
  const sent: string[] = [];
  // The requests of these tests reach no other command.
  const brokerage = { submit, cancel } as Partial<Brokerage> as Brokerage;
  const { logger } = createLogger({ level: 'silent', dataFolder: '' });
  const taken = new OrderIntake({ brokerage, logger, drain }, (text) => void sent.push(text));
  const take = (text: string): void => {
    const read = decode('trading', 'toServer', text);
    if (!read.ok || !isOrderRequest(read.value)) throw new Error('The request is invalid.');
    taken.take(read.value, { principal, account: 'A1' });
  };
  return { drain, submit, cancel, sent, take };
}

describe('orders of a server that drains', () => {
  it('rejects a new order with the reason, and takes a cancel', () => {
    const { drain, submit, cancel, sent, take } = intake();
    drain.begin();
    take(encode('orderSend', ORDER));
    take(encode('orderCancel', { OrderId: '7', ClientId: 'c0', Account: 'A1' }));
    expect([submit.mock.calls.length, cancel.mock.calls.length]).toEqual([0, 1]);
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({
      Message: 'Server restarts, back in a moment. The order was not taken.',
      ErrorCode: -28,
      ClientId: 'c1',
    });
  });

  it('waits for an order that came before', async () => {
    const { drain, submit, take } = intake();
    const order = Promise.withResolvers<[]>();
    submit.mockReturnValue(order.promise);
    take(encode('orderSend', ORDER));
    drain.begin();
    const settled = vi.fn();
    const end = drain.settled(60_000).then(settled);
    await new Promise((resolve) => setImmediate(resolve));
    expect(settled).not.toHaveBeenCalled();
    order.resolve([]);
    await end;
  });
});
