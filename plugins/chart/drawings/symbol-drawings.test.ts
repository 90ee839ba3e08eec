import { beforeEach, describe, expect, test } from 'vitest';
import { PRICE_PANE } from '../model/panes.ts';
import { chartState } from '../state.ts';
import type { ChartState } from '../state.ts';
import { type Histories, SymbolDrawings } from './symbol-drawings.ts';
import { flatScene } from './testing/flat-scene.ts';

let state: ChartState;
let histories: Histories;
let drawings: SymbolDrawings;
const window = {
  getState: () => state,
  update: (change: Partial<ChartState>) => void (state = { ...state, ...change }),
};
const open = () => {
  let count = 0;
  return new SymbolDrawings({
    createScene: () => flatScene(),
    window,
    histories,
    newId: () => `n${++count}`,
    onRedraw: () => {},
    onNewText: () => {},
  });
};
const drawLine = () => {
  drawings.board.setTool('line');
  drawings.board.down({ x: 10, y: 10 }, false);
  drawings.board.drag({ x: 90, y: 90 }, false);
  drawings.board.up(false);
};
const storedCount = (symbol: string) => state.Drawings[symbol]?.[PRICE_PANE]?.length ?? 0;

beforeEach(() => {
  state = chartState.initial;
  histories = new Map();
  drawings = open();
  drawings.showSymbol('MSFT', '');
});

describe('the drawings of a chart', () => {
  test('are stored under the symbol on screen', () => {
    drawLine();
    drawings.showSymbol('AAPL', '');
    expect([drawings.board.shapes.length, storedCount('MSFT'), storedCount('AAPL')]).toEqual([0, 1, 0]);
  });

  test('keep the undo steps of a symbol while another one is shown, also in a new view', () => {
    drawLine();
    drawings.showSymbol('AAPL', '');
    drawings = open();
    drawings.showSymbol('MSFT', '');
    expect(drawings.board.canUndo).toBe(true);
    drawings.board.undo();
    expect(storedCount('MSFT')).toBe(0);
  });

  test('drop the undo steps when the drawings were changed elsewhere', () => {
    drawLine();
    drawings.showSymbol('AAPL', '');
    state = { ...state, Drawings: {} };
    drawings.showSymbol('MSFT', '');
    expect([drawings.board.shapes.length, drawings.board.canUndo]).toEqual([0, false]);
  });

  test('take the text of an open editor before another symbol is shown', () => {
    drawings.board.setTool('text');
    drawings.board.down({ x: 10, y: 10 }, false);
    drawings.board.drag({ x: 60, y: 60 }, false);
    drawings.board.up(false);
    const text = drawings.board.shapes[0] ?? expect.fail('no text was drawn');
    drawings.board.edit(text.Id);
    drawings.showSymbol('AAPL', 'Resistance');
    expect(state.Drawings['MSFT']?.[PRICE_PANE]).toMatchObject([{ Text: 'Resistance' }]);
    expect(storedCount('AAPL')).toBe(0);
  });
});
