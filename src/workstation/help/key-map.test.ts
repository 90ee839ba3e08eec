import { expect, it } from 'vitest';
import type { Command } from '../../plugin-api/index.ts';
import { keyMap } from './key-map.ts';

const command = (id: string, title: string, key?: string): Command => ({
  id,
  title,
  run: () => {},
  ...(key === undefined ? {} : { key }),
});

it('groups the keys by what they are about, has one line for the four arrow keys, and leaves out commands without a key', () => {
  const arrows = ['Left', 'Right', 'Up', 'Down'].map((side) =>
    command(`window.move-${side.toLowerCase()}`, `Move window ${side}`, `Alt+Shift+Arrow${side}`),
  );
  const groups = keyMap(
    [
      command('palette.open', 'Find a command', '$mod+k'),
      ...arrows,
      command('help.keys', 'Keyboard shortcuts', 'Shift+?'),
      command('window.close', 'Close window'),
      command('order-entry.open', 'Order entry: Open ticket', 'F9'),
    ],
    [
      { id: 'order-entry', title: 'Order entry' },
      { id: 'chart', title: 'Chart', keys: [{ key: 'Alt+T', title: 'Line' }] },
    ],
  );
  expect(groups.map(({ title, rows }) => [title, rows.length])).toEqual([
    ['Windows', 1],
    ['Workstation', 2],
    ['Order entry', 1],
    ['Tabs of workspaces', 4],
    ['In a window of Chart', 1],
  ]);
  expect(groups[0]?.rows[0]?.key).toMatch(/← → ↑ ↓$/);
  expect(groups[1]?.rows[1]).toEqual({ key: '?', title: 'Keyboard shortcuts' });
});
