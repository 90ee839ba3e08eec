import type { ChartModel } from '../model/chart-model.ts';
import { barTitle } from '../paint/paint-top.ts';
import { formatPercentChange, formatPrice, formatValue } from '../scales/format-value.ts';

/** The figures of a bar in one line: date, open, high, low, close, volume, and the change since the close before; nothing where there is no bar. */
export function barLine(model: ChartModel, index: number): string {
  const { open, high, low, close, volume, length } = model.drawn;
  if (index < 0 || index >= length) return '';
  const price = (prices: Float64Array) => formatPrice(prices[index] ?? NaN);
  const [now, before] = [close[index] ?? NaN, close[index - 1] ?? NaN];
  return [
    barTitle(model, index),
    `O ${price(open)}`,
    `H ${price(high)}`,
    `L ${price(low)}`,
    `C ${price(close)}`,
    ...(now > 0 && before > 0 ? [formatPercentChange(now, before)] : []),
    `V ${formatValue(volume[index] ?? NaN, 'volume')}`,
  ].join('  ');
}
