const WIDTH = 160;
const HEIGHT = 28;

/** The points of a line through the values from 0 to the largest; a gap where there is none. */
export function sparklinePath(values: readonly (number | null)[]): string {
  const largest = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE);
  const step = WIDTH / Math.max(1, values.length - 1);
  let isGap = true;
  return values
    .map((value, index) => {
      if (value === null) {
        isGap = true;
        return '';
      }
      const point = `${isGap ? 'M' : 'L'}${(index * step).toFixed(1)} ${(HEIGHT - 1 - (value / largest) * (HEIGHT - 2)).toFixed(1)}`;
      isGap = false;
      return point;
    })
    .join('');
}

/** A small line of the last values; its figure stands beside it as text. */
export function Sparkline({
  values,
  className,
}: {
  readonly values: readonly (number | null)[];
  readonly className: string | undefined;
}) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
    >
      <path d={sparklinePath(values)} fill="none" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
