import { formatInteger } from '../../../src/plugin-api/index.ts';
import type { CombinationName } from '../../../src/domain/orders/combination-name.ts';

/** One unit and several units of a combination, within a sentence. */
const UNIT_NAMES: Readonly<Record<CombinationName, readonly [singular: string, plural: string]>> = {
  Vertical: ['vertical', 'verticals'],
  Straddle: ['straddle', 'straddles'],
  Strangle: ['strangle', 'strangles'],
  Butterfly: ['butterfly', 'butterflies'],
  'Iron butterfly': ['iron butterfly', 'iron butterflies'],
  Condor: ['condor', 'condors'],
  'Iron condor': ['iron condor', 'iron condors'],
  Calendar: ['calendar', 'calendars'],
  Diagonal: ['diagonal', 'diagonals'],
  'Covered call': ['covered call', 'covered calls'],
  Collar: ['collar', 'collars'],
  Custom: ['custom spread', 'custom spreads'],
};

/** `1 iron condor`, `3 butterflies`; `vertical` without a quantity. */
export function unitsText(name: CombinationName, quantity: number | null): string {
  const [singular, plural] = UNIT_NAMES[name];
  if (quantity === null) return singular;
  return `${formatInteger(quantity)} ${quantity === 1 ? singular : plural}`;
}
