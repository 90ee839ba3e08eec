import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { FAKE_EXCHANGE_MS } from '../../client/testing/fake-answers.ts';
import { PROTOCOL_VERSION } from '../../protocol/index.ts';
import {
  createDeskServer,
  fill,
  fillLogin,
  renderDesk,
  renderSignedIn,
  type MemoryServer,
} from '../../testing/index.ts';

/** What a page receives when it reconnects to a server that was upgraded. */
const greetAsNewer = (server: MemoryServer): void =>
  server.send('trading', 'connected', {
    IsAuthenticated: true,
    ExchangeTime: FAKE_EXCHANGE_MS,
    Protocol: PROTOCOL_VERSION + 1,
  });

test('offers a reload to an open desk after a server upgrade, which keeps the desk and its unsaved changes', async () => {
  const page = await renderSignedIn({ path: '/workspace' });
  const { server } = page;
  greetAsNewer(server);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(
    'This page and the server have different versions. Reload the page to continue; your unsaved changes are kept.',
  );
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Ann' })).toBeDefined();

  await page.user.click(screen.getByRole('button', { name: 'New workspace' }));
  await fill(page.user, await screen.findByRole('textbox', { name: 'Name' }), 'Second');
  await page.user.click(screen.getByRole('button', { name: 'Ok' }));
  await screen.findByRole('tab', { name: 'Second' });
  page.reload();
  await screen.findByRole('tab', { name: 'Second' });
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
});

test('offers a reload in place of a sign-in', async () => {
  const server = createDeskServer();
  server.protocol = PROTOCOL_VERSION + 1;
  const { user } = renderDesk({ path: '/login', server });
  await fillLogin(user, 'right');
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeDefined();
  expect(screen.queryByText(/unsaved changes/)).toBeNull();
  expect(server.received('trading').map(({ name }) => name)).not.toContain('login');
});
