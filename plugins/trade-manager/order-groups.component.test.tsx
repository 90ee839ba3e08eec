import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { createDeskServer, fill, renderTool } from '../../src/testing/index.ts';
import { tradeManager } from './manifest.ts';
import { closingOf, flattenGroup, order } from './testing/fake-trading.ts';

const ACCOUNT = 'D-1';
const bracket = flattenGroup({
  GroupId: 'G12',
  Account: ACCOUNT,
  Kind: 'Bracket',
  State: 'Triggered',
  Orders: [
    closingOf({ OrderId: 'o1', Role: 'Target', IsOpen: true }),
    closingOf({ OrderId: 'o2', Role: 'Stop', IsOpen: true }),
  ],
});

test('Open Orders lists the orders that wait for a condition, and cancels one after a question', async () => {
  const server = createDeskServer();
  const { user } = await renderTool(tradeManager, server, { CurrentTab: 'OpenOrders' });
  const push = (change: Partial<typeof bracket>) =>
    server.send('trading', 'orderGroups', {
      Account: ACCOUNT,
      Items: [
        flattenGroup({ GroupId: 'G13', Account: ACCOUNT, Kind: 'Conditional', State: 'Working', ...change }),
      ],
      HasMore: false,
      IsSnapshot: false,
    });
  const waiting = {
    Symbol: 'SPY',
    Side: 'Buy',
    Type: 'Market',
    Quantity: 100,
    Price: 0,
    StopPrice: 0,
  } as const;
  push({
    Waiting: [waiting],
    Condition: { Basis: 'Last', Symbol: 'AAPL', Direction: 'AtOrAbove', Price: 200 },
  });
  const list = await screen.findByRole('list', { name: 'Orders that wait for a condition' });
  expect(list.textContent).toContain('G13 Buy MKT SPY 100 once AAPL last is 200.00 or above');
  await user.click(within(list).getByRole('button', { name: 'Order timeline of G13 SPY' }));
  const timeline = await screen.findByRole('dialog', { name: 'Order timeline' });
  expect(timeline.textContent).toContain(
    'Buy MKT SPY 100 once AAPL last is 200.00 or aboveG13, not sent yet',
  );
  expect(timeline.textContent).toContain('The server sends the order once its condition holds.');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(timeline.isConnected).toBe(false));
  await user.click(within(list).getByRole('button', { name: 'Cancel G13 SPY' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('Buy MKT SPY 100 once AAPL last is 200.00 or above, not sent yet');
  await user.click(within(question).getByRole('button', { name: 'Cancel group' }));
  await expect
    .poll(() => server.received('trading').filter(({ name }) => name === 'orderGroupCancel'))
    .toMatchObject([{ body: { Account: ACCOUNT, GroupId: 'G13' } }]);
  push({ State: 'Cancelled' });
  await waitFor(() => expect(list.isConnected).toBe(false));
});

test('Open Orders shows the group of each order, cancels it after a question, and reports one that fails', async () => {
  const server = createDeskServer();
  const { frame, user } = await renderTool(tradeManager, server, { CurrentTab: 'OpenOrders' });
  const push = (group: typeof bracket) =>
    server.send('trading', 'orderGroups', {
      Account: ACCOUNT,
      Items: [group],
      HasMore: false,
      IsSnapshot: false,
    });
  server.send('trading', 'orders', {
    Account: ACCOUNT,
    Items: [
      order({ OrderId: 'o1', Account: ACCOUNT, Side: 'Sell', Price: 101 }),
      order({ OrderId: 'o2', ClientId: 'c2', Account: ACCOUNT, Side: 'Sell', Type: 'Stop', StopPrice: 99 }),
    ],
    HasMore: false,
  });
  push(bracket);
  const roles = () =>
    [...frame.querySelectorAll('[data-row-id] [data-column="Group"]')].map(({ textContent }) => textContent);
  await expect.poll(() => roles().toSorted()).toEqual(['G12 Stop', 'G12 Target']);

  server.on('orderGroupCancel', ({ ClientId, GroupId }) =>
    server.send('trading', 'orderGroupResult', {
      Account: ACCOUNT,
      ClientId,
      ErrorCode: 0,
      Message: 'OK',
      GroupId,
    }),
  );
  const cell = frame.querySelector('[data-row-id="o1"] [data-column="Symbol"]');
  await user.pointer({ keys: '[MouseRight]', target: cell ?? frame });
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel Bracket G12…' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('Target: Sell LMT SPY 100@101.00 AUTO');
  expect(question.textContent).toContain('Stop: Sell STOP SPY 100@MKT AUTO');
  await user.click(within(question).getByRole('button', { name: 'Cancel group' }));
  await expect
    .poll(() => server.received('trading').filter(({ name }) => name === 'orderGroupCancel'))
    .toMatchObject([{ body: { Account: ACCOUNT, GroupId: 'G12' } }]);

  push({ ...bracket, State: 'Failed', Message: 'The exits ended and left a position open' });
  await waitFor(() =>
    expect(document.body.textContent).toContain(
      'SPY: Bracket G12: Failed. The exits ended and left a position open',
    ),
  );
});

test('Open Orders changes the level of an order that waits, keeps the dialog after a refusal, and sends only what differs', async () => {
  const server = createDeskServer();
  const { user } = await renderTool(tradeManager, server, { CurrentTab: 'OpenOrders' });
  server.send('trading', 'orderGroups', {
    Account: ACCOUNT,
    Items: [
      flattenGroup({
        GroupId: 'G13',
        Account: ACCOUNT,
        Kind: 'Conditional',
        State: 'Working',
        Waiting: [{ Symbol: 'SPY', Side: 'Buy', Type: 'Market', Quantity: 100, Price: 0, StopPrice: 0 }],
        Condition: { Basis: 'Last', Symbol: 'AAPL', Direction: 'AtOrAbove', Price: 200 },
      }),
    ],
    HasMore: false,
    IsSnapshot: false,
  });
  let refusal = { ErrorCode: -108, Message: 'The change would take effect at once' };
  server.on('orderGroupTermsChange', ({ ClientId, GroupId }) =>
    server.send('trading', 'orderGroupResult', {
      Account: ACCOUNT,
      ClientId,
      ...refusal,
      ...(refusal.ErrorCode === 0 && { GroupId }),
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Change G13 SPY' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Conditional G13' }));
  const change = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Change' });
  expect(change().disabled).toBe(true);
  await fill(user, dialog.getByRole('textbox', { name: 'Level' }), '150');
  await user.click(change());
  await dialog.findByText('Not changed: The change would take effect at once');
  refusal = { ErrorCode: 0, Message: 'OK' };
  await fill(user, dialog.getByRole('textbox', { name: 'Level' }), '210');
  await user.click(change());
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Change Conditional G13' })).toBeNull());
  const bodies = server
    .received('trading')
    .flatMap(({ name, body }) => (name === 'orderGroupTermsChange' ? [body] : []));
  expect(bodies.at(-1)).toMatchObject({
    GroupId: 'G13',
    Condition: { Basis: 'Last', Symbol: 'AAPL', Direction: 'AtOrAbove', Price: 210 },
  });
});

test('Open Orders changes the exits of an entry that has not filled, and stops at the first refusal', async () => {
  const server = createDeskServer();
  const { frame, user } = await renderTool(tradeManager, server, { CurrentTab: 'OpenOrders' });
  server.send('trading', 'orders', {
    Account: ACCOUNT,
    Items: [order({ OrderId: 'o1', Account: ACCOUNT, Price: 100 })],
    HasMore: false,
  });
  const entry = {
    OrderId: 'o1',
    Role: 'Entry',
    Symbol: 'SPY',
    Side: 'Buy',
    Quantity: 100,
    Fill: 0,
    IsOpen: true,
  } as const;
  server.send('trading', 'orderGroups', {
    Account: ACCOUNT,
    Items: [
      flattenGroup({
        GroupId: 'G12',
        Account: ACCOUNT,
        Kind: 'Bracket',
        State: 'Working',
        Orders: [entry],
        Target: { Basis: 'Percent', Amount: 2, TifType: 'Day' },
        Stop: { Basis: 'Price', Amount: 98, TifType: 'Day' },
      }),
    ],
    HasMore: false,
    IsSnapshot: false,
  });
  server.on('orderGroupChange', ({ ClientId, GroupId, Role }) =>
    server.send('trading', 'orderGroupResult', {
      Account: ACCOUNT,
      ClientId,
      ...(Role === 'Stop'
        ? { ErrorCode: -94, Message: 'The stop is above the entry.' }
        : { ErrorCode: 0, Message: 'OK', GroupId }),
    }),
  );
  await expect
    .poll(() => frame.querySelector(`[data-row-id="o1"] [data-column="Group"]`)?.textContent)
    .toBe('G12 Entry');
  const cell = frame.querySelector('[data-row-id="o1"] [data-column="Symbol"]');
  await user.pointer({ keys: '[MouseRight]', target: cell ?? frame });
  await user.click(await screen.findByRole('menuitem', { name: 'Change Bracket G12…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Bracket G12' }));
  await fill(user, dialog.getByRole('textbox', { name: 'Target, profit in per cent' }), '3');
  await fill(user, dialog.getByRole('textbox', { name: 'Stop, price' }), '101');
  await user.click(dialog.getByRole('button', { name: 'Change' }));
  await dialog.findByText('Not changed: The stop is above the entry.');
  const bodies = server
    .received('trading')
    .flatMap(({ name, body }) => (name === 'orderGroupChange' ? [body] : []));
  expect(bodies).toMatchObject([
    { GroupId: 'G12', Role: 'Target', Basis: 'Percent', Amount: 3 },
    { GroupId: 'G12', Role: 'Stop', Basis: 'Price', Amount: 101 },
  ]);
});
