import { heading, list, note, steps, table, text, type Topic } from '../content.ts';

export const twoStep: Topic = {
  id: 'two-step',
  title: 'Two-step sign-in',
  group: 'Your account',
  summary: 'A code of your telephone after the password, and what to do without it.',
  concept: [
    ...text(
      'A password can be learned by others: it is typed on a foreign computer, used in two places, or guessed. With two-step sign-in the password alone is not enough. An authenticator app on your telephone shows a code that changes every 30 seconds, and the sign-in wants that code as well.',
    ),
  ],
  here: [
    steps(
      'On your [profile](profile) choose **Set up or change** beside "Two-step sign-in", and enter your password.',
      'Scan the QR code with an authenticator app, or enter the key below it by hand.',
      'Enter the code that the app shows and choose **Turn on**. All your other sessions are signed out.',
      'Keep the ten recovery codes: **Copy** or **Download** them, but not to the device with the app.',
    ),
    heading('Signing in'),
    list(
      'After the password the login shows **Code**. Enter the six digits, or one of the recovery codes.',
      'Each code is accepted once. A reload or a reconnect needs none: the session continues.',
      'Wrong codes are counted like wrong passwords; after many you have to wait.',
    ),
    heading('Passkeys'),
    list(
      'A passkey signs you in by the finger, face or PIN of your device, without password and code. On your [profile](profile) choose **Add or remove** beside "Passkeys", name the device and enter your password.',
      'At the login choose **Use a passkey**. It works at the address where it was added only, over https or at localhost.',
      'Remove the passkey of a device that you give away or lose.',
    ),
    heading('With your organisation'),
    list(
      'Where the login shows **Sign in with** and a name, you can sign in there in place of the password. Two-step sign-in stays in force: the login then wants your code.',
      'The first time, the administrator may have to link your account there to your user. The login shows the text to report.',
      'Signing out here leaves you signed in there. On a shared computer, sign out there as well.',
    ),
    heading('Changing it'),
    table(
      ['What', 'How'],
      [
        'New recovery codes',
        'The page of the setup, with password and code. Earlier codes are no longer valid.',
      ],
      ['Another telephone', '**Turn off**, then set it up again with the new one.'],
      ['Turn off', 'With password and code; a recovery code serves, too.'],
    ),
    note(
      'Without app and recovery codes you cannot sign in. The administrator can remove two-step sign-in from your user; the code stays wanted after a new password.',
    ),
  ],
  related: ['profile', 'change-password'],
};
