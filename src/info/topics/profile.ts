import { heading, list, steps, text, type Topic } from '../content.ts';

export const profile: Topic = {
  id: 'profile',
  title: 'Profile',
  group: 'Your account',
  summary: 'Who you are here, which account you trade, and through whom.',
  concept: [
    ...text(
      'Three things decide what an order of yours means: the user who sends it, the account it is for, and the service that carries it to the market. The profile shows all three on one page, so that you can check them before a day of trading begins.',
    ),
  ],
  here: [
    steps(
      'Open the menu at your name and choose **Profile**. The page is headed "My profile".',
      'Read your ID, your name and the current account. **Change password** leads to [its own page](change-password).',
      '**Set up or change** beside "Two-step sign-in" leads to [its page](two-step).',
      'If you have more than one account, choose another in the list. Each is marked "(live)" or "(demo)".',
      '**Back to Platform** returns to the workspace.',
    ),
    heading('Trading info'),
    list(
      '**Trade with** names the service that takes your orders, or says "Not configured".',
      '**Status** says "Logged in", "Checking login status..." or "Login required". Where the service can end its login, **Log out** stands beside it.',
      '**Edit** leads to the [choice of the trading service](external-broker).',
    ),
    heading('Contact info'),
    list(
      'Phone numbers, email and address as the broker has them. **Edit** leads to the [form](contact-info).',
    ),
    heading('Notifications'),
    list('**Edit** leads to the [notifications outside the browser](notifications-outside).'),
    heading('Automation'),
    list('**Create or revoke** leads to the [API keys](api-keys), with which programs of yours trade.'),
    heading('Administration'),
    list(
      'Administrators only: **Administer** leads to the users, accounts, limits, closings of the exchanges and sessions of the server.',
    ),
    heading('Sessions'),
    list(
      'Every place where you are signed in: the browser, when it was last seen and signed in, and from which address. "This session" is the one you are looking at.',
      '**End** signs one of them out at once, **End all others** every one but this. Both require your password. This also ends a session that you left open on another machine.',
    ),
  ],
  related: ['accounts', 'change-password', 'two-step', 'contact-info', 'external-broker'],
};
