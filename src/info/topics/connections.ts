import { heading, list, note, table, text, type Topic } from '../content.ts';

export const connections: Topic = {
  id: 'connections',
  title: 'Connections and stale prices',
  group: 'The desk',
  summary: 'How to see that what you see is true, and what happens when a connection breaks.',
  concept: [
    ...text(
      'The most dangerous price is one that looks alive and is not. A frozen quote invites an order at a level that left long ago. That is why a desk must not only show prices but also say how old they are, and must show it at once when one of its lines is down.',
      'Three lines run between this desk and the server, and each can fail alone. Orders go over one, live prices over another, and questions such as a symbol search over the third.',
    ),
  ],
  here: [
    table(
      ['Line', 'Carries', 'When it is down'],
      [
        'Trade',
        'Your session, orders and their reports',
        'No order can be sent: sending fails at once with "Network error" and nothing waits to be sent later without you',
      ],
      ['Feed', 'Live trades and quotes', 'Prices stop and are marked as stale'],
      ['Data', 'Questions and answers: symbol search, history', 'New symbols and lists cannot be loaded'],
    ),
    heading('Reading the signs'),
    list(
      'At the top, each line shows a shape: a disc when it is connected, a ring while it opens, a triangle while it waits to try again, a square when it is closed. While it is connected, the time that a message takes stands beside it. A connected line whose server owes an answer for more than two seconds has a triangle as well, and says **no answer**.',
      'Press a line for more: its state, since when, its latency, and the last error.',
      'A price that nothing has vouched for within a set time is shown gray, and its tooltip says how old it is. Do not trade on gray prices. The time is a [setting](settings), at first 15 seconds.',
      'The order ticket writes the age of its quote beside it, down to the second.',
    ),
    heading('After a break'),
    ...text(
      'A broken connection is opened again by itself, after 15 seconds unless you set another delay in [Settings](settings), and everything you were watching is subscribed again. The same happens when a computer wakes up. You need not reload the page.',
    ),
    note(
      'An order that was on its way when the line broke may or may not have arrived. Look at Open Orders and the Trade Log after the reconnect before you send it again.',
    ),
  ],
  related: ['settings', 'trade-manager', 'order-entry'],
};
