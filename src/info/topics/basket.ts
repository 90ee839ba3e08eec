import { heading, list, note, steps, table, text, type Topic } from '../content.ts';

export const basket: Topic = {
  id: 'basket',
  title: 'Basket',
  group: 'Tools',
  needs: ['basket'],
  summary: 'Orders that are staged in a list, checked, and sent together.',
  concept: text(
    'A basket separates the decision from the moment. You write the orders of the day while nothing is at stake, read them again, and send all of them with one press. Until then they are a list in your workspace: the server knows nothing of them, they hold no buying power, and they have no place in any queue.',
    'Orders of a basket are sent one after the other and are separate orders: one may fill and another may be refused. An order with a target, a stop loss or a template is one bracket: the server sends its exits when it fills.',
  ),
  here: [
    steps(
      'Add the Basket tool to an empty window.',
      'Stage orders: **Stage** in the [order ticket](order-entry) puts its order there instead of sending it, **+** opens a form, and the arrow imports a CSV file.',
      'Press **Check all**. The server checks each order as if it arrived now, and sends none of them.',
      'Press **Send all…** and read the question: number of orders, account, and what needs a second thought.',
    ),
    heading('What the status says'),
    table(
      ['Status', 'Meaning'],
      ['Staged', 'Not checked since it was added or changed'],
      [
        'Costs …, Brings …',
        'The server would accept it now, alone. The line below has the sum of all. An order with a template also shows what the template makes of it: each target with its shares and its price, the stop, the trail and the time',
      ],
      [
        'In the color of a warning',
        'It can be sent but may not be meant: a stale quote, a limit far through the market, a stop that was passed',
      ],
      ['In red', 'It cannot be sent, with the reason. While there is one, nothing is sent'],
      ['Sent, Confirmed, Executed …', 'It was sent: its status at the server. It is not sent a second time'],
    ),
    ...text(
      'Each order is checked alone. Together they may need more than the account has: compare the sum with the buying power. With an external broker only the form of the orders is checked, because such a broker checks an order when it arrives.',
    ),
    heading('While orders are sent'),
    list(
      'The line below counts them. Each one waits for the answer to the one before.',
      '**Stop** ends after the order that is under way. The others stay staged.',
      'A lost connection, a change of the account or an order that cannot be sent ends it, too. A closed page sends no more.',
      '**Cancel all** stops sending, and cancels what this basket has sent and is still open. It is there once something is.',
    ),
    heading('A CSV file'),
    ...text(
      'The first line names the columns: **symbol**, **side** (Buy, Sell, Short) and **quantity**, and where an order needs them **type** (MKT, LMT, STOP, STOP LMT, …), **price**, **stop** and **tif** (DAY, GTC, …). For exits: **target**, **stop loss** and **exit tif** (GTC unless it is DAY). An exit is a price (105.50), a distance from the fill in dollars (+1.50, or 1.50 away, which spreadsheets keep) or in per cent (2%); several targets stand with / between (1% / 2%). Instead of them **template** names a saved template of the ticket, with all its exits; a line with both, or with a template that you do not have, is left out. Without a type a price makes a limit order and a stop a stop order. A line that is no order is left out and named with its number and the reason. The toolbar exports the list in the same form.',
    ),
    heading('Orders with exits'),
    ...text(
      'Enter a target, a stop loss or both in the form of an order that opens a position. Up to five targets have / between, such as 1% / 2%, all stated in one way and the nearest first: they close equal parts. The check compares them with the price of the order, or with the market. **Cancel all** cancels the order itself; exits of what it has filled keep the position protected. **Template** takes a saved template of the [ticket](order-entry) instead, with everything that it has: several targets with their shares of the quantity, the stop, break-even, a trail and a time exit. The template is read when the orders are checked and sent; one that was changed in between sends nothing until you check again. A template that is a condition fits no order of a basket. An external broker takes no exits.',
    ),
    note(
      'Baskets are [saved](manage-saves) under a name. A basket that is loaded counts as not sent. A basket holds 200 orders.',
    ),
  ],
  related: ['order-entry', 'trade-manager', 'manage-saves', 'orders'],
};
