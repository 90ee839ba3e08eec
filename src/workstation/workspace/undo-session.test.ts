import { fc, test as property } from '@fast-check/vitest';
import { produce } from 'immer';
import { describe, expect, it } from 'vitest';
import { readSteps } from './stored-steps.ts';
import { start, structural, tool } from './testing.ts';
import { changesBetween } from './undo-changes.ts';
import { MAX_STEPS_CHARS, storeSteps, takeSteps } from './undo-session.ts';
import type { UndoSteps } from './undo-history.ts';
import type { UndoStep } from './undo-steps.ts';
import { addWorkspace, putWindow, type WorkspacesState } from './workspace-state.ts';

function memory() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
const stepOf = (recipe: (draft: WorkspacesState) => void, title = 'x'): UndoStep => {
  const before = start();
  const after = produce(before, (draft) => {
    recipe(draft);
  });
  return { title, workspaceId: 1, changes: changesBetween(before, after) };
};
const addTwo = stepOf((draft) => addWorkspace(draft, 'Two'));
const storedText = (steps: UndoSteps, userId = 'u1'): string => {
  const storage = memory();
  storeSteps(storage, userId, steps);
  return [...storage.items.values()][0] ?? '';
};

describe('the steps of undo, stored over a reload', () => {
  property.prop([fc.array(fc.array(structural, { minLength: 1, maxLength: 4 }), { maxLength: 6 })])(
    'are read as they were',
    (recipes) => {
      const steps = recipes
        .map((recipe) => stepOf((draft) => recipe.forEach((each) => each(draft))))
        .filter(({ changes }) => changes.length > 0);
      const stored = { done: steps, undone: [addTwo] };
      expect(readSteps(storedText(stored), 'u1')).toEqual(stored);
    },
  );

  it('are the newest that fit, in their order', () => {
    const large = (name: string) =>
      stepOf((draft) => putWindow(draft, 1, 'Window3', tool('chart', 'x'.repeat(200_000))), name);
    const text = storedText({ done: ['a', 'b', 'c', 'd'].map(large), undone: [] });
    expect(text.length).toBeLessThanOrEqual(MAX_STEPS_CHARS);
    expect(readSteps(text, 'u1')?.done.map(({ title }) => title)).toEqual(['c', 'd']);
  });

  it('are read without those about layouts that an earlier release had in the workspaces', () => {
    const { Done, ...rest } = JSON.parse(storedText({ done: [addTwo], undone: [addTwo] })) as {
      Done: object[];
    };
    const saveLayout = {
      title: 'Save layout Wide',
      workspaceId: null,
      changes: [{ Kind: 'layout', Before: null, After: {} }],
    };
    const text = JSON.stringify({ ...rest, Done: [saveLayout, ...Done] });
    expect(readSteps(text, 'u1')).toEqual({ done: [addTwo], undone: [addTwo] });
  });

  it('are given back once, to the same user alone', async () => {
    const storage = memory();
    const given: UndoSteps[] = [];
    const restore = (steps: UndoSteps) => void given.push(steps);
    storeSteps(storage, 'u1', { done: [addTwo], undone: [] });
    takeSteps(storage, () => 'u1', { restore });
    await expect.poll(() => given.length).toBe(1);
    expect(storage.items.size).toBe(0);
    takeSteps(storage, () => 'u1', { restore });
    expect(readSteps(storedText({ done: [addTwo], undone: [] }), 'u2')).toBeNull();
    expect(given).toHaveLength(1);
  });

  it('are nothing when there are none, when storage is full, and when the text is damaged', () => {
    const storage = memory();
    storeSteps(storage, 'u1', { done: [addTwo], undone: [] });
    storeSteps(storage, 'u1', { done: [], undone: [] });
    expect(storage.items.size).toBe(0);
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(() =>
      storeSteps({ ...storage, setItem: full }, 'u1', { done: [addTwo], undone: [] }),
    ).not.toThrow();
    const text = storedText({ done: [addTwo], undone: [] });
    expect(readSteps(text.slice(0, -3), 'u1')).toBeNull();
    expect(readSteps(text.replace('"Kind":"workspace"', '"Kind":"order"'), 'u1')).toBeNull();
    expect(readSteps('null', 'u1')).toBeNull();
  });
});
