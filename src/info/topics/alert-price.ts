import { list, steps, text, type Topic } from '../content.ts';

export const alertPrice: Topic = {
  id: 'alert-price',
  title: 'Alert price',
  group: 'Dialogs',
  needs: ['price-alerts'],
  summary: 'The level at which an alert fires.',
  concept: [
    ...text(
      "Levels that everyone sees, such as a round number or yesterday's high, are crossed and crossed back many times. Put an alert a little beyond, so that it means something when it fires: beyond by about half of what the symbol usually moves in the bars you trade.",
    ),
  ],
  here: [
    steps(
      'Click the cell of the alert in [Price Alerts](price-alerts).',
      'Enter the price and accept. {Enter} does it from the field.',
      '**Remove alert** takes the level away again.',
    ),
    list(
      'What is not a number is refused with "Not a number".',
      'A price is above 0. When the level is passed already, the dialog says so as the price moves: the alert would fire at once.',
      'A new level forgets that the old one was passed: the alert is armed again.',
    ),
  ],
  related: ['price-alerts', 'notifications'],
};
