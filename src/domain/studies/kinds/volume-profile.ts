import { at } from '../columns.ts';
import type { BarColumns } from '../columns.ts';
import type { RangeStudy, VolumeProfile } from '../study.ts';

/**
 * Volume profile of the visible range (after J. Peter Steidlmayer's market profile): the range of prices in equal rows, and the volume of every bar spread evenly
 * over its own range. The value area starts at the row with the most volume and adds the larger adjacent row until it has `valuePercent` of all volume.
 *
 * It is always computed as a whole: a change of the visible range changes the rows, so nothing can be kept from bar to bar. Whole rows within a bar use
 * a difference array, so a bar costs the same whatever its range.
 */
export const volumeProfile: RangeStudy<'rows' | 'valuePercent'> = {
  form: 'range',
  id: 'volumeProfile',
  title: 'Volume profile',
  help: 'How many shares were traded at each price of the visible bars, with the busiest price and the area that holds most of the volume.',
  pane: 'overlay',
  parameters: {
    rows: { label: 'Rows', min: 4, max: 500, step: 1, default: 48 },
    valuePercent: { label: 'Value area in percent', min: 1, max: 100, step: 1, default: 70 },
  },
  profile(bars, from, to, { rows, valuePercent }) {
    const bounds = boundsOf(bars, from, to);
    if (bounds === null) return null;
    const { low, high } = bounds;
    const rowHeight = (high - low) / rows;
    const upVolumes = new Float64Array(rows);
    const downVolumes = new Float64Array(rows);
    const upSteps = new Float64Array(rows + 1);
    const downSteps = new Float64Array(rows + 1);
    for (let i = from; i < to; i += 1) {
      if (!hasVolume(bars, i)) continue;
      const isUp = at(bars.close, i) >= at(bars.open, i);
      const first = (at(bars.low, i) - low) / (rowHeight || 1);
      const last = (at(bars.high, i) - low) / (rowHeight || 1);
      spread(
        first,
        last,
        at(bars.volume, i),
        rows,
        isUp ? upVolumes : downVolumes,
        isUp ? upSteps : downSteps,
      );
    }
    const totals = new Float64Array(rows);
    let upLevel = 0;
    let downLevel = 0;
    for (let row = 0; row < rows; row += 1) {
      upLevel += at(upSteps, row);
      downLevel += at(downSteps, row);
      // Rounding errors must not become negative volume.
      upVolumes[row] = at(upVolumes, row) + Math.max(upLevel, 0);
      downVolumes[row] = at(downVolumes, row) + Math.max(downLevel, 0);
      totals[row] = at(upVolumes, row) + at(downVolumes, row);
    }
    return { low, high, rowHeight, upVolumes, downVolumes, ...valueArea(totals, valuePercent / 100) };
  },
};

function hasVolume({ high, low, volume }: BarColumns, i: number): boolean {
  return at(volume, i) > 0 && at(high, i) >= at(low, i);
}

function boundsOf(bars: BarColumns, from: number, to: number): { low: number; high: number } | null {
  let low = Infinity;
  let high = -Infinity;
  for (let i = from; i < to; i += 1) {
    if (!hasVolume(bars, i)) continue;
    low = Math.min(low, at(bars.low, i));
    high = Math.max(high, at(bars.high, i));
  }
  return Number.isFinite(high - low) ? { low, high } : null;
}

/** Distributes a volume evenly from `first` to `last`, in rows: the partial end rows directly, the whole rows between them in the difference array. */
function spread(
  first: number,
  last: number,
  volume: number,
  rows: number,
  volumes: Float64Array,
  steps: Float64Array,
): void {
  const firstRow = Math.min(Math.floor(first), rows - 1);
  const lastRow = Math.min(Math.floor(last), rows - 1);
  if (firstRow === lastRow) {
    volumes[firstRow] = at(volumes, firstRow) + volume;
    return;
  }
  const perRow = volume / (last - first);
  volumes[firstRow] = at(volumes, firstRow) + (firstRow + 1 - first) * perRow;
  volumes[lastRow] = at(volumes, lastRow) + (last - lastRow) * perRow;
  steps[firstRow + 1] = at(steps, firstRow + 1) + perRow;
  steps[lastRow] = at(steps, lastRow) - perRow;
}

function valueArea(
  totals: Float64Array,
  part: number,
): Pick<VolumeProfile, 'totalVolume' | 'busiestRow' | 'valueFromRow' | 'valueToRow'> {
  const totalVolume = totals.reduce((sum, volume) => sum + volume, 0);
  let busiestRow = 0;
  for (let row = 1; row < totals.length; row += 1)
    if (at(totals, row) > at(totals, busiestRow)) busiestRow = row;
  let valueFromRow = busiestRow;
  let valueToRow = busiestRow;
  let held = at(totals, busiestRow);
  while (held < totalVolume * part && (valueFromRow > 0 || valueToRow < totals.length - 1)) {
    const below = valueFromRow > 0 ? at(totals, valueFromRow - 1) : -1;
    const above = valueToRow < totals.length - 1 ? at(totals, valueToRow + 1) : -1;
    if (above >= below) valueToRow += 1;
    else valueFromRow -= 1;
    held += Math.max(above, below);
  }
  return { totalVolume, busiestRow, valueFromRow, valueToRow };
}
