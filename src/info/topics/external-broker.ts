import { heading, list, note, steps, table, text, type Topic } from '../content.ts';

export const externalBroker: Topic = {
  id: 'external-broker',
  title: 'Trading through an external broker',
  group: 'Your account',
  summary: 'Keep this desk and send your orders to a broker you already have.',
  concept: [
    ...text(
      'A desk and a broker are two things. The desk shows the market and lets you write orders; the broker holds the money, carries the orders to the exchanges and answers for the fills. Usually both come from one house, but they need not.',
      'When you trade through an external broker, you sign in **there**, on the pages of that broker. It then gives this desk a pass that lets it send orders for you, for a limited time. Your broker password is never typed here, and the pass can be revoked.',
    ),
  ],
  here: [
    steps(
      'On your [profile](profile), choose **Edit** beside the trading info.',
      'Under **Trade with**, choose Tapedeck, which is the own trading service, or the external broker.',
      'If the status says "Authentication required", follow the link **Log in to** with the name of the broker. You come back here afterwards, and the status says "Logged in".',
      '**Back** returns to the profile.',
    ),
    ...text(
      'Where the broker is **Alpaca**, there is no page to log in at: make a key on the website of Alpaca, choose Alpaca under **Trade with**, enter the id and the secret of the key, and press **Connect**. The key is kept sealed on the server and is never shown again. Changes of orders come as they happen, and a bracket with one target and one stop as prices goes along with the order.',
    ),
    ...text(
      'Trade Manager then shows the account at Alpaca in place of the account here: equity, cash, buying power, day trades and open profit at the bottom, and the positions in their tab, each as Alpaca states it, with the time of the reading. It is read every minute, and at once after a fill. **Only as of** in place of **As of** means that later figures could not be read; the hint says why. The ticket shows buying power and position before the order.',
      'Alpaca holds fractions of a share. They are shown, and stay when the whole shares are closed from here: orders are for whole shares.',
    ),
    heading('What differs'),
    list(
      'Market, Limit, Stop and Stop Limit orders for the day are carried over. Order entry disables the rest, and says why an order cannot be sent. The page **Trade with** lists what the broker lacks.',
      'Orders of the broker that were not sent from this desk appear as well: open ones are looked up every minute, a new one after a second.',
      'The pass is renewed by itself shortly before it runs out.',
      'An order that was sent through a broker can only be changed or cancelled through the same broker.',
    ),
    heading('Differences'),
    ...text(
      'When you sign in, and then every minute, positions, cash and orders at the broker are compared with what you accepted last and the fills that were recorded here since. What differs in two readings in a row is announced in [Trade Manager](trade-manager), with both sides. Fees, dividends, deposits, transfers and exercises show this way, and so does an order that the broker has lost.',
      '**Compare…** lists the differences. **Accept** takes the side of the broker and writes a line in the Trade Log. **Keep** leaves both sides as they are, and is silent until the difference changes. Nothing changes by itself.',
    ),
    heading('When the broker refuses'),
    table(
      ['Message', 'What it means'],
      [
        'Authorization token is invalid …',
        'The pass has expired or was revoked: sign in at the broker again',
      ],
      [
        'You are forbidden from accessing trading service',
        'The broker does not allow this account to trade from outside',
      ],
      [
        'Server has a temporary problem responding',
        'Wait a moment, look at your open orders, and only then try again',
      ],
    ),
    note(
      'The administrator of the server sets up the connection to a broker. Without it, the page says that this server has no external broker.',
    ),
  ],
  related: ['profile', 'order-entry', 'accounts'],
};
