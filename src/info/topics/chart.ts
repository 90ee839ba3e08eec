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
      'Choose the **Chart style**: line, bar, candle, area or Heikin-Ashi, which averages bars into smoother ones.',
      'Add [technical studies](chart-studies). Those that are not overlays get a pane of their own below; drag its upper border to make it taller.',
      'Draw with the [draw tools](drawing-appearance): line, arrow, text and more.',
    ),
    heading('Reading it'),
    list(
      'The title row shows the last price, its change, and open, high and low of the day. The label on the price axis shows the last price and how long its bar still runs.',
      'The box beside the crosshair shows open, high, low and close of the bar under the pointer. The entries at the top left show what each study says there; click one to set its numbers.',
      'Live trades build the last bar during the session, from 9:30 to 16:00 New York time.',
      '**Scale** changes between linear, logarithmic and percent. **Compare** draws other symbols over this one, in percent from the first visible bar on.',
      'Right-click a price to place a limit order or an alert there. Your working orders are lines that you can drag.',
    ),
    heading('Moving about'),
    table(['What you do', 'What happens'],
      ['Wheel, pinch, {Up} and {Down}', 'Zoom, from the whole range to bars of 20 pixels'],
      ['Drag, wheel sideways, {PageUp} and {PageDown}', 'Move. Beyond the first bar, earlier ones are loaded'],
      ['{Left} and {Right}', 'The crosshair goes from bar to bar, with {Shift} ten at a time, and is read out'],
      ['{Home} and {End}', 'To the first and the last bar'],
      ['{0} or a double click', 'The whole range again'],
      ['Drag the price axis', 'Stretch the prices; a double click there undoes it'],
    ),
    list(
      'The menu with three dots saves the picture, saves the visible bars with the values of the studies as CSV, and shows them as a table.',
      '[Linked](linking) charts share symbol, range and crosshair.',
      '**Trade** opens the [order ticket](order-entry), where the symbol may be traded.',
    ),
    note('When data does not come in time, the chart says "Timeout occured loading data" and offers to try again.'),
  ],
  related: ['chart-date-range', 'chart-studies', 'drawing-appearance', 'market-maker'],
};
