import { beforeEach, describe, expect, test } from 'vitest';
import type { DrawingChange, SharedDrawingStore } from '../../../src/client/types.ts';
import { SharedDrawings } from '../../../src/client/drawings/shared-drawings.ts';
import { createManualClock } from '../../../src/client/testing/manual-clock.ts';
import { drawing } from '../../../src/domain/drawings/testing.ts';
import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { chartState, type ChartState } from '../state.ts';
import { deleteAll, isEachMarked, markAll } from './actions.ts';
import { addBoard } from './boards.ts';
import { drawingSourceOf, sharedDrawings } from './drawing-source.ts';
import { copyToOwn, shareOwn } from './share-drawings.ts';
import { SymbolDrawings } from './symbol-drawings.ts';
import { flatScene } from './testing/flat-scene.ts';
import { geometricHits } from './testing/geometric-hits.ts';

let store: SharedDrawingStore;
let changes: (readonly DrawingChange[])[];
let ids: number;

/** A store of a demo session: its drawings are in the page. */
function openStore(): SharedDrawingStore {
  const opened = new SharedDrawings({
    clock: createManualClock(),
    trading: { sendReady: () => expect.fail('a demo session sends nothing') },
    user: () => ({ userId: 'demo', isDemo: true }),
    newId: () => expect.fail('nothing is merged'),
    stash: { takeOver: () => [], replace: () => {}, release: () => {} },
  });
  opened.onAccountReady();
  opened.onChange((made) => changes.push(made));
  return opened;
}

/** A chart of AAPL that shows the shared drawings, with the messages that it shows. */
function openChart(change: Partial<ChartState> = {}) {
  let state: ChartState = { ...chartState.initial, Symbol: 'AAPL', ...change };
  const listeners = new Set<() => void>();
  const messages: string[] = [];
  // The parts of a window that drawings use.
  const window = {
    id: `w${(ids += 1)}`,
    getState: () => state,
    update: (next: Partial<ChartState>) => {
      state = { ...state, ...next };
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    platform: {
      sharedDrawings: { get: () => store, subscribe: () => () => {}, open: async () => store },
      joinSteps: ({ message }: { message: string }, run: () => void) => {
        messages.push(message);
        run();
      },
      dialogs: { toast: ({ message }: { message: string }) => messages.push(message) },
    },
  } as unknown as ToolWindow<ChartState>;
  const scene = flatScene();
  const drawings: SymbolDrawings = new SymbolDrawings({
    createScene: () => scene,
    hits: geometricHits(scene, () => drawings.board),
    newId: () => `n${(ids += 1)}`,
    onRedraw: () => {},
    onNewText: () => {},
  });
  const { board } = drawings;
  const show = () => drawings.showSymbol(drawingSourceOf(window), 'AAPL', '');
  show();
  drawingSourceOf(window).subscribe('AAPL', () => drawings.follow());
  addBoard(window, board);
  const drawLine = (y: number) => {
    board.setTool('line');
    board.down({ x: 100, y }, false);
    board.drag({ x: 200, y });
    board.up(false);
  };
  return { window, board, show, drawLine, messages, stateOf: () => state };
}
const rows = () => store.drawingsOf('AAPL').get().rows;

beforeEach(() => {
  [changes, ids] = [[], 0];
  store = openStore();
});

describe('two charts of a symbol', () => {
  test('show what is drawn, moved and deleted on either, each as one change', () => {
    const [first, second] = [openChart(), openChart()];
    first.drawLine(100);
    first.drawLine(300);
    expect(second.board.shapes).toEqual(first.board.shapes);
    expect(rows().map(({ Order }) => Order)).toEqual([0, 1]);
    const [line] = second.board.shapes;
    second.board.remove(line?.Id ?? '');
    expect(first.board.shapes.map(({ Id }) => Id)).toEqual([rows()[0]?.Id]);
    expect(changes.map((made) => made.length)).toEqual([1, 1, 1]);
  });

  test('keep the selection and the drag of one while the other changes drawings', () => {
    const [first, second] = [openChart(), openChart()];
    first.drawLine(100);
    first.drawLine(300);
    const held = first.board.shapes[1]?.Id ?? '';
    first.board.down({ x: 150, y: 300 }, false);
    first.board.drag({ x: 150, y: 350 });
    second.board.restyle(held, { Color: '#ff0000' });
    second.board.remove(first.board.shapes[0]?.Id ?? '');
    expect([first.board.selected?.Id, first.board.isDragging]).toEqual([held, true]);
    first.board.up(false);
    expect(rows()).toMatchObject([{ Id: held, Color: '#ff0000' }]);
    expect(second.board.shapes).toEqual(first.board.shapes);
    expect(first.board.shapes[0]?.Points).not.toEqual(changes[1]?.[0]?.after?.Points);
  });

  test('drop a drag when the other deletes what is held', () => {
    const [first, second] = [openChart(), openChart()];
    first.drawLine(100);
    first.board.down({ x: 150, y: 100 }, false);
    first.board.drag({ x: 150, y: 140 });
    second.board.removeAll();
    first.board.drag({ x: 150, y: 150 });
    first.board.up(false);
    expect([first.board.shapes, first.board.selected, rows()]).toEqual([[], undefined, []]);
  });

  test('leave drawings of other areas and unknown kinds where they are', () => {
    const others = [drawing({ Area: 'volume' }), drawing({ Id: 'AAPL:d2', Type: 999 })];
    store.put(others);
    const chart = openChart();
    chart.drawLine(100);
    chart.board.removeAll();
    expect(rows()).toEqual(others);
  });

  test('lock, hide and delete all shared drawings as one change each', () => {
    const { window, drawLine, messages } = openChart();
    drawLine(100);
    drawLine(300);
    markAll(window, { IsLocked: true });
    const shapes = () => drawingSourceOf(window).shapes('AAPL');
    expect(isEachMarked(shapes(), 'IsLocked')).toBe(true);
    deleteAll(window, 'AAPL');
    expect(messages).toEqual(['Drawings of AAPL deleted']);
    expect(changes.map((made) => made.length)).toEqual([1, 1, 2, 2]);
    expect(isEachMarked(shapes(), 'IsLocked')).toBeUndefined();
  });
});

describe('the choice of a chart', () => {
  test('has own drawings and shared ones apart, and loses neither', () => {
    const chart = openChart();
    chart.drawLine(100);
    chart.window.update({ SharesDrawings: false });
    chart.show();
    expect(chart.board.shapes).toEqual([]);
    chart.drawLine(300);
    expect(rows()).toHaveLength(1);
    chart.window.update({ SharesDrawings: true });
    chart.show();
    expect(chart.board.shapes.map(({ Id }) => Id)).toEqual([rows()[0]?.Id]);
    expect(chart.stateOf().Drawings['AAPL']?.[PRICE_PANE]).toHaveLength(1);
  });

  test('makes own drawings shared, above those that are there', async () => {
    store.put([drawing({ Order: 4 })]);
    const chart = openChart({ SharesDrawings: false });
    chart.drawLine(100);
    await shareOwn(chart.window, 'AAPL');
    expect(rows().map(({ Order }) => Order)).toEqual([4, 5]);
    expect(chart.stateOf()).toMatchObject({ SharesDrawings: true, Drawings: {} });
    expect(chart.messages).toEqual(['Drawings of AAPL shared: 1']);
  });

  test('copies shared drawings to own ones, and shares none beyond the maximum', async () => {
    store.put(Array.from({ length: 500 }, (_, at) => drawing({ Id: `AAPL:d${at}`, Order: at })));
    const chart = openChart();
    copyToOwn(chart.window, 'AAPL');
    expect(chart.stateOf().SharesDrawings).toBe(false);
    expect(chart.stateOf().Drawings['AAPL']?.[PRICE_PANE]).toHaveLength(500);
    expect(rows()).toHaveLength(500);
    await shareOwn(chart.window, 'AAPL');
    expect(rows()).toHaveLength(500);
    expect(chart.messages.at(-1)).toBe(
      'AAPL would have more than 500 shared drawings. Delete some before you share these.',
    );
  });

  test('shows nothing while the code of the shared drawings is being loaded', () => {
    expect(sharedDrawings(null).shapes('AAPL')).toEqual([]);
  });
});
