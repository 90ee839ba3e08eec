import { setImmediate } from 'node:timers/promises';
import type { Logger } from '../../logging.ts';
import type { StoredOrder } from '../../storage/strategy-store.ts';
import type { WireOrder } from '../service.ts';
import { orderOf } from '../stored.ts';
import { exitKey, exitOfClientId, type ShownExits } from './earlier-orders.ts';

/** Orders that are read in one turn of the event loop. */
const ORDERS_PER_TURN = 200;

/** What the store has of the orders of a live run that continues or was interrupted. By serial. */
export interface StoredOrders {
  /** 0 = there are none. */
  readonly lastSerial: number;
  /** Reasons of rejected orders. */
  readonly rejected: ReadonlyMap<number, string>;
  /** Orders that were last seen as sent. */
  readonly sent: ReadonlyMap<number, WireOrder>;
  /** Exits, by their group and name. */
  readonly exits: ShownExits;
}

export async function readStoredOrders(
  page: (afterSerial: number, limit: number) => Promise<readonly StoredOrder[]>,
  logger: Pick<Logger, 'error'>,
): Promise<StoredOrders> {
  const rejected = new Map<number, string>();
  const sent = new Map<number, WireOrder>();
  const exits = new Map<string, { readonly serial: number; readonly clientId: string }>();
  let lastSerial = 0;
  for (;;) {
    const some = await page(lastSerial, ORDERS_PER_TURN);
    for (const stored of some) {
      const order = orderOf(stored, logger);
      if (order?.Status === 'Rejected') rejected.set(stored.serial, order.Reason);
      if (order?.Status === 'Sent') sent.set(stored.serial, order);
      const exit = order && exitOfClientId(order.Id);
      if (exit) exits.set(exitKey(exit.groupId, exit.name), { serial: stored.serial, clientId: order.Id });
    }
    const last = some.at(-1);
    if (last === undefined || some.length < ORDERS_PER_TURN)
      return { lastSerial: last?.serial ?? lastSerial, rejected, sent, exits };
    lastSerial = last.serial;
    await setImmediate();
  }
}
