import { beforeEach, expect, test } from 'vitest';
import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import { chartState, type ChartState } from '../state.ts';
import { deleteAll } from './actions.ts';
import { Board } from './board.ts';
import { addBoard } from './boards.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { withShapes } from './schema.ts';
import { flatScene } from './testing/flat-scene.ts';

let state: ChartState;
let undoByToast: () => void;
let window: ToolWindow<ChartState>;
let board: Board;

const draw = (y: number) => {
  board.setTool('line');
  board.down({ x: 100, y }, false);
  board.drag({ x: 200, y }, false);
  board.up(false);
};

beforeEach(() => {
  state = { ...chartState.initial, Symbol: 'SPY' };
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
  board = new Board({
    scene: flatScene(),
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
  undoByToast();
  expect(board.shapes.map(({ Id }) => Id)).toEqual(['n1', 'n2']);
});

test.each([
  ['were brought back by the keyboard', () => board.undo(), ['n1', 'n2']],
  ['were followed by another drawing', () => draw(200), ['n3']],
])('the message changes nothing once they %s', (_cause, meanwhile, left) => {
  deleteAll(window, 'SPY');
  meanwhile();
  undoByToast();
  expect(board.shapes.map(({ Id }) => Id)).toEqual(left);
});
