import { heading, list, note, table, text, type Topic } from '../content.ts';

export const orders: Topic = {
  id: 'orders',
  title: 'Orders: types, times and statuses',
  group: 'Tools',
  needs: ['order-entry'],
  summary: 'Every order type, time in force and order status, and what each means for a fill.',
  concept: [
    ...text(
      'An order answers three questions. **At what price** may it trade: the type. **When**, and for how long: the time in force. **How much** at once: the quantity, and what of it may be seen. Each answer that makes a fill surer makes its price less sure, and the other way round. There is no order that has both.',
      'A fill needs a counterparty. A buy at the ask or above trades at once with the sellers who are shown, best price first, until their size is used up; what is left waits, behind those who came before at the same price. So an order can fill in several parts and at several prices.',
    ),
  ],
  here: [
    heading('Order types'),
    table(
      ['Type', 'What it does', 'When it is used, and its risk'],
      [
        '**Market** (MKT)',
        'Trades at once at the prices that are shown',
        'To be in or out now. In a thin market far from the last price',
      ],
      [
        '**Limit** (LMT)',
        'Trades at its price or a better one; waits otherwise',
        'To name the worst price. May never fill',
      ],
      [
        '**Stop** (STOP)',
        'Sleeps until the last trade reaches its stop price, then is a market order',
        'To cut a loss or to follow a break-out. In a gap it fills beyond the stop',
      ],
      [
        '**Stop limit** (STOP LMT)',
        'As a stop, but then a limit order',
        'To cut a loss not below a price. In a gap it may not fill at all',
      ],
      [
        '**Trailing stop**',
        'A stop, or stop limit, whose stop follows the best last trade at a distance in dollars or per cent, and never goes back',
        'To let a gain run and keep most of it. A short swing can set it off',
      ],
      [
        '**Market on close** (MKT)',
        'Trades in the closing auction at its price',
        'To get the official close. Its price is not known before',
      ],
      [
        '**Limit on close** (LMT)',
        'Trades in the closing auction if its price is as good as the limit',
        'To get the close, or nothing',
      ],
      [
        '**Pegged** (PEG)',
        'Follows the best bid or ask of its own side, or the midpoint, at a distance if you like',
        'To wait at the front without typing. It loses its place in the queue each time it moves',
      ],
    ),
    heading('Time in force'),
    table(
      ['Time', 'How long it stands'],
      ['**Day**', 'Until the close of the regular session'],
      ['**GTC**, good till cancelled', 'Until it is filled or you cancel it, over days'],
      [
        '**OPG**, at the opening',
        'For the next opening auction only: once the market is open, that of the next session. What does not trade there is cancelled',
      ],
      ['**IOC**, immediate or cancel', 'Takes what is there at once; the rest is cancelled'],
      ['**FOK**, fill or kill', 'All of it at once, or nothing'],
      ['**GTX**, extended hours', 'Also before the opening and after the close, until the end of the day'],
      ['**GTD**, good till date', 'Until the close of the day that you name'],
    ),
    list(
      '**Fill at least** keeps the order from trading until the market offers so much at once: no small parts with small fees.',
      '**Display at most** shows only a part of it, so that a large order does not move the market against you.',
    ),
    heading('Where an order stands'),
    table(
      ['Status', 'What it means'],
      ['Sent', 'It has left this desk; the server has not answered'],
      ['Pending', 'The order server accepted and journaled it'],
      ['Confirmed', 'It is working in the market'],
      ['Stopped', 'Its stop was reached; it is a market or limit order now'],
      ['Partially Executed, Executed', 'Some of it, or all of it, traded'],
      [
        'Cancel Sent, Pending Cancel',
        'You requested a cancel. Until the status is Cancelled, a fill may still come first',
      ],
      ['Cancel/Replace Sent, Replaced', 'You requested other terms; then the order has them, under a new id'],
      [
        'Cancel Rejected, Replace Rejected',
        'The change came too late or was not allowed. The order is as it was, and still works',
      ],
      ['Cancelled, Expired, Rejected', 'It is over. What had filled stays filled'],
      ['Busted, Price Corrected', 'The market took a trade back, or changed its price, afterwards'],
    ),
    note(
      'Sell closes a long position and Buy covers a short one first. To go from long to short you send two orders: Sell, then Short.',
    ),
  ],
  related: ['order-entry', 'trade-manager', 'external-broker'],
};
