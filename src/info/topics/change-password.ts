import { heading, list, steps, table, text, type Topic } from '../content.ts';

export const changePassword: Topic = {
  id: 'change-password',
  title: 'Change password',
  group: 'Your account',
  summary: 'A new password, and what the refusals mean.',
  concept: [
    ...text(
      'Anyone with your password can trade in your name. A good one is long, is used nowhere else, and lives in a password manager rather than in a head. Change it when you typed it on a computer that is not yours, or when you have the least doubt.',
    ),
  ],
  here: [
    steps(
      'On your [profile](profile) choose **Change password**.',
      'Enter the current password, the new one, and the new one again. **Show password** makes a field readable for a moment.',
      '**Change password** sends the form. "Password changed successfully" says that it is done; the new password counts from the next sign-in. API keys stay valid; **Review or revoke API keys** leads to their list.',
    ),
    heading('When it is refused'),
    table(
      ['Message', 'What to do'],
      ['Does not match new password', 'The two entries of the new password differ: type them again'],
      ['Current password is incorrect', 'The first field is not your present password'],
      [
        'New password is incorrect',
        'The server does not accept the new one: choose a longer one that you did not use before',
      ],
      ['User ID is locked, User ID has expired', 'Contact the administrator of your account'],
    ),
    heading('When you have forgotten it'),
    list(
      'Choose **Forgot your password?** on the login page, where it is offered, and enter your user name. A link comes to the mail address that you have confirmed for [notifications](notifications-outside).',
      'The administrator can send you a link, too. Open it within an hour and enter a new password twice. It works once, and only the newest link is valid.',
      'All your sessions are signed out then; sign in with the new password, and with a code if you have [two-step sign-in](two-step).',
    ),
  ],
  related: ['profile', 'two-step'],
};
