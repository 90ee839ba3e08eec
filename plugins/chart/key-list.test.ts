import { expect, test } from 'vitest';
import { DRAW_TOOLS } from './drawings/tools.ts';
import { CHART_KEYS } from './key-list.ts';
import { textOfKey } from './bar-size-box.ts';

test('the list of keys has those of the draw tools with their names', () => {
  for (const { key, label } of DRAW_TOOLS)
    if (key !== undefined) expect(CHART_KEYS).toContainEqual({ key, title: label });
});

test('the list of keys has those that begin a bar size', () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false };
  const signs = [...'123456789dwhmq,'];
  for (const key of signs) expect(textOfKey({ key, ...plain })).not.toBeNull();
  expect(CHART_KEYS.map(({ key }) => key)).toEqual(expect.arrayContaining(['1-9, D, W, H, M, Q', ',']));
});

test('no key is listed twice', () => {
  const keys = CHART_KEYS.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
