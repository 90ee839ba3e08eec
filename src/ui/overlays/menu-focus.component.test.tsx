import { fireEvent, screen } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test } from 'vitest';
import { closeAfterTest } from '../../testing/rendered.ts';
import { AlertDialog, Dialog } from './Dialog.tsx';
import { ContextMenu, Menu } from './Menu.tsx';

const entries = [
  { id: 'style', label: 'Style', run: () => {} },
  { id: 'delete', label: 'Delete', run: () => {} },
];
let keysBehind: string[];

beforeEach(() => {
  keysBehind = [];
  const root = anotherRoot();
  flushSync(() =>
    root.render(
      <>
        <ContextMenu entries={entries}>
          <div role="application" tabIndex={0} onKeyDown={({ key }) => keysBehind.push(key)} />
        </ContextMenu>
        <Menu label="Draw tools" trigger={<button>Draw</button>} entries={entries} />
      </>,
    ),
  );
});

const area = () => screen.getByRole('application');

/** A React root beside that of the menus. */
function anotherRoot() {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  closeAfterTest(() => {
    root.unmount();
    place.remove();
  });
  return root;
}

test('a context menu has the focus in the turn in which it opens, and Escape does not reach the area', async () => {
  area().focus();
  fireEvent.contextMenu(area());
  // Microtasks only: no frame and no timer has run yet.
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  await expect.poll(() => screen.queryByRole('menu')).toBeNull();
  expect([keysBehind, document.activeElement]).toEqual([[], area()]);
});

test('a menu opened by the keyboard has its first entry in focus', async () => {
  const user = userEvent.setup();
  screen.getByRole('button', { name: 'Draw' }).focus();
  await user.keyboard('{Enter}');
  await expect
    .poll(() => document.activeElement)
    .toBe(await screen.findByRole('menuitem', { name: 'Style' }));
  await user.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Delete' }));
});

test('a click without pointer or focus, as that of assistive technology, opens a menu that was never used', async () => {
  screen.getByRole('button', { name: 'Draw' }).click();
  expect(await screen.findAllByRole('menu', { name: 'Draw tools' })).toHaveLength(1);
});

test('the button of a menu stays the same element, with its focus, when the menu opens and closes', async () => {
  const user = userEvent.setup();
  const button = screen.getByRole('button', { name: 'Draw' });
  expect(button.getAttribute('aria-haspopup')).toBe('menu');
  await user.click(button);
  expect(await screen.findAllByRole('menu')).toHaveLength(1);
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('menu')).toBeNull();
  expect([screen.getByRole('button', { name: 'Draw' }), document.activeElement]).toEqual([button, button]);
});

test('the second right click on an area opens its menu, too, and the menu of the browser stays closed', async () => {
  const user = userEvent.setup();
  for (const _time of [1, 2]) {
    // False: the area has prevented what the browser does.
    expect(fireEvent.contextMenu(area())).toBe(false);
    expect(await screen.findAllByRole('menu')).toHaveLength(1);
    await user.keyboard('{Escape}');
    await expect.poll(() => screen.queryByRole('menu')).toBeNull();
  }
});

test('a dialog closes the menu that was open as it opens, has the focus, and gives it back to the area', async () => {
  const user = userEvent.setup();
  area().focus();
  fireEvent.contextMenu(area());
  await screen.findByRole('menu');
  const root = anotherRoot();
  const show = (isOpen: boolean) =>
    root.render(
      <Dialog isOpen={isOpen} title="Commands" onClose={() => show(false)}>
        <input aria-label="Command" />
      </Dialog>,
    );
  show(true);
  await screen.findByRole('dialog', { name: 'Commands' });
  await expect.poll(() => screen.queryByRole('menu')).toBeNull();
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox', { name: 'Command' }));
  await user.keyboard('{Escape}');
  await expect.poll(() => document.activeElement).toBe(area());
});

test('a menu of a button is closed by a dialog, too, and opens again', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Draw' }));
  await screen.findByRole('menu', { name: 'Draw tools' });
  const root = anotherRoot();
  const show = (isOpen: boolean) =>
    root.render(
      <AlertDialog
        isOpen={isOpen}
        title="Delete?"
        message=""
        yes="Yes"
        no="No"
        onAnswer={() => show(false)}
      />,
    );
  show(true);
  await expect.poll(() => screen.queryByRole('menu')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'No' }));
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Draw' }));
  await screen.findByRole('menu', { name: 'Draw tools' });
});
