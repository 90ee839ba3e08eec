import { expect, test } from 'vitest';
import { barLine } from './bar-line.ts';
import { BarStore } from '../model/bar-store.ts';
import { ChartModel } from '../model/chart-model.ts';

test('the line of a bar has its figures, and its change since the close before', () => {
  const bars = new BarStore();
  const openMs = Date.parse('2019-02-12T14:30:00Z');
  bars.append(openMs, 270, 271, 269, 270, 1_500);
  bars.append(openMs + 300_000, 270, 273.5, 269.75, 272.7, 2_400_000);
  const model = new ChartModel();
  model.setBars(bars, { minutes: 5 }, 0);
  expect(barLine(model, 0)).toMatch(/ {2}O 270\.00 {2}H 271\.00 {2}L 269\.00 {2}C 270\.00 {2}V 1\.50K$/);
  expect(barLine(model, 1)).toMatch(
    / {2}O 270\.00 {2}H 273\.50 {2}L 269\.75 {2}C 272\.70 {2}\+1\.00% {2}V 2\.40M$/,
  );
  expect([barLine(model, 2), barLine(model, -1)]).toEqual(['', '']);
});
