import { list, note, steps, table, text, type Topic } from '../content.ts';

export const chartStudies: Topic = {
  id: 'chart-studies',
  title: 'Chart studies',
  group: 'Dialogs',
  needs: ['chart'],
  summary: 'Averages, bands, oscillators and patterns: what each one measures.',
  concept: [
    ...text(
      'A study is arithmetic on past bars. It adds no knowledge; it makes one aspect easier to see. Use few, and of different kinds: two oscillators say the same thing twice and feel like confirmation.',
    ),
    table(
      ['Study', 'What it measures'],
      [
        'SMA',
        'Simple moving average: the mean of the last closes. Above a rising one is the plainest up-trend there is',
      ],
      [
        'MLR',
        'Moving linear regression: the end of the best straight line through the last closes. Faster than an average, and more nervous',
      ],
      [
        'Bollinger bands',
        'An average with a band of so many standard deviations: how far is far, at present',
      ],
      ['Parabolic SAR', 'A trailing stop that speeds up: dots under the price in a rise, above it in a fall'],
      [
        'ATR',
        'Average true range: the usual swing of a bar. For the distance of stops and the size of positions',
      ],
      [
        'RSI',
        'Strength of rises against falls, from 0 to 100. Above 70 is stretched upwards, below 30 downwards; in trends it stays there long',
      ],
      ['ROC', 'Rate of change: per cent gained over so many bars'],
      ['Stochastic', 'Where the close lies in the range of the last bars, with a smoothed line beside it'],
      [
        'OBV',
        'On-balance volume: volume added on rising days and taken off on falling ones. Does the volume agree with the price?',
      ],
      ['Volume', 'Shares traded in each bar'],
      ['EMA, WMA', 'Averages in which recent bars count for more'],
      [
        'MACD',
        'The distance of a fast from a slow average, with a signal line and their difference as columns',
      ],
      [
        'VWAP',
        'Average price by volume, since the start of the day or since a day that you choose (anchored)',
      ],
      ['ADX', 'How strong a trend is, whichever way it goes'],
      [
        'Donchian, Keltner',
        'Channels: highest and lowest price of a stretch, or an average with a band of usual swings',
      ],
      ['Ichimoku', 'Five lines that form one picture, with a cloud drawn ahead of the price'],
      ['Volume profile', 'Shares traded at each price of the visible bars'],
      ['Trades', 'Marks at your own executions of the symbol'],
      [
        'P&L',
        'What your closed trades of the symbol have brought since the trade log begins, fees taken off',
      ],
    ),
    ...text(
      'Short-term reversal signals mark single bars: a close or an open that turns the move of the bars before, pivot points, key reversals, hooks and islands. They are frequent and weak; use them for timing, not for direction.',
    ),
  ],
  here: [
    steps(
      'Press **Technical studies** in the chart.',
      'Type a part of a name and press Enter, or tick what you want to see. Set its numbers, source, color and width at the right.',
      '**Add another** adds the same study once more, such as a second EMA with other numbers.',
      'Press **Ok**. The chart redraws with the bars that it has.',
    ),
    table(
      ['Setting', 'From', 'To', 'At first'],
      ['ATR period', '1', '200', '180'],
      ['RSI, ROC period', '1', '200', '14'],
      ['Stochastic period, K, D', '1', '200, 50, 50', '14, 3, 5'],
      ['Bollinger period, deviations', '1', '200, 5', '20, 2'],
      ['SAR start, step, maximum', '0.01', '', '0.02, 0.02, 0.2'],
    ),
    list(
      'Averages come in 10, 20, 30, 50 and 200 bars, regressions in 10, 20, 30, 50 and 100.',
      'A click on an entry of the legend opens the settings of that study, where it can be hidden or duplicated; the cross beside it takes the study off.',
      'A star keeps a study at the top of the list.',
      'Tools can add studies, which are at the end of the list. When such a tool is not installed any more, the legend names its study as not installed; the cross removes it.',
      'Studies that you write in AlgoStream stand under **My studies**. They follow their files at each save; an error stands in the legend with its line, and a deleted file leaves an entry until you remove it.',
      '**Scale price only**, in the menu Scale, keeps studies from squashing the bars.',
      '**Adjust for splits**, in the same menu for a symbol that has split, shows past bars on the scale of the present shares; off, as they traded. Marks at the lower edge of the prices are splits (S) and dividends (D): point at one, or reach it with Tab and the arrow keys, for its date and ratio or amount.',
    ),
    note('A number that is left out or zero goes back to what it was at first.'),
  ],
  related: ['chart', 'chart-date-range'],
};
