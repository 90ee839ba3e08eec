import { Button, NumberField, Select } from '../../src/ui/index.ts';
import form from './OrderForm.module.css';
import {
  hasRoomForTarget,
  targetQuantities,
  withoutTarget,
  withTarget,
  withTargetAt,
} from './ticket-targets.ts';
import { MIN_PRICE, type ExitEntry } from './ticket.ts';
import type { TicketFieldsProps } from './TicketFields.tsx';

/** How the price of a target is stated, for the user. */
export const TARGET_BASES = [
  { value: 'Price', label: 'Price' },
  { value: 'Offset', label: '$ from fill' },
  { value: 'Percent', label: '% from fill' },
  { value: 'Atr', label: '× ATR from fill' },
] as const satisfies readonly { value: ExitEntry['basis']; label: string }[];
const PRICE_STEP = 0.01;

/** Several targets, the nearest first, each with what it closes. The last one closes the rest. */
export function TargetFields({ ticket, change }: Pick<TicketFieldsProps, 'ticket' | 'change'>) {
  const { target, targets } = ticket;
  const quantities = targetQuantities(ticket);
  return (
    <>
      <Select
        label="Targets as"
        value={target.basis}
        options={TARGET_BASES}
        // An amount of another kind is another number.
        onChange={(basis) =>
          change({
            target: { basis, amount: null },
            targets: targets.map((each) => ({ ...each, amount: null })),
          })
        }
      />
      {targets.map(({ amount, quantity }, index) => {
        const isLast = index === targets.length - 1;
        return (
          <div key={index} className={form.pair}>
            <NumberField
              label={`Target ${index + 1}`}
              value={amount}
              min={MIN_PRICE}
              step={PRICE_STEP}
              decimals={2}
              onChange={(next) => change(withTargetAt(ticket, index, { amount: next }))}
            />
            <NumberField
              label={isLast ? `Target ${index + 1} closes the rest` : `Target ${index + 1} closes`}
              value={isLast ? (quantities[index] ?? null) : quantity}
              min={1}
              isDisabled={isLast}
              onChange={(next) => change(withTargetAt(ticket, index, { quantity: next }))}
            />
          </div>
        );
      })}
      <div className={form.pair}>
        <Button tone="quiet" disabled={!hasRoomForTarget(ticket)} onClick={() => change(withTarget(ticket))}>
          Add target
        </Button>
        <Button tone="quiet" onClick={() => change(withoutTarget(ticket))}>
          Remove last target
        </Button>
      </div>
    </>
  );
}
