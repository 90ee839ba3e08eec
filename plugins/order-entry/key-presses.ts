import { isCancellable } from '../../src/domain/orders/open-orders.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import type { HotkeyId, HotkeyTarget } from './hotkey-list.ts';
import { sendTicketAtOnce } from './send-at-once.ts';
import { MIN_PRICE, ticketFrom } from './ticket.ts';
import { readMarket } from './use-market.ts';

const cents = (dollars: number, side: 'Buy' | 'Sell'): number =>
  Math.max(
    MIN_PRICE,
    (side === 'Buy' ? Math.ceil(dollars * 100 - 1e-6) : Math.floor(dollars * 100 + 1e-6)) / 100,
  );

/** What armed order keys do. Its code is loaded before they are armed. */
export class KeyPresses {
  readonly #platform: ToolPlatform;

  constructor(platform: ToolPlatform) {
    this.#platform = platform;
  }

  async press(id: HotkeyId, target: HotkeyTarget | null): Promise<void> {
    if (id === 'order.keys.cancel-last') return this.#cancelLast();
    if (target === null)
      return this.#toast('Open an Order Entry window: the keys trade its symbol and quantity.', 'warning');
    if (id === 'order.keys.buy') return this.#sendLimit('Buy', target);
    if (id === 'order.keys.sell') return this.#sendLimit('Sell', target);
    const shared = id === 'order.keys.flatten' ? 'order.flatten' : 'order.cancel-all';
    try {
      await this.#platform.commands.run(shared, { symbol: target.symbol, isConfirmed: true });
    } catch (error) {
      this.#toast(error instanceof Error ? error.message : String(error), 'error');
    }
  }

  /** Sends a limit order at the ask or the bid, as the ticket would. */
  async #sendLimit(side: 'Buy' | 'Sell', { symbol, quantity, route }: HotkeyTarget): Promise<void> {
    const market = readMarket(this.#platform, symbol);
    const quote = side === 'Buy' ? market.ask : market.bid;
    if (market.isStale || market.ageMs === null || quote <= 0)
      return this.#toast(
        `${symbol} has no current ${side === 'Buy' ? 'ask' : 'bid'}. Nothing was sent.`,
        'warning',
      );
    const ticket = ticketFrom({ symbol, side, quantity, price: cents(quote, side) }, { symbol });
    await sendTicketAtOnce(this.#platform, { ...ticket, route });
  }

  #cancelLast(): void {
    const { orders } = this.#platform;
    const open = [...orders.get().orders.values()].filter(isCancellable);
    const newest = open.sort((a, b) => b.Timestamp - a.Timestamp)[0];
    if (newest === undefined) return this.#toast('There is no open order to cancel.', 'neutral');
    const result = orders.cancel(newest.OrderId);
    if (!result.ok) this.#toast(`The order was not cancelled: ${result.message}`, 'error');
  }

  #toast(message: string, tone: 'neutral' | 'warning' | 'error'): void {
    this.#platform.dialogs.toast({ message, tone, key: 'order-keys' });
  }
}
