import { heading, list, note, steps, table, text, type Topic } from '../content.ts';

export const tradeJournal: Topic = {
  id: 'trade-journal',
  title: 'Trade Journal',
  group: 'Tools',
  needs: ['trade-journal'],
  summary: 'Round trips with notes and chart pictures, realised gains by tax lot, and open lots.',
  concept: text(
    'A round trip is a position from its first fill until it is flat again. It is the unit in which traders count: one decision to enter, one result. A journal of round trips with the reason for each shows which reasons earn money, which no list of orders does.',
    'A tax lot is what one fill opened. When a part of a position is closed, the gain depends on which lot is closed: the oldest, the newest, or the dearest. Which one it is changes when a gain is realised, never how much is earned once the position is flat.',
  ),
  here: [
    steps(
      'Add the Trade Journal tool to an empty window.',
      'Choose a round trip. Add **tags**, a **note** and a **rating** beside the list: they are stored by themselves, on all your machines.',
      'Press **Add snapshot** for a picture of the chart with your entries and exits, or **Snapshot to trade journal** in a [chart](chart).',
      'Limit the list by days, symbol, tag and result. The figures above it are those of the list.',
    ),
    heading('Figures'),
    table(
      ['Figure', 'Meaning'],
      ['Net', 'Profit after all fees of entries and exits'],
      ['Win rate', 'Part of the closed round trips that have a profit'],
      ['Expectancy', 'Mean profit of a closed round trip'],
      ['Profit factor', 'All profits divided by all losses'],
      [
        'R',
        'Profit in units of the initial risk: the distance to the first stop of the bracket that opened the trip',
      ],
      [
        'MAE, MFE',
        'The largest loss and the largest profit while it was held, before fees, from your fills and the bars between them. **A share** divides them by the shares of the largest position',
      ],
    ),
    ...text(
      '**Columns** offers MAE and MFE for the list as well. They are read for the rows on screen, so a cell has a dash until they are known, and the columns do not sort. **Export CSV** reads those of all rows first and says how many; **Cancel export** ends it.',
    ),
    heading('Brackets and strategies'),
    ...text(
      '**Of** chooses what a round trip is made of: the whole position in a symbol, the orders of one bracket, or those of one strategy instance.',
    ),
    heading('Realised gains'),
    list(
      'Each line is what one sale took from one lot, with fees in proceeds and cost. A lot held for more than a year is long-term; what was sold short and options that were written are always short-term.',
      'The table on the right leads from the lots to the closed P&L of [Trade Manager](trade-manager), which counts first in, first out and before fees.',
      '**Export CSV** saves the lines of each term with their totals.',
      'Right-click a line and **Choose lots…** to name the lots that its order closed; those of an open order are in the menu of Open Orders in [Trade Manager](trade-manager). This is possible until the end of the session after the first fill, the day on which it settles.',
    ),
    heading('Open lots'),
    ...text(
      'Each lot that is open, with its gain at the present price. **Lots that a sale closes** sets the method of the account for later sales; what is closed already stays.',
    ),
    note(
      'Wash sales, index options (section 1256) and the premium of exercised options are not adjusted: the report is no tax form. A note has 4,000 characters, 20 tags and 10 snapshots. Demo sessions keep notes and pictures until the page is closed.',
    ),
  ],
  related: ['trade-manager', 'orders', 'chart', 'basket'],
};
