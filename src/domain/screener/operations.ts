/** Comparisons of filters (spec tools.md §3). Numeric and text fields have comparisons of their own for one operation of the dialog. */
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

/** Operation in the filter dialog. `Between` is an extension of the specification. */
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
