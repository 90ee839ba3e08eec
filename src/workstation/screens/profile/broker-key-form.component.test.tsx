import { screen } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import type { Outcome, TradingApiState } from '../../../client/types.ts';
import { shownAlerts, untilFocused } from '../../../testing/index.ts';
import { closeAfterTest } from '../../../testing/rendered.ts';
import { DeskContext, type Desk } from '../../desk-context.ts';
import { BrokerKeyForm } from './BrokerKeyForm.tsx';

const keyId = () => screen.getByLabelText<HTMLInputElement>('Key id', { selector: 'input' });
const secret = () => screen.getByLabelText<HTMLInputElement>('Secret', { selector: 'input' });
const connect = () => screen.getByRole('button', { name: 'Connect' });

/** Shows the form of a broker whose answers the test gives, one after the other. */
async function show(login: TradingApiState['login'] = 'LoggedOut') {
  const keys: unknown[] = [];
  const waiting: ((outcome: Outcome) => void)[] = [];
  // The form uses nothing else of the desk.
  const desk = {
    platform: {
      tradingApi: {
        connect: (key: unknown) =>
          new Promise<Outcome>((resolve) => {
            keys.push(key);
            waiting.push(resolve);
          }),
      },
    },
  } as unknown as Desk;
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  closeAfterTest(() => {
    root.unmount();
    host.remove();
  });
  root.render(
    <DeskContext.Provider value={desk}>
      <BrokerKeyForm api={{ name: 'Alpaca', login }} />
    </DeskContext.Provider>,
  );
  await screen.findByRole('heading', { level: 2 });
  return { user: userEvent.setup(), keys, answer: (outcome: Outcome) => waiting.shift()?.(outcome) };
}

test('names what is missing, puts the focus there, and sends nothing', async () => {
  const { user, keys } = await show();
  await user.click(connect());
  await expect
    .poll(shownAlerts)
    .toEqual(['The id of the key is required', 'The secret of the key is required']);
  await untilFocused(keyId);
  await user.type(keyId(), 'PK1');
  await user.type(secret(), '   {Enter}');
  await expect.poll(shownAlerts).toEqual(['The secret of the key is required']);
  await untilFocused(secret);
  expect(keys).toEqual([]);
});

test('sends the key once while it is checked, without the spaces around it, and keeps nothing of it', async () => {
  const { user, keys, answer } = await show();
  expect(secret().type).toBe('password');
  await user.type(keyId(), ' PK1 ');
  await user.type(secret(), ' s3cret {Enter}');
  await screen.findByLabelText('Checking the key');
  await user.click(connect());
  expect(keys).toEqual([{ id: 'PK1', secret: 's3cret' }]);
  answer({ ok: true });
  await expect.poll(() => [keyId().value, secret().value]).toEqual(['', '']);
  expect(shownAlerts()).toEqual([]);
});

test('shows why the broker refuses a key, which stays to be corrected', async () => {
  const { user, keys, answer } = await show();
  await user.type(keyId(), 'PK1');
  await user.type(secret(), 'wrong{Enter}');
  await expect.poll(() => keys.length).toBe(1);
  answer({ ok: false, message: 'Alpaca does not accept this key.' });
  await expect.poll(shownAlerts).toEqual(['Alpaca does not accept this key.']);
  expect([keyId().value, secret().value]).toEqual(['PK1', 'wrong']);
  await user.type(secret(), '!{Enter}');
  await expect.poll(() => keys.length).toBe(2);
  expect(shownAlerts()).toEqual([]);
});

test('says what a key would replace', async () => {
  await show('LoggedIn');
  screen.getByRole('heading', { name: 'Use another key of Alpaca' });
});
