import { describe, expect, it } from 'vitest';
import { combinationName } from './combination-name.ts';
import type { LegSide, OrderLeg } from './legs.ts';

const leg = (text: string): OrderLeg => {
  const [side = '', name = '', ratio = '1'] = text.split(' ');
  const [right = '', strike = '', date = '260306'] = name.split('/');
  const symbol =
    right === 'S' ? 'SPY' : `SPY${date}${right}${String(Number(strike) * 1000).padStart(8, '0')}`;
  return { symbol, side: side as LegSide, ratio: Number(ratio) };
};
const nameOf = (...legs: readonly string[]): string => combinationName(legs.map(leg));

describe('the name of a combination', () => {
  it.each([
    ['Vertical', ['Buy C/100', 'Sell C/105']],
    ['Vertical', ['Sell P/100', 'Buy P/95']],
    ['Straddle', ['Buy C/100', 'Buy P/100']],
    ['Strangle', ['Sell C/105', 'Sell P/95']],
    ['Butterfly', ['Buy C/95', 'Sell C/100 2', 'Buy C/105']],
    ['Iron butterfly', ['Buy P/95', 'Sell P/100', 'Sell C/100', 'Buy C/105']],
    ['Condor', ['Buy C/95', 'Sell C/100', 'Sell C/105', 'Buy C/110']],
    ['Iron condor', ['Sell P/95', 'Buy P/90', 'Sell C/105', 'Buy C/110']],
    ['Calendar', ['Sell C/100', 'Buy C/100/260320']],
    ['Diagonal', ['Sell C/105', 'Buy C/100/260320']],
    ['Covered call', ['Buy S', 'Sell C/105']],
    ['Collar', ['Buy S', 'Sell C/105', 'Buy P/95']],
    ['Custom', ['Buy C/95', 'Sell C/100 3', 'Buy C/105']],
    ['Custom', ['Buy C/95', 'Sell C/100 2', 'Buy C/110']],
    ['Custom', ['Buy C/100', 'Sell C/105 2']],
    ['Custom', ['Buy C/100', 'Sell P/100']],
    ['Custom', ['Buy C/100', 'Buy P/100/260320']],
    ['Vertical', ['Buy C/100 3', 'Sell C/105 3']],
    ['Butterfly', ['Buy P/95 2', 'Sell P/100 4', 'Buy P/105 2']],
    ['Custom', ['Buy C/95', 'Buy P/105']],
    ['Custom', ['Buy P/90', 'Sell C/95', 'Sell P/105', 'Buy C/110']],
    ['Custom', ['Buy S', 'Sell C/100', 'Buy P/100']],
    ['Custom', ['Buy S', 'Sell C/105', 'Buy P/95/260320']],
    ['Custom', ['Buy S', 'Buy C/105']],
    ['Custom', ['Buy S 2', 'Sell C/105']],
  ])('is %s for %j', (name, legs) => {
    expect(nameOf(...legs)).toBe(name);
    expect(nameOf(...[...legs].reverse()), 'whatever the order of the legs').toBe(name);
    const other = legs.map((text) =>
      text.startsWith('Buy') ? text.replace('Buy', 'Sell') : text.replace('Sell', 'Buy'),
    );
    expect(nameOf(...other), 'whichever way it is traded').toBe(name);
  });
});
