import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { answerOrders, createDeskServer, renderTool } from '../../src/testing/index.ts';
import { tradeManager } from './manifest.ts';

const ACCOUNT = 'D-1';
const limits = { DailyLoss: 500, Drawdown: 300 };

test('Guards sets limits and the flatten time, shows the room that is left, and reports a lock', async () => {
  const server = createDeskServer();
  answerOrders(server, ACCOUNT);
  const { frame, user } = await renderTool(tradeManager, server, { CurrentTab: 'Positions' });
  const strip = () => within(frame).getByLabelText('Account').textContent ?? '';

  await user.click(await within(frame).findByRole('button', { name: 'Guards…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Guards' });
  const field = (name: RegExp) => within(dialog).getByRole<HTMLInputElement>('textbox', { name });
  await user.type(field(/^Daily loss limit/), '500');
  await user.type(field(/^Drawdown limit/), '0');
  await user.type(field(/^Flatten at/), '16:30');
  const submit = within(dialog).getByRole('button', { name: 'Set guards' });
  await waitFor(() => expect(dialog.textContent).toContain('Enter a New York time from 09:31 to 15:59'));
  expect(dialog.textContent).toContain('Enter an amount above 0');
  expect(submit.hasAttribute('disabled')).toBe(true);
  await user.clear(field(/^Drawdown limit/));
  await user.type(field(/^Drawdown limit/), '300');
  await user.clear(field(/^Flatten at/));
  await user.type(field(/^Flatten at/), '15:55');
  await user.click(submit);
  await expect
    .poll(() => server.received('trading').filter(({ name }) => name === 'accountGuardsSet'))
    .toMatchObject([
      { body: { Account: ACCOUNT, ...limits, FlattenAt: { Time: '15:55', TodayOnly: false } } },
    ]);
  await waitFor(() => expect(strip()).toContain('Loss room500.00Drawdown room300.00Flatten at15:55 daily'));

  const guards = {
    Account: ACCOUNT,
    Holder: limits,
    Next: null,
    Administrator: { DailyLoss: null, Drawdown: null },
    Base: 0,
    High: 0,
    FlattenAt: null,
  };
  server.send('trading', 'accountGuards', {
    ...guards,
    Lock: { Guard: 'DailyLoss', By: 'Holder', Figure: 512.4, Limit: 500, Timestamp: 1 },
  });
  const text = 'The loss of the day reached 512.40, over your limit of 500.00.';
  expect((await within(frame).findByRole('alert')).textContent).toContain(`Locked by a guard. ${text}`);
  await waitFor(() => expect(document.body.textContent).toContain(`A guard has closed the account. ${text}`));
  server.send('trading', 'accountGuards', { ...guards, Lock: null });
  await waitFor(() => expect(within(frame).queryByRole('alert')).toBeNull());

  server.on('accountGuardsSet', () =>
    server.send('trading', 'failure', {
      Message: 'The loss of the day is 40.00 already.',
      ErrorCode: 0,
      RequestT: 70,
    }),
  );
  await user.click(within(frame).getByRole('button', { name: 'Guards…' }));
  const again = await screen.findByRole('dialog', { name: 'Guards' });
  await user.clear(within(again).getByRole('textbox', { name: /^Daily loss limit/ }));
  await user.type(within(again).getByRole('textbox', { name: /^Daily loss limit/ }), '30');
  await user.click(within(again).getByRole('button', { name: 'Set guards' }));
  await waitFor(() =>
    expect(document.body.textContent).toContain(
      'The guards stay as they are: The loss of the day is 40.00 already.',
    ),
  );
});
