import { list, steps, text, type Topic } from '../content.ts';

export const demo: Topic = {
  id: 'demo',
  title: 'The demo',
  group: 'First steps',
  summary: 'What a demo session lets you do, what it refuses, and how it ends.',
  concept: [
    ...text(
      'A demo is a desk on loan: live prices and all the arranging of windows, without a name or a password. It lasts for a limited time and leaves nothing behind. It is meant for looking around, so everything that would have to last, or that would move money, is refused.',
      'To practise trading itself, use a paper account instead: it fills orders against the market as it is, with money that is not real. See [Paper and live accounts](accounts).',
    ),
  ],
  here: [
    steps(
      'On the welcome page choose **Try the demo**, then **Start demo**.',
      'Arrange the desk and follow prices as long as the session lasts. In the last five minutes the top line counts down.',
      'When the time is over, the connections close and a message says so. From there you can start another demo or sign in.',
    ),
    ...text('A demo refuses, each time saying why:'),
    list(
      'Orders: "Trading is not supported during Demo Session. Consider subscribing to enable trading."',
      'Saving a list or a filter under a name: "Saving is not supported during Demo Session".',
      'Deleting a save: "Deleting is not supported during Demo Session".',
      'Changing the password, the contact information or the trading service, and logging out. A demo simply ends.',
    ),
  ],
  related: ['getting-started', 'accounts'],
};
