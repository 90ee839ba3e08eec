import { screen, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { renderSignedIn, untilFocused } from '../../testing/index.ts';

function Faulty(): never {
  throw new RangeError('a fault put in');
}

test('a dialog that throws is replaced by its error, closes, and leaves the workstation as it was', async () => {
  // React and the page log the error.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const onError = (event: Event) => event.preventDefault();
  addEventListener('error', onError);
  const { user, desk } = await renderSignedIn({ path: '/workspace' });
  const button = screen.getByRole('button', { name: 'New workspace' });
  button.focus();
  const closed = desk.dialogs.open({ title: 'Faulty', width: 300, content: () => <Faulty /> });
  const message = await screen.findByRole('alertdialog', { name: 'This dialog has stopped' });
  expect(message.textContent).toContain('a fault put in');
  await user.click(within(message).getByRole('button', { name: 'Close' }));
  expect(await closed).toBeNull();
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  await untilFocused(() => button);
  await user.click(button);
  await screen.findByRole('dialog', { name: 'New workspace' });
  removeEventListener('error', onError);
  vi.restoreAllMocks();
});

test('the title of a dialog changes while it is open, and what was typed in it stays', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace' });
  let title = 'New strategy';
  const listeners = new Set<() => void>();
  void desk.dialogs.open({
    title: {
      get: () => title,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    content: () => <input aria-label="Name" />,
  });
  const dialog = await screen.findByRole('dialog', { name: 'New strategy' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Cross');
  title = 'Edit strategy';
  for (const listener of listeners) listener();
  expect(await screen.findByRole('dialog', { name: 'Edit strategy' })).toBe(dialog);
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Cross');
});
