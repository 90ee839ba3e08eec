/** Keeps the last answer: the market stands still while one request is decided, and most questions are about its symbol. */
export function latest<Answer>(ask: (symbol: string) => Answer): (symbol: string) => Answer {
  let known: { readonly symbol: string; readonly answer: Answer } | undefined;
  return (symbol) => {
    if (known?.symbol !== symbol) known = { symbol, answer: ask(symbol) };
    return known.answer;
  };
}
