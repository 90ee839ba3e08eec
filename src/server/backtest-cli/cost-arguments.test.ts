import { expect, it } from 'vitest';
import { NO_COSTS } from '../../domain/strategy/costs/settings.ts';
import { parseArguments } from './command-arguments.ts';
import { costsOf } from './cost-arguments.ts';

it('reads each cost with its unit', () => {
  expect(
    costsOf({
      slippage: '1.5bps',
      spread: '1c',
      volume: '5%',
      commission: '0.005/share,min1',
      borrow: '8.25',
    }),
  ).toEqual({
    Slippage: 'BasisPoints',
    SlippageAmount: 1.5,
    Spread: 'Cents',
    SpreadAmount: 1,
    VolumePercent: 5,
    Commission: 'PerShare',
    CommissionAmount: 0.005,
    CommissionMinimum: 1,
    BorrowPercent: 8.25,
  });
  expect(costsOf({ slippage: '10%' })).toMatchObject({ Slippage: 'RangePercent', SlippageAmount: 10 });
  expect(costsOf({ commission: '4.95/order' })).toEqual({
    ...NO_COSTS,
    Commission: 'PerOrder',
    CommissionAmount: 4.95,
  });
  expect(costsOf({ commission: '0.03%' })).toMatchObject({ Commission: 'Percent', CommissionAmount: 0.03 });
  expect(costsOf({ commission: 'none' })).toMatchObject({ Commission: 'None' });
});

it('has none without an option, and with those that change nothing', () => {
  expect(costsOf({})).toBeNull();
  expect(costsOf({ slippage: 'none', spread: 'none', commission: 'account', borrow: '0' })).toBeNull();
});

it.each([
  [{ slippage: '2' }, '--slippage 2 is unknown: 2c (cents a share), 1.5bps (of the price) or 10%'],
  [{ slippage: '-1c' }, '--slippage -1c is unknown'],
  [{ slippage: '1e3c' }, '--slippage 1e3c is unknown'],
  [
    { slippage: '101%' },
    '--slippage 101%: the amount must be a number from 0 to 100 with at most 2 decimals',
  ],
  [{ spread: '5%' }, '--spread 5% is unknown'],
  [{ spread: '1constructor' }, '--spread 1constructor is unknown'],
  [{ volume: '0' }, '--volume 0: the amount must be a number from 0.01 to 100'],
  [{ volume: 'all' }, '--volume all is unknown: per cent of the volume of a bar'],
  [{ commission: '5' }, '--commission 5 is unknown: account, none, 0.005/share'],
  [{ commission: '0.005/share,min' }, '--commission 0.005/share,min is unknown'],
  [{ commission: '0.005/share,min2000' }, '--commission 0.005/share,min2000: the amount must be'],
  [{ borrow: '1001' }, '--borrow 1001: the amount must be a number from 0 to 1,000'],
] as const)('refuses %j by its name', (given, message) => {
  expect(() => costsOf(given)).toThrow(message);
});

it('are options of the command line', () => {
  const parsed = parseArguments(['a.ts', '--from', '2026-01-05', '--to', '2026-01-06', '--slippage', '2c']);
  expect(parsed).toMatchObject({ costs: { Slippage: 'Cents', SlippageAmount: 2 } });
});
