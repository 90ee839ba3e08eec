import { fc, test as property } from '@fast-check/vitest';
import { beforeEach, describe, expect, it } from 'vitest';
import { SharedDrawings } from '../../client/drawings/shared-drawings.ts';
import { createManualClock } from '../../client/testing/manual-clock.ts';
import type { SharedDrawingStore } from '../../client/types.ts';
import type { Drawing } from '../../domain/drawings/index.ts';
import { drawing } from '../../domain/drawings/testing.ts';
import { start, undoOf } from './testing.ts';
import { drawingStep } from './undo-drawings.ts';
import type { UndoHistory } from './undo-history.ts';

let store: SharedDrawings;
let opened: SharedDrawingStore | null;
let undo: UndoHistory;
let loads: number;

/** Drawings of a demo session, which are in the page alone, and the history of the page. */
function open(): void {
  store = new SharedDrawings({
    clock: createManualClock(),
    trading: { sendReady: () => expect.fail('a demo session sends nothing') },
    user: () => ({ userId: 'demo', isDemo: true }),
    newId: () => expect.fail('nothing is merged'),
    stash: { takeOver: () => [], replace: () => {}, release: () => {} },
  });
  store.onAccountReady();
  for (const symbol of ['AAPL', 'MSFT']) store.drawingsOf(symbol).subscribe(() => {});
  opened = store;
  loads = 0;
  const workspaces = start();
  undo = undoOf(
    { getState: () => workspaces, change: () => {} },
    {
      drawings: {
        get: () => opened,
        open: async () => {
          loads += 1;
          return (opened = store);
        },
      },
    },
  );
  store.onChange((changes) => undo.record(drawingStep(changes)));
}
beforeEach(open);

const rows = () => ['AAPL', 'MSFT'].flatMap((symbol) => store.drawingsOf(symbol).get().rows);
const msft = drawing({ Id: 'MSFT:d1', Symbol: 'MSFT' });

describe('undo of shared drawings', () => {
  it('removes an added drawing, adds it again with its id, and leaves others alone', () => {
    store.put([msft]);
    store.put([drawing()]);
    expect(undo.last()?.title).toBe('Add drawing on AAPL');
    undo.undo();
    expect(rows()).toEqual([msft]);
    undo.redo();
    expect(rows()).toEqual([drawing(), msft]);
  });

  it('brings all drawings that were deleted at once back as one step', () => {
    store.put([drawing(), drawing({ Id: 'AAPL:d2', Order: 1 })]);
    const before = rows();
    store.remove(['AAPL:d1', 'AAPL:d2']);
    expect(undo.last()?.title).toBe('Remove 2 drawings on AAPL');
    expect(undo.undo()?.outcome).toBe('done');
    expect(rows()).toEqual(before);
  });

  it('reverts what the step has changed and keeps what was changed beside it', () => {
    store.put([drawing()]);
    store.put([drawing({ Text: 'a' })]);
    const step = undo.last();
    store.put([drawing({ Text: 'a', IsLocked: true })]);
    undo.undo(step);
    expect(rows()).toEqual([drawing({ IsLocked: true })]);
  });

  it('does nothing to a part that has changed since, and to a drawing that is gone', () => {
    store.put([drawing()]);
    store.put([drawing({ Text: 'a' })]);
    const step = undo.last();
    store.put([drawing({ Text: 'b' })]);
    expect(undo.undo(step)?.outcome).toBe('gone');
    const changed = undo.last();
    store.remove(['AAPL:d1']);
    expect(undo.undo(changed)?.outcome).toBe('gone');
    expect(rows()).toEqual([]);
  });

  it('waits for drawings that are not loaded, loads them, and keeps the step', async () => {
    store.put([drawing()]);
    opened = null;
    expect(undo.undo()?.outcome).toBe('waits');
    await Promise.resolve();
    expect([loads, undo.undo()?.outcome]).toEqual([1, 'done']);
  });

  const id = fc.constantFrom('AAPL:a', 'AAPL:b', 'MSFT:c');
  const change = fc.oneof(
    fc.record({ id, Value: fc.integer({ min: 1, max: 3 }) }).map(({ id: Id, Value }) => () => {
      const Symbol = Id.split(':')[0] ?? '';
      store.put([drawing({ Id, Symbol, Points: [{ Date: 1, Offset: 0, Value }] })]);
    }),
    id.map((each) => () => store.remove([each])),
    fc.boolean().map(
      (IsHidden) => () =>
        store.put(
          rows()
            .filter(({ Symbol }) => Symbol === 'AAPL')
            .map((row): Drawing => ({ ...row, IsHidden })),
        ),
    ),
  );
  property.prop([fc.array(change, { maxLength: 20 })])(
    'leads back to no drawings and forward to those there were, whatever was done',
    (changes) => {
      open();
      for (const make of changes) make();
      const after = rows();
      while (undo.undo() !== null);
      expect(rows()).toEqual([]);
      while (undo.redo() !== null);
      expect(rows()).toEqual(after);
    },
  );
});
