import { heading, list, note, steps, table, text, type Topic } from '../content.ts';

export const chart: Topic = {
  id: 'chart', title: 'Chart', group: 'Tools', needs: ['chart'],
  summary: 'The path of a price: bars, studies, drawings and your own trades.',
  concept: [
    ...text(
      'A chart squeezes thousands of trades into something the eye can read. Each **bar** stands for a stretch of time and shows four prices of it: open, high, low and close. A **candle** draws the same with a body between open and close, so that rising and falling stretches differ at a glance. A **line** keeps only the closes, which is calmer and hides the extremes.',
      'The **bar size** decides what you see. The same day is a quiet step upwards in daily bars and a storm in one-minute bars. Choose it by how long you mean to hold: about fifty to two hundred bars should cover the time that matters to you.',
      'What charts are good for: seeing trend and range, where a price turned before, how wide its usual swing is, and where you were wrong. What they are not good for: certainty. Every pattern also fails.',
    ),
    heading('Words'),
    table(['Word', 'Meaning'],
      ['Range', 'The stretch of time that is shown'],
      ['Overlay', 'A study drawn over the prices, such as an average'],
      ['Pane', 'A strip of its own below, for studies with another scale, such as volume'],
      ['Crosshair', 'Two lines at the pointer, with the exact price and time'],
    ),
  ],
  here: [
    steps(
      'Add the Chart tool to a window and choose [symbol and date range](chart-date-range), or use the quick ranges in the row at the bottom.',
      'Choose the chart style: line, bar or candle.',
      'Add [technical studies](chart-studies). Those that are not overlays get a pane of their own below.',
      'Draw with the [draw tools](drawing-appearance): line, arrow and text.',
    ),
    list(
      'The legend shows open, high, low and close of the bar under the pointer; the title shows the last price and its change.',
      'Live trades build the last bar during the session, from 9:30 to 16:00 New York time.',
      'Zoom and pan with wheel and drag.',
      '**Trade** opens the [order ticket](order-entry), where the symbol may be traded.',
    ),
    note('When data does not come in time, the chart says "Timeout occured loading data".'),
  ],
  related: ['chart-date-range', 'chart-studies', 'drawing-appearance', 'market-maker'],
};
