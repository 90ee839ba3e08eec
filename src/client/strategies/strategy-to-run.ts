/** The strategy to run: a strategy of the user with the code in the editor, or a public one by its id. */
export type StrategyToRun =
  { readonly name: string; readonly code: string } | { readonly name: string; readonly publicId: number };
