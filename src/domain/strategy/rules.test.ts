import { describe, expect, it } from 'vitest';
import { barMinutesOf, barSizeLabel } from './bar-size.ts';
import { canStopStrategy, isStrategyRunning, STRATEGY_STATUSES } from './enumerations.ts';
import {
  checkIntervals,
  DEFAULT_INTERVALS,
  intervalsLabel,
  isWithinIntervals,
  minuteText,
  minuteOfText,
} from './intervals.ts';
import { tradeLimitLabel } from './limits.ts';
import { renameProblem, strategyNameProblem } from './name.ts';
import { strategyPrompt } from './prompts.ts';

describe('names', () => {
  it.each([
    ['', 'Strategy name is not specified'],
    ['   ', 'Strategy name is not specified'],
    ['x'.repeat(41), 'Strategy name should be no longer than 40 characters'],
    ['a,b', 'Strategy name should not contain special symbols'],
    ['x'.repeat(40), null],
    [` ${'x'.repeat(40)} `, null],
    ['Trend & co. (2)', null],
  ])('%j: %s', (name, problem) => expect(strategyNameProblem(name)).toBe(problem));

  it('blocks a rename while there are instances, and nothing else', () => {
    expect(renameProblem('One', 'Two', 1)).toBe(
      'This strategy has one or more instances created. Please remove all instances before renaming strategy.',
    );
    expect(renameProblem('One', 'Two', 0)).toBeNull();
    expect(renameProblem('One', ' One ', 3)).toBeNull();
    expect(renameProblem('One', '', 0)).toBe('Strategy name is not specified');
  });
});

describe('limits', () => {
  it.each([
    [-1, -1, 'no limit'],
    [100, -1, 'max 100'],
    [-1, 99.5, 'max 99.5'],
    [0, -1, 'max 0'],
  ])('%d shares, %d dollars: %s', (shares, dollars, label) =>
    expect(tradeLimitLabel(shares, dollars)).toBe(label),
  );
});

describe('trading intervals', () => {
  const none = { startMinute: 0, endMinute: 0 };
  it('are the first from 9:30 to 16:00 and no second one unless said', () => {
    expect(checkIntervals(...DEFAULT_INTERVALS)).toEqual({
      ok: true,
      value: [{ startMinute: 570, endMinute: 960 }],
    });
    expect(
      DEFAULT_INTERVALS.map(
        ({ startMinute, endMinute }) => `${minuteText(startMinute)} ${minuteText(endMinute)}`,
      ),
    ).toEqual(['09:30 16:00', '00:00 00:00']);
  });

  it('are the whole day when there are none', () => {
    expect(checkIntervals(none, none)).toEqual({ ok: true, value: [] });
    expect(isWithinIntervals([], 3)).toBe(true);
    expect(intervalsLabel([])).toBe('All day');
  });

  it('are sorted, and belong to their ends', () => {
    const result = checkIntervals({ startMinute: 900, endMinute: 960 }, { startMinute: 570, endMinute: 600 });
    if (!result.ok) throw new Error(result.error);
    expect(intervalsLabel(result.value)).toBe('09:30–10:00, 15:00–16:00');
    expect(
      [569, 570, 600, 601, 900, 960, 961].map((minute) => isWithinIntervals(result.value, minute)),
    ).toEqual([false, true, true, false, true, true, false]);
  });

  it.each([
    [{ startMinute: 600, endMinute: 570 }, none, 'The first trading interval must end after it starts'],
    [none, { startMinute: 600, endMinute: 600 }, 'The second trading interval must end after it starts'],
    [{ startMinute: -1, endMinute: 60 }, none, 'The first trading interval must lie between 00:00 and 24:00'],
    [
      none,
      { startMinute: 0, endMinute: 1441 },
      'The second trading interval must lie between 00:00 and 24:00',
    ],
    [
      { startMinute: 570, endMinute: 700 },
      { startMinute: 699, endMinute: 960 },
      'The trading intervals must not overlap',
    ],
  ])('%j and %j are refused: %s', (first, second, message) =>
    expect(checkIntervals(first, second)).toEqual({ ok: false, error: message }),
  );

  it.each([
    ['9:30', 570],
    ['09:30', 570],
    ['24:00', 1440],
    ['24:01', null],
    ['9:60', null],
    ['930', null],
    ['-1:00', null],
  ])('reads %s as %s', (text, minute) => expect(minuteOfText(text)).toBe(minute));
});

describe('bar sizes', () => {
  it.each([
    ['trade', 0, 'Trade'],
    ['1 minute', 1, '1 minute'],
    ['5 minutes', 5, '5 minutes'],
    ['5 min', 5, '5 minutes'],
    ['1 hour', 60, '1 hour'],
    ['2 Hours', 120, '2 hours'],
    ['390 minutes', 390, '390 minutes'],
    ['Day', 1440, 'Day'],
  ])('%s', (text, minutes, label) => {
    expect(barMinutesOf(text)).toBe(minutes);
    expect(barSizeLabel(minutes)).toBe(label);
  });
  it.each(['0 minutes', '391 minutes', '7 hours', 'week', '', '1.5 minutes'])('%j is none', (text) =>
    expect(barMinutesOf(text)).toBeNull(),
  );
});

describe('statuses', () => {
  it('run when Running, Starting or Backtesting, and can be stopped when Backtesting, Running or InfoMessage', () => {
    expect(STRATEGY_STATUSES.filter(isStrategyRunning)).toEqual(['Starting', 'Running', 'Backtesting']);
    expect(STRATEGY_STATUSES.filter(canStopStrategy)).toEqual(['Running', 'Backtesting', 'InfoMessage']);
  });

  it('ask what to do about data that are missing, and nothing else', () => {
    expect(STRATEGY_STATUSES.filter((status) => strategyPrompt(status) !== undefined)).toEqual([
      'BacktestingNoTickData',
      'BacktestingIncompleteTickData',
      'BacktestingIncompleteMinuteData',
      'BacktestingNoData',
    ]);
    expect(strategyPrompt('BacktestingNoTickData')).toMatchObject({
      title: 'No Tick Data',
      text: 'No tick data is available for current symbol. Would you like to run the test on 1-minute data instead?',
      answers: [{ dataType: 'Minute' }],
    });
    expect(strategyPrompt('BacktestingIncompleteTickData')?.answers.map(({ dataType }) => dataType)).toEqual([
      'Minute',
      'Tick',
    ]);
    expect(
      strategyPrompt('BacktestingIncompleteMinuteData')?.answers.map(({ dataType }) => dataType),
    ).toEqual(['AvailableMinute']);
    expect(strategyPrompt('BacktestingNoData')).toEqual({
      title: 'No Data',
      text: 'No data is available for backtest period.',
      answers: [],
    });
  });
});
