import type { InstrumentContext } from './types.ts';

/** The context that sends a symbol to linked windows. */
export const instrumentContext = (symbol: string, name?: string): InstrumentContext => ({
  type: 'fdc3.instrument',
  id: { ticker: symbol },
  ...(name === undefined ? {} : { name }),
});
