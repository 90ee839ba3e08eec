import { fireEvent, screen } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test } from 'vitest';
import { closeAfterTest } from '../../testing/rendered.ts';
import { ContextMenu, Menu } from './Menu.tsx';

const entries = [
  { id: 'style', label: 'Style', run: () => {} },
  { id: 'delete', label: 'Delete', run: () => {} },
];
let keysBehind: string[];

beforeEach(() => {
  keysBehind = [];
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  closeAfterTest(() => {
    root.unmount();
    place.remove();
  });
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
