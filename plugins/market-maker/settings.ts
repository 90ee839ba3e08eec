import { defineSettings } from '../../src/plugin-api/index.ts';
import { MAX_MIN_SIZE } from './state.ts';

/** What the user chooses for all windows of Market Maker. */
export const marketMakerSettings = defineSettings('market-maker', {
  largeTrade: {
    kind: 'number',
    label: 'Bold trades of at least',
    unit: 'shares',
    help: 'Time and sales shows trades of this size and larger ones in bold. 0 shows none in bold.',
    min: 0,
    max: MAX_MIN_SIZE,
    isWhole: true,
    initial: 0,
  },
  hasMilliseconds: {
    kind: 'boolean',
    label: 'Milliseconds in time and sales',
    help: 'Shows the time of a trade to the millisecond instead of the second.',
    initial: true,
  },
});
