import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { createDeskServer, renderTool } from '../../src/testing/index.ts';
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
