/** Where a line stands, CSS px from the chart's upper edge; `isOut` = its price is not in sight, so it stands at the edge. */
export interface LinePlace {
  readonly y: number;
  readonly isOut: boolean;
}

/** Puts the element of a line to its place, and returns its height. */
export function putAt({ style, dataset }: HTMLElement, place: LinePlace | null): number {
  const { y, isOut } = place ?? { y: 0, isOut: true };
  // Not by a transform: that would put a line above the labels of the lines before it.
  if (style.top !== `${y}px`) style.top = `${y}px`;
  if (dataset['out'] !== String(isOut)) dataset['out'] = String(isOut);
  return y;
}
