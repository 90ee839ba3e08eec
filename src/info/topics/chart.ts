import { heading, list, note, picture, steps, table, text, type Topic } from '../content.ts';

export const chart: Topic = {
  id: 'chart',
  title: 'Chart',
  group: 'Tools',
  needs: ['chart'],
  summary: 'The path of a price: bars, studies, drawings and your own trades.',
  concept: [
    ...text(
      'A chart squeezes thousands of trades into something the eye can read. Each **bar** stands for a stretch of time and shows four prices of it: open, high, low and close. A **candle** draws the same with a body between open and close, so that rising and falling stretches differ at a glance. A **line** keeps only the closes, which is calmer and hides the extremes.',
      'The **bar size** decides what you see. The same day is a quiet step upwards in daily bars and a storm in one-minute bars. Choose it by how long you mean to hold: about fifty to two hundred bars should cover the time that matters to you.',
      'What charts are good for: seeing trend and range, where a price turned before, how wide its usual swing is, and where you were wrong. What they are not good for: certainty. Every pattern also fails.',
    ),
    picture(
      'chart',
      'A chart of five-minute bars with its volume below, the line of a position with its open profit, and the last price at the axis',
    ),
    heading('Words'),
    table(
      ['Word', 'Meaning'],
      ['Range', 'The stretch of time that is shown'],
      ['Overlay', 'A study drawn over the prices, such as an average'],
      ['Pane', 'A strip of its own below, for studies with another scale, such as volume'],
      ['Crosshair', 'Two lines at the pointer, with the exact price and time'],
    ),
  ],
  here: [
    steps(
      'Add the Chart tool to a window and choose [symbol and date range](chart-date-range), or use the row at the bottom: quick ranges at the left, bar sizes at the right.',
      'Or type the bar size: a digit, {D}, {W}, {H}, {M} or {Q} in the chart opens a box for it. {5} {Enter} is five minutes, **1h** an hour, **D** a day; a comma opens the box for the others. Letters that make a symbol, such as **DI** or **MS**, open the symbol lookup instead; {Shift+Enter} does so for a single letter, such as **M**. The days stay as they are unless that would make too few bars or too many; then the usual ones of the size are shown.',
      'Choose the **Chart style**: line, bar, candle, area or Heikin-Ashi, which averages bars into smoother ones.',
      'Add [technical studies](chart-studies). Those that are not overlays get a pane of their own below; drag its upper border to make it taller.',
      'Draw with the [draw tools](drawing-appearance): line, arrow, text and more.',
    ),
    heading('Templates'),
    list(
      '**More**, **Chart templates** saves studies, chart style, scale and bar size under a name, and applies them to any chart. The symbol, drawings and compared symbols stay; {Ctrl+Z} undoes it.',
      '**More**, **Begin new charts like this one** makes that the start of each new chart; **Begin new charts as installed** ends it.',
    ),
    heading('Reading it'),
    list(
      'The title row shows the last price, its change, and open, high and low of the day. The label on the price axis shows the last price and how long its bar still runs.',
      'The box beside the crosshair shows open, high, low and close of the bar under the pointer. The entries at the top left show what each study says there; click one to set its numbers.',
      'Live trades build the last bar during the session, from 9:30 to 16:00 New York time.',
      '**Scale** changes between linear, logarithmic and percent. **Compare** draws other symbols over this one, in percent from the first visible bar on.',
      'Right-click a price to place a limit order or an alert there; **calculate quantity…** finds its size by dollars, by a share of the account value, or by the loss at a stop. Your working orders are lines: drag one to replace the order, press its cross to cancel it. So are the levels that orders wait for, the price at which a stop begins to trail, a position that a time closes, the target and the stop of an entry that has not filled, and the order that follows another one; each names its group, such as G12. A dotted line is a price where no order works yet. A target or a stop that is a distance stands where it will be if the entry fills at its own price. Drag a level, a target or stop that is not sent, or the price at which a stop begins to trail, to change it: the figures of its group open with the new price, as {Enter} on the line opens them, and **Change** sends it. {Escape} ends a drag. **Move dragged orders at once…** in the More menu arms the chart: then a drag sends the change without a ticket or a figure to confirm, the chart has a frame, and the menu bar says **CHART ARMED**. It is off again as an armed [ladder](ladder) is. The line moves once the server has accepted the change; a level that the market has reached is refused with the reason. The position is a line at its average price. Your price alerts of the symbol that have not fired are dashed lines with a bell at the axis, gray while they are paused.',
    ),
    heading('Trades and P&L'),
    list(
      'Triangles mark your executions of the symbol: purchases below the bar, sales above it, and a short line at the price that was paid. The box beside the crosshair names those of the bar under the pointer.',
      '**P&L**, in the [technical studies](chart-studies), is a pane below with what your closed trades of the symbol have brought, fees taken off, since the trade log begins.',
      'A run of a [strategy](algo-stream) can be shown the same way: its marks are hollow, and its P&L has a pane. The chart opens over the days of the run. The cross beside the name in the legend takes both off; they are not kept when the page is closed, and can be shown again from the run.',
    ),
    heading('Moving about'),
    table(
      ['What you do', 'What happens'],
      ['Wheel, pinch, {Up} and {Down}', 'Zoom, from the whole range to bars of 20 pixels'],
      [
        'Drag, wheel sideways, {PageUp} and {PageDown}',
        'Move. Beyond the first bar, earlier ones are loaded',
      ],
      [
        '{Left} and {Right}',
        'The crosshair goes from bar to bar, with {Shift} ten at a time, and is read out',
      ],
      ['{Home} and {End}', 'To the first and the last bar'],
      ['{0} or a double click', 'The whole range again'],
      ['{/}', 'The list of technical studies'],
      ['{Alt+L} and {Alt+P}', 'The logarithmic scale, the percent scale, and back to the linear one'],
      ['{Alt+G}', 'Symbol and date range'],
      ['{Alt+O}', 'The list of drawings'],
      ['{Alt+Shift+S}', 'Save the picture'],
      ['Drag the price axis', 'Stretch the prices; a double click there undoes it'],
    ),
    list(
      'The menu with three dots hides the box at the crosshair (the line above the chart has its prices, too), saves the picture, saves the visible bars with the values of the studies and the closes of compared symbols as CSV, and shows them as a table.',
      '[Linked](linking) charts share symbol, range and crosshair.',
      '**Trade** opens the [order ticket](order-entry), where the symbol may be traded.',
    ),
    note(
      'When data does not come in time, the chart says "Timeout occured loading data" and offers to try again.',
    ),
  ],
  related: ['chart-date-range', 'chart-studies', 'drawing-appearance', 'market-maker'],
};
