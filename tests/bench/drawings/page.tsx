import { createRoot, type Root } from 'react-dom/client';
import '../../../src/ui/styles/index.ts';
import { boardOf } from '../../../plugins/chart/drawings/boards.ts';
import { drawModeOf } from '../../../plugins/chart/drawings/draw-mode.ts';
import { DrawingLayer } from '../../../plugins/chart/drawings/DrawingLayer.tsx';
import { DRAWING_KINDS } from '../../../plugins/chart/drawings/kinds/index.ts';
import type { StoredShape } from '../../../plugins/chart/drawings/schema.ts';
import { sceneOf } from '../../../plugins/chart/drawings/view-scene.ts';
import { BarStore } from '../../../plugins/chart/model/bar-store.ts';
import { ChartModel } from '../../../plugins/chart/model/chart-model.ts';
import { PRICE_PANE } from '../../../plugins/chart/model/panes.ts';
import { ChartScreen } from '../../../plugins/chart/screen/chart-view.ts';
import type { ChartState } from '../../../plugins/chart/state.ts';
import { Invalid } from '../../../plugins/chart/view/invalidation.ts';
import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import { makeBars } from '../chart/data.ts';

const SYMBOL = 'BENCH';
const BAR_COUNT = 20_000;
const VISIBLE_BARS = 400;
const WIDTH_PX = 1200;
const HEIGHT_PX = 700;
const nothing = (): void => {};

/** Stored drawings of every kind in turn, their first points spread evenly over `spanBars` bars that end at the last bar. */
function storedDrawings(count: number, spanBars: number, bars: ReturnType<typeof makeBars>): StoredShape[] {
  return Array.from({ length: count }, (_, n) => {
    const kind = DRAWING_KINDS[n % DRAWING_KINDS.length];
    if (kind === undefined) throw new Error('Invariant: there are kinds of drawings');
    const first = Math.floor(bars.length - spanBars + (n / count) * spanBars * 0.95);
    const second = Math.min(bars.length - 1, first + 5 + (n % 17));
    const style = { Type: kind.type, BarSize: 'Minute1', Color: ['#c22a2a', '#1d5fc4', '#000000'][n % 3] };
    const value = (index: number, part: number) =>
      (bars.close[index] ?? 0) * (1 + (((n * 7919) % 13) - 6) * 0.0008 + part * 0.002);
    return kind.anchors === 1
      ? { ...style, Date: bars.timeMs[first] ?? 0, Value: value(first, 0), Offset: 0.3, Text: `Note ${n}` }
      : {
          ...style,
          Date1: bars.timeMs[first] ?? 0,
          Value1: value(first, 0),
          Offset1: 0,
          Date2: bars.timeMs[second] ?? 0,
          Value2: value(second, 1),
          Offset2: 0.5,
        };
  });
}

/** The part of a chart's window that its drawings use. */
function drawnWindow(drawings: StoredShape[]): ToolWindow<ChartState> {
  let state = { Symbol: SYMBOL, SharesDrawings: false, Drawings: { [SYMBOL]: { [PRICE_PANE]: drawings } } };
  const window = {
    id: 'bench',
    getState: () => state,
    update: (change: Partial<typeof state>) => {
      state = { ...state, ...change };
    },
    subscribe: () => () => {},
    platform: { dialogs: {}, sharedDrawings: { get: () => null, subscribe: () => () => {} } },
  };
  // The drawings use nothing else of a window.
  return window as unknown as ToolWindow<ChartState>;
}

let host: HTMLElement | null = null;
let view: ChartScreen | null = null;
let root: Root | null = null;
let drawn: ToolWindow<ChartState> | null = null;

const nextFrame = () => new Promise<void>((resolve) => void requestAnimationFrame(() => resolve()));
async function frames(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await nextFrame();
}

/** What the bench calls from outside. */
export const bench = {
  /** Shows the last bars of a chart with so many drawings, spread over the bars on screen or over many times as many. */
  async create(count: number, spanScreens: number): Promise<void> {
    host = document.createElement('div');
    host.style.cssText = `position: relative; width: ${WIDTH_PX}px; height: ${HEIGHT_PX}px`;
    document.body.append(host);
    const bars = makeBars(BAR_COUNT);
    const model = new ChartModel();
    const made = new ChartScreen(host, model, {
      onPaneHeights: nothing,
      onStudy: nothing,
      onRemoveStudy: nothing,
      onRemoveComparison: nothing,
      onRemoveTrades: nothing,
    });
    view = made;
    const drawings = storedDrawings(count, VISIBLE_BARS * spanScreens, bars);
    model.setBars(new BarStore(bars), { minutes: 1 }, bars.timeMs[0] ?? 0);
    made.barsReplaced();
    made.viewport.zoomAt(made.viewport.span / VISIBLE_BARS, 0);
    made.viewport.showEnd();
    made.invalidate(Invalid.view);
    await frames(5);
    if (count > 0) {
      const holder = document.createElement('div');
      host.append(holder);
      root = createRoot(holder);
      drawn = drawnWindow(drawings);
      root.render(
        <DrawingLayer
          view={made}
          window={drawn}
          symbol={SYMBOL}
          barSize="Minute1"
          isShown
          listPlace={null}
        />,
      );
    }
    await frames(10);
  },
  /**
   * Pans to and fro; resolves with how many frames came more than one and a half frames after the one before. The wait for the first frame begins anywhere
   * between two, so it is none of them.
   */
  async pan(count: number): Promise<{ readonly lateFrames: number }> {
    let lateFrames = 0;
    let lastMs = performance.now();
    for (let n = 0; n <= count; n += 1) {
      view?.viewport.panBy(Math.floor(n / 20) % 2 === 0 ? -3 : 3);
      view?.invalidate(Invalid.view);
      await nextFrame();
      const nowMs = performance.now();
      if (n > 0 && nowMs - lastMs > 25) lateFrames += 1;
      lastMs = nowMs;
    }
    return { lateFrames };
  },
  /** Moves the pointer over a chart that stands still; resolves with the milliseconds a move takes, and those of the first one after a pan. */
  async hover(moves: number): Promise<{ readonly moveMs: number; readonly firstMs: number }> {
    const chart = host;
    if (chart === null) throw new Error('there is no chart');
    const move = (n: number): number => {
      const event = new PointerEvent('pointermove', {
        bubbles: true,
        clientX: chart.getBoundingClientRect().left + 50 + ((n * 37) % 1000),
        clientY: chart.getBoundingClientRect().top + 50 + ((n * 53) % 500),
      });
      const startMs = performance.now();
      chart.dispatchEvent(event);
      return performance.now() - startMs;
    };
    const firsts: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      view?.viewport.panBy(n % 2 === 0 ? -1 : 1);
      view?.invalidate(Invalid.view);
      await frames(2);
      firsts.push(move(n));
    }
    let sumMs = 0;
    for (let n = 0; n < moves; n += 1) sumMs += move(n);
    await frames(2);
    return { moveMs: sumMs / moves, firstMs: firsts.toSorted((a, b) => a - b)[5] ?? Number.NaN };
  },
  /** Compares what the pointer finds with the distances of the drawings, at places all over the chart; resolves with how many places were compared and how many differ. */
  async compareHits(): Promise<{
    readonly places: number;
    readonly found: number;
    readonly differences: number;
  }> {
    const [window, chart] = [drawn, view];
    const board = window && boardOf(window);
    if (!board || !window || !chart) throw new Error('there is no chart');
    drawModeOf(window).set({ tool: 'selector' });
    await frames(3);
    const scene = sceneOf(chart, () => 'Minute1');
    let [places, found, differences] = [0, 0, 0];
    for (let x = 1.25; x < 1100; x += 5.5)
      for (let y = 1.75; y < 640; y += 4.25) {
        places += 1;
        const isFound = board.cursorAt({ x, y }) === 'pointer';
        if (isFound) found += 1;
        if (isFound !== (scene.hit(board.shapes, { x, y }) !== undefined)) differences += 1;
      }
    return { places, found, differences };
  },
  destroy(): void {
    root?.unmount();
    view?.dispose();
    host?.remove();
    [root, view, host] = [null, null, null];
  },
};

declare global {
  // The page's one name that the bench calls.
  var drawingsBench: typeof bench;
}
globalThis.drawingsBench = bench;
