/** What a filter compares by (spec tools.md §3). The numeric ones and the string ones are different names of the same choice in the dialog. */
export const COMPARE_OPERATIONS = [
  'GreaterThan',
  'LessThan',
  'Between',
  'Equals',
  'NotEquals',
  'EqualsString',
  'NotEqualsString',
  'Contains',
  'DoesntContain',
] as const;
/** Comparison of a filter as it is sent and stored. */
export type CompareOperation = (typeof COMPARE_OPERATIONS)[number];

/** What the dialog offers. `Between` is an extension of ours. */
export type ScreenOperation =
  'GreaterThan' | 'LessThan' | 'Equals' | 'NotEquals' | 'Contains' | 'DoesntContain' | 'Between';

/** An operation with its label in the filter dialog. */
export interface OperationChoice {
  readonly id: ScreenOperation;
  readonly label: string;
}

/** The operations of the specification, in its order. */
export const SCREEN_OPERATIONS: readonly OperationChoice[] = [
  { id: 'GreaterThan', label: 'Greater than' },
  { id: 'LessThan', label: 'Less than' },
  { id: 'Equals', label: 'Equals' },
  { id: 'NotEquals', label: 'Not equals' },
  { id: 'Contains', label: 'Contains' },
  { id: 'DoesntContain', label: "Doesn't contain" },
];

/** Operations beyond the specification, to be shown as an extension: for numbers and percentages, both ends included. */
export const EXTENSION_OPERATIONS: readonly OperationChoice[] = [{ id: 'Between', label: 'Between' }];
