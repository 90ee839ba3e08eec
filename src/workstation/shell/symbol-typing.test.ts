import { expect, test, vi } from 'vitest';
import type { WindowController } from '../windows/window-controller.ts';
import { bindSymbolTyping, typedWindow } from './symbol-typing.ts';

/** An element of a window's frame, with only the lookups of its surroundings. */
const element = (inside: string | null, frame: string | null = '1:Window1') =>
  ({
    closest: (selector: string) =>
      selector === '[data-window-id]' ? (frame === null ? null : { getAttribute: () => frame }) : inside,
  }) as unknown as EventTarget;
const press = (key: string, change: Partial<KeyboardEvent> = {}) =>
  ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    repeat: false,
    isComposing: false,
    defaultPrevented: false,
    target: element(null),
    preventDefault: vi.fn(),
    ...change,
  }) as unknown as KeyboardEvent;

test('a letter typed in a window is meant for it', () => {
  expect([
    typedWindow(press('a')),
    typedWindow(press('$', { shiftKey: true })),
    typedWindow(press('Z')),
  ]).toEqual(['1:Window1', '1:Window1', '1:Window1']);
});
test.each([
  ['a digit', press('7')],
  ['a named key', press('Enter')],
  ['a shortcut', press('a', { ctrlKey: true })],
  ['an Alt key', press('a', { altKey: true })],
  ['a letter with Shift', press('A', { shiftKey: true })],
  ['a held key', press('a', { repeat: true })],
  ['a composed letter', press('a', { isComposing: true })],
  ['a key that was used already', press('a', { defaultPrevented: true })],
  ['a letter in a field', press('a', { target: element('input') })],
  ['a letter outside of windows', press('a', { target: element(null, null) })],
  ['a letter without an element', press('a', { target: null })],
])('%s is not', (_case, event) => {
  expect(typedWindow(event)).toBeNull();
});

function setUp({
  receives = ['fdc3.instrument'],
  isBlocked = false,
  isAllowed = true,
  answer = 'AAPL',
  state = { Symbol: '' },
}: {
  receives?: readonly string[];
  isBlocked?: boolean;
  isAllowed?: boolean;
  answer?: string | null;
  state?: object;
} = {}) {
  let listener: (event: KeyboardEvent) => void = () => {};
  const page = {
    addEventListener: (_name: string, next: unknown) => {
      listener = next as typeof listener;
    },
    removeEventListener: () => {
      listener = () => {};
    },
  };
  const window = {
    id: '1:Window1',
    plugin: { title: 'Chart', linking: { sends: [], receives } },
    getState: () => state,
  } as unknown as WindowController;
  const give = vi.fn();
  const symbolLookup = vi.fn(async () => answer);
  const end = bindSymbolTyping(page, {
    windows: { get: (id) => (id === '1:Window1' ? window : undefined), give },
    dialogs: { symbolLookup },
    isBlocked: () => isBlocked,
    isPermitted: () => isAllowed,
  });
  return {
    type: async (event: KeyboardEvent) => {
      listener(event);
      await Promise.resolve();
      await Promise.resolve();
    },
    give,
    symbolLookup,
    window,
    end,
  };
}

test('it opens the lookup with that letter, and the symbol goes to the window', async () => {
  const { type, give, symbolLookup, window } = setUp();
  const event = press('a');
  await type(event);
  expect(symbolLookup).toHaveBeenCalledExactlyOnceWith({
    title: 'Chart',
    initial: 'A',
    isTyped: true,
    mustExist: true,
  });
  expect(event.preventDefault).toHaveBeenCalled();
  expect(give).toHaveBeenCalledExactlyOnceWith(window, { type: 'fdc3.instrument', id: { ticker: 'AAPL' } });
});
test('a list is given whatever was typed: it says itself what it does not take', async () => {
  const { type, symbolLookup } = setUp({ state: { Symbols: [] } });
  await type(press('a'));
  expect(symbolLookup).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ mustExist: false }));
});
test.each([
  ['a tool that receives no symbol', { receives: [] }],
  ['an open dialog', { isBlocked: true }],
  ['a tool without permission', { isAllowed: false }],
])('it does nothing over %s', async (_case, change) => {
  const { type, symbolLookup } = setUp(change);
  await type(press('a'));
  expect(symbolLookup).not.toHaveBeenCalled();
});
test('a cancelled lookup gives no symbol, and after unbinding letters are ignored', async () => {
  const { type, give, symbolLookup, end } = setUp({ answer: null });
  await type(press('a'));
  expect(give).not.toHaveBeenCalled();
  end();
  await type(press('b'));
  expect(symbolLookup).toHaveBeenCalledTimes(1);
});
