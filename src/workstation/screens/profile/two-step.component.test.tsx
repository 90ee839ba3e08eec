import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import {
  collectSavedFiles,
  createDeskServer,
  fill,
  renderSignedIn,
  shownAlerts,
  untilFocused,
} from '../../../testing/index.ts';

const CODES = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-000${index}`);
const NEW_CODES = CODES.map((code) => code.replace('abcd', 'wxyz'));
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** A server whose user has the password `right`, and 111111 as each code. */
function twoStepServer() {
  const server = createDeskServer();
  let sinceMs: number | null = null;
  let left = 0;
  const refuse = (status: number, Error: string) => Response.json({ Error }, { status });
  const both = (body: { Password?: string; Code?: string }, done: () => Response): Response => {
    if (body.Password !== 'right') return refuse(403, 'The password is incorrect.');
    return body.Code === '111111' ? done() : refuse(403, 'The code is incorrect.');
  };
  const answers: Record<string, (body: { Password?: string; Code?: string }) => Response> = {
    '': () => Response.json({ Since: sinceMs, RecoveryCodes: left }),
    '/Begin': ({ Password }) =>
      Password === 'right'
        ? Response.json({ Secret: SECRET, Uri: `otpauth://totp/Tapedeck:ann?secret=${SECRET}`, Pending: 'p' })
        : refuse(403, 'The password is incorrect.'),
    '/Confirm': ({ Code }) => {
      if (Code !== '111111') return refuse(403, 'The code is incorrect.');
      sinceMs = Date.UTC(2026, 5, 15, 12);
      left = CODES.length;
      return Response.json({ RecoveryCodes: CODES });
    },
    '/NewCodes': (body) => both(body, () => Response.json({ RecoveryCodes: NEW_CODES })),
    '/TurnOff': (body) =>
      both(body, () => {
        sinceMs = null;
        return Response.json({ Ok: true });
      }),
  };
  const { fetch } = server;
  const answering: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    const answer = path.startsWith('/api/User/SecondFactor')
      ? answers[path.slice('/api/User/SecondFactor'.length)]
      : undefined;
    return answer ? answer(JSON.parse(String(init?.body ?? '{}'))) : fetch(input, init);
  };
  return Object.assign(server, { fetch: answering });
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
const button = (name: string) => screen.getByRole('button', { name });
const shownCodes = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

test('the profile leads to the setup: password, QR code and key, first code, recovery codes', async () => {
  const files = collectSavedFiles();
  const { user, path } = await renderSignedIn({ path: '/profile', server: twoStepServer() });
  await user.click(await screen.findByRole('link', { name: 'Set up or change' }));
  expect(path()).toBe('/TwoStep');
  await screen.findByText(/^Two-step sign-in is off\./);
  await untilFocused(() => field('Your password'));
  await user.click(button('Set up'));
  await expect.poll(shownAlerts).toEqual(['Your password is required']);
  await user.type(field('Your password'), 'wrong{Enter}');
  await expect.poll(shownAlerts).toEqual(['The password is incorrect.']);
  await fill(user, field('Your password'), 'right');
  await user.keyboard('{Enter}');

  const qr = await screen.findByRole('img', { name: /^QR code for the authenticator app/ });
  // Version 3 or above with the quiet zone, and dark modules in it.
  expect(Number(qr.getAttribute('viewBox')?.split(' ')[2])).toBeGreaterThanOrEqual(29 + 8);
  expect(qr.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(1000);
  screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP');
  await untilFocused(() => field('Code'));
  await user.type(field('Code'), '000000{Enter}');
  await expect.poll(shownAlerts).toEqual(['The code is incorrect.']);
  expect(field('Code').value).toBe('');
  await user.type(field('Code'), '111111{Enter}');

  await untilFocused(() => screen.getByRole('heading', { name: 'Recovery codes' }));
  expect(shownCodes()).toEqual(CODES);
  await user.click(button('Download'));
  expect(files.map(({ name }) => name)).toEqual(['tapedeck-recovery-codes.txt']);
  expect(await files[0]?.data.text()).toBe(`${CODES.join('\n')}\n`);
  await user.click(button('I have kept the codes'));
  await screen.findByText(/^Two-step sign-in is on since .+ 10 recovery codes are left\./);
  expect(shownCodes()).toEqual([]);
});

test('new recovery codes and turning off want password and code', async () => {
  const server = twoStepServer();
  await server.fetch('http://localhost/api/User/SecondFactor/Confirm', { body: '{"Code":"111111"}' });
  const { user } = await renderSignedIn({ path: '/TwoStep', server });
  await screen.findByText(/10 recovery codes are left/);
  await user.click(button('Turn off'));
  await expect.poll(shownAlerts).toEqual(['Your password is required', 'A code is required']);
  await user.type(field('Your password'), 'right');
  await user.type(field('Code'), '111111');
  await user.click(button('New recovery codes'));
  await expect.poll(shownCodes).toEqual(NEW_CODES);
  await user.click(button('I have kept the codes'));
  await untilFocused(() => field('Your password'));
  await user.type(field('Your password'), 'right');
  await user.type(field('Code'), '000000');
  await user.click(button('Turn off'));
  await expect.poll(shownAlerts).toEqual(['The code is incorrect.']);
  await user.type(field('Code'), '111111');
  await user.click(button('Turn off'));
  await screen.findByText('Two-step sign-in was turned off.');
  await screen.findByText(/^Two-step sign-in is off\./);
});
