import type { ChartView } from '../screen/types.ts';
import { formatQuotePrice } from '../../../src/plugin-api/index.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { createScene, type Scene, type SceneView } from './scene.ts';

/** The pane of the prices of a chart on screen, as drawings see it. */
export function sceneOf(view: ChartView, barSize: () => string): Scene {
  const measuring = view.root.ownerDocument.createElement('canvas').getContext('2d');
  const family = () => view.theme().font.replace(/^.*?px\s*/, '');
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
    textWidth(text, fontPx) {
      if (measuring === null) return text.length * fontPx * 0.6;
      measuring.font = `${fontPx}px ${family()}`;
      return measuring.measureText(text).width;
    },
    formatValue: (value) => formatQuotePrice(Math.round(value * 100) / 100),
    style: () => ({ text: view.theme().text, background: view.theme().background, fontFamily: family() }),
  };
  return createScene(seen);
}
