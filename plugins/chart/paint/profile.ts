import type { VolumeProfile } from '../../../src/domain/studies/index.ts';
import type { PaintScope } from './scope.ts';

/** Part of the plot's width that the busiest row takes. */
const WIDTH_SHARE = 0.22;

/** Volume by price as rows from the right: up and down volume, the value area stronger, the busiest row with a line across. */
export function paintProfile(scope: PaintScope, profile: VolumeProfile): void {
  const { context, theme, ratio, scale, plotWidth } = scope;
  const { low, rowHeight, upVolumes, downVolumes, busiestRow, valueFromRow, valueToRow } = profile;
  const most = (upVolumes[busiestRow] ?? 0) + (downVolumes[busiestRow] ?? 0);
  if (most <= 0) return;
  const widthOf = (volume: number) => Math.round((volume / most) * plotWidth * WIDTH_SHARE);
  for (let row = 0; row < upVolumes.length; row += 1) {
    const bottom = Math.round(scale.y(low + row * rowHeight) * ratio);
    const top = Math.round(scale.y(low + (row + 1) * rowHeight) * ratio);
    const height = Math.max(1, bottom - top - (bottom - top > 2 ? 1 : 0));
    const up = widthOf(upVolumes[row] ?? 0);
    const down = widthOf(downVolumes[row] ?? 0);
    context.globalAlpha = row >= valueFromRow && row <= valueToRow ? 0.75 : 0.35;
    context.fillStyle = theme.upFaint;
    context.fillRect(plotWidth - up, top, up, height);
    context.fillStyle = theme.downFaint;
    context.fillRect(plotWidth - up - down, top, down, height);
  }
  context.globalAlpha = 1;
  context.fillStyle = theme.second;
  context.fillRect(
    0,
    Math.round(scale.y(low + (busiestRow + 0.5) * rowHeight) * ratio),
    plotWidth,
    Math.max(1, Math.round(ratio)),
  );
}
