import { expect, test } from 'vitest';
import { createNotifications, MAX_KEPT, shownNow } from './notifications.ts';

function setUp() {
  let nowMs = 0;
  let nextId = 0;
  const timers = new Map<number, { atMs: number; run: () => void }>();
  const notifications = createNotifications({
    setTimeout: (run, ms) => {
      timers.set(++nextId, { atMs: nowMs + ms, run });
      return nextId;
    },
    clearTimeout: (id) => {
      timers.delete(id);
    },
  });
  const pass = (ms: number) => {
    nowMs += ms;
    for (const [id, { atMs, run }] of timers)
      if (atMs <= nowMs) {
        timers.delete(id);
        run();
      }
  };
  const texts = () => notifications.store.getState().items.map(({ text }) => text);
  const isOpen = () => notifications.store.getState().isOpen;
  const shown = () => shownNow(notifications.store.getState()).map(({ text }) => text);
  return { notifications, pass, texts, shown, isOpen };
}
const note = (text: string, key?: string) => ({
  text,
  timestampMs: 1,
  ...(key === undefined ? {} : { key }),
});

test('the popup hides 15 s after the last notification, and the list keeps them', () => {
  const { notifications, pass, texts, isOpen } = setUp();
  notifications.add(note('AAPL is trading above 250.00'));
  pass(10_000);
  notifications.add(note('SPY is trading below 500.00'));
  pass(14_999);
  expect(isOpen()).toBe(true);
  pass(1);
  expect([isOpen(), texts()]).toEqual([
    false,
    ['AAPL is trading above 250.00', 'SPY is trading below 500.00'],
  ]);
});

test('one is dismissed, or all; the popup goes with the last one', () => {
  const { notifications, texts, isOpen } = setUp();
  for (const text of ['one', 'two', 'three']) notifications.add(note(text));
  notifications.dismiss(notifications.store.getState().items[1]?.id ?? 0);
  expect([texts(), isOpen()]).toEqual([['one', 'three'], true]);
  notifications.dismissAll();
  expect([texts(), isOpen()]).toEqual([[], false]);
});

test('it does not hide under the pointer, and does so 15 s after the pointer has left', () => {
  const { notifications, pass, isOpen } = setUp();
  notifications.add(note('one'));
  notifications.hold(true);
  pass(60_000);
  expect(isOpen()).toBe(true);
  notifications.hold(false);
  pass(15_000);
  expect(isOpen()).toBe(false);
});

test('opened by hand it stays until it is closed by hand', () => {
  const { notifications, pass, isOpen, texts } = setUp();
  notifications.add(note('one'));
  pass(15_000);
  notifications.toggle();
  pass(60_000);
  expect(isOpen()).toBe(true);
  notifications.toggle();
  expect([isOpen(), texts()]).toEqual([false, ['one']]);
});

test('of one key only the newest is kept, and of endless ones the last', () => {
  const { notifications, texts } = setUp();
  notifications.add(note('old', 'AAPL'));
  notifications.add(note('new', 'AAPL'));
  expect(texts()).toEqual(['new']);
  for (let index = 0; index < MAX_KEPT + 5; index++) notifications.add(note(`${index}`));
  expect([texts().length, texts()[0], texts().at(-1)]).toEqual([MAX_KEPT, '5', `${MAX_KEPT + 4}`]);
});

test('a new one does not bring back what has hidden already; the bell shows all', () => {
  const { notifications, pass, texts, shown } = setUp();
  notifications.add(note('one'));
  pass(15_000);
  notifications.add(note('two'));
  pass(5_000);
  notifications.add(note('three'));
  expect([shown(), texts()]).toEqual([
    ['two', 'three'],
    ['one', 'two', 'three'],
  ]);
  notifications.toggle();
  notifications.toggle();
  expect(shown()).toEqual(['one', 'two', 'three']);
});

test('dismissing what is shown leaves what is not, and closes the popup', () => {
  const { notifications, pass, texts, isOpen } = setUp();
  notifications.add(note('one'));
  pass(15_000);
  notifications.add(note('two'));
  notifications.dismissShown();
  expect([texts(), isOpen()]).toEqual([['one'], false]);
  notifications.toggle();
  notifications.dismissShown();
  expect([texts(), isOpen()]).toEqual([[], false]);
});
