import { expect, test } from 'vitest';
import { Board } from './board.ts';
import { pressKey } from './draw-keys.ts';
import { drawModeOf } from './draw-mode.ts';
import { flatScene } from './testing/flat-scene.ts';
import { geometricHits } from './testing/geometric-hits.ts';

test('keys that would move or delete a locked drawing say that it is locked', () => {
  const scene = flatScene();
  const board: Board = new Board({
    scene,
    hits: geometricHits(scene, () => board),
    newId: () => 'n1',
    onStored: () => {},
    onRedraw: () => {},
    onNewText: () => {},
  });
  const locked: string[] = [];
  const press = (key: string) =>
    pressKey(
      board,
      drawModeOf({ id: 'chart' }),
      { key, isMod: false, isShift: false },
      { edit: () => {}, sayLocked: (id) => void locked.push(id) },
    );
  board.setTool('line');
  board.down({ x: 10, y: 10 }, false);
  board.drag({ x: 90, y: 90 });
  board.up(false);
  board.mark(['n1'], { IsLocked: true });
  const before = board.shapes;
  expect(['Delete', 'Backspace', 'ArrowUp', 'Enter', 'x'].map(press)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
  expect([locked, board.shapes]).toEqual([['n1', 'n1', 'n1'], before]);
  board.mark(['n1'], { IsLocked: false });
  press('ArrowUp');
  expect(board.shapes).not.toEqual(before);
  press('Delete');
  expect([locked.length, board.shapes]).toEqual([3, []]);
});
