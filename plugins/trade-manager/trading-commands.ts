import { Ban, CirclePause, History, ListX, Unplug, X } from 'lucide-react';
import { formatInteger } from '../../src/domain/columns/index.ts';
import type { Command, CommandArguments, ToolPlatform, WirePosition } from '../../src/plugin-api/index.ts';
import { cancelOrder } from './actions.ts';
import { cancelAll, flatten, flattenAll, openOrders, type Deps, type Result } from './flatten.ts';
import { isCancellable } from '../../src/domain/orders/open-orders.ts';
import { isFlat, netShares } from './position-view.ts';

const symbolOf = ({ symbol }: CommandArguments): string | undefined =>
  typeof symbol === 'string' && symbol !== '' ? symbol : undefined;

/** Flattens the positions that may be traded; the others are named with the reason. */
async function flattenTradable(
  { canTrade }: Pick<ToolPlatform, 'canTrade'>,
  deps: Deps,
  held: readonly WirePosition[],
): Promise<readonly Result[]> {
  const barred = held.flatMap(({ Symbol }): readonly Result[] => {
    const verdict = canTrade(Symbol);
    return verdict.ok ? [] : [{ ok: false, text: `${Symbol} was not flattened: ${verdict.message}.` }];
  });
  const tradable = held.filter(({ Symbol }) => canTrade(Symbol).ok);
  return [...barred, ...(await flattenAll(deps, tradable))];
}

/** Commands about all orders of an account, for every tool, key and menu. Each asks first, unless it is told `isConfirmed`. */
export function tradingCommands(platform: ToolPlatform): readonly Command[] {
  const { dialogs, orders, session, tradingApi } = platform;
  const deps: Deps = {
    orders,
    session,
    tradingApi,
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (handle) => clearTimeout(handle),
  };
  const tell = ({ ok, text }: Result) => dialogs.toast({ message: text, tone: ok ? 'success' : 'error' });
  const isSure = async (
    args: CommandArguments,
    question: { title: string; message: string; yes: string; no: string },
  ) => args['isConfirmed'] === true || dialogs.confirm(question);
  const isTrading = () => platform.canTrade().ok && session.get().account !== null;

  return [
    // Argument: symbol (all orders without it).
    {
      id: 'order.cancel-all',
      title: 'Cancel all orders…',
      icon: ListX,
      isEnabled: isTrading,
      run: async (args) => {
        const symbol = symbolOf(args);
        const count = openOrders(deps, symbol).length;
        const of = symbol === undefined ? '' : ` of ${symbol}`;
        if (
          count > 0 &&
          !(await isSure(args, {
            title: 'Cancel all orders',
            message: `Cancel ${count === 1 ? 'the open order' : `all ${formatInteger(count)} open orders`}${of}?`,
            yes: 'Cancel orders',
            no: 'Keep orders',
          }))
        )
          return;
        tell(await cancelAll(deps, symbol));
      },
    },
    // Argument: symbol. Cancels what rests of it first.
    {
      id: 'order.flatten',
      title: 'Flatten position…',
      icon: CirclePause,
      isEnabled: (args) => isTrading() && symbolOf(args) !== undefined,
      run: async (args) => {
        const symbol = symbolOf(args) ?? '';
        const permission = platform.canTrade(symbol);
        if (!permission.ok) return tell({ ok: false, text: permission.message });
        const position = orders.get().positions.get(symbol);
        const shares = position === undefined ? 0 : netShares(position);
        const resting = openOrders(deps, symbol).length;
        const cancel =
          resting === 0
            ? ''
            : `${formatInteger(resting)} open order${resting === 1 ? '' : 's'} of ${symbol} will be cancelled first. `;
        const close =
          shares === 0
            ? 'There is nothing to close.'
            : `Then ${shares > 0 ? 'Sell' : 'Buy'} ${formatInteger(Math.abs(shares))} ${symbol} at market.`;
        if (
          !(await isSure(args, {
            title: `Flatten ${symbol}`,
            message: `${cancel}${close}`,
            yes: 'Flatten',
            no: 'Leave it',
          }))
        )
          return;
        tell(await flatten(deps, symbol));
      },
    },
    {
      id: 'order.flatten-all',
      title: 'Flatten all positions…',
      icon: CirclePause,
      isEnabled: isTrading,
      run: async (args) => {
        const held = [...orders.get().positions.values()].filter((position) => !isFlat(position));
        if (held.length === 0) return tell({ ok: true, text: 'There is no position to flatten.' });
        if (
          !(await isSure(args, {
            title: 'Flatten all positions',
            message: `Cancel every open order of ${held.map(({ Symbol }) => Symbol).join(', ')}, and close ${held.length === 1 ? 'the position' : `all ${held.length} positions`} at market?`,
            yes: 'Flatten all',
            no: 'Leave them',
          }))
        )
          return;
        const results = await flattenTradable(platform, deps, held);
        for (const result of results.filter(({ ok }) => !ok)) tell(result);
        if (results.every(({ ok }) => ok))
          tell({ ok: true, text: `All positions are flat: ${held.map(({ Symbol }) => Symbol).join(', ')}.` });
      },
    },
    {
      id: 'account.halt',
      title: 'Stop or allow trading…',
      icon: Ban,
      isEnabled: () => isTrading() && orders.options.get() !== null,
      isOn: () => orders.options.get()?.IsHalted === true,
      run: async (args) => {
        const options = orders.options.get();
        if (options === null) return;
        const { account } = session.get();
        const isStopping = !options.IsHalted;
        const question = isStopping
          ? {
              title: 'Stop trading',
              message: `Stop all trading on account ${account ?? ''}? Every open order is cancelled, and new ones are refused until you allow trading again. Positions stay as they are.`,
              yes: 'Stop trading',
              no: 'Go on trading',
            }
          : {
              title: 'Allow trading',
              message: `Allow trading on account ${account ?? ''} again? Orders that were cancelled stay cancelled.`,
              yes: 'Allow trading',
              no: 'Leave it stopped',
            };
        if (!(await isSure(args, question))) return;
        const result = orders.setOptions({ isHalted: isStopping });
        if (!result.ok)
          tell({
            ok: false,
            text: `Trading was not ${isStopping ? 'stopped' : 'allowed'}: ${result.message}`,
          });
      },
    },
    {
      id: 'account.cancel-on-disconnect',
      title: 'Cancel orders when the connection is lost',
      icon: Unplug,
      isEnabled: () => isTrading() && orders.options.get() !== null,
      isOn: () => orders.options.get()?.CancelOnDisconnect === true,
      run: () => {
        const options = orders.options.get();
        if (options === null) return;
        const result = orders.setOptions({ cancelOnDisconnect: !options.CancelOnDisconnect });
        if (!result.ok) tell({ ok: false, text: `The option was not changed: ${result.message}` });
      },
    },
    // Argument: orderId. Asks, then cancels.
    {
      id: 'order.cancel',
      title: 'Cancel order…',
      icon: X,
      isEnabled: ({ orderId }) => typeof orderId === 'string' && platform.canTrade().ok,
      run: async ({ orderId }) => {
        const order = typeof orderId === 'string' ? orders.get().orders.get(orderId) : undefined;
        if (order === undefined || !isCancellable(order))
          return tell({ ok: false, text: 'This order cannot be cancelled any more.' });
        await cancelOrder(platform, order);
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
        if (typeof orderId === 'string') await openTimeline(platform, orderId);
      },
    },
  ];
}
