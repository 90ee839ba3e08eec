import { useEffect, useRef, useState, type FormEvent } from 'react';
import { newYorkDate } from '../../../src/domain/calendar/new-york-time.ts';
import { STRATEGY_REFUSALS } from '../../../src/domain/strategy/prompts.ts';
import { useSession, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import { Button, Checkbox, classNames, DialogActions, Select } from '../../../src/ui/index.ts';
import styles from './StrategyForms.module.css';
import type { Instance, Strategy, StrategyToRun } from '../types.ts';
import { DATA_OPTIONS, isBacktest, isPublic } from '../run-labels.ts';
import { LiveChecks } from '../gates/LiveChecks.tsx';
import { ScheduleFields } from '../schedule/ScheduleFields.tsx';
import { CostFields } from './CostFields.tsx';
import { FoldedFields } from './FoldedFields.tsx';
import { GuardFields } from './GuardFields.tsx';
import {
  backtestOf,
  initialForm,
  liveStartOf,
  startProblems,
  type RunTerms,
  type StartForm,
  type StartProblems,
} from './start-form.ts';
import { IntervalFields, LimitFields, ParametersField, PeriodFields } from './StartFields.tsx';

export type StartMode = 'live' | 'backtest';
type Platform = Pick<ToolPlatform, 'strategies' | 'dialogs' | 'session' | 'exchangeMs'>;

const PARAMETER_ROWS = 8;
const WIDTH_PX = 560;

interface StartDialogProps {
  readonly platform: ToolPlatform;
  readonly strategy: StrategyToRun;
  readonly initial: StartForm;
  readonly mode: StartMode;
  readonly isShared: boolean;
  /** Id of the run to continue or to run again; undefined for a new run. */
  readonly instanceId: string | undefined;
  readonly close: (isStarted: true | null) => void;
}

const tradingFacts = ({ account, isLive, calendar }: ReturnType<ToolPlatform['session']['get']>) => ({
  account,
  isLive,
  calendar,
});

function StartTarget({ account, isLive }: { readonly account: string | null; readonly isLive: boolean }) {
  return (
    <p className={styles.where}>
      <span className={classNames(styles.mode, isLive ? styles.live : styles.paper)}>
        {isLive ? 'LIVE' : 'PAPER'}
      </span>
      Its orders are orders of account {account}.
    </p>
  );
}

/** Sends a start; returns whether it is under way, and why it was refused. */
function useStart({ platform, strategy, mode, instanceId, close }: StartDialogProps) {
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  async function send(form: StartForm): Promise<void> {
    setSending(true);
    const outcome =
      mode === 'live'
        ? await platform.strategies.start(strategy, liveStartOf(form), instanceId)
        : await platform.strategies.backtest(strategy, backtestOf(form), instanceId);
    setSending(false);
    if (outcome.ok) close(true);
    else setRefusal(outcome.message);
  }
  return { isSending, refusal, send, clearRefusal: () => setRefusal(null) };
}

/** Problems show from the first start that they refuse, and each refusal moves the focus to the first wrong field, which may be out of view. */
function useRefusedFields() {
  const formRef = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  return { formRef, isTried: refusals > 0, addRefusal: () => setRefusals((before) => before + 1) };
}

function StartActions({
  label,
  isSending,
  onCancel,
}: {
  readonly label: string;
  readonly isSending: boolean;
  readonly onCancel: () => void;
}) {
  return (
    <div className={styles.startActions}>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={isSending} focusableWhenDisabled>
          {label}
        </Button>
      </DialogActions>
    </div>
  );
}

const startLabel = (mode: StartMode, { schedule }: StartForm): string =>
  mode === 'backtest' ? 'Start backtest' : schedule.isOn && schedule.waits ? 'Save schedule' : 'Start';

/** What only a live run has. `problems`: those that are shown; `found`: all. */
function LiveTerms({
  platform,
  strategy,
  form,
  problems,
  found,
  onChange,
}: Pick<StartDialogProps, 'platform' | 'strategy'> & {
  readonly form: StartForm;
  readonly problems: StartProblems;
  readonly found: StartProblems;
  readonly onChange: (change: Partial<StartForm>) => void;
}) {
  return (
    <>
      <GuardFields
        guards={form.guards}
        problems={problems.guards ?? {}}
        onChange={(guards) => onChange({ guards })}
      />
      <Checkbox
        label="Resume by itself after a restart of the server"
        isChecked={form.resumes}
        onChange={(resumes) => onChange({ resumes })}
      />
      <FoldedFields title="Schedule" isSet={form.schedule.isOn} hasProblem={problems.schedule !== undefined}>
        <ScheduleFields
          schedule={form.schedule}
          problems={problems.schedule ?? {}}
          nowMs={platform.exchangeMs()}
          onChange={(schedule) => onChange({ schedule })}
        />
        {form.schedule.isOn ? (
          <Checkbox
            label="Wait for the first scheduled start"
            isChecked={form.schedule.waits}
            onChange={(waits) => onChange({ schedule: { ...form.schedule, waits } })}
          />
        ) : null}
      </FoldedFields>
      <LiveChecks platform={platform} strategy={strategy} form={form} problems={found} />
    </>
  );
}

/** The terms of a run: of a strategy of the user, or of a public one, which needs one limit. */
function StartDialog(props: StartDialogProps) {
  const { platform, strategy, initial, mode, isShared, close } = props;
  const { account, isLive, calendar } = useSession(platform, tradingFacts);
  const [form, setForm] = useState(initial);
  const { isTried, formRef, addRefusal } = useRefusedFields();
  const { isSending, refusal, send, clearRefusal } = useStart(props);
  const nowMs = platform.exchangeMs();
  const found = startProblems(form, mode, nowMs, calendar);
  const problems = isTried ? found : {};
  const change = (part: Partial<StartForm>) => {
    setForm((before) => ({ ...before, ...part }));
    clearRefusal();
  };
  const fields = { form, problems, onChange: change };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(found).length > 0) addRefusal();
    else if (!isSending) void send(form);
  };
  return (
    <form ref={formRef} onSubmit={submit} noValidate className={styles.form}>
      {mode === 'live' ? (
        <StartTarget account={account} isLive={isLive} />
      ) : (
        <PeriodFields {...fields} today={newYorkDate(nowMs)} />
      )}
      {mode === 'backtest' ? (
        <Select
          label="Data"
          value={form.dataType}
          options={DATA_OPTIONS}
          onChange={(dataType) => change({ dataType })}
        />
      ) : null}
      <ParametersField {...fields} rows={PARAMETER_ROWS} />
      <div className={styles.pair}>
        <IntervalFields {...fields} />
        <div className={styles.form}>
          <LimitFields {...fields} types={isShared ? ['dollars', 'shares'] : ['none', 'dollars', 'shares']} />
          {mode === 'backtest' ? (
            <Checkbox
              label="Include off-market prices"
              isChecked={form.includeOffMarket}
              onChange={(includeOffMarket) => change({ includeOffMarket })}
            />
          ) : null}
        </div>
      </div>
      {mode === 'backtest' ? (
        <CostFields
          costs={form.costs}
          problems={problems.costs ?? {}}
          onChange={(costs) => change({ costs })}
        />
      ) : (
        <LiveTerms platform={platform} strategy={strategy} {...fields} found={found} />
      )}
      <p role="alert" className={styles.problem}>
        {refusal ?? ''}
      </p>
      <StartActions label={startLabel(mode, form)} isSending={isSending} onCancel={() => close(null)} />
    </form>
  );
}

/** Loads the strategy to run with its default parameters; a strategy of the user as it is stored now. */
export async function loadStrategy(
  { strategies }: Pick<Platform, 'strategies'>,
  listed: Strategy,
): Promise<{ readonly strategy: StrategyToRun; readonly parameters: string }> {
  if (isPublic(listed))
    return { strategy: { name: listed.Name, publicId: listed.Id }, parameters: listed.Parameters };
  const { code, parameters } = await strategies.source(listed.Name);
  return { strategy: { name: listed.Name, code }, parameters };
}

/** Opens the terms of a run of this code; resolves with true when it was started. */
export async function openStart({
  title,
  ...props
}: Omit<StartDialogProps, 'close'> & { readonly title: string }): Promise<boolean> {
  const answer = await props.platform.dialogs.open<true>({
    title,
    width: WIDTH_PX,
    content: ({ close }) => <StartDialog {...props} close={close} />,
  });
  return answer === true;
}

/** Opens the dialog that starts a strategy; resolves with true when it was started. `again` is a run to continue or to run again, `terms` those of a new run. */
export async function startDialog(
  platform: ToolPlatform,
  strategy: Strategy,
  mode: StartMode,
  again?: Instance,
  terms?: RunTerms,
): Promise<boolean> {
  const { dialogs, exchangeMs } = platform;
  const isShared = isPublic(strategy);
  const title = `${mode === 'live' ? 'Start' : 'Backtest'} ${isShared ? 'public strategy' : 'strategy'} - ${strategy.Name}`;
  if (
    mode === 'live' &&
    isShared &&
    strategy.Instances.some((instance) => !isBacktest(instance) && instance.InstanceId !== again?.InstanceId)
  ) {
    await dialogs.alert({ title, message: STRATEGY_REFUSALS.onlyOneLive });
    return false;
  }
  try {
    const { strategy: toRun, parameters } = await loadStrategy(platform, strategy);
    const initial = initialForm({
      isPublic: isShared,
      parameters,
      again: again ?? terms,
      nowMs: exchangeMs(),
    });
    return await openStart({
      platform,
      title,
      strategy: toRun,
      initial,
      mode,
      isShared,
      instanceId: again?.InstanceId,
    });
  } catch (error) {
    await dialogs.alert({
      title,
      message:
        error instanceof Error ? error.message : 'The strategy could not be loaded. Try again in a moment.',
    });
    return false;
  }
}
