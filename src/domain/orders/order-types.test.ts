import { describe, expect, it } from 'vitest';
import { ORDER_TYPE_NAMES, TIME_IN_FORCES } from './enumerations.ts';
import { isTrailingStop, ORDER_TYPES, type OrderTypeTraits } from './order-types.ts';

const typesWith = (trait: keyof OrderTypeTraits) =>
  ORDER_TYPE_NAMES.filter((type) => ORDER_TYPES[type][trait] === true);

describe('order types', () => {
  it('have the short codes and labels of the specification', () => {
    expect(Object.entries(ORDER_TYPES).map(([type, { code, label }]) => [type, code, label])).toEqual([
      ['Market', 'MKT', 'MKT'],
      ['Limit', 'LMT', 'LMT'],
      ['Stop', 'LOS', 'STOP'],
      ['StopLimit', 'STL', 'STOP LMT'],
      ['MarketOnClose', 'MOC', 'MKT'],
      ['LimitOnClose', 'LOC', 'LMT'],
      ['Pegged', 'PEG', 'PEG'],
    ]);
  });
  it('take the prices that their names promise', () => {
    expect(typesWith('needsLimitPrice')).toEqual(['Limit', 'StopLimit', 'LimitOnClose']);
    expect(typesWith('takesLimitPrice')).toEqual(['Limit', 'StopLimit', 'LimitOnClose', 'Pegged']);
    expect(typesWith('takesStopPrice')).toEqual(['Stop', 'StopLimit']);
    expect(typesWith('canTrail')).toEqual(['Stop', 'StopLimit']);
    expect(typesWith('isClosingAuction')).toEqual(['MarketOnClose', 'LimitOnClose']);
    expect(typesWith('isPegged')).toEqual(['Pegged']);
  });
  it('allow the times in force that they can work with', () => {
    const short = (tifs: readonly string[]) => TIME_IN_FORCES.map((tif) => (tifs.includes(tif) ? 'x' : '-'));
    expect(ORDER_TYPE_NAMES.map((type) => `${type} ${short(ORDER_TYPES[type].tifs).join('')}`)).toEqual([
      //  Day, till cancelled, at opening, immediate or cancel, fill or kill, extended hours, till date
      'Market xxxxx-x',
      'Limit xxxxxxx',
      'Stop xx----x',
      'StopLimit xx----x',
      'MarketOnClose x------',
      'LimitOnClose x------',
      'Pegged xx----x',
    ]);
    for (const { tifs } of Object.values(ORDER_TYPES))
      expect(tifs).toEqual(TIME_IN_FORCES.filter((tif) => tifs.includes(tif)));
  });
  it('trail only where a stop is set to trail', () => {
    expect(ORDER_TYPE_NAMES.filter((type) => isTrailingStop({ type, stopType: 'Trailing' }))).toEqual([
      'Stop',
      'StopLimit',
    ]);
    expect(ORDER_TYPE_NAMES.some((type) => isTrailingStop({ type, stopType: 'Static' }))).toBe(false);
  });
});
