import { heading, list, note, steps, table, text, type Topic } from '../content.ts';

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
    heading('The greeks'),
    table(
      ['Greek', 'How much the option moves when'],
      ['Delta', 'the stock rises one dollar. Also a rough chance of ending in the money'],
      ['Gamma', 'the stock rises one dollar, and it is delta that moves'],
      ['Theta', 'one trading day passes'],
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
      'Choose the expirations. They are grouped by date, and the earliest one is open.',
      'Click a strike. A popup shows call and put in detail, with their greeks to three decimals.',
    ),
    list(
      'Seven strikes around the price are asked for at each expiration.',
      'Greeks are computed with an interest rate of 1.25%, and with the volatility and the dividend yield that the server gives.',
      'An option that has not traded today shows the previous close.',
      '**Columns** chooses the figures on both sides of the strikes.',
    ),
  ],
  related: ['order-entry', 'columns', 'linking'],
};
