import { useEffect, useRef } from 'react';
import { Checkbox, classNames, NumberField, Select, TextField } from '../../src/ui/index.ts';
import attached from './AttachFields.module.css';
import form from './OrderForm.module.css';
import { TARGET_BASES } from './TargetFields.tsx';
import { MIN_PRICE, type ExitEntry, type Ticket } from './ticket.ts';
import type { TicketFieldsProps } from './TicketFields.tsx';

type FieldsProps = Pick<TicketFieldsProps, 'ticket' | 'change'>;

const DISTANCE_BASES = [
  { value: 'Offset', label: '$' },
  { value: 'Percent', label: '%' },
  { value: 'Atr', label: '× ATR' },
] as const satisfies readonly { value: ExitEntry['basis']; label: string }[];
const TIME_EXITS = [
  { value: 'None', label: 'None' },
  { value: 'TimeOfDay', label: 'At a time of day' },
  { value: 'Minutes', label: 'Minutes after the fill' },
] as const satisfies readonly { value: Ticket['timeExit']['basis']; label: string }[];
const CONDITIONS = [
  { value: 'Last', label: 'Last trade' },
  { value: 'Bid', label: 'Bid' },
  { value: 'Ask', label: 'Ask' },
  { value: 'TimeOfDay', label: 'Time of day' },
] as const satisfies readonly { value: Ticket['condition']['basis']; label: string }[];
const DIRECTIONS = [
  { value: 'AtOrAbove', label: 'At or above' },
  { value: 'AtOrBelow', label: 'At or below' },
] as const satisfies readonly { value: Ticket['condition']['direction']; label: string }[];
const PRICE_STEP = 0.01;

/** Where the stop begins to trail, and at which distance. */
export function TrailFields({ ticket, change }: FieldsProps) {
  const { trail, exitStop, isBreakEven } = ticket;
  const { start, distance } = trail;
  const set = (next: Partial<Ticket['trail']>) => change({ trail: { ...trail, ...next } });
  return (
    <>
      <Checkbox
        label="Trail the stop from a profit on"
        isChecked={trail.isOn}
        isDisabled={exitStop.amount === null || isBreakEven}
        onChange={(isOn) => set({ isOn })}
      />
      {trail.isOn && exitStop.amount !== null ? (
        <>
          <div className={attached.row}>
            <NumberField
              label="Trail starts at"
              value={start.amount}
              min={MIN_PRICE}
              step={PRICE_STEP}
              decimals={2}
              onChange={(amount) => set({ start: { ...start, amount } })}
            />
            <Select
              label="Trail starts at, as"
              isLabelHidden
              value={start.basis}
              options={TARGET_BASES}
              // An amount of another kind is another number.
              onChange={(basis) => set({ start: { basis, amount: null } })}
            />
          </div>
          <div className={attached.row}>
            <NumberField
              label="Trail distance"
              value={distance.amount}
              min={MIN_PRICE}
              step={PRICE_STEP}
              decimals={2}
              onChange={(amount) => set({ distance: { ...distance, amount } })}
            />
            <Select
              label="Trail distance as"
              isLabelHidden
              value={distance.basis}
              options={DISTANCE_BASES}
              onChange={(basis) => set({ distance: { basis, amount: null } })}
            />
          </div>
        </>
      ) : null}
    </>
  );
}

/** When the position is closed at market. */
export function TimeExitFields({ ticket, change }: FieldsProps) {
  const { timeExit } = ticket;
  const set = (next: Partial<Ticket['timeExit']>) => change({ timeExit: { ...timeExit, ...next } });
  return (
    <div className={form.pair}>
      <Select
        label="Time exit"
        value={timeExit.basis}
        options={TIME_EXITS}
        onChange={(basis) => set({ basis })}
      />
      {timeExit.basis === 'TimeOfDay' ? (
        <TextField
          label="Close at (New York)"
          type="time"
          value={timeExit.time}
          onChange={(time) => set({ time })}
        />
      ) : null}
      {timeExit.basis === 'Minutes' ? (
        <NumberField
          label="Minutes"
          value={timeExit.minutes}
          min={1}
          step={1}
          onChange={(minutes) => set({ minutes })}
        />
      ) : null}
    </div>
  );
}

/** Which price or time the order waits for: it stands beside the choice to attach a condition, so that the level is in sight. */
export function ConditionBasisField({ ticket, change }: FieldsProps) {
  const { condition } = ticket;
  return (
    <Select
      label="Send at"
      value={condition.basis}
      options={CONDITIONS}
      onChange={(basis) => change({ condition: { ...condition, basis } })}
    />
  );
}

/** The level or the time that the order waits for on the server. */
export function ConditionFields({ ticket, change }: FieldsProps) {
  const { condition } = ticket;
  const set = (next: Partial<Ticket['condition']>) => change({ condition: { ...condition, ...next } });
  const fields = useRef<HTMLDivElement>(null);
  // In a low window the level would open behind the foot.
  useEffect(() => {
    // Without its result, which is a promise in newer browsers.
    fields.current?.scrollIntoView({ block: 'nearest' });
  }, [condition.basis]);
  if (condition.basis === 'TimeOfDay')
    return (
      <div ref={fields} className={form.inSight}>
        <TextField
          label="Time (New York)"
          type="time"
          value={condition.time}
          onChange={(time) => set({ time })}
        />
      </div>
    );
  return (
    <>
      <div ref={fields} className={classNames(form.pair, form.inSight)}>
        <Select
          label="Direction"
          value={condition.direction}
          options={DIRECTIONS}
          onChange={(direction) => set({ direction })}
        />
        <NumberField
          label="Condition price"
          value={condition.price}
          min={MIN_PRICE}
          step={PRICE_STEP}
          decimals={2}
          onChange={(price) => set({ price })}
        />
      </div>
      <TextField
        label="Symbol of the condition"
        value={ticket.condition.symbol}
        placeholder={ticket.symbol}
        spellCheck={false}
        // A price is about its symbol.
        onChange={(symbol) => set({ symbol: symbol.trim().toUpperCase(), price: null })}
      />
    </>
  );
}
