interface Screen {
  /** The symbols listed. */
  readonly shown: readonly string[];
  readonly isLinked: boolean;
  readonly select: (symbol: string) => void;
  readonly publish: (symbol: string) => void;
  readonly tell: (message: string) => void;
}

/** A person turns to a symbol in this window: its row is selected where it is listed, and linked windows follow either way. */
export function turnTo(symbol: string, { shown, isLinked, select, publish, tell }: Screen): void {
  const isListed = shown.includes(symbol);
  if (isListed) select(symbol);
  publish(symbol);
  if (!isListed && !isLinked) tell(`${symbol} is not among the stocks of this screen.`);
}
