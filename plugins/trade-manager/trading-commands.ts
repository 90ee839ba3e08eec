import { ArrowUpDown, Ban, CirclePause, Group, History, ListX, ShieldAlert, Unplug, X } from 'lucide-react';
import type { Command, ToolPlatform } from '../../src/plugin-api/index.ts';
import { symbolOf } from './symbol-argument.ts';
import type { TradingActions } from './trading-actions.ts';

/** Commands about the orders and positions of an account, for every tool, key and menu. Each needs a confirmation unless `isConfirmed` is true. */
export function tradingCommands(platform: ToolPlatform): readonly Command[] {
  const commands = new TradingCommands(platform);
  return [...commands.forOrders(), ...commands.forPositions(), ...commands.forAccount()];
}

/** Loads the code of the commands. It is requested after the sign-in: a flatten must not wait for the network. */
export const loadTradingActions = () => import('./trading-actions.ts');

class TradingCommands {
  readonly #platform: ToolPlatform;
  #actions: TradingActions | undefined;

  constructor(platform: ToolPlatform) {
    this.#platform = platform;
  }

  forOrders(): readonly Command[] {
    return [
      // Argument: symbol (all orders without it).
      {
        id: 'order.cancel-all',
        title: 'Cancel all orders…',
        icon: ListX,
        isEnabled: () => this.#isTrading(),
        run: (args) => this.#act((actions) => actions.cancelAll(args)),
      },
      // Argument: orderId.
      {
        id: 'order.cancel',
        title: 'Cancel order…',
        icon: X,
        needsArguments: true,
        isEnabled: ({ orderId }) => typeof orderId === 'string' && this.#platform.canTrade().ok,
        run: (args) => this.#act((actions) => actions.cancel(args)),
      },
      // Argument: groupId.
      {
        id: 'order.cancel-group',
        title: 'Cancel order group…',
        icon: Group,
        needsArguments: true,
        isEnabled: ({ groupId }) => typeof groupId === 'string' && this.#platform.canTrade().ok,
        run: (args) => this.#act((actions) => actions.cancelGroup(args)),
      },
      // Argument: groupId. Also figure (one of WaitingFigure) and price (dollars): where it was dragged to.
      {
        id: 'order.change-group',
        title: 'Change order group…',
        icon: Group,
        needsArguments: true,
        isEnabled: ({ groupId }) => typeof groupId === 'string' && this.#platform.canTrade().ok,
        run: async ({ groupId, figure, price }) => {
          const { openGroupTerms } = await import('./GroupTermsDialog.tsx');
          if (typeof groupId === 'string') await openGroupTerms(this.#platform, groupId, { figure, price });
        },
      },
      // Argument: orderId.
      {
        id: 'order.timeline',
        title: 'Order timeline…',
        icon: History,
        needsArguments: true,
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
        run: (args) => this.#act((actions) => actions.flatten(args)),
      },
      // Argument: symbol. Cancels its open orders first.
      {
        id: 'order.reverse',
        title: 'Reverse position…',
        icon: ArrowUpDown,
        isEnabled: (args) => this.#isTrading() && symbolOf(args) !== undefined,
        run: (args) => this.#act((actions) => actions.reverse(args)),
      },
      {
        id: 'order.flatten-all',
        title: 'Flatten all positions…',
        icon: CirclePause,
        isEnabled: () => this.#isTrading(),
        run: (args) => this.#act((actions) => actions.flattenAll(args)),
      },
    ];
  }

  forAccount(): readonly Command[] {
    const { guards, orders, tradingApi } = this.#platform;
    const { options } = orders;
    return [
      {
        id: 'account.halt',
        title: 'Stop or allow trading…',
        icon: Ban,
        isEnabled: () => this.#isTrading() && options.get() !== null,
        isOn: () => options.get()?.IsHalted === true,
        run: (args) => this.#act((actions) => actions.halt(args)),
      },
      {
        id: 'account.cancel-on-disconnect',
        title: 'Cancel orders when the connection is lost',
        icon: Unplug,
        isEnabled: () => this.#isTrading() && options.get() !== null,
        isOn: () => options.get()?.CancelOnDisconnect === true,
        run: () => this.#act((actions) => actions.toggleCancelOnDisconnect()),
      },
      {
        id: 'account.guards',
        title: 'Loss guards and flatten time…',
        icon: ShieldAlert,
        isEnabled: () =>
          this.#isTrading() &&
          guards.get() !== null &&
          tradingApi.get().capabilities.lacks.guards === undefined,
        run: async () => {
          const { openGuards } = await import('./GuardsDialog.tsx');
          await openGuards(this.#platform);
        },
      },
    ];
  }

  #isTrading(): boolean {
    return this.#platform.canTrade().ok && this.#platform.session.get().account !== null;
  }

  async #act(run: (actions: TradingActions) => void | Promise<void>): Promise<void> {
    const { TradingActions: Actions } = await loadTradingActions();
    this.#actions ??= new Actions(this.#platform);
    await run(this.#actions);
  }
}
