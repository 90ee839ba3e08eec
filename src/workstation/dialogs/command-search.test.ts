import { describe, expect, test } from 'vitest';
import type { Command } from '../../plugin-api/types.ts';
import { searchCommands } from './command-search.ts';

const titles = [
  'Place order…',
  'Flatten position…',
  'Flatten all positions…',
  'Cancel all orders…',
  'New workspace',
  'Open Chart',
  'Chart: Technical studies',
  'Settings',
  'Profile',
];
const commands: readonly Command[] = titles.map((title, index) => ({
  id: `test.number-${index}`,
  title,
  run: () => {},
}));
const find = (query: string, recent: readonly string[] = []) =>
  searchCommands(commands, query, recent).map(({ command }) => command.title);

describe('the search for a command', () => {
  test.each([
    ['order', 'Place order…'],
    ['fap', 'Flatten all positions…'],
    ['nw', 'New workspace'],
    ['flat all', 'Flatten all positions…'],
    ['all flatten', 'Flatten all positions…'],
    ['plord', 'Place order…'],
    ['set', 'Settings'],
    ['tech', 'Chart: Technical studies'],
    ['CAO', 'Cancel all orders…'],
    ['prof', 'Profile'],
  ])('finds by %s first: %s', (query, title) => {
    expect(find(query)[0]).toBe(title);
  });

  test.each(['Layout: One row, one column', 'two rows, two', 'wide then narrow'])(
    'prefers the title that has the typed words in their order to a recent command: %s',
    (query) => {
      const layouts = [
        'One row, three columns',
        'One row, one column',
        'Two rows, one column',
        'Two rows, two columns',
        'One row, narrow then wide',
        'One row, wide then narrow',
      ].map((name, index) => ({ id: `layout.${index}`, title: `Layout: ${name}`, run: () => {} }));
      for (const recent of layouts)
        expect(
          searchCommands(layouts, query, [recent.id])[0]?.command.title.toLowerCase(),
          recent.title,
        ).toContain(query.toLowerCase());
    },
  );

  test('finds nothing for letters that no title has in their order', () => {
    expect(find('zzq')).toEqual([]);
    expect(find('order zzq')).toEqual([]);
  });

  test('prefers the start of a word to its middle', () => {
    const [first, second] = searchCommands(
      [
        { id: 'a', title: 'Report', run: () => {} },
        { id: 'b', title: 'Port list', run: () => {} },
      ],
      'port',
      [],
    );
    expect([first?.command.id, second?.command.id]).toEqual(['b', 'a']);
  });

  test('finds by the id what no title says, last and without marks', () => {
    expect(searchCommands(commands, 'number-7', []).map(({ matched }) => matched)).toEqual([[]]);
  });

  test('names the letters that matched', () => {
    const [found] = searchCommands(commands, 'fap', []);
    expect(found?.matched.map((at) => found.command.title[at])).toEqual(['F', 'a', 'p']);
  });

  test('lists what was used last first, and the rest in its order', () => {
    expect(find('', ['test.number-7', 'test.number-4', 'gone'])).toEqual([
      'Settings',
      'New workspace',
      ...titles.filter((title) => title !== 'Settings' && title !== 'New workspace'),
    ]);
    expect(find('flatten', ['test.number-2'])[0]).toBe('Flatten all positions…');
    expect(find('flatten')[0]).toBe('Flatten position…');
  });
});
