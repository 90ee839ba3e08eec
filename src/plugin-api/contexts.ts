import type { InstrumentContext } from './types.ts';

/** The context that tells linked windows of a symbol. */
export const instrumentContext = (symbol: string, name?: string): InstrumentContext => ({
  type: 'fdc3.instrument',
  id: { ticker: symbol },
  ...(name === undefined ? {} : { name }),
});
