import { heading, list, note, picture, steps, table, text, type Topic } from '../content.ts';

export const tradeManager: Topic = {
  id: 'trade-manager',
  title: 'Trade Manager',
  group: 'Tools',
  needs: ['trade-manager'],
  summary: 'Orders that wait, everything that happened to them, and what you own.',
  concept: [
    ...text(
      'An order has a life. It is sent, the market confirms it, it waits, it is filled at once, in parts, or not at all, and it may be cancelled, replaced, rejected or expire. Money is lost by not knowing where in that life an order stands: by sending it twice, or by believing that it was cancelled when the fill came first.',
      'A position is what the fills left you with. **Open profit** is what you would gain or lose by closing it now; **closed profit** is what past closings brought. Shares are taken off in the order in which they came, first in, first out (FIFO). **MTM** figures measure against the last daily mark instead, which is what today alone did.',
    ),
    picture(
      'trade-manager',
      'The Trade Manager with its three tabs; Positions shows three long and one short position with live profit, the account strip below',
    ),
  ],
  here: [
    heading('Open Orders'),
    steps(
      'Each row is an order that may still be filled: how much was filled, how much is open, at what price, by which route. The color of the row is that of its status.',
      'The cross, {Delete} or **Cancel order…** in the menu of the row asks "Please confirm you want to cancel order:" and describes the order. **Cancel all…** takes all of them, or in the menu of a row all of its symbol.',
      'The pencil or **Replace order…** opens the ticket on the order, to change its quantity, price or time.',
      'A multi-leg order is one row, named by its combination; the pointer on the name shows its legs. Cancel and replace are of the whole order: a dialog takes another quantity or net price.',
      'Orders that belong together have the same group in the column **Group**, with the role of each: entry, target, stop. **Cancel Bracket…** in the menu of a row cancels every open order of the group; what they have filled stays. **Change Bracket…** changes the targets and the stop until the entry fills, the start and distance of a trail, the time exit and break-even until they are used, and **Change…** beside an order that waits its level or time; a change that would take effect at once is refused. A group that fails, because its exits ended and left a position open, is reported in the strip below the windows. Its state and reason are in **Order timeline…**.',
      '**Choose lots…** in the menu of a sale, or of a purchase that covers, shows the tax lots that the order would close, by what you chose for it or by the method of the account, with the gain of each at the present bid (a short lot at the ask). Enter other quantities and **Choose**; **Use account method** removes your choice. See [Trade Journal](trade-journal).',
      'Orders that wait for a condition are above the list until the server sends them, each with its condition and **Cancel…**.',
      'The order leaves the list when its end is confirmed, not when you request it. Until then its status says Cancel Sent or Pending Cancel, and a fill may still come first.',
    ),
    heading('Trade Log'),
    list(
      'Every report about every order, newest first, with the time of the exchange.',
      'An option that comes to its end has a line of its own, which no order has: **Expired worthless**, **Exercised** or **Assigned**, with what was bought or sold by it and the price of the underlying. An exercise at your request has the same line. The strip below the windows also reports it once, at your next sign-in if you were away.',
      'A split, a dividend, a change of the symbol or a delisting has a line of its own as well, with what it did to the position and how many open orders it adjusted: **7-for-1 split: 100 shares at 645.57 became 700 at 92.2243**.',
      '**Show executions only** leaves the fills, the ends of options, corporate actions and accepted figures of an [external broker](external-broker).',
      '**Order timeline…** in the menu of a row, {Enter}, or **Timeline…** beside an order that waits, lists the reports of its order: each with its time to the millisecond, its meaning, the meaning of its code, and how long each step took. It also says why an open order is not filled and how much is ahead of it in the queue, shows the market at each report, and lists the risk checks with their figures and what would make a rejected order pass. What stops the account, what the group of the order waits for, with its present distance, and an old quote are named beside it. A run of moves of a trailing stop is one line that opens. The times of your page, from the press to the first fill, and those of the server stand below.',
    ),
    heading('Positions'),
    list(
      'Long, Short or Flat, with quantity, cost, value and profit, live.',
      '**Display flat positions** shows or hides what was closed. It is on at first, so that the result of the day stays in sight.',
      '**Close as a spread…** in the menu of an option shows the spread builder with the legs that close it: those of the multi-leg order that opened it, for as many units as you still hold, else all your options on the same underlying.',
      'The cross, or **Close position…** in the menu of the row, opens a ticket that is filled in to close it. Nothing is sent until you send it.',
      '**Exercise…** in the menu of a row exercises contracts of a long option before expiration, during the regular session: a call buys shares at the strike, a put sells them. The dialog shows what is delivered, the cash that it moves, and what selling the option at the bid would bring more. Options on indices are European style and are exercised at expiration only. An exercise cannot be revoked.',
      '**Columns** offers the figures of options: **Delta** in shares, **Theta** in dollars a trading day and at most the time value that is left, **Vega** in dollars for one percentage point of volatility, all for the whole position at the implied volatility of its quote, and **DTE**, the calendar days to expiration.',
      '**Flatten…** cancels the open orders of the symbol and closes the position at market. **Flatten all…** does so for the whole account, written options first. The server carries it out, even when your page closes at once, and also while trading is stopped.',
      '**Reverse…** in the menu of a row cancels the open orders of the symbol, closes the position at market and opens one of the same size on the other side. The server decides both at once: when the other side may not be opened, nothing is closed.',
    ),
    heading('When things go wrong'),
    list(
      '**Stop trading…** cancels every open order of the account and refuses new ones until you allow trading again. Positions stay as they are; you can still flatten them.',
      '**Cancel on disconnect** has the server cancel all your open orders, stops too, at once when the last connection of the account is lost. The [settings](settings) have a gentler one: it waits, takes the orders of the lost browser only, and leaves stops and targets.',
      'Fills, refusals and ends are shown in the strip below the windows wherever you are on the desk, also without this window.',
    ),
    heading('Guards'),
    list(
      '**Guards…** beside the strip sets a **daily loss limit** and a **drawdown limit** of the account. The loss counts realised and open profit of the trading day, fees included; the drawdown is the fall from the highest profit of the day. Stocks count at their last trade, options at the middle of their quote.',
      'When a limit is reached, the server cancels every order, closes every position at market and refuses orders that open positions (-4 Account is closing only) until the next trading day. Nobody has to be signed in for that. What could not be closed, because a symbol is halted or the market is closed, is closed as soon as it trades.',
      'A limit can be made stricter at any time. A looser one, or none, counts from the next trading day on. A limit that is reached already is refused, because it would close everything at once.',
      'An administrator may set limits as well: the stricter one counts. You cannot unlock the account on the same day; an administrator can, and the limits then count from that moment.',
      '**Flatten at** closes everything at a New York time of each trading day, or of today only. On a day that closes before that time it happens five minutes before the close. If the server does not run at that time, it happens when it is back, as long as the market is open.',
    ),
    ...text(
      'The arrow down in the row of the tabs saves a file: what is shown, in its order and with its columns, or every order of the account with all of its reports, and every end of an option, as the server has them in its journal.',
    ),
    heading('The strip below'),
    table(
      ['Figure', 'Meaning'],
      ['Cash', 'Money in the account, after fills and fees'],
      ['Buying power', 'What new orders may cost at most; waiting orders have taken their share already'],
      [
        'Open P&L',
        'Profit of all open positions at the last price; of options at the middle of bid and ask, where both are quoted',
      ],
      [
        'Delta, theta, vega',
        'Sums over the options of the account, in a line of their own while it holds any; delta includes the shares of their underlyings',
      ],
      ["Today's P&L", 'What today brought: closed after fees, and open since the last daily mark'],
      ['Loss room, drawdown room', 'How far the P&L may fall before a guard closes the account'],
      ['Flatten at', 'New York time at which everything is closed'],
    ),
    note(
      'Trade Manager is open in one workspace at a time. **Columns** in the title is about the tab that is in front.',
    ),
  ],
  related: ['orders', 'order-entry', 'columns', 'accounts', 'connections'],
};
