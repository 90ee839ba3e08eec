import { heading, list, note, picture, steps, table, text, type Topic } from '../content.ts';

export const orderEntry: Topic = {
  id: 'order-entry',
  title: 'Order entry',
  group: 'Tools',
  needs: ['order-entry'],
  summary: 'The order ticket: side, quantity, type and price, and what becomes of it.',
  concept: [
    ...text(
      'An order is a promise with conditions. A **market order** promises to take whatever price is there: it is filled almost surely, but in a thin or fast market perhaps far from the price you saw. A **limit order** names the worst price you accept: you never pay more, but you may get nothing.',
      '**Buy** opens a long position or covers a short one. **Sell** closes a long position. **Short** sells shares that are borrowed: you gain when the price falls, and there is no upper end to what you can lose when it rises. An option has no Short: **Sell** closes it, or writes it.',
      'Between **bid** (the best price a buyer offers) and **ask** (the best price a seller asks) lies the spread. A market order pays it at once. It is the first cost of every trade, and in quiet symbols the largest.',
    ),
    picture(
      'order-entry',
      'An order ticket for a limit order: bid, ask and last with their age, side, quantity, type, price, route, estimated cost, and the send button with the full text of the order',
    ),
  ],
  here: [
    steps(
      'Open the ticket with {F9}, by the arrow of a symbol, by a menu of a row, or with {Ctrl+K} and "place order". An **Order Entry** window keeps one open all day.',
      'Check **PAPER** or **LIVE** and the account at the top.',
      'Choose the side. The color of the ticket follows it; nothing moves.',
      'Enter the quantity, in shares, or in contracts of an option. A new ticket says 100 shares, or 1 contract. The buttons below it are quantities of your own: the pencil changes them. The calculator finds a quantity by dollars, by a share of the account value, or by what you would lose at a stop.',
      'Choose the type. A click on Bid, Ask or Last takes that price as the limit. The ticket shows the fields that the type and the time use: a price for orders with a limit, a stop price for stops, a date for orders that are good till one. **Quantity limits** shows the rest. [Orders](orders) explains each type and time.',
      'Read the button: it states the whole order, such as "Buy 100 AAPL at market". Press it, or {Enter}. **Stage** puts the order into a [basket](basket) instead.',
    ),
    heading('The ticket and the windows behind it'),
    ...text(
      'The ticket floats above the windows. They stay in use: a chart moves on and can be clicked, and order keys, chart keys and {Ctrl+K} act while the focus is in a window. While it is in the ticket, the keys are those of the ticket: {Tab} goes round its fields, {Enter} sends, {Escape} closes it. {F9} goes from the windows to the ticket, and from the ticket back to where you were.',
      'Drag the ticket by its title, or move it with {Alt+Shift} and an arrow key. The next one opens in the same place, in this browser. It stays in sight when the browser window shrinks.',
      'There is one ticket. A click that opens one, on a price of a ladder or in a list, changes the open one: a price of its symbol is put in, and what you have typed stays. Another symbol takes its place; when you have typed something that is not sent, a question comes first, also before {Escape} or **Close** discards it, as it does before a price that you have typed is used for the other side. The lines of the orders that you have sent from it stay.',
    ),
    heading('Before it is sent'),
    table(
      ['What it shows', 'Why'],
      ['Age of the quote', 'An old quote is gray: the market may be elsewhere by now'],
      [
        'Estimated cost or proceeds',
        'What it takes or brings at the price that is counted now, fees included',
      ],
      ['Fees', 'What the fill would cost besides'],
      [
        'Buying power effect, and after',
        'What the order takes of your buying power while it stands, and what is left',
      ],
      [
        'Position after fill',
        'What you will own if all of it is filled: a sale too many turns a long position into a short one',
      ],
    ),
    ...text(
      'The server works these out a moment after you stop typing. If it would refuse the order it says why, before you send it. **Explain**, or {Alt+E}, lists every risk check of the order with its figures, its limit and the room that is left, those that refuse first, with a quantity or a price that passes. It works for replacements and for every kind of order, and sends nothing. When exits hold the shares that you want to sell, the ticket names their group: **Cancel exits and sell** cancels them, waits until the server has confirmed it, and then sends the order; **Flatten…** closes the whole position at market.',
      'Only a second press sends a ticket whose price may not be meant. The ticket names both prices when the market has moved by more than 1 % since you opened, edited or sent it, when a limit is more than 2 % through the market, and when the market has passed a stop, which would trade at once. It does the same while the quote is [stale](connections). Both bands are in the [settings](settings).',
    ),
    ...text(
      'With **Hold orders before sending** in the [settings](settings) an order waits for 1 to 3 seconds after Send. A bar counts down: {Escape} or **Undo** discards it, **Send now** does not wait. Nothing has reached the server until then. A page or ticket that is closed while its order waits does not send it.',
    ),
    ...text(
      'While trading in the symbol is halted the ticket says so above its buttons, with the reason where the market states one. The server refuses new orders of every type and replacements (-49) until trading resumes. Open orders stay, are not filled, and can be cancelled. An order that waits for a condition is kept, and refused if the symbol is still halted when it is due. At an external broker its own rules hold.',
    ),
    heading('Target, stop, and orders that depend on others'),
    ...text(
      '**Attach** adds to the order what you would do next. **Target and stop** closes what the order fills: the target with a gain, the stop with a loss. Both are sent for what has filled, grow with it, and exclude each other. **One cancels other** sends a second order of the same quantity at another price: what one fills, the other loses.',
      '**Several targets** closes in parts: up to five targets, each farther from the entry than the one before, with what it closes; the last one closes the rest. What the entry fills goes to the nearest target first, and what the stop fills is taken from the farthest. **Stop to break-even after target 1** moves the stop to the average fill price once the first target is filled; a better stop stays where it is.',
      '**Trail the stop from a profit on** turns the stop into a trailing stop once the last trade has reached the start: a price, or a distance from the average fill price. Until then the stop stays where it is, and it never moves away from the market. A price that you set for it ends the trail.',
      '**Time exit** closes what is left of the position at market, and cancels the other exits: at a time of day in New York, the next one from now, or so many minutes after the first fill. An entry that has not filled by that time of day is cancelled. While the market is closed or the symbol is halted the stop stays in force, and the position is closed at the next open or at the end of the halt. If the server was not running at the time, it closes the position right after its start and reports it.',
      '**A condition** keeps the order on the server until the last trade, the bid or the ask of any symbol is at a price or beyond, or until a time of day in New York. Then it is sent and checked as if you had placed it at that moment; one that holds already sends it at once. An order for the day waits until the close. [Trade Manager](trade-manager) lists the orders that wait above Open Orders. Prices that were reached while the server was not running do not count.',
      'An exit is a price, or a distance from the average fill price: in dollars, in per cent, or in multiples of the ATR, the usual range of the price. A stop may also be stated as the **dollars at risk**: what the whole quantity loses between its fill and the stop. **ATR period** and **ATR bars** choose the range: 14 days at first. The line below shows the range and the prices at the present entry. The server counts the range once, when it takes the order, and keeps the distance; it refuses the order when there are too few bars.',
      'Exits belong to orders that open a position or add to it. An order that closes one, or goes through zero, is sent without them, and the ticket says so.',
      'The server keeps all of it, whether you are connected or not. A stop becomes a market order when it is reached: after a jump of the price it may fill far from its stop price.',
    ),
    ...text(
      '**Template** puts into the ticket what you have saved of **Attach**: the distances of target and stop, the share that each of several targets closes, which follows the quantity, break-even, trail and time exit; or a condition on a named symbol or a time. **Save or delete…** saves the present ones under a name; the [history](manage-saves) has their earlier versions. With the box below, new orders of the account begin with the template: every new ticket, and what an armed [Ladder](ladder) sends. An order that closes a position takes none, and neither do order keys.',
    ),
    heading('To change an open order'),
    steps(
      'Take **Replace order…** in the menu of its row in [Trade Manager](trade-manager), or the pencil.',
      'Change quantity, type, prices or time. Side, destination and route stay. The quantity is the new total, with what has filled.',
      '**Confirm Replace** requests it. Until the lines say Replaced the old terms hold, and a fill may come first.',
    ),
    heading('Order keys'),
    ...text(
      'Keys that send and cancel at once, without a question, are off until you arm them with **Keys off** in the ticket. Armed, they say so in the ticket, in Trade Manager and, whatever workspace is in front, in the menu bar, where a press switches them off. They never act while you type or choose, and they are off again when their symbol or the account changes, when the browser window loses the focus, when the connection to the server is lost, after ten minutes without use, and when the page is reloaded; a key that is pressed then says so. They trade the symbol and quantity of the Order Entry window that you used last, after the checks of its ticket. Each press is an order: the guard against the same order within a second does not hold back the keys, and a key that is held down counts once.',
    ),
    table(
      ['Key', 'What it does, until you change it'],
      ['{Shift+B}', 'Buy at the ask, as a limit order'],
      ['{Shift+S}', 'Sell at the bid, as a limit order'],
      ['{Shift+X}', 'Cancel the newest open order'],
      ['{Shift+C}', 'Cancel all orders of the symbol'],
      ['{Shift+F}', 'Flatten the symbol: cancel its orders, then close the position at market'],
    ),
    ...text(
      'The pencil beside **Keys off** opens the editor. Press the button of a line, then the key: Shift or Alt with a letter or a digit, or a key of the number pad. What it does is a text, checked while you type. A key that something else has is named, and **Test mode** shows the order of a press without sending it. **Export** and **Import…** carry the keys to another account.',
    ),
    table(
      ['Text', 'What a press does'],
      [
        'Buy 100 at ask + 0.02 IOC',
        'A limit order 2 cents above the ask; **last - 5 ticks**, **mid** and **market** are prices, too',
      ],
      [
        'Sell half of position at bid',
        'Reduces the position; also **25% of position** or **all**. Buy reduces a short one',
      ],
      [
        'Buy $5000 at mid',
        'What 5,000 dollars buy; also **2% of equity**, **ticket quantity** and **$200 risk 0.50**, what loses 200 dollars at a stop 0.50 away, which you place yourself',
      ],
      [
        'Stop to break-even',
        'Moves the stops of the position to its average price, unless the market has passed it',
      ],
      ['Flatten symbol, Flatten account', 'Cancels the orders, then closes what is held at market'],
      [
        'Reverse position',
        'Cancels the orders of the symbol, closes the position and opens the other side, at market',
      ],
      ['Cancel last, Cancel symbol, Cancel all', 'Cancels orders'],
    ),
    heading('After it is sent'),
    list(
      'The lines at the bottom show each step: status, order, time, and the reason when it was refused.',
      'An order is confirmed only after the server wrote it down; one that you see confirmed survives a crash of the server.',
      'Without a connection an order fails at once with "Network error". It is never kept back and sent later.',
    ),
    note(
      'Symbols that begin with `$` or `~` are indices and other figures: they can be watched but not traded.',
    ),
  ],
  related: ['orders', 'trade-manager', 'accounts', 'external-broker', 'keyboard'],
};
