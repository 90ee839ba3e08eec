import type { ChartView } from '../screen/types.ts';
import { formatQuotePrice } from '../../../src/plugin-api/index.ts';
import { PRICE_PANE } from '../model/panes.ts';
import type { ChartTheme } from '../paint/theme.ts';
import { Invalid } from '../view/invalidation.ts';
import { createScene, type Scene, type SceneView } from './scene.ts';
import type { DrawingTheme } from './shown-color.ts';

/** Text widths remembered at most. */
const MAX_WIDTHS = 5_000;

/** The pane of the prices of a chart on screen, as drawings see it. */
export function sceneOf(view: ChartView, barSize: () => string): Scene {
  const style = styleOf(view);
  const seen: SceneView = {
    bars: () => view.model.bars,
    barSize,
    area() {
      const { panes, plotWidth } = view.geometry();
      const pane = panes.find(({ id }) => id === PRICE_PANE);
      return pane && { left: 0, top: pane.top, width: plotWidth, height: pane.height };
    },
    xOfTime: (timeMs) => view.xOfTime(timeMs),
    timeAt: (x) => view.timeAt(x),
    yOf: (value) => view.scaleOf(PRICE_PANE)?.y(value) ?? 0,
    valueAt: (y) => view.scaleOf(PRICE_PANE)?.valueAt(y) ?? 0,
    textWidth: textMeasure(view, () => style().fontFamily),
    formatValue: (value) => formatQuotePrice(Math.round(value * 100) / 100),
    style,
  };
  return createScene(seen);
}

/** Returns what drawings take from the chart's theme: the same object until the theme changes. */
function styleOf(view: ChartView): () => DrawingTheme {
  let last: { readonly theme: ChartTheme; readonly style: DrawingTheme } | null = null;
  return () => {
    const theme = view.theme();
    if (last?.theme !== theme) {
      const { text, background, font } = theme;
      last = { theme, style: { text, background, fontFamily: font.replace(/^.*?px\s*/, '') } };
    }
    return last.style;
  };
}

/** Returns a function that measures texts. It remembers widths until fonts or sizes may have changed, because tags are placed in every frame. */
function textMeasure(view: ChartView, family: () => string): SceneView['textWidth'] {
  const context = view.root.ownerDocument.createElement('canvas').getContext('2d');
  const widths = new Map<string, number>();
  view.onPaint((painted) => {
    if (painted === Invalid.all || widths.size > MAX_WIDTHS) widths.clear();
  });
  return (text, fontPx) => {
    if (context === null) return text.length * fontPx * 0.6;
    const key = `${fontPx} ${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      context.font = `${fontPx}px ${family()}`;
      widths.set(key, (width = context.measureText(text).width));
    }
    return width;
  };
}
