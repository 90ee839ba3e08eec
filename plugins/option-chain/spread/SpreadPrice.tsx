import { MAX_ORDER_QUANTITY } from '../../../src/domain/orders/validate.ts';
import { NumberField, Select } from '../../../src/ui/index.ts';
import {
  marketEffect,
  priceProblem,
  quantityProblem,
  type NetEffect,
  type SpreadDraft,
} from './spread-draft.ts';
import type { SpreadLive } from './spread-live.ts';
import styles from './Spread.module.css';
import { useLive } from './use-spread.ts';

export interface SpreadPriceProps {
  readonly live: SpreadLive;
  readonly draft: SpreadDraft;
  readonly onDraft: (draft: SpreadDraft) => void;
  readonly quantity: number | null;
  readonly onQuantity: (quantity: number | null) => void;
}

const EFFECTS: readonly { readonly value: NetEffect; readonly label: string }[] = [
  { value: 'Debit', label: 'Debit (pay)' },
  { value: 'Credit', label: 'Credit (receive)' },
];
const PRICE_STEP = 0.01;

/** Quantity and net price of the spread. */
export function SpreadPrice({ live, draft, onDraft, quantity, onQuantity }: SpreadPriceProps) {
  const market = useLive(live, ({ net }) => marketEffect(net.middleE4));
  const effect = draft.effect ?? market;
  return (
    <div className={styles.fields}>
      <NumberField
        label="Quantity"
        value={quantity}
        min={1}
        max={MAX_ORDER_QUANTITY}
        error={quantityProblem(quantity, MAX_ORDER_QUANTITY)}
        onChange={onQuantity}
      />
      <Select
        label="Net effect"
        value={effect}
        options={EFFECTS}
        onChange={(next) => onDraft({ ...draft, effect: next })}
      />
      <NumberField
        label="Net price"
        value={draft.price}
        min={0}
        step={PRICE_STEP}
        decimals={2}
        // An empty price is none yet; the figures use the middle.
        error={draft.price === null ? null : priceProblem(draft.price)}
        // The effect stays the one that was shown when the price was entered.
        onChange={(price) => onDraft({ ...draft, price, effect })}
      />
    </div>
  );
}
