import * as v from 'valibot';
import { LEG_SIDES, MAX_LEGS, type LegSide } from '../../../src/domain/orders/legs.ts';
import { MAX_SYMBOL_LENGTH } from '../../../src/domain/symbols/symbol.ts';

// Apart from the edits of the legs: the schema is part of the first load, they are not.

/** A leg as a workspace stores it. */
export interface StoredLeg {
  readonly Symbol: string;
  readonly Side: LegSide;
  /** null = the field is empty. */
  readonly Ratio: number | null;
}

/** What a workspace stores of the spread builder. */
export interface SpreadState {
  readonly IsOn: boolean;
  /** Legs on one underlying. */
  readonly Legs: readonly StoredLeg[];
  /** Units of the spread; null = the field is empty. */
  readonly Quantity: number | null;
}

export const NO_SPREAD: SpreadState = { IsOn: false, Legs: [], Quantity: 1 };

export const spreadSchema = v.object({
  IsOn: v.boolean(),
  Legs: v.pipe(
    v.array(
      v.object({
        Symbol: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase()),
        Side: v.picklist(LEG_SIDES),
        Ratio: v.nullable(v.number()),
      }),
    ),
    v.maxLength(MAX_LEGS),
  ),
  Quantity: v.nullable(v.number()),
});
