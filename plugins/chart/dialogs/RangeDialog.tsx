import { useEffect, useRef, useState, type FormEvent } from 'react';
import { newYorkDate } from '../../../src/domain/calendar/us-equity.ts';
import { normalizeSymbol } from '../../../src/domain/symbols/symbol.ts';
import { existingSymbol, useToolState, type ToolWindow } from '../../../src/plugin-api/index.ts';
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
import { showRange, showSymbol } from '../symbol-changes.ts';
import { customProblem } from './custom-range.ts';

/** Room for an option in words, such as `SPY September 18 2026 540 call`. */
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
  const [symbol, setSymbol] = useState(applied.Symbol);
  const [isJudging, setJudging] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  /** A custom range that is still being put together; null = what the chart shows. */
  const [draft, setDraft] = useState<ChartRange | null>(
    applied.Range.TimeFrame === 'Custom' ? applied.Range : null,
  );
  const range = draft ?? applied.Range;
  const isCustom = range.TimeFrame === 'Custom';
  const problem = isCustom ? customProblem(range, today, window.platform.session.get().calendar) : null;
  const chooseFrame = (frame: TimeFrame) => {
    const next = chooseTimeFrame(range, frame, today);
    if (frame === 'Custom') {
      setDraft(next);
      return;
    }
    setDraft(null);
    showRange(window, next);
  };
  /** Nothing of the chart changes before it is known that there may be such a symbol. */
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (problem !== null || isJudging) return;
    const typed = normalizeSymbol(symbol);
    const isAnother = typed !== '' && typed !== applied.Symbol;
    if (isAnother) {
      setJudging(true);
      const found = await existingSymbol(window.platform.symbols, typed);
      if (!isOpen.current) return;
      setJudging(false);
      setRefusal(found.ok ? null : found.error);
      if (!found.ok) {
        field.current?.focus();
        return;
      }
      showSymbol(window, found.value);
    }
    if (draft !== null) showRange(window, draft);
    close(null);
  };
  const write = (text: string) => {
    setSymbol(text);
    setRefusal(null);
  };
  return (
    <form
      onSubmit={(event) => {
        void submit(event);
      }}
      aria-busy={isJudging}
      className={styles.form}
    >
      <TextField
        ref={field}
        label="Symbol"
        value={symbol}
        onChange={(text) => write(text.toUpperCase())}
        spellCheck={false}
        maxLength={MAX_TYPED_LENGTH}
        readOnly={isJudging}
        error={refusal}
        suffix={
          <Button
            tone="quiet"
            onClick={() => {
              void window.platform.dialogs
                .symbolLookup({ initial: symbol, mustExist: true })
                .then((found) => {
                  if (found !== null) write(found);
                });
            }}
          >
            Find
          </Button>
        }
      />
      <div className={styles.pair}>
        <Select<TimeFrame>
          label="Time frame"
          value={range.TimeFrame}
          options={TIME_FRAMES.map((frame) => ({ value: frame, label: labelOf(frame) }))}
          onChange={chooseFrame}
        />
        <Select<BarSize>
          label="Bar size"
          value={range.BarSize}
          isDisabled={isBarSizeFixed(range.TimeFrame)}
          options={BAR_SIZES.map((size) => ({ value: size, label: barSizeLabel(size) }))}
          onChange={(size) => setDraft(chooseBarSize(range, size, today))}
        />
        <TextField
          label="From"
          type="date"
          max={today}
          disabled={!isCustom}
          value={isCustom ? (range.CustomFromDate ?? '') : startDateOf(range, today)}
          onChange={(date) => setDraft({ ...range, CustomFromDate: date === '' ? null : date })}
        />
        <TextField
          label="To"
          type="date"
          max={today}
          disabled={!isCustom}
          value={isCustom ? (range.CustomToDate ?? '') : endDateOf(range, today)}
          onChange={(date) => setDraft({ ...range, CustomToDate: date === '' ? null : date })}
        />
      </div>
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
        <Button type="submit" tone="primary" disabled={problem !== null || isJudging}>
          Ok
        </Button>
      </DialogActions>
    </form>
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
