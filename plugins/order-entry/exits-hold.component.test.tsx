import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import type { Body } from '../../src/protocol/index.ts';
import { OrderError, orderErrorMessage } from '../../src/domain/orders/errors.ts';
import {
  answerOrders,
  createDeskServer,
  renderTool,
  type MemoryServer,
  type OrdersServer,
  type RenderedTool,
} from '../../src/testing/index.ts';
import { orderEntry } from './manifest.ts';

const ACCOUNT = 'D-1';
type WireGroup = Body<'orderGroups'>['Items'][number];

let server: MemoryServer;
let account: OrdersServer;
/** The groups whose stops are open: they hold the shares. */
let holding: Set<string>;
/** What was requested about groups and orders, in sequence. */
let steps: string[];
/** Groups whose cancel is refused. */
let refused: Set<string>;
/** Whether a cancel ends the exits at once; otherwise the test ends them. */
let endsAtOnce: boolean;
beforeEach(() => {
  server = createDeskServer();
  account = answerOrders(server);
  holding = new Set();
  steps = [];
  refused = new Set();
  endsAtOnce = true;
  server.on('orderPreview', ({ Id, Order: { Side } }) => {
    const ErrorCode = Side === 'Sell' && holding.size > 0 ? OrderError.InsufficientCover : 0;
    server.send('trading', 'orderPreviewResult', {
      Id,
      ErrorCode,
      Message: ErrorCode === 0 ? '' : orderErrorMessage(ErrorCode),
      Cost: 0,
      Fees: 0,
      BuyingPowerEffect: 0,
      BuyingPowerAfter: 0,
      PositionAfter: 0,
    });
  });
  server.on('orderGroupCancel', ({ Account, ClientId, GroupId }) => {
    steps.push(`cancel ${GroupId}`);
    const isRefused = refused.has(GroupId);
    server.send('trading', 'orderGroupResult', {
      Account,
      ClientId,
      ErrorCode: isRefused ? OrderError.NetworkError : 0,
      Message: isRefused ? 'The order service is busy.' : 'OK',
      ...(isRefused ? {} : { GroupId }),
    });
    if (!isRefused && endsAtOnce) end(GroupId);
  });
});

/** The ticket of the tool's window. */
const ticket = () =>
  within(document.querySelector<HTMLElement>('[data-tool="order-entry"]') ?? document.body);
const bar = () => ticket().queryByRole('group', { name: 'Exits hold the shares' });
const cancelAndSell = () =>
  ticket().getByRole<HTMLButtonElement>('button', { name: 'Cancel exits and sell' });
const sold = () => account.orders.filter(({ Side }) => Side === 'Sell').length;

function push(GroupId: string, isOpen: boolean): void {
  const group: WireGroup = {
    GroupId,
    ClientId: `c${GroupId}`,
    Account: ACCOUNT,
    UserId: 'u1',
    Kind: 'Bracket',
    Symbol: 'AAPL',
    State: isOpen ? 'Triggered' : 'Cancelled',
    Orders: [
      {
        OrderId: `s${GroupId}`,
        Role: 'Stop',
        Symbol: 'AAPL',
        Side: 'Sell',
        Quantity: 100,
        Fill: 0,
        IsOpen: isOpen,
      },
    ],
    Waiting: [],
    Timestamp: 1,
    TimeCompleted: null,
  };
  server.send('trading', 'orderGroups', {
    Account: ACCOUNT,
    Items: [group],
    HasMore: false,
    IsSnapshot: false,
  });
}
function hold(groupId: string): void {
  holding.add(groupId);
  push(groupId, true);
}
function end(groupId: string): void {
  holding.delete(groupId);
  push(groupId, false);
}

/** A ticket to sell the 100 AAPL that are held. */
async function renderSale(): Promise<RenderedTool> {
  const rendered = await renderTool(orderEntry, server, { Symbol: 'AAPL' });
  const { user, desk } = rendered;
  await user.click(await ticket().findByRole('button', { name: 'Buy 100 AAPL at market' }));
  await expect.poll(() => desk.platform.orders.get().positions.get('AAPL')?.LongQty).toBe(100);
  await user.click(ticket().getByRole('radio', { name: 'Sell' }));
  await ticket().findByRole('button', { name: 'Sell 100 AAPL at market' });
  return rendered;
}

/** Requests the preview again, by another side and back, until it is refused for the exits and the ticket offers to cancel them. */
async function untilOffered(user: RenderedTool['user']): Promise<void> {
  await user.click(ticket().getByRole('radio', { name: 'Buy' }));
  await user.click(ticket().getByRole('radio', { name: 'Sell' }));
  await expect.poll(bar).not.toBeNull();
}

test('the offer to cancel exits appears only for a sale whose shares they hold', async () => {
  const { user } = await renderSale();
  await ticket().findByText('Buying power effect');
  expect(bar()).toBeNull();
  hold('G12');
  // The next preview is refused for them.
  await user.click(ticket().getByRole('radio', { name: 'Buy' }));
  expect(bar()).toBeNull();
  await user.click(ticket().getByRole('radio', { name: 'Sell' }));
  await ticket().findByText('The exits of G12 hold 100 of the 100 AAPL that you hold.');
  await user.click(ticket().getByRole('radio', { name: 'Buy' }));
  await expect.poll(bar).toBeNull();
});

test('exits are cancelled first, and the sale follows once none of them is open any more', async () => {
  const { user } = await renderSale();
  endsAtOnce = false;
  hold('G12');
  await untilOffered(user);
  await user.click(cancelAndSell());
  await expect.poll(() => steps).toEqual(['cancel G12']);
  expect([cancelAndSell().disabled, sold()]).toEqual([true, 0]);
  end('G12');
  await expect.poll(sold).toBe(1);
  expect(steps).toEqual(['cancel G12']);
  await expect.poll(bar).toBeNull();
});

test('a cancel that is refused keeps the sale from being sent, is shown, and can be repeated from the same ticket', async () => {
  const { user } = await renderSale();
  hold('G12');
  hold('G13');
  refused.add('G13');
  await user.click(ticket().getByRole('radio', { name: 'Buy' }));
  await user.click(ticket().getByRole('radio', { name: 'Sell' }));
  await ticket().findByText('The exits of G12, G13 hold 100 of the 100 AAPL that you hold.');
  await user.click(cancelAndSell());
  await ticket().findByText('G13 was not cancelled, and nothing was sent: The order service is busy.');
  expect([steps, sold()]).toEqual([['cancel G12', 'cancel G13'], 0]);
  ticket().getByRole('button', { name: 'Sell 100 AAPL at market' });
  await ticket().findByText('The exits of G13 hold 100 of the 100 AAPL that you hold.');
  refused.clear();
  await user.click(cancelAndSell());
  await expect.poll(sold).toBe(1);
  expect(steps).toEqual(['cancel G12', 'cancel G13', 'cancel G13']);
});

test('a ticket that is changed while the exits are being cancelled is not sent', async () => {
  const { user } = await renderSale();
  endsAtOnce = false;
  hold('G12');
  await untilOffered(user);
  await user.click(cancelAndSell());
  await expect.poll(() => steps).toEqual(['cancel G12']);
  await user.click(ticket().getByRole('button', { name: 'Decrease Quantity' }));
  end('G12');
  await ticket().findByText(
    'The exits are cancelled. The ticket was changed meanwhile: check it, then send it.',
  );
  expect(sold()).toBe(0);
});

test('an exit that fills before it is cancelled leaves nothing to sell, which the ticket says', async () => {
  const { user } = await renderSale();
  endsAtOnce = false;
  hold('G12');
  await untilOffered(user);
  await user.click(cancelAndSell());
  await expect.poll(() => steps).toEqual(['cancel G12']);
  server.send('trading', 'positions', {
    Account: ACCOUNT,
    Items: [
      {
        Account: ACCOUNT,
        Symbol: 'AAPL',
        IsStock: true,
        LongQty: 0,
        ShortQty: 0,
        FifoCost: 0,
        MtmCost: 0,
        ClosedPL: 0,
        TodayPL: 0,
        LockedQty: 0,
        TradedShares: 200,
      },
    ],
    HasMore: false,
    IsSnapshot: false,
  });
  end('G12');
  await screen.findByText(
    'The exits are cancelled. One of them had filled: you hold 0 AAPL now, and nothing was sent.',
  );
  expect(sold()).toBe(0);
});
