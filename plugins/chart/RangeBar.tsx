import { newYorkDate } from '../../src/domain/calendar/us-equity.ts';
import type { ToolWindow } from '../../src/plugin-api/index.ts';
import styles from './BarSize.module.css';
import { BAR_SIZES, barSizeLabel, shortBarSizeLabel, type BarSize } from './data/bar-sizes.ts';
import { defaultRange, QUICK_RANGES, type ChartRange } from './data/time-frames.ts';
import type { ChartState } from './state.ts';
import { showBarSize, showRange } from './symbol-changes.ts';

/** Sizes that a narrow window shows too. */
const USUAL_SIZES: ReadonlySet<BarSize> = new Set([
  'Minute1',
  'Minute5',
  'Minute15',
  'Minute30',
  'Minute60',
  'Daily',
  'Weekly',
  'Monthly',
]);

/** The row under a chart: quick ranges at the left, bar sizes at the right. */
export function RangeBar({
  window,
  range,
}: {
  readonly window: ToolWindow<ChartState>;
  readonly range: ChartRange;
}) {
  return (
    <div className={styles.row}>
      <div className={styles.group} role="group" aria-label="Range">
        {QUICK_RANGES.map(({ label, frame }) => (
          <button
            key={label}
            type="button"
            className={styles.choice}
            aria-pressed={range.TimeFrame === frame}
            onClick={() => showRange(window, defaultRange(frame))}
          >
            {label}
          </button>
        ))}
      </div>
      <div className={`${styles.group} ${styles.sizes}`} role="group" aria-label="Bar size">
        {BAR_SIZES.map((size) => (
          <button
            key={size}
            type="button"
            className={`${styles.choice} ${USUAL_SIZES.has(size) ? '' : styles.rare}`}
            title={barSizeLabel(size)}
            aria-pressed={range.BarSize === size}
            onClick={() => showBarSize(window, size, newYorkDate(window.platform.exchangeMs()))}
          >
            {shortBarSizeLabel(size)}
          </button>
        ))}
      </div>
    </div>
  );
}
