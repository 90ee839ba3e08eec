import { beforeEach, describe, expect, it } from 'vitest';
import { createCommandRegistry, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { reportExecutions } from './execution-toasts.ts';
import { reportFailedGroups } from './group-toasts.ts';
import { closingOf, FakeTrading, flattenGroup, order } from './testing/fake-trading.ts';
import { tradingCommands } from './trading-commands.ts';

let trading: FakeTrading;
beforeEach(() => {
  trading = new FakeTrading();
});

describe('the trading commands', () => {
  const setUp = (answer: boolean) => {
    const commands = createCommandRegistry();
    const messages: string[] = [];
    // The parts of a platform that the commands use.
    const platform = {
      ...trading.deps,
      session: { get: () => ({ account: 'A' }) },
      commands,
      canTrade: () => ({ ok: true }),
      dialogs: {
        toast: ({ message }: { message: string }) => void messages.push(message),
        confirm: ({ message }: { message: string }) => {
          messages.push(`? ${message}`);
          return Promise.resolve(answer);
        },
      },
    } as unknown as ToolPlatform;
    for (const command of tradingCommands(platform)) commands.register(command);
    reportExecutions(platform);
    return { commands, messages };
  };

  it('ask before flattening, and say what will be sent', async () => {
    trading.hold(100);
    trading.orders.set('o1', order({}));
    const { commands, messages } = setUp(false);
    await commands.run('order.flatten', { symbol: 'SPY' });
    await commands.run('order.cancel-all');
    expect([messages, trading.steps]).toEqual([
      [
        '? 1 open order of SPY will be cancelled first. Then Sell 100 SPY at market.',
        '? Cancel the open order?',
      ],
      [],
    ]);
  });

  it('show why an option of the account was not changed', async () => {
    const { messages } = setUp(true);
    trading.refuseOptions('The options of the account were changed too often; wait a minute.');
    expect(messages).toEqual([
      "The account's options stay as they are: The options of the account were changed too often; wait a minute.",
    ]);
  });

  it('ask no question when the command is confirmed already', async () => {
    const { commands, messages } = setUp(false);
    await trading.pushGroup(flattenGroup({}));
    await commands.run('order.flatten', { symbol: 'SPY', isConfirmed: true });
    expect(messages).toEqual(['SPY is flat already.']);
  });

  it('cancel an order after a question, and refuse one that has ended', async () => {
    trading.orders.set('o1', order({}));
    trading.orders.set('o2', order({ OrderId: 'o2', Status: 'Executed', Unfill: 0 }));
    await setUp(false).commands.run('order.cancel', { orderId: 'o1' });
    expect(trading.steps).toEqual([]);
    const { commands, messages } = setUp(true);
    await commands.run('order.cancel', { orderId: 'o1' });
    await commands.run('order.cancel', { orderId: 'o2' });
    expect([trading.steps, messages]).toEqual([
      ['cancel o1'],
      [
        '? Please confirm you want to cancel order:\nBuy LMT SPY 100@1.00 AUTO',
        'This order cannot be cancelled any more.',
      ],
    ]);
    expect(await commands.run('order.cancel')).toBe(false);
  });

  it('cancel a group after a question that names each of its open legs, and refuse one that has ended', async () => {
    trading.orders.set('o1', order({ Side: 'Sell', Price: 101 }));
    await trading.pushGroup(
      flattenGroup({
        Kind: 'Bracket',
        State: 'Working',
        Stop: { Basis: 'Percent', Amount: 2, TifType: 'Day' },
        Orders: [
          closingOf({ OrderId: 'o0', Role: 'Entry', Side: 'Buy', Fill: 100 }),
          closingOf({ OrderId: 'o1', Role: 'Target', IsOpen: true }),
        ],
      }),
    );
    const { commands, messages } = setUp(true);
    await commands.run('order.cancel-group', { groupId: 'G1' });
    await trading.pushGroup(flattenGroup({ Kind: 'Bracket', State: 'Cancelled' }));
    await commands.run('order.cancel-group', { groupId: 'G1' });
    expect([trading.steps, messages]).toEqual([
      ['cancel G1'],
      [
        '? Please confirm you want to cancel Bracket G1:\nTarget: Sell LMT SPY 100@101.00 AUTO\nStop: 2.00% away, not sent yet',
        'This order group cannot be cancelled any more.',
      ],
    ]);
  });

  it('show a toast when a group fails, and none for one that has failed before', async () => {
    const toasts: string[] = [];
    await trading.pushGroup(flattenGroup({ GroupId: 'G0', State: 'Failed' }));
    await trading.pushGroup(flattenGroup({ Kind: 'Bracket', State: 'Triggered' }));
    const stop = reportFailedGroups({
      groups: trading.deps.groups,
      // The only call that is made.
      dialogs: { toast: ({ message }: { message: string }) => void toasts.push(message) } as never,
    });
    await trading.pushGroup(
      flattenGroup({
        Kind: 'Bracket',
        State: 'Failed',
        Message: 'The exits ended and left a position open',
      }),
    );
    // One that closed late is reported, too; one that closed in time is not.
    for (const [GroupId, ErrorCode] of [
      ['G2', -104],
      ['G3', -103],
    ] as const) {
      await trading.pushGroup(flattenGroup({ GroupId, Kind: 'Bracket', State: 'Triggered' }));
      await trading.pushGroup(
        flattenGroup({ GroupId, Kind: 'Bracket', State: 'Completed', ErrorCode, Message: 'Closed' }),
      );
    }
    stop();
    expect(toasts).toEqual([
      'SPY: Bracket G1: Failed. The exits ended and left a position open',
      'SPY: Bracket G2: Completed. Closed',
    ]);
  });

  it('do not run without their symbol or order', async () => {
    const { commands } = setUp(true);
    expect([await commands.run('order.flatten'), await commands.run('order.timeline')]).toEqual([
      false,
      false,
    ]);
  });

  it('stop trading only after a confirmation, and allow it again', async () => {
    await setUp(false).commands.run('account.halt');
    expect(trading.steps).toEqual([]);
    const { commands } = setUp(true);
    await commands.run('account.halt');
    trading.options = { CancelOnDisconnect: true, IsHalted: true, HaltedBy: 'Holder' };
    await commands.run('account.halt');
    await commands.run('account.cancel-on-disconnect');
    expect(trading.steps).toEqual([
      '{"isHalted":true}',
      '{"isHalted":false}',
      '{"cancelOnDisconnect":false}',
    ]);
    trading.options = null;
    expect(await commands.run('account.halt')).toBe(false);
  });
});
