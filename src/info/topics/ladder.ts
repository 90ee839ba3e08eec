import { heading, list, note, steps, table, text, type Topic } from '../content.ts';

export const ladder: Topic = {
  id: 'ladder',
  title: 'Ladder',
  group: 'Tools',
  needs: ['ladder'],
  summary: 'The prices of one symbol as rows, on which orders are placed, moved and cancelled.',
  concept: [
    ...text(
      'A ladder shows prices as rows, the highest on top, with the displayed **bids** at the left of the price and the **asks** at its right. An order is a click on a row: there is no ticket to fill in, and the eye stays on the market. It suits those who trade one symbol often and in small steps.',
      'What can go wrong on a ladder is a click that hits another price than the one that was meant, because the rows moved. Here they do not: **while the pointer is over the rows, no row changes its price**. If the rows had to move just before a click, the click sends nothing and says so.',
    ),
    heading('Columns'),
    table(
      ['Column', 'Meaning'],
      ['Volume', 'What traded at the price, the latest trades when the ladder came on screen, and all since'],
      [
        'Buys, Sells',
        'Your working orders, and after the dot the estimated quantity that is filled before them',
      ],
      ['Bid, Ask', 'What exchanges display at the price'],
      [
        'Price',
        'Framed: the last trade, in the color of its direction. Underlined: the mean price of your position',
      ],
      ['P&L', 'What your position would gain or lose at the price, in whole dollars'],
    ),
  ],
  here: [
    steps(
      'Add the Ladder tool to an empty window, and choose a symbol.',
      'Set the quantity: type it, press one of the sizes, or turn the wheel over the field. **Size by** calculates it at each row instead: from dollars, from a share of the account value, or from what you would lose at a stop at a distance from the order. What the ask would buy is shown at the top.',
      'Click on a bid to buy at that price, on an ask to sell. The [order ticket](order-entry) opens with it.',
      'To send orders at once, press **Arm** and confirm. The ladder then has a frame, and the menu bar says **LADDER ARMED**.',
    ),
    heading('By mouse'),
    list(
      'A click with {Ctrl} places a stop instead of a limit order.',
      'Drag one of your orders to another row to move it; outside of the rows nothing is moved. The middle button on it cancels it, armed or not.',
      'The level that an order waits for (**if**), the price at which a stop begins to trail (**trail from**), and the target and stop of an entry that has not filled (**not sent**) are dragged in the same way. An armed ladder sends the change at once, also held for an undo where your settings hold orders; otherwise the figures of the group open with the new price, and **Change** sends it. The mark moves once the server has accepted it. A level that the market has reached is refused with the reason, and the mark stays where it was.',
      'The wheel over the rows shows other prices.',
    ),
    heading('By keys'),
    table(
      ['Key', 'What it does'],
      ['{Home}', 'Goes to the best bid or ask'],
      ['{↑} {↓} {PageUp} {PageDown}', 'Moves to another price'],
      ['{←} {→}', 'Changes between buying and selling'],
      ['{Enter}', 'Places an order at the price; with {Ctrl} a stop'],
      ['{Alt+↑} {Alt+↓}', 'Moves your orders, and what waits, at the price by a row'],
      ['{Delete}', 'Cancels your orders at the price'],
      ['{+} {-}', 'Changes the quantity'],
      ['{Escape}', 'Ends a drag, or disarms the ladder'],
    ),
    heading('Safety'),
    list(
      'The ladder is disarmed when its symbol or the account changes, when its window is hidden, when the browser window loses the focus, when the connection to the server is lost, and after ten minutes without a click. It says so, and is armed again by you alone.',
      '**Halted** beside the bid means that trading in the symbol is halted: orders are refused until it resumes. Its hint has the reason where the market states one.',
      'Once it is armed, a limit price more than 2 % through the market (a band of the [settings](settings)), and a stop that the market has passed, need a confirmation.',
      'Nothing is sent on prices that are [stale](connections).',
      'A stock that you do not hold is sold short.',
      'A cell shows what waits there: **if** an order that waits for a condition, **trail** a trailing stop at its present price, **trail from** where a stop begins to trail, **timed** the entry of a position that a time closes, **not sent** a target or a stop of an entry that has not filled. Hover over it for the group, and {Delete} or the middle button cancels what can be cancelled.',
      'Where the account has a default [template](order-entry) of exits, an order that opens a position or adds to it brings its target and stop. Without them nothing is sent.',
    ),
    note(
      'The estimate of the queue assumes that your order joined behind everything displayed, and that only trades and a smaller displayed size bring it forward. The true place is there or before it. Without a number nothing is displayed at the price.',
    ),
  ],
  related: ['order-entry', 'market-maker', 'trade-manager', 'linking'],
};
