import { formatInteger } from '../../src/domain/columns/index.ts';
import { type ToolWindow, useToolState } from '../../src/plugin-api/index.ts';
import { NumberField, Select } from '../../src/ui/index.ts';
import { useRef, useState } from 'react';
import styles from './Ladder.module.css';
import { QUANTITY_CHOICES } from './model/quantity-steps.ts';
import { SIZE_CHOICES } from './order-size.ts';
import type { LadderState } from './state.ts';
import type { QuantityField } from './use-quantity.ts';
import { useWheel } from './use-wheel.ts';

interface LadderSizeProps {
  readonly tool: ToolWindow<LadderState>;
  readonly quantity: QuantityField;
}

/** How large the next order is: a quantity, or dollars, a share of the account, or a loss at a stop, from which each row calculates one. */
export function LadderSize({ tool, quantity }: LadderSizeProps) {
  const size = useToolState(tool, ({ Size }) => Size);
  const change = (part: Partial<LadderState['Size']>) =>
    tool.update({ Size: { ...tool.getState().Size, ...part } });
  return (
    <>
      <div className={styles.sizeBy}>
        <Select
          label="Size by"
          isLabelHidden
          value={size.By}
          options={SIZE_CHOICES}
          // An amount of another kind is another number.
          onChange={(By) => change({ By, Amount: null })}
        />
      </div>
      {size.By === 'Quantity' ? (
        <Quantity quantity={quantity} />
      ) : (
        <Amount
          key={size.By}
          label={AMOUNT_LABELS[size.By]}
          value={size.Amount}
          onChange={(Amount) => change({ Amount })}
        />
      )}
      {size.By === 'Risk' ? (
        <>
          <span className={styles.muted} aria-hidden>
            stop at $
          </span>
          <Amount
            label="Distance of the stop, $"
            value={size.StopDistance}
            onChange={(StopDistance) => change({ StopDistance })}
          />
        </>
      ) : null}
    </>
  );
}

const AMOUNT_LABELS = {
  Value: 'Amount, $',
  AccountShare: 'Per cent of the account',
  Risk: 'Loss at the stop, $',
} as const satisfies Record<Exclude<LadderState['Size']['By'], 'Quantity'>, string>;

/** An amount that is typed. While it is none, such as `0.`, what is typed stays in the field and nothing is stored. */
function Amount({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (amount: number | null) => void;
}) {
  const [wrong, setWrong] = useState<number | null>(null);
  return (
    <div className={styles.quantity}>
      <NumberField
        label={label}
        isLabelHidden
        value={value ?? wrong}
        min={0}
        hasSteppers={false}
        onChange={(typed) => {
          const amount = known(typed);
          setWrong(amount === null ? typed : null);
          onChange(amount);
        }}
      />
    </div>
  );
}

/** What is typed as it is stored; what is no amount is stored as none. */
const known = (typed: number | null): number | null =>
  typed !== null && Number.isFinite(typed) && typed > 0 ? typed : null;

/** The quantity of the next order: typed, stepped by the wheel, or chosen. */
function Quantity({ quantity }: { readonly quantity: QuantityField }) {
  const field = useRef<HTMLDivElement>(null);
  useWheel(field, ({ deltaY }) => quantity.step(deltaY < 0 ? 1 : -1));
  return (
    <>
      <div ref={field} className={styles.quantity}>
        <NumberField
          label="Quantity"
          isLabelHidden
          value={quantity.typed}
          onChange={quantity.set}
          error={quantity.problem}
          min={1}
          hasSteppers={false}
        />
      </div>
      <div className={styles.choices} role="group" aria-label="Quantities">
        {QUANTITY_CHOICES[quantity.isOption ? 'contracts' : 'shares'].map((choice) => (
          <button
            key={choice}
            type="button"
            className={styles.choice}
            aria-pressed={quantity.typed === choice}
            onClick={() => quantity.set(choice)}
          >
            {formatInteger(choice)}
          </button>
        ))}
      </div>
    </>
  );
}
