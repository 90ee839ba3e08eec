import { useMemo, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { formatInteger } from '../../../../src/domain/columns/index.ts';
import { MAX_COMPARED_RUNS } from '../../../../src/domain/strategy/report/comparison.ts';
import { type ToolPlatform } from '../../../../src/plugin-api/index.ts';
import { Button, Checkbox, EmptyState, TextField } from '../../../../src/ui/index.ts';
import type { Run } from '../../types.ts';
import { useRefreshed } from '../../use-refreshed.ts';
import { filteredRuns, fullText, runsToCompare, type RunChoice } from './runs-to-compare.ts';
import styles from './Comparison.module.css';

/** Interval between updates of the list, ms. */
const REFRESH_MS = 1_000;
/** Rows that are rendered at most: the filter finds the others. */
const MAX_ROWS = 200;
const PAGE_ROWS = 10;

type Platform = Pick<ToolPlatform, 'strategies' | 'dialogs'>;

interface RunRowProps {
  readonly choice: RunChoice;
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
  readonly refusal: string | null;
  readonly onChange: (isChosen: boolean) => void;
}

function RunRow({ choice, isChosen, isTabStop, refusal, onChange }: RunRowProps) {
  const { run, kind, version, symbol, period, net, netDollars, started, parameters } = choice;
  const direction = netDollars === 0 ? undefined : netDollars > 0 ? 'up' : 'down';
  // The blanks part the cells in the name of the check box.
  return (
    <Checkbox
      className={styles.run}
      label={run.strategy.Name}
      isChecked={isChosen}
      onChange={onChange}
      refusal={refusal}
      tabIndex={isTabStop ? 0 : -1}
      details={
        <>
          {' '}
          <span>{kind}</span> <span>{version}</span> <span>{symbol}</span> <span>{period}</span>{' '}
          <span className={styles.number} data-direction={direction}>
            {net}
          </span>{' '}
          <span className={styles.number}>{started}</span> <span title={parameters}>{parameters}</span>
        </>
      }
    />
  );
}

/** Headers of the rows. The name of each check box has all cells of its row, so assistive technology needs none. */
function RunHeader() {
  return (
    <div className={styles.runHeader} aria-hidden>
      <span />
      <span>Strategy</span>
      <span>Run</span>
      <span>Version</span>
      <span>Symbol</span>
      <span>Period</span>
      <span className={styles.number}>Net P&amp;L</span>
      <span className={styles.number}>Started</span>
      <span>Parameters</span>
    </div>
  );
}

/** Index of the row that a key moves to, before limiting it to the rows; null for any other key. */
function rowAfterKey(key: string, at: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    PageUp: at - PAGE_ROWS,
    PageDown: at + PAGE_ROWS,
    Home: 0,
    End: last,
  };
  return steps[key] ?? null;
}

/** The rows: one stop of the Tab key, in which the arrow keys move. */
function RunList({
  choices,
  chosen,
  onChange,
}: {
  readonly choices: readonly RunChoice[];
  readonly chosen: readonly Run[];
  readonly onChange: (run: Run, isChosen: boolean) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const last = choices.length - 1;
  const stop = Math.min(at, last);
  const refusal = fullText(chosen.length);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = rowAfterKey(event.key, stop, last);
    if (next === null) return;
    event.preventDefault();
    const row = Math.min(last, Math.max(0, next));
    setAt(row);
    list.current?.querySelectorAll<HTMLElement>('[role="checkbox"]')[row]?.focus();
  };
  return (
    <div ref={list} className={styles.runs} role="group" aria-label="Finished runs" onKeyDown={onKeyDown}>
      {choices.map((choice, index) => {
        const { run } = choice;
        const isChosen = chosen.some(({ id }) => id === run.id);
        return (
          <RunRow
            key={run.id}
            choice={choice}
            isChosen={isChosen}
            isTabStop={index === stop}
            refusal={isChosen ? null : refusal}
            onChange={(next) => {
              setAt(index);
              onChange(run, next);
            }}
          />
        );
      })}
    </div>
  );
}

/** What is chosen, and what is still missing or too much. */
function statusText(chosen: number): string {
  const full = fullText(chosen);
  if (full !== null) return full;
  if (chosen < 2) return `Choose two to ${MAX_COMPARED_RUNS} runs. ${chosen === 1 ? '1 run is chosen.' : ''}`;
  return `${chosen} runs are chosen, ${MAX_COMPARED_RUNS} at most.`;
}

interface ChooseRunsProps {
  readonly platform: Platform;
  readonly initial: readonly Run[];
  readonly initialFilter: string;
  readonly close: (runs: readonly Run[] | null) => void;
}

function ChooseRuns({ platform, initial, initialFilter, close }: ChooseRunsProps) {
  const state = useRefreshed(platform.strategies, REFRESH_MS, true);
  const choices = useMemo(() => runsToCompare(state, initial), [state, initial]);
  const [filter, setFilter] = useState(initialFilter);
  const [chosen, setChosen] = useState(initial);
  const found = useMemo(() => filteredRuns(choices, filter), [choices, filter]);
  const isReady = chosen.length >= 2;
  const change = (run: Run, isChosen: boolean): void =>
    setChosen((before) => {
      const others = before.filter(({ id }) => id !== run.id);
      return isChosen && others.length < MAX_COMPARED_RUNS ? [...others, run] : others;
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) close(chosen);
  };
  if (choices.length === 0)
    return (
      <EmptyState
        title="No runs to compare"
        text="A comparison needs finished runs with fills. Start a backtest first."
        action={<Button onClick={() => close(null)}>Close</Button>}
      />
    );
  return (
    <form className={styles.choose} onSubmit={submit} noValidate>
      <TextField
        label="Find by strategy, symbol, period, version or parameter"
        value={filter}
        onChange={setFilter}
        spellCheck={false}
        data-autofocus=""
      />
      <RunHeader />
      {found.length === 0 ? (
        <EmptyState title="No run found" text={`No finished run contains "${filter.trim()}".`} />
      ) : (
        <RunList choices={found.slice(0, MAX_ROWS)} chosen={chosen} onChange={change} />
      )}
      {found.length > MAX_ROWS ? (
        <p className={styles.note}>
          {`The newest ${MAX_ROWS} of ${formatInteger(found.length)} runs are listed. Type to find others.`}
        </p>
      ) : null}
      <div className={styles.chooseActions}>
        <span role="status">{statusText(chosen.length)}</span>
        <Button
          tone="quiet"
          disabled={chosen.length === 0}
          focusableWhenDisabled
          onClick={() => setChosen([])}
        >
          Clear all
        </Button>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={!isReady} focusableWhenDisabled>
          Compare
        </Button>
      </div>
    </form>
  );
}

/** Lets the user choose the runs of a comparison; null when it is cancelled. */
export function chooseRuns(
  platform: Platform,
  chosen: readonly Run[],
  filter: string,
): Promise<readonly Run[] | null> {
  return platform.dialogs.open<readonly Run[]>({
    title: 'Compare reports',
    width: 1080,
    resizableFrom: 560,
    content: ({ close }) => (
      <ChooseRuns platform={platform} initial={chosen} initialFilter={filter} close={close} />
    ),
  });
}
