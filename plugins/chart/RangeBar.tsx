import { newYorkDate } from '../../src/domain/calendar/us-equity.ts';
import { useToolState, type ToolWindow } from '../../src/plugin-api/index.ts';
import { classNames } from '../../src/ui/index.ts';
import styles from './BarSize.module.css';
import { BAR_SIZES, barSizeLabel, shortBarSizeLabel, type BarSize } from './data/bar-sizes.ts';
import { defaultRange, QUICK_RANGES } from './data/time-frames.ts';
import type { ScaleMode } from './model/scale-mode.ts';
import type { ChartState } from './state.ts';
import { showBarSize, showRange } from './symbol-changes.ts';
import { toggleScale } from './toggle-scale.ts';

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

const SCALES: readonly { readonly id: ScaleMode; readonly label: string; readonly hint: string }[] = [
  { id: 'log', label: 'Log', hint: 'Logarithmic scale (Alt+L)' },
  { id: 'percent', label: '%', hint: 'Percent scale (Alt+P)' },
];

/** The row under a chart: quick ranges at the left, bar sizes and scales at the right. */
export function RangeBar({ window }: { readonly window: ToolWindow<ChartState> }) {
  const { Range, Scale, Compare } = useToolState(window);
  return (
    <div className={styles.row}>
      <div className={styles.group} role="group" aria-label="Range">
        {QUICK_RANGES.map(({ label, frame }) => (
          <Choice
            key={label}
            label={label}
            isOn={Range.TimeFrame === frame}
            choose={() => showRange(window, defaultRange(frame))}
          />
        ))}
      </div>
      <div className={`${styles.group} ${styles.sizes}`} role="group" aria-label="Bar size">
        {BAR_SIZES.map((size) => (
          <Choice
            key={size}
            label={shortBarSizeLabel(size)}
            hint={barSizeLabel(size)}
            isRare={!USUAL_SIZES.has(size)}
            isOn={Range.BarSize === size}
            choose={() => showBarSize(window, size, newYorkDate(window.platform.exchangeMs()))}
          />
        ))}
      </div>
      <div className={`${styles.group} ${styles.scales}`} role="group" aria-label="Scale">
        {SCALES.map(({ id, label, hint }) => (
          <Choice
            key={id}
            label={label}
            hint={hint}
            isOn={(Compare.length > 0 ? 'percent' : Scale) === id}
            isDisabled={Compare.length > 0}
            choose={() => toggleScale(window, id)}
          />
        ))}
      </div>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  /** A narrow window does not show it. */
  readonly isRare?: boolean;
  readonly choose: () => void;
}

function Choice({ label, hint, isOn, isDisabled = false, isRare = false, choose }: ChoiceProps) {
  return (
    <button
      type="button"
      className={classNames(styles.choice, isRare && styles.rare)}
      title={hint}
      aria-pressed={isOn}
      disabled={isDisabled}
      onClick={choose}
    >
      {label}
    </button>
  );
}
