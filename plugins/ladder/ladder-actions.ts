import { fromE4, type PriceE4 } from '../../src/domain/money/price.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import type { CommandArguments, ToolWindow } from '../../src/plugin-api/index.ts';
import { ladderSize } from './order-size.ts';
import type { OwnOrder } from './model/own-orders.ts';
import type { LadderState } from './state.ts';

/** The column of the ladder that an order belongs to: bids buy, offers sell. */
export type LadderSide = 'buy' | 'sell';

/** What the clicks and keys of a ladder do to the account. */
export class LadderActions {
  readonly #tool: ToolWindow<LadderState>;
  readonly #symbol: string;
  readonly #isArmed: () => boolean;
  readonly #quantityProblem: () => string | null;

  /** `quantityProblem`: why the quantity that is typed is none, `Enter a whole number from 1 to 1,000,000`. */
  constructor(
    tool: ToolWindow<LadderState>,
    symbol: string,
    when: { readonly isArmed: () => boolean; readonly quantityProblem: () => string | null },
  ) {
    this.#tool = tool;
    this.#symbol = symbol;
    this.#isArmed = when.isArmed;
    this.#quantityProblem = when.quantityProblem;
  }

  /** Sends a limit or stop order at the price of a row when the ladder is armed; otherwise opens the order ticket with it. */
  trade(side: LadderSide, priceE4: PriceE4, isStop: boolean): void {
    const price = fromE4(priceE4);
    const quantity = this.#quantityAt(side, price);
    if (quantity === null) return;
    const order = {
      symbol: this.#symbol,
      side: side === 'buy' ? ('Buy' as const) : this.#sellSide(),
      quantity,
    };
    this.#run(this.#isArmed() ? 'order.send' : 'order.place', {
      ...order,
      ...(isStop ? { stopPrice: price } : { price }),
    });
  }

  /** Moves orders, and figures of groups, to another price: at once when the ladder is armed, otherwise by the ticket or the dialog of the first. */
  move(orders: readonly OwnOrder[], priceE4: PriceE4): void {
    const movable = orders.filter(({ canMove }) => canMove);
    const moved = this.#isArmed() ? movable : movable.slice(0, 1);
    const price = fromE4(priceE4);
    for (const { orderId, groupId, kind, figure } of moved)
      if (figure !== null)
        this.#run(this.#isArmed() ? 'order.move' : 'order.change-group', { groupId, figure, price });
      else {
        const args = { orderId, ...(kind === 'Stop' ? { stopPrice: price } : { price }) };
        this.#run(this.#isArmed() ? 'order.move' : 'order.replace', args);
      }
  }

  /** Cancels orders, and groups whose order waits, at once: a cancel never adds risk. Reports a cancel that could not be sent. */
  cancel(orders: readonly OwnOrder[]): void {
    const { platform } = this.#tool;
    const cancellable = orders.filter(({ canCancel }) => canCancel);
    const report = (
      result: { readonly ok: true } | { readonly ok: false; readonly message: string },
    ): void => {
      if (!result.ok)
        platform.dialogs.toast({ message: `Not cancelled: ${result.message}`, tone: 'error', key: 'ladder' });
    };
    for (const { orderId, groupId } of cancellable)
      if (groupId === null) report(platform.orders.cancel(orderId));
      else void platform.groups.cancel(groupId).then(report);
  }

  /** Cancels the symbol's orders and closes its position at market. An armed ladder does so without a question. */
  flatten(): void {
    this.#run('order.flatten', { symbol: this.#symbol, isConfirmed: this.#isArmed() });
  }

  /** Cancels all orders of the symbol, those without a price included. */
  cancelAll(): void {
    this.#run('order.cancel-all', { symbol: this.#symbol, isConfirmed: this.#isArmed() });
  }

  /** The quantity of an order by the rule of the window; null after a message that there is none. */
  #quantityAt(side: LadderSide, price: number): number | null {
    const { platform } = this.#tool;
    const state = this.#tool.getState();
    const typed = state.Size.By === 'Quantity' ? this.#quantityProblem() : null;
    const sized = ladderSize(platform, state, { symbol: this.#symbol, side, price });
    const problem = typed ?? (sized.quantity === null ? sized.problem : null);
    if (problem === null) return sized.quantity;
    platform.dialogs.toast({
      message: `Nothing was sent. Quantity: ${problem}.`,
      tone: 'warning',
      key: 'ladder',
    });
    return null;
  }

  /** A stock that is not held is sold short. */
  #sellSide(): 'Sell' | 'Short' {
    const position = this.#tool.platform.orders.get().positions.get(this.#symbol);
    const isHeld = position !== undefined && position.LongQty > position.ShortQty;
    return isHeld || isOptionSymbol(this.#symbol) ? 'Sell' : 'Short';
  }

  #run(id: string, args: CommandArguments): void {
    const { commands, dialogs } = this.#tool.platform;
    commands.run(id, { ...args, windowId: this.#tool.id }).catch((error: unknown) => {
      dialogs.toast({
        message: error instanceof Error ? error.message : 'That could not be done.',
        tone: 'error',
        key: 'ladder',
      });
    });
  }
}
