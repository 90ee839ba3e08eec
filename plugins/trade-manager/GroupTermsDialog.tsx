import { useState, type FormEvent } from 'react';
import {
  sendFigureChange,
  type FigureChange,
  type GroupResult,
  type ToolPlatform,
  type WireOrderGroup,
} from '../../src/plugin-api/index.ts';
import { Button, Checkbox, DialogActions, NumberField, TextField } from '../../src/ui/index.ts';
import { conditionText, groupName } from './group-labels.ts';
import {
  amountProblem,
  clockProblem,
  exitChanges,
  termsFormOf,
  termsOf,
  withExit,
  withFigure,
  type ExitField,
  type GroupTermsForm,
} from './group-terms-form.ts';
import styles from './TradeManager.module.css';

const WIDTH_PX = 400;

interface GroupTermsProps {
  readonly platform: ToolPlatform;
  readonly group: WireOrderGroup;
  /** A figure that begins at another price than it has. */
  readonly move: { readonly figure?: unknown; readonly price?: unknown };
  readonly close: () => void;
}

/** Sends the changes one after another, until one is refused. What was changed before a refusal stays. */
async function sendAll(
  platform: ToolPlatform,
  { GroupId }: WireOrderGroup,
  changes: readonly FigureChange[],
): Promise<GroupResult> {
  for (const change of changes) {
    const result = await sendFigureChange(platform.groups, GroupId, change);
    if (!result.ok) return result;
  }
  return { ok: true, groupId: GroupId };
}

/** Figures of a group that it has not used yet. The server checks them as it checks a new group. */
function GroupTermsDialog({ platform, group, move, close }: GroupTermsProps) {
  const [before] = useState(() => termsFormOf(group));
  const [form, setForm] = useState(() => withFigure(before, move.figure, move.price));
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const terms = termsOf(group, form, before);
  const changes: readonly FigureChange[] = [
    ...exitChanges(group, form, before),
    ...(terms === null ? [] : [{ kind: 'terms', terms } as const]),
  ];
  const amounts = [form.level, form.start, form.distance, ...(form.exits ?? []).map(({ amount }) => amount)];
  const isValid =
    amounts.every((amount) => amountProblem(amount) === null) &&
    amountProblem(form.exitMinutes, true) === null &&
    [form.time, form.exitTime].every((time) => clockProblem(time) === null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isValid || changes.length === 0 || isSending) return;
    setSending(true);
    const result = await sendAll(platform, group, changes);
    setSending(false);
    if (result.ok) close();
    else setFailure(result.message);
  };
  return (
    <form className={styles.exercise} onSubmit={(event) => void submit(event)} noValidate>
      <TermFields
        group={group}
        form={form}
        moved={move.figure}
        change={(part) => setForm({ ...form, ...part })}
      />
      {failure === null ? null : (
        <p className={styles.problem} role="alert">
          Not changed: {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button tone="primary" type="submit" disabled={!isValid || changes.length === 0 || isSending}>
          Change
        </Button>
      </DialogActions>
    </form>
  );
}

interface TermFieldsProps {
  readonly group: WireOrderGroup;
  readonly form: GroupTermsForm;
  /** The figure that was dragged: its field begins with the focus. */
  readonly moved: unknown;
  readonly change: (part: GroupTermsForm) => void;
}

const unitOf = (basis: string | undefined): string => (basis === 'Percent' ? 'per cent' : 'dollars');
const startUnit = (basis: string | undefined): string =>
  basis === 'Price' ? 'price' : `profit in ${unitOf(basis)}`;
/** `Target 2, price`, `Stop, loss in dollars`. */
const exitLabel = ({ figure, basis }: ExitField): string =>
  `${figure}, ${basis === 'Price' ? 'price' : `${figure === 'Stop' ? 'loss' : 'profit'} in ${unitOf(basis)}`}`;

function TermFields({ group, form, moved, change }: TermFieldsProps) {
  const { Trail } = group;
  return (
    <>
      {form.level === undefined && form.time === undefined ? null : (
        <p className={styles.note}>Sent {conditionText(group)}.</p>
      )}
      <Amount
        label="Level"
        value={form.level}
        change={(level) => change({ level })}
        isFirst={moved === 'Condition'}
      />
      <Clock label="Time of day, New York" value={form.time} change={(time) => change({ time })} />
      {form.exits?.map((exit) => (
        <Amount
          key={exit.figure}
          label={exitLabel(exit)}
          value={exit.amount}
          change={(amount) => change(withExit(form, { ...exit, amount }))}
          isFirst={moved === exit.figure}
        />
      ))}
      <Amount
        label={`Trail starts at, ${startUnit(form.startBasis)}`}
        value={form.start}
        change={(start) => change({ start })}
        isFirst={moved === 'TrailStart'}
      />
      <Amount
        label={`Distance of the trail, ${unitOf(Trail?.Distance.Basis)}`}
        value={form.distance}
        change={(distance) => change({ distance })}
      />
      <Clock
        label="Closes at, New York time"
        value={form.exitTime}
        change={(exitTime) => change({ exitTime })}
      />
      <Amount
        label="Closes after the first fill, minutes"
        value={form.exitMinutes}
        change={(exitMinutes) => change({ exitMinutes })}
        isWhole
      />
      {form.isBreakEven === undefined ? null : (
        <Checkbox
          label="Stop to break-even after the first target"
          isChecked={form.isBreakEven}
          onChange={(isBreakEven) => change({ isBreakEven })}
        />
      )}
    </>
  );
}

interface FieldProps<Value> {
  readonly label: string;
  readonly value: Value | undefined;
  readonly change: (value: Value) => void;
}

function Amount({
  label,
  value,
  change,
  isWhole = false,
  isFirst = false,
}: FieldProps<number | null> & { readonly isWhole?: boolean; readonly isFirst?: boolean }) {
  if (value === undefined) return null;
  return (
    <NumberField
      label={label}
      value={value}
      onChange={change}
      error={amountProblem(value, isWhole)}
      min={0}
      step={isWhole ? 1 : 0.01}
      decimals={isWhole ? 0 : 2}
      isFirst={isFirst}
    />
  );
}

function Clock({ label, value, change }: FieldProps<string>) {
  if (value === undefined) return null;
  return (
    <TextField
      label={label}
      value={value}
      onChange={change}
      error={clockProblem(value)}
      placeholder="15:50"
    />
  );
}

/** Opens the figures of a group that can still be changed, one of them at another price where `move` states it; resolves when the dialog is closed. A group that has none left is reported. */
export async function openGroupTerms(
  platform: ToolPlatform,
  groupId: string,
  move: GroupTermsProps['move'] = {},
): Promise<void> {
  const group = platform.groups.get().groups.get(groupId);
  if (group === undefined || Object.keys(termsFormOf(group)).length === 0) {
    platform.dialogs.toast({ message: 'This order group has nothing left to change.', tone: 'warning' });
    return;
  }
  await platform.dialogs.open<never>({
    title: `Change ${groupName(group)}`,
    width: WIDTH_PX,
    content: ({ close }) => (
      <GroupTermsDialog platform={platform} group={group} move={move} close={() => close(null)} />
    ),
  });
}
