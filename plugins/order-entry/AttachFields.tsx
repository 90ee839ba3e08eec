import { type Activity, useMarket } from '../../src/plugin-api/index.ts';
import { formatPrice, UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import { Button, Checkbox, NumberField, Select } from '../../src/ui/index.ts';
import styles from './AttachFields.module.css';
import form from './OrderForm.module.css';
import { TemplateFields } from './TemplateFields.tsx';
import { AtrFields } from './AtrFields.tsx';
import { TARGET_BASES, TargetFields } from './TargetFields.tsx';
import { usesAtr } from './ticket-distances.ts';
import { exitPrices } from './ticket-group.ts';
import { withTarget } from './ticket-targets.ts';
import { MIN_PRICE, type StopEntry, type Ticket } from './ticket.ts';
import type { TicketFieldsProps } from './TicketFields.tsx';
import { useAverageRange } from './use-average-range.ts';
import { ConditionBasisField, ConditionFields, TimeExitFields, TrailFields } from './WaitFields.tsx';

const ATTACHED = [
  { value: 'None', label: 'Nothing' },
  { value: 'Bracket', label: 'Target and stop' },
  { value: 'OneCancelsOther', label: 'One cancels other' },
  { value: 'Conditional', label: 'A condition' },
] as const satisfies readonly { value: Ticket['attach']; label: string }[];
const STOP_BASES = [
  ...TARGET_BASES,
  { value: 'Risk', label: '$ at risk in all' },
] as const satisfies readonly { value: StopEntry['basis']; label: string }[];
const EXIT_TIFS = [
  { value: 'GoodTillCancel', label: 'Until cancelled' },
  { value: 'Day', label: 'Day' },
] as const satisfies readonly { value: Ticket['exitTif']; label: string }[];
const OTHER_TYPES = [
  { value: 'Limit', label: 'Limit (LMT)' },
  { value: 'Stop', label: 'Stop (STOP)' },
] as const satisfies readonly { value: Ticket['otherType']; label: string }[];
const STEP = 0.01;

interface AttachFieldsProps extends TicketFieldsProps {
  /** Why the exits are not sent; null when they are. */
  readonly noExits: string | null;
  readonly window: Activity;
  /** Why the order service takes no attached orders; null when it does. */
  readonly unavailable: string | null;
}

/** Why nothing can be attached; nothing where it can. */
function Unavailable({ reason }: { readonly reason: string | null }) {
  return reason === null ? null : <p className={styles.prices}>{reason}.</p>;
}

/** What the order brings with it: exits for what it fills, another order that it cancels, or a condition that it waits for. The fields appear with the choice. */
export function AttachFields(props: AttachFieldsProps) {
  const { ticket, change, problems, isTried, unavailable, noExits } = props;
  const problem = isTried ? (problems.attach ?? '') : '';
  return (
    <fieldset className={styles.fields}>
      <legend className="visually-hidden">Attached orders</legend>
      <div className={form.pair}>
        <Select
          label="Attach"
          value={ticket.attach}
          options={ATTACHED}
          isDisabled={unavailable !== null}
          onChange={(attach) => change({ attach })}
        />
        {ticket.attach === 'Bracket' && noExits === null ? (
          <Select
            label="Exits good for"
            value={ticket.exitTif}
            options={EXIT_TIFS}
            onChange={(exitTif) => change({ exitTif })}
          />
        ) : null}
        {ticket.attach === 'Conditional' ? <ConditionBasisField ticket={ticket} change={change} /> : null}
      </div>
      <Unavailable reason={unavailable} />
      {noExits === null ? null : (
        <p className={styles.prices} role="status">
          {noExits}
        </p>
      )}
      {ticket.attach === 'Bracket' && noExits === null ? <Exits {...props} /> : null}
      {ticket.attach === 'OneCancelsOther' ? <OtherOrder {...props} /> : null}
      {ticket.attach === 'Conditional' ? <ConditionFields ticket={ticket} change={change} /> : null}
      {(ticket.attach === 'Bracket' && noExits === null) || ticket.attach === 'Conditional' ? (
        <TemplateFields platform={props.platform} ticket={ticket} change={change} />
      ) : null}
      {ticket.attach === 'None' ? null : (
        <span className={form.refusal} role="alert">
          {problem}
        </span>
      )}
    </fieldset>
  );
}

function Exits(props: AttachFieldsProps) {
  const { ticket, change, problems } = props;
  return (
    <>
      {ticket.targets.length === 0 ? (
        <Exit
          label="Exit target"
          bases={TARGET_BASES}
          entry={ticket.target}
          problem={problems.target}
          onChange={(target) => change({ target })}
        />
      ) : (
        <TargetFields ticket={ticket} change={change} />
      )}
      <Exit
        label="Exit stop"
        bases={STOP_BASES}
        entry={ticket.exitStop}
        problem={problems.exitStop}
        onChange={(exitStop) => change({ exitStop })}
      />
      {usesAtr(ticket) ? <AtrFields ticket={ticket} change={change} /> : null}
      <ExitPrices {...props} />
      {ticket.targets.length === 0 ? (
        <Button tone="quiet" onClick={() => change(withTarget(ticket))}>
          Several targets
        </Button>
      ) : (
        <Checkbox
          label="Stop to break-even after target 1"
          isChecked={ticket.isBreakEven}
          isDisabled={ticket.exitStop.amount === null || ticket.trail.isOn}
          onChange={(isBreakEven) => change({ isBreakEven })}
        />
      )}
      <TrailFields ticket={ticket} change={change} />
      <TimeExitFields ticket={ticket} change={change} />
    </>
  );
}

function Exit<Entry extends StopEntry>({
  label,
  bases,
  entry,
  problem,
  onChange,
}: {
  readonly label: string;
  readonly bases: readonly { readonly value: Entry['basis']; readonly label: string }[];
  readonly entry: Entry;
  readonly problem: string | undefined;
  readonly onChange: (entry: Entry) => void;
}) {
  return (
    <div className={styles.row}>
      <NumberField
        label={label}
        value={entry.amount}
        min={MIN_PRICE}
        step={STEP}
        decimals={2}
        error={entry.amount === null ? null : (problem ?? null)}
        onChange={(amount) => onChange({ ...entry, amount })}
      />
      <Select
        label={`${label} as`}
        isLabelHidden
        value={entry.basis}
        options={bases}
        // An amount of another kind is another number.
        onChange={(basis) => onChange({ ...entry, basis, amount: null })}
      />
    </div>
  );
}

/** The prices that the exits would have now. Only this part renders with the prices. */
function ExitPrices({ platform, ticket, window }: AttachFieldsProps) {
  const market = useMarket(platform, ticket.symbol, window);
  const range = useAverageRange(platform, ticket, window);
  const textOf = (price: number | null) => (price === null ? UNKNOWN_TEXT : formatPrice(price));
  const { targets, stop } = exitPrices(ticket, market, range?.value ?? null);
  return (
    <p className={styles.prices}>
      Exits at this entry: {targets.length === 1 ? 'target' : 'targets'}{' '}
      <b>{targets.map(textOf).join(', ')}</b>, stop <b>{textOf(stop)}</b>
      {range === null ? null : (
        <span role="status" className={styles.range}>
          {range.text}
        </span>
      )}
    </p>
  );
}

function OtherOrder({ ticket, change, problems, isTried }: AttachFieldsProps) {
  return (
    <div className={form.pair}>
      <Select
        label="Other type"
        value={ticket.otherType}
        options={OTHER_TYPES}
        onChange={(otherType) => change({ otherType })}
      />
      <NumberField
        label={ticket.otherType === 'Stop' ? 'Other stop price' : 'Other price'}
        value={ticket.otherPrice}
        min={MIN_PRICE}
        step={STEP}
        decimals={2}
        error={isTried || ticket.otherPrice !== null ? (problems.otherPrice ?? null) : null}
        onChange={(otherPrice) => change({ otherPrice })}
      />
    </div>
  );
}
