import { useState, type FormEvent } from 'react';
import { newYorkDate } from '../../../src/domain/calendar/us-equity.ts';
import { useToolState, type ToolWindow } from '../../../src/plugin-api/index.ts';
import { Button, DialogActions, Select, TextField } from '../../../src/ui/index.ts';
import styles from '../Chart.module.css';
import { BAR_SIZES, barSizeLabel, type BarSize } from '../data/bar-sizes.ts';
import {
  chooseBarSize,
  chooseTimeFrame,
  endDateOf,
  isBarSizeFixed,
  startDateOf,
  TIME_FRAMES,
  timeFrameLabel,
  type ChartRange,
  type TimeFrame,
} from '../data/time-frames.ts';
import type { ChartState } from '../state.ts';
import { showRange } from '../symbol-changes.ts';
import { customProblem } from './custom-range.ts';
import { useTypedSymbol, type TypedSymbol } from './use-typed-symbol.ts';

/** Room for an option's name, such as `SPY September 18 2026 540 call`. */
const MAX_TYPED_LENGTH = 64;

function RangeDialog({
  window,
  close,
}: {
  readonly window: ToolWindow<ChartState>;
  readonly close: (value: null) => void;
}) {
  const today = newYorkDate(window.platform.exchangeMs());
  const applied = useToolState(window);
  const symbol = useTypedSymbol(window);
  /** A custom range that is still being put together; null = what the chart shows. */
  const [draft, setDraft] = useState<ChartRange | null>(
    applied.Range.TimeFrame === 'Custom' ? applied.Range : null,
  );
  const range = draft ?? applied.Range;
  const isCustom = range.TimeFrame === 'Custom';
  const problem = isCustom ? customProblem(range, today, window.platform.session.get().calendar) : null;
  const chooseFrame = (frame: TimeFrame) => {
    const next = chooseTimeFrame(range, frame, today);
    setDraft(frame === 'Custom' ? next : null);
    if (frame !== 'Custom') showRange(window, next);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (problem !== null || symbol.isChecking || !(await symbol.apply())) return;
    if (draft !== null) showRange(window, draft);
    close(null);
  };
  return (
    <form
      onSubmit={(event) => {
        void submit(event);
      }}
      aria-busy={symbol.isChecking}
      className={styles.form}
    >
      <SymbolField window={window} symbol={symbol} />
      <RangeFields range={range} today={today} onFrame={chooseFrame} onDraft={setDraft} />
      <p role="alert" className={styles.problem}>
        {problem ?? ''}
      </p>
      <p className={styles.hint}>
        {isCustom
          ? 'Ok applies a custom range.'
          : 'A time frame applies at once. A bar size of your own makes the range a custom one.'}
      </p>
      <DialogActions>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={problem !== null || symbol.isChecking}>
          Ok
        </Button>
      </DialogActions>
    </form>
  );
}

function SymbolField({
  window,
  symbol,
}: {
  readonly window: ToolWindow<ChartState>;
  readonly symbol: TypedSymbol;
}) {
  const find = async () => {
    const found = await window.platform.dialogs.symbolLookup({ initial: symbol.text, mustExist: true });
    if (found !== null) symbol.write(found);
  };
  return (
    <TextField
      ref={symbol.field}
      label="Symbol"
      value={symbol.text}
      onChange={(text) => symbol.write(text.toUpperCase())}
      spellCheck={false}
      maxLength={MAX_TYPED_LENGTH}
      readOnly={symbol.isChecking}
      error={symbol.refusal}
      suffix={
        <Button
          tone="quiet"
          onClick={() => {
            void find();
          }}
        >
          Find
        </Button>
      }
    />
  );
}

interface RangeFieldsProps {
  readonly range: ChartRange;
  /** The exchange's date, `YYYY-MM-DD`. */
  readonly today: string;
  readonly onFrame: (frame: TimeFrame) => void;
  readonly onDraft: (range: ChartRange) => void;
}

function RangeFields({ range, today, onFrame, onDraft }: RangeFieldsProps) {
  const isCustom = range.TimeFrame === 'Custom';
  return (
    <div className={styles.pair}>
      <Select<TimeFrame>
        label="Time frame"
        value={range.TimeFrame}
        options={TIME_FRAMES.map((frame) => ({ value: frame, label: labelOf(frame) }))}
        onChange={onFrame}
      />
      <Select<BarSize>
        label="Bar size"
        value={range.BarSize}
        isDisabled={isBarSizeFixed(range.TimeFrame)}
        options={BAR_SIZES.map((size) => ({ value: size, label: barSizeLabel(size) }))}
        onChange={(size) => onDraft(chooseBarSize(range, size, today))}
      />
      <TextField
        label="From"
        type="date"
        max={today}
        disabled={!isCustom}
        value={isCustom ? (range.CustomFromDate ?? '') : startDateOf(range, today)}
        onChange={(date) => onDraft({ ...range, CustomFromDate: date === '' ? null : date })}
      />
      <TextField
        label="To"
        type="date"
        max={today}
        disabled={!isCustom}
        value={isCustom ? (range.CustomToDate ?? '') : endDateOf(range, today)}
        onChange={(date) => onDraft({ ...range, CustomToDate: date === '' ? null : date })}
      />
    </div>
  );
}

/** The title calls a year of days `1 Year`; in the list it stands with Weekly and Monthly. */
const labelOf = (frame: TimeFrame): string => (frame === 'Daily' ? 'Daily (1 Year)' : timeFrameLabel(frame));

/** Symbol, time frame, bar size and custom days of a chart. */
export async function openRange(window: ToolWindow<ChartState>): Promise<void> {
  await window.platform.dialogs.open<null>({
    title: 'Symbol and date range',
    width: 420,
    content: ({ close }) => <RangeDialog window={window} close={close} />,
  });
}
