import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { createDeskServer, renderSignedIn, type MemoryServer } from '../../../testing/index.ts';

const KINDS = ['Alert', 'Fill', 'Reject', 'Disconnect'] as const;
const byKind = <Value,>(value: Value) => Object.fromEntries(KINDS.map((kind) => [kind, value]));
const delivery = {
  Id: 'a'.repeat(32),
  Time: 1_772_465_400_000,
  Kind: 'Fill',
  Channel: 'Webhook',
  Title: 'Bought 100 SPY at 100.02',
  State: 'Failed',
  Attempts: 12,
  Due: null,
  Error: 'The receiver answered with status 500.',
};

interface Control {
  readonly server: MemoryServer;
  /** Calls that change something, as `path body`. */
  readonly posts: string[];
  webhook: string | null;
  deliveries: object[];
  /** Text of the next refusal; null = calls succeed. */
  refusal: string | null;
}

/** A server in memory with the calls about notifications. */
function createControl(): Control {
  const server = createDeskServer();
  const control: Control = { server, posts: [], webhook: null, deliveries: [], refusal: null };
  const fetch = server.fetch;
  const answers: Readonly<Record<string, (body: { readonly Url?: string }) => unknown>> = {
    '': () => ({
      Settings: {
        Channels: byKind(['Webhook', 'Mail', 'Push']),
        Quiet: { On: false, From: '22:00', To: '07:00', TimeZone: 'America/New_York' },
        QuietModes: { ...byKind('Send'), Alert: 'Hold' },
      },
      Offers: ['Webhook'],
      Items:
        control.webhook === null
          ? []
          : [{ Id: 'webhook', Kind: 'Webhook', Label: control.webhook, IsVerified: true }],
    }),
    '/Deliveries': () => ({ Items: control.deliveries }),
    '/Webhook'({ Url = '' }) {
      const Secret = control.webhook === null ? 'tdwh_first' : null;
      control.webhook = Url;
      return { Secret };
    },
    '/Webhook/Rotate': () => ({ Secret: 'tdwh_second' }),
    '/Channels/webhook/Remove'() {
      control.webhook = null;
      return { Ok: true };
    },
  };
  Object.assign(server, {
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const [, path] =
        /^\/api\/Notifications(.*)$/.exec(new URL(String(input), 'http://desk.test/').pathname) ?? [];
      if (path === undefined) return fetch(input, init);
      const text = typeof init?.body === 'string' ? init.body : '';
      if (init?.method === 'POST') {
        control.posts.push(`${path} ${text}`);
        if (control.refusal !== null) return Response.json({ Error: control.refusal }, { status: 400 });
      }
      const body: unknown = text === '' ? {} : JSON.parse(text);
      // The tests send what the calls take.
      return Response.json(answers[path]?.(body as { readonly Url?: string }) ?? { Ok: true });
    },
  });
  return control;
}
const region = (name: string) => within(screen.getByRole('region', { name }));
const open = async () => {
  const control = createControl();
  const rendered = await renderSignedIn({ path: '/Notifications', server: control.server });
  await screen.findByRole('button', { name: /: webhook$/ });
  return { control, ...rendered };
};

test('sets up a webhook, shows its secret once, tests, changes and removes it', async () => {
  const { control, user } = await open();
  expect(screen.getByText('Not set up')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Set up: webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Webhook' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByRole('alert').textContent).toBe('Enter the URL of the receiver');
  control.refusal = 'The address must begin with https://.';
  await user.type(dialog.getByLabelText('URL'), 'http://receiver.example/{Enter}');
  expect((await dialog.findByRole('alert')).textContent).toBe(control.refusal);
  control.refusal = null;
  await user.clear(dialog.getByLabelText('URL'));
  await user.type(dialog.getByLabelText('URL'), 'https://receiver.example/{Enter}');
  expect(await screen.findByText('tdwh_first')).toBeTruthy();
  expect(await screen.findByText('https://receiver.example/')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('tdwh_first')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Test: webhook' }));
  await screen.findByText('A test was sent by webhook. The log below shows the result.');
  expect(control.posts.at(-1)).toBe('/Channels/webhook/Test {}');
  await user.click(screen.getByRole('button', { name: 'New secret: webhook' }));
  await user.click(await screen.findByRole('button', { name: 'Make a new secret' }));
  expect(await screen.findByText('tdwh_second')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove: webhook' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Not set up')).toBeTruthy();
});

test('stores which events are sent and the quiet hours, and refuses times that are none', async () => {
  const { control, user } = await open();
  const boxes = region('What is sent').getAllByRole('checkbox');
  expect(boxes.map((box) => box.getAttribute('aria-checked'))).toEqual(['true', 'true', 'true', 'true']);
  await user.click(region('What is sent').getByRole('checkbox', { name: 'Order rejected by webhook' }));
  await user.click(screen.getByRole('combobox', { name: 'Order filled in quiet hours' }));
  await screen.findByRole('option', { name: 'Hold until they end' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Send at once',
    'Hold until they end',
  ]);
  await user.click(screen.getByRole('option', { name: 'Hold until they end' }));
  await user.click(region('Quiet hours').getByRole('checkbox', { name: 'Every day has quiet hours' }));
  const from = screen.getByLabelText('From');
  await user.clear(from);
  await user.type(from, '25:00');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter a time such as 22:00')).toBeTruthy();
  expect(control.posts).toEqual([]);
  await user.clear(from);
  await user.type(from, '21:30');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(JSON.parse(control.posts[0]?.replace('/Settings ', '') ?? '')).toEqual({
    Channels: { ...byKind(['Webhook', 'Mail', 'Push']), Reject: ['Mail', 'Push'] },
    Quiet: { On: true, From: '21:30', To: '07:00', TimeZone: 'America/New_York' },
    QuietModes: { ...byKind('Send'), Alert: 'Hold', Fill: 'Hold' },
  });
});

test('lists deliveries with their state and error, and sends a failed one again', async () => {
  const { control, user } = await open();
  await screen.findByText('Nothing has been sent yet. Set up a channel and test it.');
  control.deliveries = [
    delivery,
    { ...delivery, Id: 'b'.repeat(32), State: 'Delivered', Attempts: 1, Error: '' },
  ];
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('The receiver answered with status 500.');
  const rows = region('Deliveries').getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1, 4)
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    [
      'Order filled: Bought 100 SPY at 100.02',
      'Webhook',
      'Failed, 12 attemptsThe receiver answered with status 500.',
    ],
    ['Order filled: Bought 100 SPY at 100.02', 'Webhook', 'Delivered'],
  ]);
  control.refusal = 'At most 6 tests and retries a minute. Try again in a minute.';
  await user.click(screen.getByRole('button', { name: 'Retry now: Bought 100 SPY at 100.02' }));
  expect((await region('Deliveries').findByRole('alert')).textContent).toBe(control.refusal);
  expect(control.posts).toEqual([`/Deliveries/${'a'.repeat(32)}/Retry {}`]);
});

test('is reached from the profile', async () => {
  const { user, path } = await renderSignedIn({ path: '/profile', server: createControl().server });
  await user.click(await screen.findByRole('link', { name: 'Edit notifications' }));
  expect(path()).toBe('/Notifications');
  await screen.findByRole('heading', { level: 1, name: 'Notifications' });
});
