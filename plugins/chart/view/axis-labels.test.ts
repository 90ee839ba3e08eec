import { expect, test } from 'vitest';
import { PRICE_PANE } from '../model/panes.ts';
import type { ScaleMode } from '../model/scale-mode.ts';
import { ValueScale } from '../scales/value-scale.ts';
import { axisText } from './axis-labels.ts';

function scaleOf(least: number, largest: number, mode: ScaleMode = 'linear', base = 1): ValueScale {
  const scale = new ValueScale();
  scale.set(mode, base, least, largest, 0, 400);
  return scale;
}

test('shows the last price with the decimals of prices, however small the range of the bars is', () => {
  expect([
    axisText(PRICE_PANE, scaleOf(268.45, 268.86), 268.73),
    axisText(PRICE_PANE, scaleOf(268.729, 268.731), 268.73),
    axisText(PRICE_PANE, scaleOf(100, 900), 268.73),
    axisText(PRICE_PANE, scaleOf(0.5, 0.7), 0.5123),
    axisText(PRICE_PANE, scaleOf(268.45, 268.86, 'percent', 250), 268.73),
  ]).toEqual(['268.73', '268.73', '268.73', '0.5123', '+7.49%']);
});

test('shows as many decimals at the axis as neighbouring labels need to differ', () => {
  expect(axisText(PRICE_PANE, scaleOf(268.4, 268.5), 268.455, 0.005)).toBe('268.455');
});
