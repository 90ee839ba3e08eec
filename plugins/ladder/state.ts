import * as v from 'valibot';
import { isOptionSymbol, MAX_SYMBOL_LENGTH } from '../../src/domain/symbols/symbol.ts';
import { MAX_ORDER_QUANTITY } from '../../src/domain/orders/validate.ts';
import { defineState, type StateDefinition } from '../../src/plugin-api/index.ts';

/** Dollars between two rows that the user can choose. */
export const ROW_STEPS = [0.01, 0.05, 0.1, 0.25, 0.5, 1] as const;
/** Dollars between two rows. */
export type RowStep = (typeof ROW_STEPS)[number];

/** Largest amount of a size that is stored, dollars. */
const MAX_AMOUNT = 1e9;

const SIZE_BY_QUANTITY = { By: 'Quantity', Amount: null, StopDistance: null } as const;

/** What a workspace stores for a Ladder window. Whether clicks send orders is not stored. */
export interface LadderState {
  /** Empty = none chosen yet. */
  readonly Symbol: string;
  readonly Linked: boolean;
  /** Shares of an order. */
  readonly Quantity: number;
  /** Contracts of an order in an option. A quantity of shares is no quantity of contracts, each of which stands for a hundred. */
  readonly Contracts: number;
  /** How the quantity of an order is found. */
  readonly Size: {
    readonly By: 'Quantity' | 'Value' | 'AccountShare' | 'Risk';
    /** Dollars; of `AccountShare` per cent. Null = none entered. */
    readonly Amount: number | null;
    /** Of `Risk`: from the price of the order to the stop, dollars. Null = none entered. */
    readonly StopDistance: number | null;
  };
  /** Dollars. */
  readonly RowStep: RowStep;
  /** Whether the rows follow the market while no pointer is over them. */
  readonly IsCentred: boolean;
}

const quantity = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ORDER_QUANTITY));
const amount = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_AMOUNT)));

const schema = v.object({
  Symbol: v.pipe(v.string(), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase()),
  Linked: v.boolean(),
  Quantity: quantity,
  Contracts: quantity,
  Size: v.object({
    By: v.picklist(['Quantity', 'Value', 'AccountShare', 'Risk']),
    Amount: amount,
    StopDistance: amount,
  }),
  RowStep: v.picklist(ROW_STEPS),
  IsCentred: v.boolean(),
});

const FIRST_SHARES = 100;
const FIRST_CONTRACTS = 1;

/** The field that has the quantity of an order in a symbol. */
export const quantityFieldOf = (symbol: string): 'Quantity' | 'Contracts' =>
  isOptionSymbol(symbol) ? 'Contracts' : 'Quantity';

/** A ladder from before it kept both quantities: its only one is of the symbol that it shows. */
const withContracts = (old: object & Partial<Pick<LadderState, 'Symbol' | 'Quantity'>>): object =>
  quantityFieldOf(old.Symbol ?? '') === 'Contracts'
    ? { ...old, Quantity: FIRST_SHARES, Contracts: old.Quantity }
    : { ...old, Contracts: FIRST_CONTRACTS };

export const ladderState: StateDefinition<LadderState> = defineState<LadderState>({
  schema,
  initial: {
    Symbol: '',
    Linked: false,
    Quantity: FIRST_SHARES,
    Contracts: FIRST_CONTRACTS,
    Size: SIZE_BY_QUANTITY,
    RowStep: 0.01,
    IsCentred: true,
  },
  migrations: [
    { name: 'has-a-size-rule', up: (old: object) => ({ ...old, Size: SIZE_BY_QUANTITY }) },
    { name: 'has-contracts', up: withContracts },
  ],
});
