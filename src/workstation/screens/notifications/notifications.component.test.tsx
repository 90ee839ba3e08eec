import { screen, within } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDeskServer, renderSignedIn, type MemoryServer } from '../../../testing/index.ts';

const KINDS = ['Alert', 'Fill', 'Reject', 'Disconnect', 'Guard'] as const;
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

interface Body {
  readonly Url?: string;
  readonly Address?: string;
}
interface Control {
  readonly server: MemoryServer;
  /** Calls that change something, as `path body`. */
  readonly posts: string[];
  webhook: string | null;
  /** Kinds of channels that the server offers. */
  offers: string[];
  mail: { address: string; isVerified: boolean } | null;
  /** Names of browsers that receive notifications. */
  browsers: string[];
  deliveries: object[];
  /** Text of the next refusal; null = calls succeed. */
  refusal: string | null;
}

/** A server in memory with the calls about notifications. */
function createControl(): Control {
  const server = createDeskServer();
  const control: Control = {
    server,
    posts: [],
    webhook: null,
    offers: ['Webhook'],
    mail: null,
    browsers: [],
    deliveries: [],
    refusal: null,
  };
  const fetch = server.fetch;
  const answers: Readonly<Record<string, (body: Body) => unknown>> = {
    '': () => ({
      Settings: {
        Channels: byKind(['Webhook', 'Mail', 'Push']),
        Quiet: { On: false, From: '22:00', To: '07:00', TimeZone: 'America/New_York' },
        QuietModes: { ...byKind('Send'), Alert: 'Hold' },
      },
      Offers: control.offers,
      PushKey: 'BA',
      Items: [
        ...(control.webhook === null
          ? []
          : [{ Id: 'webhook', Kind: 'Webhook', Label: control.webhook, IsVerified: true }]),
        ...control.browsers.map((Label, index) => ({
          Id: `push-${index}`,
          Kind: 'Push',
          Label,
          IsVerified: true,
        })),
        ...(control.mail === null
          ? []
          : [{ Id: 'mail', Kind: 'Mail', Label: control.mail.address, IsVerified: control.mail.isVerified }]),
      ],
    }),
    '/Push'() {
      control.browsers.push('Firefox on Linux');
      return { Ok: true };
    },
    '/Mail'({ Address = '' }) {
      control.mail = { address: Address, isVerified: false };
      return { Ok: true };
    },
    '/Mail/Verify'() {
      if (control.mail) control.mail.isVerified = true;
      return { Ok: true };
    },
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
      return Response.json(answers[path]?.(body as Body) ?? { Ok: true });
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
  screen.getByText('Not set up');
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
  await screen.findByText('tdwh_first');
  await screen.findByText('https://receiver.example/');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('tdwh_first')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Test: webhook' }));
  await screen.findByText('A test was sent by webhook. The log below shows the result.');
  expect(control.posts.at(-1)).toBe('/Channels/webhook/Test {}');
  await user.click(screen.getByRole('button', { name: 'New secret: webhook' }));
  await user.click(await screen.findByRole('button', { name: 'Make a new secret' }));
  await screen.findByText('tdwh_second');
  await user.click(screen.getByRole('button', { name: 'Remove: webhook' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await screen.findByText('Not set up');
});

test('says when there is no mail, and sets up an address with its code', async () => {
  const { control, user } = await open();
  screen.getByText('The operator of this server has not set up mail.');
  control.offers = ['Webhook', 'Mail'];
  await user.click(screen.getByRole('button', { name: 'Set up: webhook' }));
  await user.keyboard('https://receiver.example/{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Set up: mail' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mail' }));
  await user.click(dialog.getByRole('button', { name: 'Send code' }));
  expect(dialog.getByRole('alert').textContent).toBe('Enter a mail address');
  await user.type(dialog.getByLabelText('Mail address'), 'ann@example.com{Enter}');
  await user.type(await dialog.findByLabelText('Code'), '12{Enter}');
  expect(dialog.getByRole('alert').textContent).toBe('Enter the six digits of the mail');
  await user.keyboard('{Escape}');
  await screen.findByText('ann@example.com, not confirmed yet');
  await user.click(screen.getByRole('button', { name: 'Enter code: unconfirmed mail' }));
  control.refusal = 'The code is incorrect.';
  await user.type(await screen.findByLabelText('Code'), '000000{Enter}');
  expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toBe(control.refusal);
  control.refusal = null;
  await user.clear(screen.getByLabelText('Code'));
  await user.type(screen.getByLabelText('Code'), '123456{Enter}');
  await screen.findByText('ann@example.com');
  expect(control.posts.filter((post) => post.startsWith('/Mail'))).toEqual([
    '/Mail {"Address":"ann@example.com"}',
    '/Mail/Verify {"Code":"000000"}',
    '/Mail/Verify {"Code":"123456"}',
  ]);
  screen.getByRole('button', { name: 'Test: mail' });
});

/** Gives the browser of the page a push service. Returns what it was called with. */
function installPush(permission: NotificationPermission): { readonly registered: unknown[] } {
  const registered: unknown[] = [];
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'key', auth: 'secret' } }),
  };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { requestPermission: async () => permission });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      async register(...call: unknown[]) {
        registered.push(call);
        return { active: {}, pushManager: { subscribe: async () => subscription } };
      },
    },
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  return { registered };
}

test('adds this browser with a worker whose scope holds no page, and lists it', async () => {
  const { registered } = installPush('granted');
  const control = createControl();
  control.offers = ['Webhook', 'Push'];
  const { user } = await renderSignedIn({ path: '/Notifications', server: control.server });
  await user.click(await screen.findByRole('button', { name: 'Add this browser: browser' }));
  await screen.findByText('Firefox on Linux');
  expect(registered).toEqual([['/push-worker.js', { scope: '/push-worker/' }]]);
  expect(control.posts).toEqual([
    '/Push {"Endpoint":"https://push.example/1","P256dh":"key","Auth":"secret"}',
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove: browser 1, Firefox on Linux' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await expect.poll(() => control.posts.at(-1)).toBe('/Channels/push-0/Remove {}');
});

test('says what to do when the browser does not allow notifications, and when it has none', async () => {
  const control = createControl();
  control.offers = ['Webhook', 'Push'];
  const { user, reload } = await renderSignedIn({ path: '/Notifications', server: control.server });
  await screen.findByText('This browser cannot receive notifications from this page. It needs https.');
  installPush('denied');
  reload();
  await user.click(await screen.findByRole('button', { name: 'Add this browser: browser' }));
  await screen.findByText(/^This browser does not allow notifications of this page\./);
  expect(control.posts).toEqual([]);
});

test('stores which events are sent and the quiet hours, and refuses times that are none', async () => {
  const { control, user } = await open();
  const boxes = region('What is sent').getAllByRole('checkbox');
  expect(boxes.map((box) => box.getAttribute('aria-checked'))).toEqual(KINDS.map(() => 'true'));
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
  screen.getByText('Enter a time such as 22:00');
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
