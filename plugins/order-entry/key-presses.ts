import { assertNever } from '../../src/domain/assert/assert.ts';
import {
  parseOrderKey,
  resolveOrderKey,
  type KeyEffect,
  type KeyOrder,
  type OrderKey,
} from '../../src/domain/hotkeys/index.ts';
import { fromE4 } from '../../src/domain/money/price.ts';
import { isCancellable } from '../../src/domain/orders/open-orders.ts';
import { type ToolPlatform, heldSymbols } from '../../src/plugin-api/index.ts';
import { keyFacts } from './hotkey-facts.ts';
import type { BoundKey, HotkeyTarget } from './hotkey-list.ts';
import { effectText, refusalText } from './hotkey-texts.ts';
import { moveAtOnce, sendTicketAtOnce } from './send-at-once.ts';
import { ticketFrom, type RouteChoice, type Ticket } from './ticket.ts';

/** A key whose text is understood. */
export interface ReadKey extends BoundKey {
  readonly orderKey: OrderKey;
}

/** The keys that do something; a text that is not understood has no key. */
export const readKeys = (keys: readonly BoundKey[]): readonly ReadKey[] =>
  keys.flatMap((bound) => {
    const parsed = parseOrderKey(bound.text);
    return parsed.ok ? [{ ...bound, orderKey: parsed.value }] : [];
  });

/** The order of a key as a ticket, for the checks that tickets go through. */
export function ticketOfKey({ priceE4, tif, ...order }: KeyOrder, route: RouteChoice): Ticket {
  const price = priceE4 === null ? {} : { price: fromE4(priceE4) };
  return { ...ticketFrom({ ...order, ...price }, { symbol: order.symbol }), tif, route };
}

/** What armed order keys do. Its code is loaded before they are armed. */
export class KeyPresses {
  readonly #platform: ToolPlatform;
  #unwatch = () => {};

  constructor(platform: ToolPlatform) {
    this.#platform = platform;
  }

  /** Watches what a share of the account value is calculated from. */
  start(keys: readonly ReadKey[]): void {
    this.stop();
    const usesEquity = keys.some(
      ({ orderKey }) => orderKey.action === 'Order' && orderKey.size.by === 'Equity',
    );
    if (!usesEquity) return;
    const { orders, symbols } = this.#platform;
    let watched = '';
    let release = () => {};
    const follow = () => {
      const held = heldSymbols(this.#platform);
      if (held.join(' ') === watched) return;
      const before = release;
      watched = held.join(' ');
      release = held.length === 0 ? () => {} : symbols.watch(held);
      before();
    };
    const unsubscribe = orders.subscribe(follow);
    follow();
    this.#unwatch = () => {
      unsubscribe();
      release();
    };
  }

  stop(): void {
    this.#unwatch();
    this.#unwatch = () => {};
  }

  async press(orderKey: OrderKey, target: HotkeyTarget | null): Promise<void> {
    const resolved = resolveOrderKey(orderKey, keyFacts(this.#platform, target));
    if (!resolved.ok) return this.#toast(refusalText(resolved.error, target?.symbol ?? ''), 'warning');
    try {
      await this.#carryOut(resolved.value, target);
    } catch (error) {
      this.#toast(error instanceof Error ? error.message : String(error), 'error');
    }
  }

  async #carryOut(effect: KeyEffect, target: HotkeyTarget | null): Promise<void> {
    switch (effect.effect) {
      case 'Send':
        if (target !== null) await sendTicketAtOnce(this.#platform, ticketOfKey(effect.order, target.route));
        return;
      case 'MoveStops':
        return this.#moveStops(effect);
      case 'Flatten':
        return this.#run(effect.symbol === null ? 'order.flatten-all' : 'order.flatten', effect);
      case 'Reverse':
        return this.#run('order.reverse', effect);
      case 'Cancel':
        return this.#run('order.cancel-all', effect);
      case 'CancelLast':
        return this.#cancelLast();
      default:
        return assertNever(effect);
    }
  }

  /** Runs a command of the account, or of a symbol, without its question. */
  async #run(
    id: string,
    effect: Extract<KeyEffect, { effect: 'Flatten' | 'Reverse' | 'Cancel' }>,
  ): Promise<void> {
    const symbol = effect.symbol === null ? {} : { symbol: effect.symbol };
    const hasRun = await this.#platform.commands.run(id, { ...symbol, isConfirmed: true });
    if (!hasRun) this.#toast(`"${effectText(effect)}" is not available now. Nothing was sent.`, 'warning');
  }

  async #moveStops(effect: Extract<KeyEffect, { effect: 'MoveStops' }>): Promise<void> {
    const stopPrice = fromE4(effect.stopE4);
    let sent = 0;
    for (const orderId of effect.orderIds)
      if ((await moveAtOnce(this.#platform, { orderId, stopPrice })) === 'sent') sent++;
    // A stop that was not moved, or is held, has been reported.
    if (sent === effect.orderIds.length) this.#toast(`Sent: ${effectText(effect)}`, 'neutral');
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
