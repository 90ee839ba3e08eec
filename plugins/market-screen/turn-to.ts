interface Screen {
  /** The symbols listed. */
  readonly shown: readonly string[];
  readonly isLinked: boolean;
  readonly select: (symbol: string) => void;
  readonly publish: (symbol: string) => void;
  readonly notify: (message: string) => void;
}

/** Switches the window to a symbol: its row is selected where it is listed, and linked windows follow either way. */
export function turnTo(symbol: string, { shown, isLinked, select, publish, notify }: Screen): void {
  const isListed = shown.includes(symbol);
  if (isListed) select(symbol);
  publish(symbol);
  if (!isListed && !isLinked) notify(`${symbol} is not among the stocks of this screen.`);
}
