import { expect, test } from 'vitest';
import { recentCommands, rememberCommand } from './recent-commands.ts';

function storeOf(initial: string | null) {
  let text = initial;
  return { getItem: () => text, setItem: (_key: string, next: string) => void (text = next) };
}

test('keeps the last eight commands, each once, the newest first', () => {
  const store = storeOf(null);
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'a']) rememberCommand(store, id);
  expect(recentCommands(store)).toEqual(['a', 'i', 'h', 'g', 'f', 'e', 'd', 'c']);
});

test.each(['{', '{"a":1}', '[1]'])('reads stored text it does not know as nothing: %s', (text) => {
  expect(recentCommands(storeOf(text))).toEqual([]);
});

test('does without storage', () => {
  const blocked = {
    getItem: (): string | null => {
      throw new Error('blocked');
    },
    setItem: (): void => {
      throw new Error('blocked');
    },
  };
  expect(() => rememberCommand(blocked, 'a')).not.toThrow();
  expect(recentCommands(blocked)).toEqual([]);
});
