import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Board, type Shapes } from './board.ts';
import { editNewText } from './edit-new-text.ts';
import { styleFontSize } from './shape.ts';
import { flatScene } from './testing/flat-scene.ts';
import { geometricHits } from './testing/geometric-hits.ts';

const scene = flatScene();
let stored: Shapes[];
let newTexts: string[];
let board: Board;

beforeEach(() => {
  [stored, newTexts] = [[], []];
  let ids = 0;
  board = new Board({
    scene,
    hits: geometricHits(scene, () => board),
    newId: () => `n${(ids += 1)}`,
    onStored: (shapes) => void stored.push(shapes),
    onRedraw: () => {},
    onNewText: (id) => void newTexts.push(id),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function draw(tool: 'line' | 'text' | 'selector', ...[from, ...to]: readonly [number, number][]): void {
  board.setTool(tool);
  if (from) board.down({ x: from[0], y: from[1] }, false);
  for (const [x, y] of to) board.drag({ x, y });
  board.up(false);
}

describe('a drawing', () => {
  it('is selected by a click at a distance of 15 px, and not of 16', () => {
    draw('line', [100, 100], [200, 100]);
    board.select(null);
    draw('selector', [150, 116]);
    expect(board.selected).toBeUndefined();
    draw('selector', [150, 115]);
    expect(board.selected?.Id).toBe('n1');
  });

  it('is kept from a size of 5 px on', () => {
    draw('line', [10, 10], [14, 12]);
    expect(board.shapes).toEqual([]);
    draw('line', [10, 10], [14, 13]);
    expect(board.shapes).toHaveLength(1);
  });
});

describe('a new text', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    draw('text', [100, 100]);
  });

  it('has the font size 20, which its style dialog shows; a shape without a size begins with 16', () => {
    const [text] = board.shapes;
    expect([text?.FontSize, text && styleFontSize(text), styleFontSize({ FontSize: 0 })]).toEqual([
      20, 20, 16,
    ]);
  });

  it('opens its editor after 200 ms', () => {
    const onEdit = vi.fn<() => void>();
    for (const id of newTexts) editNewText(board, id, onEdit);
    vi.advanceTimersByTime(199);
    expect([board.edited, onEdit.mock.calls.length]).toEqual([null, 0]);
    vi.advanceTimersByTime(1);
    expect([board.edited, onEdit.mock.calls.length]).toEqual(['n1', 1]);
  });

  it('opens no editor when it was deleted before', () => {
    const onEdit = vi.fn<() => void>();
    for (const id of newTexts) editNewText(board, id, onEdit);
    board.remove('n1');
    vi.advanceTimersByTime(1_000);
    expect([board.edited, onEdit.mock.calls.length]).toEqual([null, 0]);
  });
});

describe('the event that the drawings have changed', () => {
  it.each<[string, () => void]>([
    ['drawing', () => draw('line', [300, 300], [400, 400])],
    ['moving', () => draw('selector', [150, 100], [150, 160])],
    ['pulling an end', () => draw('selector', [200, 100], [250, 160])],
    ['a style', () => board.restyle('n1', { Thickness: 9 })],
    ['a text', () => (board.edit('n1'), board.endEdit('other', false))],
    ['duplicating', () => board.duplicate()],
    ['deleting', () => board.remove('n1')],
    ['deleting all', () => board.removeAll()],
  ])('is emitted once, with all drawings, by %s', (_action, change) => {
    draw('line', [100, 100], [200, 100]);
    stored = [];
    const before = board.shapes;
    change();
    expect(stored).toEqual([board.shapes]);
    expect(board.shapes).not.toEqual(before);
  });

  it('is not emitted by selecting, nor by a drag that is cancelled', () => {
    draw('line', [100, 100], [200, 100]);
    stored = [];
    draw('selector', [150, 100]);
    board.down({ x: 150, y: 100 }, false);
    board.drag({ x: 150, y: 300 });
    board.up(true);
    expect(stored).toEqual([]);
  });
});
