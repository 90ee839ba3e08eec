import { fireEvent, screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { closeAfterTest } from '../../testing/rendered.ts';
import { Select } from '../controls/Select.tsx';
import { AlertDialog } from './Dialog.tsx';
import { Panel } from './Panel.tsx';

const onMoved = vi.fn();
const onKeyBehind = vi.fn();

/** A window with a button, and a panel above it. */
function Page() {
  const [isOpen, setOpen] = useState(false);
  const [isQuestion, setQuestion] = useState(false);
  return (
    <>
      <div onKeyDown={({ key }) => onKeyBehind(key)}>
        <button onClick={() => setOpen(true)}>Trade</button>
        <button>Chart</button>
      </div>
      {isOpen ? (
        <Panel
          title="Ticket"
          width={400}
          place={{ left: 100, top: 100 }}
          onMoved={onMoved}
          onClose={() => setOpen(false)}
          leaveKey="F9"
        >
          <input aria-label="Symbol" />
          <input aria-label="Quantity" data-autofocus defaultValue="100" />
          <Select label="Type" value="a" options={[{ value: 'a', label: 'Limit' }]} onChange={() => {}} />
          <div hidden>
            <input aria-label="Not shown" />
          </div>
          <button onClick={() => setQuestion(true)}>Send</button>
        </Panel>
      ) : null}
      <AlertDialog
        isOpen={isQuestion}
        title="Sure?"
        message=""
        yes="Yes"
        no="No"
        onAnswer={() => setQuestion(false)}
      />
    </>
  );
}

const user = userEvent.setup();
beforeEach(async () => {
  onMoved.mockClear();
  onKeyBehind.mockClear();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  closeAfterTest(() => {
    root.unmount();
    place.remove();
  });
  flushSync(() => root.render(<Page />));
  await user.click(screen.getByRole('button', { name: 'Trade' }));
});

const panel = () => screen.getByRole('dialog', { name: 'Ticket' });
const button = (name: string) => screen.getByRole('button', { name });
const quantity = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
const focused = () => document.activeElement;

test('takes the focus as it opens, with the text of its first field selected, and gives it back when it is closed', async () => {
  expect(focused()).toBe(quantity());
  expect([quantity().selectionStart, quantity().selectionEnd]).toEqual([0, 3]);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await expect.poll(focused).toBe(button('Trade'));
});

test('is not modal: what is behind it is clicked, has its keys, and is not closed to assistive technology', async () => {
  expect(panel().getAttribute('aria-modal')).toBeNull();
  await user.click(button('Chart'));
  expect(focused()).toBe(button('Chart'));
  await user.keyboard('{Escape}{F9}');
  expect([onKeyBehind.mock.calls, panel().isConnected]).toEqual([[['Escape'], ['F9']], true]);
});

test('closed by its cross while the focus is elsewhere, leaves the focus there', async () => {
  button('Chart').focus();
  within(panel()).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(focused()).toBe(button('Chart'));
});

test('Tab goes round in it, past what is hidden', async () => {
  const stops: (Element | null)[] = [];
  for (let press = 0; press < 5; press += 1) {
    await user.tab();
    stops.push(focused());
  }
  const close = within(panel()).getByRole('button', { name: 'Close' });
  const symbol = screen.getByRole('textbox', { name: 'Symbol' });
  expect(stops).toEqual([screen.getByRole('combobox'), button('Send'), close, symbol, quantity()]);
  close.focus();
  await user.tab({ shift: true });
  expect(focused()).toBe(button('Send'));
});

test('its key gives the focus back to the windows and leaves it open, also after a list of one of its fields was used', async () => {
  await user.click(screen.getByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: 'Limit' }));
  quantity().focus();
  await user.keyboard('{F9}');
  expect([focused(), panel().isConnected]).toEqual([button('Trade'), true]);
});

test('Escape in a list of its fields closes the list alone', async () => {
  await user.click(screen.getByRole('combobox', { name: 'Type' }));
  const option = await screen.findByRole('option', { name: 'Limit' });
  await expect.poll(() => option.ownerDocument.activeElement?.closest('[role="dialog"]')).toBeNull();
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('option')).toBeNull();
  expect(panel().isConnected).toBe(true);
});

test('a question that it opens gives the focus back to it', async () => {
  await user.click(button('Send'));
  await screen.findByRole('alertdialog', { name: 'Sure?' });
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  await expect.poll(focused).toBe(button('Send'));
  expect(panel().isConnected).toBe(true);
});

/** Gives the panel a size and the page room around it. */
function givePanelSize(): void {
  Object.defineProperty(panel(), 'offsetWidth', { value: 400 });
  Object.defineProperty(panel(), 'offsetHeight', { value: 300 });
  panel().getBoundingClientRect = () =>
    new DOMRect(Number.parseFloat(panel().style.left), Number.parseFloat(panel().style.top), 400, 300);
  fireEvent(window, new Event('resize'));
}
const place = () => [panel().style.left, panel().style.top];

test('is moved by keys, which the field that has the focus does not get', async () => {
  givePanelSize();
  expect(place()).toEqual(['100px', '100px']);
  const onFieldKey = vi.fn();
  quantity().addEventListener('keydown', onFieldKey);
  await user.keyboard('{Alt>}{Shift>}{ArrowRight}{ArrowDown}{/Shift}{/Alt}');
  expect(place()).toEqual(['124px', '124px']);
  expect(onMoved.mock.lastCall).toEqual([{ left: 124, top: 124 }]);
  expect(onFieldKey.mock.calls.map(([{ key }]) => String(key))).toEqual(['Alt', 'Shift']);
});

test('while it is moved, nothing that is behind it begins to be dragged', () => {
  givePanelSize();
  const row = document.createElement('div');
  row.draggable = true;
  document.body.append(row);
  const onRowDrag = vi.fn();
  row.addEventListener('dragstart', onRowDrag);
  const dragRow = () => fireEvent(row, new Event('dragstart', { bubbles: true, cancelable: true }));
  const header = within(panel()).getByRole('heading', { name: 'Ticket' }).parentElement ?? panel();
  header.setPointerCapture = () => {};
  fireEvent.pointerDown(header, { button: 0, clientX: 110, clientY: 110 });
  fireEvent.pointerMove(header, { clientX: 110, clientY: 210 });
  expect([dragRow(), onRowDrag.mock.calls.length]).toEqual([false, 0]);
  fireEvent.pointerUp(header);
  expect([dragRow(), onRowDrag.mock.calls.length]).toEqual([true, 1]);
  row.remove();
});

test('is moved by its header, within the window, and is in sight again when the window shrinks', () => {
  givePanelSize();
  const header = within(panel()).getByRole('heading', { name: 'Ticket' }).parentElement ?? panel();
  header.setPointerCapture = () => {};
  fireEvent.pointerDown(header, { button: 0, clientX: 110, clientY: 110 });
  fireEvent.pointerMove(header, { clientX: 210, clientY: 160 });
  expect([place(), onMoved.mock.calls]).toEqual([['200px', '150px'], []]);
  fireEvent.pointerMove(header, { clientX: 5000, clientY: -5000 });
  fireEvent.pointerUp(header);
  const right = window.innerWidth - 400 - 8;
  expect(onMoved.mock.calls).toEqual([[{ left: right, top: 8 }]]);
  // Let go, it does not follow the pointer.
  fireEvent.pointerMove(header, { clientX: 0, clientY: 0 });
  expect(place()).toEqual([`${right}px`, '8px']);
  const width = window.innerWidth;
  window.innerWidth = 700;
  fireEvent(window, new Event('resize'));
  expect(place()).toEqual(['292px', '8px']);
  window.innerWidth = width;
  fireEvent(window, new Event('resize'));
  expect(place()).toEqual([`${right}px`, '8px']);
});
