import { fireEvent, screen } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { closeAfterTest } from '../../testing/rendered.ts';
import { Tooltip, tooltipText } from './Tooltip.tsx';
import { TooltipText } from './TooltipText.tsx';

let presses: number;
// As on the desk. Loading the text would count against the waits below.
tooltipText.bring(TooltipText);

beforeEach(() => {
  presses = 0;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  closeAfterTest(() => {
    root.unmount();
    place.remove();
  });
  flushSync(() =>
    root.render(
      <>
        <Tooltip text="Cancels all open orders">
          <button
            onClick={() => {
              presses += 1;
            }}
          >
            Cancel all
          </button>
        </Tooltip>
        <Tooltip text="Closes all positions">
          <button>Flatten</button>
        </Tooltip>
      </>,
    ),
  );
});

const button = () => screen.getByRole('button', { name: 'Cancel all' });
const text = () => screen.queryByText('Cancels all open orders');

test('the text appears when the pointer has rested on the child, and goes with the pointer', async () => {
  const user = userEvent.setup();
  await user.hover(button());
  expect(text()).toBeNull();
  await expect.poll(text, { timeout: 5_000 }).not.toBeNull();
  await user.unhover(button());
  await expect.poll(text).toBeNull();
});

test('the keyboard shows the text at once, and Escape hides it', async () => {
  const user = userEvent.setup();
  await user.tab();
  expect(document.activeElement).toBe(button());
  await expect.poll(text).not.toBeNull();
  await user.keyboard('{Escape}');
  await expect.poll(text).toBeNull();
});

test('the text of another child takes the place of the text that is shown', async () => {
  const user = userEvent.setup();
  // jsdom knows only for the first test of a file whether the keyboard gave the focus.
  vi.spyOn(button(), 'matches').mockReturnValue(true);
  await user.tab();
  await expect.poll(text).not.toBeNull();
  await user.hover(screen.getByRole('button', { name: 'Flatten' }));
  await expect.poll(() => screen.queryByText('Closes all positions'), { timeout: 5_000 }).not.toBeNull();
  expect(text()).toBeNull();
});

test('a press hides the text and reaches the child', async () => {
  const user = userEvent.setup();
  await user.hover(button());
  await expect.poll(text, { timeout: 5_000 }).not.toBeNull();
  await user.click(button());
  await expect.poll(text).toBeNull();
  expect(presses).toBe(1);
});

test('a touch shows no text', async () => {
  vi.useFakeTimers();
  try {
    fireEvent.pointerEnter(button(), { pointerType: 'touch' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(text()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
