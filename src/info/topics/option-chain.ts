import { heading, list, note, picture, steps, table, text, type Topic } from '../content.ts';

export const optionChain: Topic = {
  id: 'option-chain',
  title: 'Option Chain',
  group: 'Tools',
  needs: ['option-chain'],
  summary: 'All calls and puts of a stock by strike and expiration, with their greeks.',
  concept: [
    ...text(
      'An option is a right with an end. A **call** gives the right to buy 100 shares at the **strike** price until the **expiration**; a **put** gives the right to sell them. Who buys the right pays a **premium** and can lose no more than that. Who sells it takes the premium, and the duty.',
      'An **option chain** lists all of them for one stock: strikes down the middle, calls at the left, puts at the right, one block for each expiration. Reading across a row compares the two rights at one price; reading down a column shows what it costs to be further away.',
      'The premium has two parts. What the right would bring at once is its **intrinsic value**; the rest is paid for time and for how much the stock moves, its **volatility**. The rest melts away until expiration, slowly at first and fast at the end. Buyers of options are right about the direction and still lose, when it takes too long.',
    ),
    picture(
      'option-chain',
      'Option Chain: the underlying with its choices at the top, calls and puts around the strikes of the earliest expiration, the later expirations below it',
    ),
    heading('The greeks'),
    table(
      ['Greek', 'How much the option moves when'],
      ['Delta', 'the stock rises one dollar. Also a rough chance of ending in the money'],
      ['Gamma', 'the stock rises one dollar, and it is delta that moves'],
      ['Theta', 'one trading day passes, as a rate'],
      ['Vega', 'volatility rises one percentage point'],
      ['Rho', 'the interest rate rises one percentage point'],
    ),
    note(
      'Wide spreads are the first trap of options. Open interest and volume say where others are; where both are small, getting out costs more than the idea is worth.',
    ),
  ],
  here: [
    steps(
      'Add the Option Chain tool to a window and choose the underlying with **Symbol**, or send it from a linked window.',
      'Choose the expirations: one calendar month, a single month or all. They are grouped by date, and the earliest one is open.',
      'Click a strike. A popup shows call and put in detail, with their greeks to three decimals.',
      'Click an ask to buy the contract at that price, or a bid to sell it. The [order ticket](order-entry) opens with contract, side and price filled in.',
    ),
    heading('Reading the chain'),
    list(
      'Seven strikes around the price are requested for each expiration. Two choices beside the expirations show more strikes, or only those within some percent of the price.',
      'The heading of an expiration shows the days left, whether it is weekly, monthly or quarterly, the implied volatility at the money, and the expected move: one standard deviation of the underlying until then.',
      'Contracts in the money are shaded. The line between two strikes is the price of the underlying.',
      'A **≠** beside a strike marks live quotes of call and put that put-call parity rules out: what the call costs over the put lies outside `S·e^(-qT) - K` to `S - K·e^(-rT)` even after the spreads of both options and of the underlying, and 0.02% of its price for quotes that lag behind it. The tooltip states the figures. A quote out of date is the usual reason. Recorded quotes are compared with the rest of their expiration, because rates and the price of the underlying may have been different for all of them.',
      'In a replay of a day with a recorded option chain, the heading of an expiration shows when its quotes were recorded. They stand still until the next snapshot; implied volatility and greeks belong to that moment.',
      'Where there is no last price, Last shows the previous close in gray.',
      'The bars behind volume and open interest are relative to the largest of the expiration.',
      '**Columns** chooses the figures on both sides of the strikes. Drag the edge of a column to change its width.',
    ),
    heading('Volatility and greeks'),
    list(
      "Implied volatility comes from the middle of the contract's own quote. A quote with one side only, or a crossed one, implies none. Where a quote implies nothing, the greeks are estimated with the volatility of the nearest quote that does, and shown in gray.",
      'The popup shows the greeks twice: by the volatility of the last 252 days that the server gives, and by the implied volatility. Both are those of an American option, at an interest rate of 1.25% and the dividend yield that the server gives.',
      'Theta is the rate for a whole trading day: the yearly rate over 252. On the last day of an option it exceeds the time value, which is all that can be lost by then. The spread builder and Trade Manager show dollars, and limit theta to that time value.',
      'The button beside the choices shows two plots: the implied volatility by strike of the open expirations, and the one at the money by days to expiry. Smiles take the contract out of the money of each strike.',
    ),
    heading('Spreads'),
    picture(
      'spread-builder',
      'The spread builder with an iron condor: legs, net prices and the order at the left, largest gain and loss, greeks and the payoff at the right',
    ),
    steps(
      'Switch on **Spread** beside the choices. The builder opens below the chain, in the place of the plots.',
      'Click an ask to buy a leg or a bid to sell one, or press {B} and {S}. The same contract again counts its ratio up, the other side counts it down. Or choose a **Strategy**: its legs are filled in around the price of the underlying, in the expiration beside it.',
      'Adjust side and ratio of each leg. **Add stock** adds 100 shares of the underlying for each ratio, for covered calls and collars.',
      'The middle is proposed as net price. Click the net bid, middle or offer to use another one, or enter it.',
      'Choose Limit or Market, Day or IOC, and press **Send**. The spread is one order: it trades with all its legs or not at all.',
    ),
    list(
      'A **debit** is paid, a **credit** is received, both a share of one unit. The middle is half way between the net bid and the net offer; a leg without a bid or an ask leaves no such price.',
      'Max gain, max loss and break-evens are those of the nearest expiration, without fees. Later legs are valued by the model with their present implied volatility.',
      'The probability of profit is risk-neutral: it follows from the volatility smile of the nearest expiration, not from a forecast.',
      'Delta is in shares, theta and vega are in dollars, all for the quantity entered. Theta is at most the time value that is left.',
      'The figures are those of the legs alone. Positions that the account holds already, and that the spread may close, are not counted.',
      'The plot shows gain and loss by the price of the underlying: the solid line at expiration, the dashed one today. Circles are break-evens, the upright line is the price of the underlying.',
      'Cost, fees, margin and buying power are the preview of the server for the whole order.',
      '**Margin** is what the written options of the account need more once all units have filled: options of one expiration together need no more than their largest loss at expiration, such as the width of a vertical; a call that is written beyond those held needs its strike or the price of the underlying, whichever is higher. A negative margin is released: the order closes written options. Bought options and shares need no margin here, their price is in the cost.',
      '**Buying power effect** is what the order takes from the buying power: its net price and its margin together. On a margin account cash and the value of options count twice, margin once.',
      'An IOC order is cancelled when the quotes of its legs do not reach its net price at once. A Day order waits for them in the regular session.',
      'Legs and quantity are stored with the window. A chain of another underlying shows its own legs.',
    ),
    heading('Keys'),
    table(
      ['Key', 'What it does'],
      ['Arrow keys', 'Walk lines and cells. On a heading, right opens it and left closes it'],
      ['{Enter}', 'Opens the popup of the strike, or opens and closes an expiration'],
      [
        '{B}, {S}',
        'Buy at the ask or sell at the bid, on the side that the keyboard is on. With **Spread** on: add a leg',
      ],
      ['{Shift+F10}', 'Opens the menu of the cell'],
      ['{*}', 'Opens all expirations'],
    ),
    note(
      'Only contracts in sight are live. The figures of closed expirations are loaded again every minute, and an expiration that ends while it is open is removed with a message.',
    ),
  ],
  related: ['order-entry', 'columns', 'linking'],
};
