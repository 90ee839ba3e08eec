import { expect, it } from 'vitest';
import { MaximisedWindows } from './maximised-windows.ts';

const KEY = 'tapedeck.maximised.u1';

function tab(stored: string | null = null) {
  const items = new Map<string, string>(stored === null ? [] : [[KEY, stored]]);
  let userId: string | null = 'u1';
  const maximised = new MaximisedWindows({
    storage: () => ({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    }),
    userId: () => userId,
  });
  return { items, maximised, signIn: (next: string | null) => (userId = next) };
}

it('keeps one window of each workspace, by user', () => {
  const { items, maximised, signIn } = tab();
  maximised.keep(1, { key: 'Window2', scope: 'window' });
  maximised.keep(7, { key: 'Window1', scope: 'row' });
  expect([1, 7, 3].map((id) => maximised.lastOf(id))).toEqual([
    { key: 'Window2', scope: 'window' },
    { key: 'Window1', scope: 'row' },
    null,
  ]);
  signIn('u2');
  expect(maximised.lastOf(1)).toBeNull();
  signIn(null);
  maximised.keep(1, null);
  signIn('u1');
  maximised.keep(1, null);
  expect([maximised.lastOf(1), maximised.lastOf(7)?.scope]).toEqual([null, 'row']);
  maximised.keep(7, null);
  expect([...items]).toEqual([]);
});

it.each(['{', 'null', '[]', '{"1":{"key":"Window2"}}', '{"1":{"key":"x","scope":"window"}}', '{"x":1}'])(
  'reads damaged text as nothing maximised, and stores over it: %s',
  (text) => {
    const { maximised } = tab(text);
    expect(maximised.lastOf(1)).toBeNull();
    maximised.keep(1, { key: 'Window3', scope: 'window' });
    expect(maximised.lastOf(1)).toEqual({ key: 'Window3', scope: 'window' });
  },
);

it('works without storage', () => {
  const maximised = new MaximisedWindows({
    storage: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
    userId: () => 'u1',
  });
  maximised.keep(1, { key: 'Window3', scope: 'window' });
  expect(maximised.lastOf(1)).toBeNull();
});
