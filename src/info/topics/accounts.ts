import { heading, list, note, table, text, type Topic } from '../content.ts';

export const accounts: Topic = {
  id: 'accounts',
  title: 'Paper and live accounts',
  group: 'Your account',
  summary: 'Play money and real money, and how never to mistake one for the other.',
  concept: [
    ...text(
      'A **paper account** trades with money that does not exist, against the market as it is. Its fills show what a plan would have brought, without the pain. What it cannot show is how you act when the money is real.',
      'A **live account** sends orders to the market. A fill is a contract; there is no undo.',
      'Both look the same on purpose, so that practice carries over. Only the badge that distinguishes them differs.',
    ),
  ],
  here: [
    table(
      ['Where', 'What it shows'],
      ['At the top of the desk', '**PAPER** or **LIVE**, and the number of the account'],
      ['In the order ticket', 'The same, above the symbol: the last thing to read before sending'],
      ['In the Trade Manager', 'The same, beside cash and buying power'],
    ),
    heading('Changing the account'),
    list(
      'The account is changed on your [profile](profile), where a list appears if you have more than one. Each entry says "(live)" or "(demo)"; a demo account is a paper account.',
      'Orders and positions belong to the account: after the change you see those of the other one.',
    ),
    note(
      'When you sign in, your default account is taken; without one, the first paper account, and only then a live one.',
    ),
  ],
  related: ['profile', 'demo', 'trade-manager'],
};
