/** What the figures of a check count. Money and prices are in 1/10,000 dollar. */
export const FIGURE_UNITS = ['Shares', 'Contracts', 'Money', 'Price', 'Orders', 'Symbols'] as const;
/** One of these units. */
export type FigureUnit = (typeof FIGURE_UNITS)[number];

/** How the figure must stand to its limit. */
export const FIGURE_BOUNDS = ['AtMost', 'AtLeast', 'Below'] as const;
/** One of these bounds. */
export type FigureBound = (typeof FIGURE_BOUNDS)[number];

/** What a check compares. `undefined` = unknown, and refused; a limit of null = deliberately none. */
export interface Measured {
  readonly value: number | undefined;
  readonly limit: number | null | undefined;
}

/** A measured check with the unit of its figures. */
export interface Figure extends Measured {
  readonly unit: FigureUnit;
  readonly bound: FigureBound;
}
