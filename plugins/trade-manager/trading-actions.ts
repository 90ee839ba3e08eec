import { err, ok } from '../../src/domain/assert/assert.ts';
import { formatInteger } from '../../src/domain/columns/index.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { CommandArguments, ToolPlatform } from '../../src/plugin-api/index.ts';
import { cancelGroup, cancelOrder } from './actions.ts';
import { cancelAll, flatten, flattenAll, openOrders, type Deps, type TradeResult } from './flatten.ts';
import { isCancellable } from '../../src/domain/orders/open-orders.ts';
import { isFlat, netShares } from './position-view.ts';
import { reverse } from './reverse.ts';
import { symbolOf } from './symbol-argument.ts';
import { waitingGroups } from './waiting-groups.ts';

interface Question {
  readonly title: string;
  readonly message: string;
  readonly yes: string;
  readonly no: string;
}

/** What the commands about orders and positions do. Its code is loaded after the sign-in, before the first of them is needed. */
export class TradingActions {
  readonly #platform: ToolPlatform;
  readonly #deps: Deps;

  constructor(platform: ToolPlatform) {
    this.#platform = platform;
    const { orders, groups, tradingApi } = platform;
    this.#deps = {
      orders,
      groups,
      tradingApi,
      after(delayMs, run) {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
    };
  }

  #report(result: TradeResult): void {
    this.#platform.dialogs.toast(
      result.ok ? { message: result.value, tone: 'success' } : { message: result.error, tone: 'error' },
    );
  }

  async #isSure(args: CommandArguments, question: Question): Promise<boolean> {
    return args['isConfirmed'] === true || this.#platform.dialogs.confirm(question);
  }

  async cancelAll(args: CommandArguments): Promise<void> {
    const symbol = symbolOf(args);
    const waiting = waitingGroups(this.#deps.groups.get(), symbol).length;
    const count = openOrders(this.#deps, symbol).length + waiting;
    const kind = waiting === 0 ? 'open' : waiting === count ? 'waiting' : 'open and waiting';
    const some = count === 1 ? `the ${kind} order` : `all ${formatInteger(count)} ${kind} orders`;
    const question = {
      title: 'Cancel all orders',
      message: `Cancel ${some}${symbol === undefined ? '' : ` of ${displaySymbol(symbol)}`}?`,
      yes: 'Cancel orders',
      no: 'Keep orders',
    };
    if (count > 0 && !(await this.#isSure(args, question))) return;
    this.#report(await cancelAll(this.#deps, symbol));
  }

  async cancel({ orderId }: CommandArguments): Promise<void> {
    const { orders } = this.#platform;
    const order = typeof orderId === 'string' ? orders.get().orders.get(orderId) : undefined;
    if (order === undefined || !isCancellable(order))
      return this.#report(err('This order cannot be cancelled any more.'));
    await cancelOrder(this.#platform, order);
  }

  async cancelGroup({ groupId }: CommandArguments): Promise<void> {
    if (typeof groupId === 'string') await cancelGroup(this.#platform, groupId);
  }

  /** What a question says of the open orders of a symbol that are cancelled before; '' when there are none. */
  #cancelledFirst(symbol: string): string {
    const count = openOrders(this.#deps, symbol).length;
    if (count === 0) return '';
    return `${formatInteger(count)} open order${count === 1 ? '' : 's'} of ${displaySymbol(symbol)} will be cancelled first. `;
  }

  async flatten(args: CommandArguments): Promise<void> {
    const symbol = symbolOf(args) ?? '';
    const name = displaySymbol(symbol);
    const permission = this.#platform.canTrade(symbol);
    if (!permission.ok) return this.#report(err(permission.message));
    const position = this.#platform.orders.get().positions.get(symbol);
    const shares = position === undefined ? 0 : netShares(position);
    const cancel = this.#cancelledFirst(symbol);
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

  async reverse(args: CommandArguments): Promise<void> {
    const symbol = symbolOf(args) ?? '';
    const name = displaySymbol(symbol);
    const permission = this.#platform.canTrade(symbol);
    if (!permission.ok) return this.#report(err(permission.message));
    const position = this.#platform.orders.get().positions.get(symbol);
    const shares = position === undefined ? 0 : netShares(position);
    if (shares === 0) return this.#report(err(`There is no position in ${name} to reverse.`));
    const count = formatInteger(Math.abs(shares));
    const cancel = this.#cancelledFirst(symbol);
    const trade =
      shares > 0
        ? `Sell ${count} ${name} at market, then sell short ${count}.`
        : `Buy back ${count} ${name} at market, then buy ${count}.`;
    const question = {
      title: `Reverse ${name}`,
      message: `${cancel}${trade}`,
      yes: 'Reverse',
      no: 'Keep position',
    };
    if (await this.#isSure(args, question)) this.#report(await reverse(this.#deps, symbol));
  }

  async flattenAll(args: CommandArguments): Promise<void> {
    const held = [...this.#platform.orders.get().positions.values()].filter((position) => !isFlat(position));
    if (held.length === 0) return this.#report(ok('There is no position to flatten.'));
    if (this.#platform.tradingApi.get().capabilities.lacks.positions !== undefined)
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

  async halt(args: CommandArguments): Promise<void> {
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

  toggleCancelOnDisconnect(): void {
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
