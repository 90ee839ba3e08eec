import { beforeEach, describe, expect, test } from 'vitest';
import { Board, type Shapes } from './board.ts';
import { flatScene } from './testing/flat-scene.ts';
import { geometricHits } from './testing/geometric-hits.ts';

type Place = readonly [number, number];
let stored: Shapes[];
let newTexts: string[];
let ids: number;
let board: Board;
const scene = flatScene();

/** Presses, moves and releases the pointer. */
function gesture(from: Place, to: readonly Place[], isCopying = false): void {
  board.down({ x: from[0], y: from[1] }, false, isCopying);
  for (const [x, y] of to) board.drag({ x, y });
  board.up(false);
}
const idsOf = () => board.shapes.map(({ Id }) => Id);
/** Where the first points of the drawings are. */
const places = () =>
  board.shapes.map((shape) => {
    const [point] = scene.place(shape).points;
    return [Math.round(point?.x ?? Number.NaN), Math.round(point?.y ?? Number.NaN)];
  });

beforeEach(() => {
  [stored, newTexts, ids] = [[], [], 0];
  const made: Board = new Board({
    scene,
    hits: geometricHits(scene, () => made),
    newId: () => `n${++ids}`,
    onStored: (shapes) => void stored.push(shapes),
    onRedraw: () => {},
    onNewText: (id) => void newTexts.push(id),
  });
  board = made;
  board.setTool('line');
  gesture([100, 100], [[200, 100]]);
  board.setTool('selector');
});

describe('a copied drawing', () => {
  test('is selected, so that Delete removes it and not its model', () => {
    for (const copy of [
      () => {
        board.copy();
        board.paste();
      },
      () => board.duplicate(),
    ]) {
      board.select('n1');
      copy();
      const id = board.selected?.Id ?? '';
      expect([idsOf(), id === 'n1']).toEqual([['n1', id], false]);
      board.remove(id);
      expect([idsOf(), board.selected]).toEqual([['n1'], undefined]);
    }
  });
  test('lies beside the copy before it when it is pasted again', () => {
    board.select('n1');
    board.copy();
    board.paste();
    board.paste();
    expect(places()).toEqual([
      [100, 100],
      [116, 116],
      [132, 132],
    ]);
  });
  test('is selected where a drag with Ctrl leaves it, unlocked, and stored once', () => {
    board.mark(['n1'], { IsLocked: true });
    const count = stored.length;
    gesture(
      [150, 100],
      [
        [160, 130],
        [160, 140],
      ],
      true,
    );
    expect([places(), stored.length - count]).toEqual([
      [
        [100, 100],
        [110, 140],
      ],
      1,
    ]);
    const { selected } = board;
    expect([selected?.Id === 'n1', selected?.IsLocked]).toEqual([false, false]);
    board.remove(selected?.Id ?? '');
    expect(idsOf()).toEqual(['n1']);
  });
  test('is not made by a click with Ctrl, which selects the drawing', () => {
    const count = stored.length;
    gesture([150, 100], [], true);
    expect([idsOf(), board.selected?.Id, stored.length]).toEqual([['n1'], 'n1', count]);
  });
  test('of a text has its text, and no editor opens', () => {
    board.setTool('text');
    gesture([300, 300], []);
    const [id = ''] = newTexts;
    board.edit(id);
    board.endEdit('note', true);
    gesture([302, 302], [[352, 352]], true);
    expect([newTexts, board.edited, board.shapes.filter(({ Text }) => Text === 'note').length]).toEqual([
      [id],
      null,
      2,
    ]);
  });
});
