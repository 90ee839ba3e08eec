import { heading, list, note, picture, steps, table, text, type Topic } from '../content.ts';

export const orderEntry: Topic = {
  id: 'order-entry', title: 'Order entry', group: 'Tools', needs: ['order-entry'],
  summary: 'The order ticket: side, quantity, type and price, and what becomes of it.',
  concept: [
    ...text(
      'An order is a promise with conditions. A **market order** promises to take whatever price is there: it is filled almost surely, but in a thin or fast market perhaps far from the price you saw. A **limit order** names the worst price you accept: you never pay more, but you may get nothing.',
      '**Buy** opens a long position or covers a short one. **Sell** closes a long position. **Short** sells shares that are borrowed: you gain when the price falls, and there is no upper end to what you can lose when it rises.',
      'Between **bid** (the best price a buyer offers) and **ask** (the best price a seller asks) lies the spread. A market order pays it at once. It is the first cost of every trade, and in quiet symbols the largest.',
    ),
    picture('order-entry', 'An order ticket for a limit order: bid, ask and last with their age, side, quantity, type, price, route, estimated cost, and the send button that says the order in words'),
  ],
  here: [
    steps(
      'Open the ticket by the arrow of a symbol, by a menu of a row, or with {Ctrl+K} and "place order". An **Order Entry** window keeps one open all day.',
      'Check **PAPER** or **LIVE** and the account at the top.',
      'Choose the side. The colour of the ticket follows it.',
      'Enter the quantity, in shares. A new ticket says 100.',
      'Choose the type. A click on Bid, Ask or Last takes that price as the limit.',
      'Read the button: it says the whole order in words, such as "Buy 100 AAPL at market". Press it, or {Enter}.',
    ),
    heading('Before it is sent'),
    table(['What it shows', 'Why'],
      ['Age of the quote', 'An old quote is grey: the market may be elsewhere by now'],
      ['Estimated cost or proceeds', 'At the limit, or at the other side of the market as it is now'],
      ['Position after fill', 'What you will own if all of it is filled: a sale too many turns a long position into a short one'],
    ),
    heading('After it is sent'),
    list(
      'The lines at the bottom tell each step: status, order, time, and the reason when it was refused.',
      'An order is confirmed only after the server wrote it down; one that you see confirmed survives a crash of the server.',
      'Without a connection an order fails at once with "Network error". It is never kept back and sent later.',
    ),
    note('Symbols that begin with `$` or `~` are indices and other figures: they can be watched but not traded.'),
  ],
  related: ['trade-manager', 'accounts', 'external-broker', 'keyboard'],
};
