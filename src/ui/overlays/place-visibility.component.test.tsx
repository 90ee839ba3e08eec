import { screen } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test } from 'vitest';
import { closeAfterTest } from '../../testing/rendered.ts';
import { Select } from '../controls/Select.tsx';
import { AlertDialog, Dialog } from './Dialog.tsx';
import { ContextMenu, Menu } from './Menu.tsx';
import { PlaceVisibility, VisibilityOfPlace } from './place-visibility.ts';

const entries = [{ id: 'style', label: 'Style', run: () => {} }];
const options = [
  { value: 'day', label: 'Day' },
  { value: 'gtc', label: 'GTC' },
];

let place: PlaceVisibility;
let answers: boolean[];
let render: (isWarning: boolean, isEditing: boolean) => void;
const show = (isVisible: boolean) => flushSync(() => place.set(isVisible));

beforeEach(() => {
  place = new PlaceVisibility(true);
  answers = [];
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  closeAfterTest(() => {
    root.unmount();
    element.remove();
  });
  render = (isWarning, isEditing) =>
    flushSync(() =>
      root.render(
        <VisibilityOfPlace value={place}>
          <ContextMenu entries={entries}>
            <div role="application" tabIndex={0} />
          </ContextMenu>
          <Menu label="Draw tools" trigger={<button>Draw</button>} entries={entries} />
          <Select label="Time in force" value="day" options={options} onChange={() => {}} />
          <Dialog isOpen={isEditing} title="Edit lines" onClose={() => {}}>
            <input aria-label="Width" />
          </Dialog>
          <AlertDialog
            isOpen={isWarning}
            title="Delete"
            message="Delete it?"
            yes="Yes"
            no="No"
            onAnswer={(isYes) => answers.push(isYes)}
          />
        </VisibilityOfPlace>,
      ),
    );
  render(false, false);
});

const open = {
  menu: (user: ReturnType<typeof userEvent.setup>) =>
    user.click(screen.getByRole('button', { name: 'Draw' })),
  'context menu': (user: ReturnType<typeof userEvent.setup>) =>
    user.pointer({ keys: '[MouseRight]', target: screen.getByRole('application') }),
  list: (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('combobox')),
};

test.each([
  ['menu', 'menu'],
  ['context menu', 'menu'],
  ['list', 'listbox'],
] as const)(
  'a %s closes as its place leaves the screen, stays closed, and opens again',
  async (name, role) => {
    const user = userEvent.setup();
    await open[name](user);
    await screen.findByRole(role);
    show(false);
    await expect.poll(() => screen.queryByRole(role)).toBeNull();
    show(true);
    expect(screen.queryByRole(role)).toBeNull();
    await open[name](user);
    await screen.findByRole(role);
  },
);

test('a dialog is hidden with its place and comes back with it', async () => {
  render(false, true);
  await screen.findByRole('dialog', { name: 'Edit lines' });
  show(false);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  show(true);
  await screen.findByRole('dialog', { name: 'Edit lines' });
});

test('a question is answered with no as its place leaves the screen', async () => {
  render(true, false);
  await screen.findByRole('alertdialog');
  show(false);
  expect(answers).toEqual([false]);
});
