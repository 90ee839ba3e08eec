import { beforeEach, describe, expect, test } from 'vitest';
import { PRICE_PANE } from '../model/panes.ts';
import { chartState } from '../state.ts';
import type { ChartState } from '../state.ts';
import { ownDrawings } from './drawing-source.ts';
import { SymbolDrawings } from './symbol-drawings.ts';
import { flatScene } from './testing/flat-scene.ts';
import { geometricHits } from './testing/geometric-hits.ts';

let state: ChartState;
let drawings: SymbolDrawings;
const window = {
  getState: () => state,
  update: (change: Partial<ChartState>) => void (state = { ...state, ...change }),
  subscribe: () => () => {},
};
const source = ownDrawings(window);
const open = () => {
  let count = 0;
  const scene = flatScene();
  return new SymbolDrawings({
    createScene: () => scene,
    hits: geometricHits(scene, () => drawings.board),
    newId: () => `n${++count}`,
    onRedraw: () => {},
    onNewText: () => {},
  });
};
const drawLine = () => {
  drawings.board.setTool('line');
  drawings.board.down({ x: 10, y: 10 }, false);
  drawings.board.drag({ x: 90, y: 90 });
  drawings.board.up(false);
};
const storedCount = (symbol: string) => state.Drawings[symbol]?.[PRICE_PANE]?.length ?? 0;

beforeEach(() => {
  state = chartState.initial;
  drawings = open();
  drawings.showSymbol(source, 'MSFT', '');
});

describe('the drawings of a chart', () => {
  test('are stored under the symbol on screen', () => {
    drawLine();
    drawings.showSymbol(source, 'AAPL', '');
    expect([drawings.board.shapes.length, storedCount('MSFT'), storedCount('AAPL')]).toEqual([0, 1, 0]);
  });

  test('follow what undo or another tab has changed, and keep the selection when it was something else', () => {
    drawLine();
    const { Drawings } = state;
    const selected = drawings.board.selected?.Id;
    state = { ...state, Scale: 'log' };
    drawings.follow();
    expect(drawings.board.selected?.Id).toBe(selected);
    state = { ...state, Drawings: {} };
    drawings.follow();
    expect([drawings.board.shapes, drawings.board.selected]).toEqual([[], undefined]);
    state = { ...state, Drawings };
    drawings.follow();
    expect(drawings.board.shapes).toHaveLength(1);
  });

  test('take the text of an open editor before another symbol is shown', () => {
    drawings.board.setTool('text');
    drawings.board.down({ x: 10, y: 10 }, false);
    drawings.board.drag({ x: 60, y: 60 });
    drawings.board.up(false);
    const text = drawings.board.shapes[0] ?? expect.fail('no text was drawn');
    drawings.board.edit(text.Id);
    drawings.showSymbol(source, 'AAPL', 'Resistance');
    expect(state.Drawings['MSFT']?.[PRICE_PANE]).toMatchObject([{ Text: 'Resistance' }]);
    expect(storedCount('AAPL')).toBe(0);
  });
});
