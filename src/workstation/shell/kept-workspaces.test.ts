import { expect, test } from 'vitest';
import { keptWindowCount, keptWorkspaces, type KeptWorkspace } from './kept-workspaces.ts';

const withWindows = (Id: number, count: number): KeptWorkspace => ({
  Id,
  LayoutData: Object.fromEntries(Array.from({ length: count }, (_, at) => [`Window${at + 1}`, {}])),
});
const all = [withWindows(1, 8), withWindows(2, 8), withWindows(3, 8), withWindows(4, 1)];

test('the workspace on screen comes first, then those that were on screen lately', () => {
  expect(keptWorkspaces(3, [1, 3, 2], all, 256)).toEqual([3, 1, 2]);
  expect(keptWorkspaces(null, [1, 3, 2], all, 256)).toEqual([1, 3, 2]);
});

test('those with which the windows become too many are no longer kept, nor any that was on screen before them', () => {
  expect(keptWorkspaces(3, [1, 2, 4], all, 16)).toEqual([3, 1]);
  expect(keptWorkspaces(3, [1, 4, 2], all, 17)).toEqual([3, 1, 4]);
});

test('the one on screen and the one before it stay whatever they hold', () => {
  expect(keptWorkspaces(3, [1, 2], all, 4)).toEqual([3, 1]);
});

test('a workspace that was deleted is not kept', () => {
  expect(keptWorkspaces(3, [7, 1], all, 256)).toEqual([3, 1]);
  expect(keptWorkspaces(7, [1], all, 256)).toEqual([1]);
});

test('the memory of the machine decides how many windows stay', () => {
  expect([keptWindowCount(8), keptWindowCount(2), keptWindowCount(undefined)]).toEqual([256, 64, 128]);
  const thirty = Array.from({ length: 30 }, (_, at) => withWindows(at + 1, 8));
  const ids = thirty.map(({ Id }) => Id);
  expect(keptWorkspaces(1, ids, thirty, keptWindowCount(8))).toHaveLength(30);
  expect(keptWorkspaces(1, ids, thirty, keptWindowCount(2))).toHaveLength(8);
});
