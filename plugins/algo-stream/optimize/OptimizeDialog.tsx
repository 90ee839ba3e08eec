import { useEffect, useState, type FormEvent } from 'react';
import { formatInteger } from '../../../src/domain/columns/index.ts';
import { newYorkDate } from '../../../src/domain/calendar/new-york-time.ts';
import { useSession, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import {
  Button,
  Checkbox,
  DialogActions,
  EmptyState,
  ErrorState,
  NumberField,
  Select,
  Skeleton,
} from '../../../src/ui/index.ts';
import { CostFields } from '../dialogs/CostFields.tsx';
import { initialForm, type StartForm } from '../dialogs/start-form.ts';
import { IntervalFields, LimitFields, ParametersField, PeriodFields } from '../dialogs/StartFields.tsx';
import { loadStrategy } from '../dialogs/start-strategy.tsx';
import forms from '../dialogs/StrategyForms.module.css';
import { DATA_OPTIONS, isPublic } from '../run-labels.ts';
import type { Strategy, StrategyToRun } from '../types.ts';
import {
  combinationCount,
  initialOptimize,
  isFaultless,
  OBJECTIVE_OPTIONS,
  optimizeProblems,
  SEARCH_OPTIONS,
  termsOf,
  type OptimizeForm,
  type OptimizeProblems,
} from './optimize-form.ts';
import { textOfError } from '../versions/use-versions.ts';
import { ParameterRows } from './ParameterRows.tsx';
import styles from './Optimize.module.css';

const WIDTH_PX = 800;
const PARAMETER_LINES = 3;

interface FieldsProps {
  readonly form: OptimizeForm;
  readonly problems: OptimizeProblems;
  readonly onChange: (change: Partial<OptimizeForm>) => void;
}

/** How the sets are chosen and ranked. */
function SearchFields({ form, problems, onChange }: FieldsProps) {
  return (
    <div className={styles.search}>
      <Select
        label="Search"
        value={form.search}
        options={SEARCH_OPTIONS}
        onChange={(search) => onChange({ search })}
      />
      <Select
        label="Objective"
        value={form.objective}
        options={OBJECTIVE_OPTIONS}
        onChange={(objective) => onChange({ objective })}
      />
      {form.search === 'grid' ? null : (
        <>
          <NumberField
            label="Runs"
            value={form.runCount}
            onChange={(runCount) => onChange({ runCount })}
            min={1}
            step={10}
            error={problems.runs}
          />
          <NumberField
            label="Seed"
            value={form.seed}
            onChange={(seed) => onChange({ seed })}
            min={0}
            step={1}
            error={problems.seed}
          />
        </>
      )}
      <NumberField
        label="Min trades"
        value={form.minTrades}
        onChange={(minTrades) => onChange({ minTrades })}
        min={0}
        step={1}
        error={problems.minTrades}
      />
      <NumberField
        label="Capital base, $"
        value={form.capital}
        onChange={(capital) => onChange({ capital })}
        min={0}
        step={1000}
        decimals={2}
        error={problems.capital}
      />
    </div>
  );
}

/** The fields of the backtest that each set is. */
function BacktestFields({
  form: { start },
  problems: { start: problems },
  onChange,
  isShared,
  today,
}: FieldsProps & { readonly isShared: boolean; readonly today: string }) {
  const change = (part: Partial<StartForm>) => onChange({ start: { ...start, ...part } });
  const fields = { form: start, problems, onChange: change };
  return (
    <>
      <PeriodFields {...fields} today={today} />
      <ParametersField {...fields} rows={PARAMETER_LINES} />
      <div className={forms.pair}>
        <IntervalFields {...fields} />
        <div className={forms.form}>
          <LimitFields {...fields} types={isShared ? ['dollars', 'shares'] : ['none', 'dollars', 'shares']} />
          <Select
            label="Data"
            value={start.dataType}
            options={DATA_OPTIONS}
            onChange={(dataType) => change({ dataType })}
          />
          <Checkbox
            label="Include off-market prices"
            isChecked={start.includeOffMarket}
            onChange={(includeOffMarket) => change({ includeOffMarket })}
          />
        </div>
      </div>
      <CostFields
        costs={start.costs}
        problems={problems.costs ?? {}}
        onChange={(costs) => change({ costs })}
      />
    </>
  );
}

/** `1,200 combinations`; of a random or Bayesian search also how many of them run. */
function countText(form: OptimizeForm): string {
  const count = combinationCount(form);
  if (count === null) return 'No combinations yet';
  const all = `${count.toLocaleString('en-US')} ${count === 1n ? 'combination' : 'combinations'}`;
  if (form.search === 'grid' || form.runCount === null || !(BigInt(Math.trunc(form.runCount) || 0) < count))
    return all;
  return `${formatInteger(form.runCount)} runs of ${all}`;
}

interface OptimizeDialogProps {
  readonly platform: ToolPlatform;
  readonly strategy: StrategyToRun;
  readonly initial: OptimizeForm;
  readonly isShared: boolean;
  readonly close: (optimizationId: string | null) => void;
}

/** Sends a start; returns whether it is under way, and why it was refused. */
function useSearchStart({ platform, strategy, close }: OptimizeDialogProps) {
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  async function send(form: OptimizeForm): Promise<void> {
    setSending(true);
    const outcome = await platform.strategies.optimizations.start(strategy, termsOf(form));
    setSending(false);
    if (outcome.ok) close(outcome.optimizationId);
    else setRefusal(outcome.message);
  }
  return { isSending, refusal, send, clearRefusal: () => setRefusal(null) };
}

const NO_PROBLEMS: OptimizeProblems = {
  start: {},
  ranges: new Map(),
  runs: null,
  minTrades: null,
  capital: null,
  seed: null,
  search: null,
};

function OptimizeDialog(props: OptimizeDialogProps) {
  const { platform, initial, isShared, close } = props;
  const calendar = useSession(platform, (session) => session.calendar);
  const [form, setForm] = useState(initial);
  const [isTried, setTried] = useState(false);
  const { isSending, refusal, send, clearRefusal } = useSearchStart(props);
  const nowMs = platform.exchangeMs();
  const found = optimizeProblems(form, nowMs, calendar);
  const problems = isTried ? found : { ...NO_PROBLEMS, ranges: found.ranges };
  const change = (part: Partial<OptimizeForm>) => {
    setForm((before) => ({ ...before, ...part }));
    clearRefusal();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isSending && isFaultless(found)) void send(form);
  };
  const fields = { form, problems, onChange: change };
  return (
    <form onSubmit={submit} noValidate className={forms.form}>
      <ParameterRows
        rows={form.rows}
        parameters={form.start.parameters}
        problems={problems.ranges}
        onChange={(rows) => change({ rows })}
      />
      <SearchFields {...fields} />
      <BacktestFields {...fields} isShared={isShared} today={newYorkDate(nowMs)} />
      <p role="alert" className={forms.problem}>
        {refusal ?? problems.search ?? ''}
      </p>
      <DialogActions>
        <span role="status" className={styles.count}>
          {countText(form)}
        </span>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={isSending} focusableWhenDisabled>
          Start search
        </Button>
      </DialogActions>
    </form>
  );
}

interface Loaded {
  readonly strategy: StrategyToRun;
  readonly initial: OptimizeForm;
}

async function loadTerms(platform: ToolPlatform, listed: Strategy): Promise<Loaded> {
  const { strategies, exchangeMs } = platform;
  const { strategy, parameters } = await loadStrategy(platform, listed);
  const declared = await strategies.optimizations.describe(strategy, parameters);
  const start = initialForm({
    isPublic: isPublic(listed),
    parameters,
    again: undefined,
    nowMs: exchangeMs(),
  });
  return { strategy, initial: initialOptimize(start, declared) };
}

/** Loads the strategy and the parameters that it declares: its code is read in a process that waits for a free processor. */
function useTerms(platform: ToolPlatform, listed: Strategy) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    loadTerms(platform, listed).then(
      (terms) => !isOver && setLoaded(terms),
      (problem: unknown) => !isOver && setError(textOfError(problem)),
    );
    return () => {
      isOver = true;
    };
  }, [platform, listed, attempt]);
  const retry = () => {
    setError(null);
    setAttempt((before) => before + 1);
  };
  return { loaded, error, retry };
}

function LoadedDialog({
  platform,
  listed,
  close,
}: Pick<OptimizeDialogProps, 'platform' | 'close'> & { readonly listed: Strategy }) {
  const { loaded, error, retry } = useTerms(platform, listed);
  if (error !== null)
    return <ErrorState title="The parameters could not be read" text={error} onRetry={retry} />;
  if (loaded === null) return <Skeleton label="Reading the parameters of the strategy" rows={8} />;
  const { strategy, initial } = loaded;
  if (initial.rows.length === 0)
    return (
      <EmptyState
        title="No parameters"
        text="The strategy declares none. Read one with param('fast', 10) in its code."
      />
    );
  const isShared = isPublic(listed);
  return (
    <OptimizeDialog
      platform={platform}
      strategy={strategy}
      initial={initial}
      isShared={isShared}
      close={close}
    />
  );
}

/** Opens the terms of a search; resolves with its id when it was started. */
export const openOptimize = (platform: ToolPlatform, listed: Strategy): Promise<string | null> =>
  platform.dialogs.open<string>({
    title: `Optimize - ${listed.Name}`,
    width: WIDTH_PX,
    content: ({ close }) => <LoadedDialog platform={platform} listed={listed} close={close} />,
  });
