import { list, note, steps, table, text, type Topic } from '../content.ts';

export const chartDateRange: Topic = {
  id: 'chart-date-range',
  title: 'Chart symbol and date range',
  group: 'Dialogs',
  needs: ['chart'],
  summary: 'Which symbol, how far back, and how much time a bar stands for.',
  concept: [
    ...text(
      'Time frame and bar size belong together. One year of one-minute bars is a hundred thousand bars on a screen a thousand pixels wide: a wall. One day of weekly bars is less than one bar. Each time frame therefore brings a bar size that fits it, and you change it when you want more or less detail.',
      'To judge a trend, look one frame above the one you trade in. A fall in five-minute bars is often only a breath in daily ones.',
    ),
  ],
  here: [
    steps(
      'Enter the symbol. It is written in capitals by itself.',
      'Choose the time frame. Every choice but Custom applies at once and sets the bar size.',
      'For another stretch choose Custom, and enter the first and the last day.',
      'Choosing a bar size by hand makes the time frame a custom one: press **Ok** to apply it.',
    ),
    table(
      ['Time frame', 'Bars'],
      ['1 day', '5 minutes'],
      ['5 days', '10 minutes'],
      ['1 month', '30 minutes'],
      ['3 and 6 months, year to date, 1 and 2 years', 'Daily'],
      ['5 years', 'Weekly'],
    ),
    list(
      'The frames Daily, Weekly, Monthly and Quarterly have bars of the same name.',
      'In this dialog 30 days take bars of 30 to 60 minutes, 10 days bars of 5 to 60 minutes; from Daily on the bar size belongs to the frame.',
      'No bar gets wider than 20 pixels. A range of few bars, such as a session that has just begun, stands at the right, and the bars before it fill the rest of the chart.',
    ),
    note(
      'The averages at the left edge are right from the first bar on: the chart loads 200 bars more than it shows.',
    ),
  ],
  related: ['chart', 'symbol-lookup'],
};
