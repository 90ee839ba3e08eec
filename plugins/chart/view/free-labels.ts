import type { AxisLabel } from './axis-labels.ts';

/** A part of the value axis that a tag takes, CSS px from the chart's upper edge. */
export interface AxisSpan {
  readonly top: number;
  readonly bottom: number;
}

/** Half the height of a label's digits with a little air, px. */
const LABEL_HALF_PX = 6;
/** How far a tag must be away before a label that it covered is back, px: a tag that moves to and fro by a pixel does not make it blink. */
const RETURN_PX = 3;

/** True when one of the spans reaches into what is written at a height. `wasCovered`: one of them did the last time. */
export function isCovered(
  y: number,
  spans: readonly AxisSpan[],
  wasCovered: boolean,
  halfPx = LABEL_HALF_PX,
): boolean {
  const reach = halfPx + (wasCovered ? RETURN_PX : 0);
  return spans.some(({ top, bottom }) => y + reach > top && y - reach < bottom);
}

/**
 * The labels of a pane that no tag reaches: half of a number could be read as another one. `coveredBefore` has the texts that were left out the last
 * time, and becomes those of this time.
 */
export function freeLabels(
  labels: readonly AxisLabel[],
  spans: readonly AxisSpan[],
  coveredBefore: Set<string>,
): readonly AxisLabel[] {
  const covered = new Set(
    labels.filter(({ y, text }) => isCovered(y, spans, coveredBefore.has(text))).map(({ text }) => text),
  );
  coveredBefore.clear();
  for (const text of covered) coveredBefore.add(text);
  return labels.filter(({ text }) => !covered.has(text));
}
