import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { renderSignedIn } from '../../testing/index.ts';
import { HELP_SOURCE } from './help-channel.ts';

test('a help page that does not load says so, and loads after another try', async () => {
  const { user } = await renderSignedIn({ path: '/workspace' });
  const view = await waitFor(
    () => document.querySelector<HTMLElement>('[data-tool="market-view"]') ?? expect.fail('no Market View'),
  );
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  await user.click(within(view).getByRole('button', { name: 'Tips & Tricks' }));
  const dialog = await screen.findByRole('dialog', { name: 'Tips & Tricks' });
  const frame = () => dialog.querySelector('iframe') ?? expect.fail('no frame');
  expect(frame().getAttribute('src')).toContain('market-view');
  // The frame of a document without a layout loads nothing: the page never reports its topic.
  await vi.advanceTimersByTimeAsync(9_000);
  expect(within(dialog).queryByRole('alert')).toBeNull();
  await vi.advanceTimersByTimeAsync(2_000);
  await waitFor(
    () =>
      expect(within(dialog).getByRole('alert').textContent).toContain('The help page could not be loaded'),
    { timeout: 2_000 },
  );
  const first = frame();
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(within(dialog).queryByRole('alert')).toBeNull());
  expect(frame()).not.toBe(first);
  // What the page in the frame sends once it is shown.
  const data = { source: HELP_SOURCE, type: 'shown', topic: 'market-view', title: 'Market View' };
  const source = frame().contentWindow;
  dispatchEvent(new MessageEvent('message', { data, source, origin: location.origin }));
  await within(dialog).findByText('Market View');
  await vi.advanceTimersByTimeAsync(11_000);
  expect(within(dialog).queryByRole('alert')).toBeNull();
  vi.useRealTimers();
});

test('Getting Started leads to the ready workspaces', async () => {
  const { desk, user } = await renderSignedIn({ path: '/workspace' });
  void desk.commands.run('help.getting-started');
  const dialog = await screen.findByRole('dialog', { name: 'Getting Started' });
  await user.click(within(dialog).getByRole('button', { name: 'Choose a ready workspace' }));
  const gallery = await screen.findByRole('dialog', { name: 'Ready workspaces' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Getting Started' })).toBeNull());
  await user.click(within(gallery).getByRole('button', { name: /^Day trading/ }));
  await screen.findByRole('tab', { name: /Day trading/ });
});
