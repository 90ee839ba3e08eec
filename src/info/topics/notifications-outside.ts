import { heading, list, steps, text, type Topic } from '../content.ts';

export const notificationsOutside: Topic = {
  id: 'notifications-outside',
  title: 'Notifications outside the browser',
  group: 'Your account',
  needs: ['price-alerts'],
  summary: 'How alerts, fills, rejects and lost connections reach you when you are away.',
  concept: [
    ...text(
      'The server works while your browser is closed: alerts fire, resting orders fill, strategies trade. A notification that reaches you elsewhere is the difference between knowing and finding out. Choose few kinds, and a channel that you notice.',
    ),
  ],
  here: [
    steps(
      'Open your **Profile** and choose **Edit** beside Notifications.',
      'Set up a channel, and choose **Test**. The log of deliveries at the end of the page shows whether it arrived.',
      'Choose which events go by which channel, and **Save**.',
    ),
    heading('Events'),
    list(
      '**Alert fired**: a [price alert](price-alerts) of yours, each arming once.',
      '**Order filled**: each execution, those of strategies too, and executions that were busted or corrected.',
      '**Order rejected**: with the reason.',
      '**Connection lost**: your last connection was lost without a logout, has not come back within a minute, and orders or strategies work.',
      '**Account closed by a guard**: the [daily loss or drawdown limit](trade-manager) of an account was reached, with the figure and the limit.',
    ),
    heading('Webhook'),
    list(
      'The server calls an address of yours with a signed message. The **secret** with which your receiver checks the signature is shown once. **New secret** replaces it.',
      'The address must be on the internet and begin with https, unless the operator of your server allows others.',
    ),
    heading('Mail'),
    list(
      'Enter your address, and then the code that is mailed to it. Events of the same minute come in one mail.',
      'When the page says that the operator has not set up mail, your server sends none.',
    ),
    heading('Browser'),
    list(
      '**Add this browser** shows notifications on this machine, also while no page of the workstation is open. The browser requests your permission first. It needs https.',
      'They arrive after a logout too, until you remove the browser here. Do not add one on a computer that others use.',
    ),
    heading('Quiet hours'),
    list(
      'A span of each day, in New York time or in that of your browser. For each kind of event you choose to send at once or to hold until the end. Alerts can also be dropped; nothing that concerns your account can.',
    ),
    heading('Deliveries'),
    list(
      'A failed delivery is tried again for up to a day, with growing pauses. **Retry now** does not wait.',
      'A demo session has no notifications outside the browser, and orders at an external broker give none.',
    ),
  ],
  related: ['notifications', 'price-alerts', 'profile'],
};
