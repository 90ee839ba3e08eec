import { beforeEach, expect, test } from 'vitest';
import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import { chartState, type ChartState } from '../state.ts';
import { deleteAll } from './actions.ts';
import { Board } from './board.ts';
import { addBoard } from './boards.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { shapesFrom, withShapes } from './schema.ts';
import { flatScene } from './testing/flat-scene.ts';
import { geometricHits } from './testing/geometric-hits.ts';

let state: ChartState;
let undoByToast: () => void;
let window: ToolWindow<ChartState>;
let board: Board;

const draw = (y: number) => {
  board.setTool('line');
  board.down({ x: 100, y }, false);
  board.drag({ x: 200, y });
  board.up(false);
};

beforeEach(() => {
  state = { ...chartState.initial, Symbol: 'SPY', SharesDrawings: false };
  undoByToast = () => expect.fail('nothing offers to undo');
  // The parts of a window that a deletion uses.
  window = {
    id: 'w',
    getState: () => state,
    update: (change: object) => {
      state = { ...state, ...change };
    },
    platform: {
      dialogs: {
        toast: ({ action }: { action: { run: () => void } }) => {
          undoByToast = action.run;
        },
      },
    },
  } as unknown as ToolWindow<ChartState>;
  let ids = 0;
  const scene = flatScene();
  board = new Board({
    scene,
    hits: geometricHits(scene, () => board),
    newId: () => `n${++ids}`,
    onStored: (shapes) => window.update({ Drawings: withShapes(state.Drawings, 'SPY', PRICE_PANE, shapes) }),
    onRedraw: () => {},
    onNewText: () => {},
  });
  addBoard(window, board);
  draw(100);
  draw(300);
});

test('all drawings of a symbol are deleted, and brought back by the message that says so', () => {
  deleteAll(window, 'SPY');
  expect(board.shapes).toEqual([]);
  expect(shapesFrom(state.Drawings['SPY']?.[PRICE_PANE])).toEqual([]);
  undoByToast();
  expect(shapesFrom(state.Drawings['SPY']?.[PRICE_PANE])).toHaveLength(2);
});

test('the message changes nothing once another drawing has followed', () => {
  deleteAll(window, 'SPY');
  draw(200);
  undoByToast();
  expect(board.shapes.map(({ Id }) => Id)).toEqual(['n3']);
});
