import { heading, list, note, steps, table, text, type Topic } from '../content.ts';

export const apiKeys: Topic = {
  id: 'api-keys',
  title: 'API keys',
  group: 'Your account',
  summary: 'Keys with which programs of yours read prices and send orders.',
  concept: [
    ...text(
      'A program of yours can call the server over HTTP: read quotes, bars, positions and orders, and send and cancel orders. It does not need your password for that. It gets a key, which permits no more than you choose and which you can revoke at any time.',
    ),
  ],
  here: [
    steps(
      'On your [profile](profile) choose **Create or revoke** beside "API keys".',
      'Enter a name, such as that of the program, and tick the scopes.',
      'Tick accounts if the key must not use all of yours, and enter addresses if the program always runs on the same machines.',
      'Choose how long it is valid, enter your password, and choose **Create**.',
      'Copy the key. It is shown only now.',
    ),
    heading('Scopes'),
    table(
      ['Scope', 'What it permits'],
      [
        'read',
        'Quotes, bars, option chains, balance, positions, orders, alerts, backtests and live runs, and the stream of prices and orders.',
      ],
      [
        'propose',
        'Proposing orders and cancels, which you confirm in the workstation. The key sends none by itself.',
      ],
      ['paper', 'Sending and cancelling orders of paper accounts.'],
      ['live', 'Sending and cancelling orders of live accounts.'],
      ['manage', 'Creating, changing and removing alerts, and running backtests.'],
      [
        'run',
        'Starting and stopping live runs of your strategies, beside paper or live. A run continues when its key is revoked: stop it in [AlgoStream](algo-stream).',
      ],
    ),
    heading('Orders that a program proposes'),
    ...text(
      'A request appears at the top right of every open window: the key, the order, the account, the estimated cost and the quote of the moment. It waits for five minutes and takes no focus; **F8** goes to it.',
      'Of several requests that wait, one is shown with its details and **Show** puts another one in its place. The bar above them moves them, by the pointer or by Alt+Shift and an arrow key, and folds them to a line with the time that is left; **F8** unfolds them.',
    ),
    list(
      '**Send order** sends exactly this order. If the price has moved since the request appeared, or the quote is old, you read that first and press again.',
      '**Reject** ends the request. The program reads that.',
      'The first decision of all windows counts. The timeline of the order names the key.',
      'The reason stated by a program is its text alone. Check the order, not the reason.',
    ),
    heading('Later'),
    list(
      'The list shows when and from which address each key was last used.',
      '**Rotate** gives the key a new secret. Programs with the old one are refused at once.',
      '**Revoke** ends the key. Orders that its programs have sent stay open; cancel them in [Trade Manager](trade-manager).',
      'A new password does not end your keys. Revoke those that you do not know.',
    ),
    note(
      'A key with the scope live trades with money. Give each program a key of its own, and restrict it to the addresses of its machines.',
    ),
  ],
  related: ['profile', 'orders', 'accounts'],
};
