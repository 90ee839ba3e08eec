import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import {
  createDeskServer,
  fill,
  fillLogin,
  renderDesk,
  shownAlerts,
  untilFocused,
} from '../../testing/index.ts';

const code = () => screen.getByRole('textbox', { name: 'Code' });
const password = () => screen.getByLabelText('Password', { selector: 'input' });

test('a user with a second factor enters a code after the password, and may go back', async () => {
  const server = createDeskServer();
  const welcome = server.answerOf('login');
  const sent: (string | undefined)[] = [];
  server.on('login', (body) => {
    sent.push(body.Code);
    if (body.Password !== 'right') welcome(body);
    else if (body.Code === undefined) server.send('trading', 'codeRequired', {});
    else if (body.Code === '123456') welcome(body);
    else server.send('trading', 'loginFailure', { FailureType: 'WrongCode' });
  });
  const { user, path } = renderDesk({ path: '/login', server });
  await fillLogin(user, 'right');
  await untilFocused(code);
  expect(shownAlerts()).toEqual([]);
  expect(screen.queryByRole('textbox', { name: 'Username' })).toBeNull();
  screen.getByText('Six digits of your authenticator app, or a recovery code');

  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await expect.poll(shownAlerts).toEqual(['Code is required']);
  await user.type(code(), '000000{Enter}');
  await expect
    .poll(shownAlerts)
    .toEqual(['The code is incorrect or was used before. Wait for the next one.']);
  await untilFocused(code);
  expect((code() as HTMLInputElement).value).toBe('');

  await user.click(screen.getByRole('button', { name: 'Back' }));
  await untilFocused(password);
  await fill(user, password(), 'wrong');
  await user.keyboard('{Enter}');
  await expect.poll(shownAlerts).toEqual(['Invalid password']);
  await untilFocused(password);
  await fill(user, password(), 'right');
  await user.keyboard('{Enter}');
  await untilFocused(code);
  await user.type(code(), ' 123456 {Enter}');
  await expect.poll(path).toMatch(/^\/workspace/);
  expect(sent).toEqual([undefined, '000000', undefined, undefined, '123456']);
});
