import { setTimeout as delay } from 'node:timers/promises';
import type { LiveSymbols } from './live-symbols.ts';
import type { LiveOrder } from './live-order.ts';
import type { LiveOrders } from './live-orders.ts';

/** A stopped run waits this long for the fill of its closing order, ms. */
const FILL_WAIT_MS = 2_000;
const CHECK_EVERY_MS = 5;

/**
 * Cancels the exits of a run, closes its positions with market orders, and waits for their ends. `readHolding` gives what the account still holds of the run's position in a
 * symbol; signed. Returns what became of them, a sentence for each symbol.
 */
export async function closePositions(
  orders: Pick<LiveOrders, 'cancelAll' | 'sendClosing'>,
  symbols: LiveSymbols,
  readHolding: (symbol: string) => Promise<number>,
): Promise<string> {
  // Shares that an exit still sells cannot be sold twice.
  await orders.cancelAll({ withExits: true });
  const closed = symbols.map((symbol) => closePosition(orders, symbol, readHolding));
  return (await Promise.all(closed)).join(' ');
}

async function closePosition(
  orders: Pick<LiveOrders, 'sendClosing'>,
  symbol: string,
  readHolding: (symbol: string) => Promise<number>,
): Promise<string> {
  const heldQuantity = await readHolding(symbol);
  if (heldQuantity === 0) return `It held no ${symbol}.`;
  const order = orders.sendClosing(symbol, heldQuantity);
  await ended(order);
  if (order.status === 'Filled') return `Its position of ${shown(heldQuantity)} ${symbol} was closed.`;
  if (order.isOpen)
    return `The order that closes its position of ${shown(heldQuantity)} ${symbol} is still open: see Trade Manager.`;
  const reason = order.reason === '' ? 'it was cancelled' : order.reason.replace(/\.$/, '');
  return `Its position of ${shown(heldQuantity)} ${symbol} could not be closed: ${reason}. See Trade Manager.`;
}

const shown = (quantity: number): string => quantity.toLocaleString('en-US');

async function ended(order: Pick<LiveOrder, 'isOpen'>): Promise<void> {
  for (let waitedMs = 0; order.isOpen && waitedMs < FILL_WAIT_MS; waitedMs += CHECK_EVERY_MS)
    await delay(CHECK_EVERY_MS);
}
