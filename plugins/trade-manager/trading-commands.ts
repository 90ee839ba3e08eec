import { Ban, CirclePause, Group, History, ListX, Unplug, X } from 'lucide-react';
import { err, ok } from '../../src/domain/assert/assert.ts';
import { formatInteger } from '../../src/domain/columns/index.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { Command, CommandArguments, ToolPlatform } from '../../src/plugin-api/index.ts';
import { cancelGroup, cancelOrder } from './actions.ts';
import { cancelAll, flatten, flattenAll, openOrders, type Deps, type TradeResult } from './flatten.ts';
import { isCancellable } from '../../src/domain/orders/open-orders.ts';
import { isFlat, netShares } from './position-view.ts';

const symbolOf = ({ symbol }: CommandArguments): string | undefined =>
  typeof symbol === 'string' && symbol !== '' ? symbol : undefined;

/** Commands about the orders and positions of an account, for every tool, key and menu. Each needs a confirmation unless `isConfirmed` is true. */
export function tradingCommands(platform: ToolPlatform): readonly Command[] {
  const commands = new TradingCommands(platform);
  return [...commands.forOrders(), ...commands.forPositions(), ...commands.forAccount()];
}

interface Question {
  readonly title: string;
  readonly message: string;
  readonly yes: string;
  readonly no: string;
}

class TradingCommands {
  readonly #platform: ToolPlatform;
  readonly #deps: Deps;

  constructor(platform: ToolPlatform) {
    this.#platform = platform;
    const { orders, groups, tradingApi } = platform;
    this.#deps = {
      orders,
      groups,
      tradingApi,
      setTimeout: (run, ms) => setTimeout(run, ms),
      clearTimeout: (handle) => clearTimeout(handle),
    };
  }

  forOrders(): readonly Command[] {
    return [
      // Argument: symbol (all orders without it).
      {
        id: 'order.cancel-all',
        title: 'Cancel all orders…',
        icon: ListX,
        isEnabled: () => this.#isTrading(),
        run: (args) => this.#cancelAll(args),
      },
      // Argument: orderId.
      {
        id: 'order.cancel',
        title: 'Cancel order…',
        icon: X,
        isEnabled: ({ orderId }) => typeof orderId === 'string' && this.#platform.canTrade().ok,
        run: (args) => this.#cancel(args),
      },
      // Argument: groupId.
      {
        id: 'order.cancel-group',
        title: 'Cancel order group…',
        icon: Group,
        isEnabled: ({ groupId }) => typeof groupId === 'string' && this.#platform.canTrade().ok,
        run: async ({ groupId }) => {
          if (typeof groupId === 'string') await cancelGroup(this.#platform, groupId);
        },
      },
      // Argument: orderId.
      {
        id: 'order.timeline',
        title: 'Order timeline…',
        icon: History,
        isEnabled: ({ orderId }) => typeof orderId === 'string',
        run: async ({ orderId }) => {
          const { openTimeline } = await import('./Timeline.tsx');
          if (typeof orderId === 'string') await openTimeline(this.#platform, orderId);
        },
      },
    ];
  }

  forPositions(): readonly Command[] {
    return [
      // Argument: symbol. Cancels its open orders first.
      {
        id: 'order.flatten',
        title: 'Flatten position…',
        icon: CirclePause,
        isEnabled: (args) => this.#isTrading() && symbolOf(args) !== undefined,
        run: (args) => this.#flatten(args),
      },
      {
        id: 'order.flatten-all',
        title: 'Flatten all positions…',
        icon: CirclePause,
        isEnabled: () => this.#isTrading(),
        run: (args) => this.#flattenAll(args),
      },
    ];
  }

  forAccount(): readonly Command[] {
    const { options } = this.#platform.orders;
    return [
      {
        id: 'account.halt',
        title: 'Stop or allow trading…',
        icon: Ban,
        isEnabled: () => this.#isTrading() && options.get() !== null,
        isOn: () => options.get()?.IsHalted === true,
        run: (args) => this.#halt(args),
      },
      {
        id: 'account.cancel-on-disconnect',
        title: 'Cancel orders when the connection is lost',
        icon: Unplug,
        isEnabled: () => this.#isTrading() && options.get() !== null,
        isOn: () => options.get()?.CancelOnDisconnect === true,
        run: () => this.#toggleCancelOnDisconnect(),
      },
    ];
  }

  #isTrading(): boolean {
    return this.#platform.canTrade().ok && this.#platform.session.get().account !== null;
  }

  #report(result: TradeResult): void {
    this.#platform.dialogs.toast(
      result.ok ? { message: result.value, tone: 'success' } : { message: result.error, tone: 'error' },
    );
  }

  async #isSure(args: CommandArguments, question: Question): Promise<boolean> {
    return args['isConfirmed'] === true || this.#platform.dialogs.confirm(question);
  }

  async #cancelAll(args: CommandArguments): Promise<void> {
    const symbol = symbolOf(args);
    const count = openOrders(this.#deps, symbol).length;
    const some = count === 1 ? 'the open order' : `all ${formatInteger(count)} open orders`;
    const question = {
      title: 'Cancel all orders',
      message: `Cancel ${some}${symbol === undefined ? '' : ` of ${displaySymbol(symbol)}`}?`,
      yes: 'Cancel orders',
      no: 'Keep orders',
    };
    if (count > 0 && !(await this.#isSure(args, question))) return;
    this.#report(await cancelAll(this.#deps, symbol));
  }

  async #cancel({ orderId }: CommandArguments): Promise<void> {
    const { orders } = this.#platform;
    const order = typeof orderId === 'string' ? orders.get().orders.get(orderId) : undefined;
    if (order === undefined || !isCancellable(order))
      return this.#report(err('This order cannot be cancelled any more.'));
    await cancelOrder(this.#platform, order);
  }

  async #flatten(args: CommandArguments): Promise<void> {
    const symbol = symbolOf(args) ?? '';
    const name = displaySymbol(symbol);
    const permission = this.#platform.canTrade(symbol);
    if (!permission.ok) return this.#report(err(permission.message));
    const position = this.#platform.orders.get().positions.get(symbol);
    const shares = position === undefined ? 0 : netShares(position);
    const resting = openOrders(this.#deps, symbol).length;
    const cancel =
      resting === 0
        ? ''
        : `${formatInteger(resting)} open order${resting === 1 ? '' : 's'} of ${name} will be cancelled first. `;
    const close =
      shares === 0
        ? 'There is nothing to close.'
        : `${cancel === '' ? '' : 'Then '}${shares > 0 ? 'Sell' : 'Buy'} ${formatInteger(Math.abs(shares))} ${name} at market.`;
    const question = {
      title: `Flatten ${name}`,
      message: `${cancel}${close}`,
      yes: 'Flatten',
      no: 'Keep position',
    };
    if (await this.#isSure(args, question)) this.#report(await flatten(this.#deps, symbol));
  }

  async #flattenAll(args: CommandArguments): Promise<void> {
    const held = [...this.#platform.orders.get().positions.values()].filter((position) => !isFlat(position));
    if (held.length === 0) return this.#report(ok('There is no position to flatten.'));
    if (this.#platform.tradingApi.get().api === 'External')
      return this.#report(await flatten(this.#deps, held[0]?.Symbol ?? ''));
    const symbols = held.map(({ Symbol }) => displaySymbol(Symbol)).join(', ');
    const positions =
      held.length === 1 ? `the position in ${symbols}` : `all ${held.length} positions (${symbols})`;
    const question = {
      title: 'Flatten all positions',
      message: `Cancel every open order of the account, and close ${positions} at market?`,
      yes: 'Flatten all',
      no: 'Keep positions',
    };
    if (!(await this.#isSure(args, question))) return;
    const results = await flattenAll(this.#deps);
    for (const result of results.filter((each) => !each.ok)) this.#report(result);
    if (results.every((each) => each.ok)) this.#report(ok(`All positions are flat: ${symbols}.`));
  }

  async #halt(args: CommandArguments): Promise<void> {
    const { orders, session } = this.#platform;
    const options = orders.options.get();
    if (options === null) return;
    const account = session.get().account ?? '';
    const isStopping = !options.IsHalted;
    if (!(await this.#isSure(args, isStopping ? stopQuestion(account) : allowQuestion(account)))) return;
    const result = orders.setOptions({ isHalted: isStopping });
    if (!result.ok)
      this.#report(err(`Trading was not ${isStopping ? 'stopped' : 'allowed'}: ${result.message}`));
  }

  #toggleCancelOnDisconnect(): void {
    const { orders } = this.#platform;
    const options = orders.options.get();
    if (options === null) return;
    const result = orders.setOptions({ cancelOnDisconnect: !options.CancelOnDisconnect });
    if (!result.ok) this.#report(err(`The option was not changed: ${result.message}`));
  }
}

const stopQuestion = (account: string): Question => ({
  title: 'Stop trading',
  message: `Stop all trading on account ${account}? Every open order is cancelled, and new ones are rejected until you allow trading again. Positions stay open.`,
  yes: 'Stop trading',
  no: 'Keep trading',
});

const allowQuestion = (account: string): Question => ({
  title: 'Allow trading',
  message: `Allow trading on account ${account} again? Orders that were cancelled stay cancelled.`,
  yes: 'Allow trading',
  no: 'Keep it stopped',
});
