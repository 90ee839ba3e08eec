import { useEffect, useRef } from 'react';
import { formatInteger, formatQuotePrice } from '../../src/plugin-api/index.ts';
import type { ChartController } from './chart-controller.ts';
import { actionsOfBar } from './model/chart-action.ts';
import type { ChartModel } from './model/chart-model.ts';
import { barTitle } from './paint/paint-top.ts';

/** Reads out the bar that the arrow keys have gone to. */
export function CrosshairReader({ controller }: { readonly controller: ChartController }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      controller.view.onCrosshair((crosshair) => {
        if (line.current === null || crosshair?.source !== 'key') return;
        line.current.textContent = sentence(controller.model, crosshair.index);
      }),
    [controller],
  );
  return <div ref={line} className="visually-hidden" role="status" />;
}

function sentence(model: ChartModel, index: number): string {
  const { open, high, low, close, volume } = model.drawn;
  const text = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? 'none' : formatQuotePrice(Math.round(value * 1e4) / 1e4);
  const made = model.tradeLists
    .flatMap((list) => (list.hasMarks ? list.tradesOf(model.bars, index) : []))
    .map(({ side, quantity, price }) => `, ${side} ${formatInteger(quantity)} at ${text(price)}`);
  const actions = actionsOfBar(model, index).map(({ title }) => `, ${title}`);
  return `${barTitle(model, index)}: open ${text(open[index])}, high ${text(high[index])}, low ${text(low[index])}, close ${text(close[index])}, volume ${formatInteger(volume[index] ?? 0)}${made.join('')}${actions.join('')}`;
}
