import { expect, test } from 'vitest';
import { findLayout, type LayoutGroup } from '../../../layouts/index.ts';
import type { Save } from '../../domain/saves/index.ts';
import { layoutNameError, layoutsIn, saveOfLayout } from './saved-layouts.ts';

function treeOf(code: string): LayoutGroup {
  const layout = findLayout(code);
  if (layout === undefined) throw new Error(`There is no layout ${code}`);
  return layout.root;
}
const tall = { Id: '1', Name: 'Tall', Tree: treeOf('1r3c') };
const wide = { Id: '2', Name: 'Wide 2', Tree: treeOf('2r1c') };
const widest = { Id: '3', Name: 'Wide 10', Tree: treeOf('1r1c') };
const list: Save = { Id: '9', Type: 'MarketView', Name: 'Tall', Data: { Symbols: [] } };

test('layouts are the saves of their type, by name; one that cannot be read is left out', () => {
  const damaged = { ...saveOfLayout(tall), Id: '4', Data: { Tree: { direction: 'row', children: [] } } };
  const saves = [widest, wide, tall].map(saveOfLayout);
  expect(layoutsIn([list, damaged, ...saves])).toEqual([tall, wide, widest]);
});

test('the name of a layout is not empty, and no other layout has it', () => {
  const saves = [saveOfLayout(tall), list];
  expect(layoutNameError(saves, '  ', null)).toBe('Please enter layout name');
  expect(layoutNameError(saves, 'tall ', null)).toBe('Layout already exists');
  expect(layoutNameError(saves, 'Tall', '1')).toBeNull();
  expect(layoutNameError([list], 'Tall', null)).toBeNull();
  expect(layoutNameError([], 'Tall\u0007', null)).toBe('The name holds a character that cannot be stored.');
});
