import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  answerOrders,
  createDeskServer,
  fill,
  renderTool,
  type MemoryServer,
  type OrdersServer,
  type RenderedTool,
} from '../../src/testing/index.ts';
import { closeAfterTest } from '../../src/testing/rendered.ts';
import { orderEntry } from './manifest.ts';

let server: MemoryServer;
let account: OrdersServer;
beforeEach(() => {
  server = createDeskServer();
  account = answerOrders(server);
});

type User = RenderedTool['user'];

const ticket = () =>
  within(document.querySelector<HTMLElement>('[data-tool="order-entry"]') ?? document.body);
const field = (name: string) => ticket().getByRole<HTMLInputElement>('textbox', { name });
const fact = (name: string) =>
  ticket().getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;
/** Whether the shown figures are those of the server, for the present ticket. */
const isPreviewed = () => document.querySelector('[data-preview="server"]') !== null;
const send = (label: string | RegExp) => ticket().getByRole('button', { name: label });
const isDisabled = (element: HTMLElement) =>
  element.matches(':disabled') || element.getAttribute('aria-disabled') === 'true';
const previews = () => server.received('trading').filter(({ name }) => name === 'orderPreview');

/** Renders the window with a ticket for AAPL. */
async function renderTicket(): Promise<RenderedTool> {
  const rendered = await renderTool(orderEntry, server, { Symbol: 'AAPL' });
  await ticket().findByRole('button', { name: 'Buy 100 AAPL at market' });
  await expect.poll(isPreviewed).toBe(true);
  return rendered;
}
async function choose(user: User, label: string, option: string): Promise<void> {
  await user.click(ticket().getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

test('shows the preview of the server for each side, and why it would reject the order', async () => {
  const { user } = await renderTicket();
  expect(fact('Position after fill')).toBe('Long 100');
  expect(fact('Buying power effect')).toMatch(/^[-−]/);
  await user.click(ticket().getByRole('radio', { name: 'Sell' }));
  await ticket().findByText(/^The server would reject it: Short position exceeded/);
  expect(ticket().getByRole('form').dataset['side']).toBe('Sell');
  await user.click(ticket().getByRole('radio', { name: 'Short' }));
  await expect.poll(() => fact('Position after fill')).toBe('Short 100');
});

test('shows the fields that the type and the time in force use, and others on demand', async () => {
  const { user } = await renderTicket();
  const names = () =>
    [
      'Price',
      'Stop price',
      'Stop',
      'Trail by, $',
      'Trail by, %',
      'Follows',
      'Peg distance',
      'Good till',
    ].filter((name) => ticket().queryByLabelText(name) !== null);
  expect(names()).toEqual([]);
  await choose(user, 'Type', 'Limit (LMT)');
  expect(names()).toEqual(['Price']);
  await choose(user, 'Type', 'Stop (STOP)');
  expect(names()).toEqual(['Stop price', 'Stop']);
  await choose(user, 'Type', 'Stop limit (STOP LMT)');
  expect(names()).toEqual(['Price', 'Stop price', 'Stop']);
  await choose(user, 'Stop', 'Trailing, %');
  expect(names()).toEqual(['Price', 'Stop price', 'Stop', 'Trail by, %']);
  await choose(user, 'Type', 'Market (MKT)');
  await choose(user, 'Time in force', 'Good till date (GTD)');
  expect(names()).toEqual(['Good till']);

  const more = ticket().getByRole('button', { name: 'Quantity limits' });
  expect(ticket().queryByRole('textbox', { name: 'Display at most' })).toBeNull();
  await user.click(more);
  await fill(user, field('Display at most'), '50');
  expect([more.ariaExpanded, isDisabled(more)]).toEqual(['true', true]);
});

test('changes its quantities once, refuses bad ones, and keeps them over a reload', async () => {
  const { user, reload } = await renderTicket();
  await user.click(send('500'));
  expect(field('Quantity').value).toBe('500');
  await user.click(send('Change these quantities'));
  const form = within(await screen.findByRole('dialog', { name: 'Quantities' }));
  const shares = form.getByRole('textbox', { name: 'Shares' });
  await fill(user, shares, '7, x');
  await user.click(form.getByRole('button', { name: 'Ok' }));
  await form.findByText(/^Enter whole numbers/);
  await fill(user, shares, '70, 7');
  await user.click(form.getByRole('button', { name: 'Ok' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  reload();
  const offered = await waitFor(() => ticket().getByRole('toolbar', { name: 'Quantities' }));
  expect([...offered.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
    '7',
    '70',
    '',
    '',
  ]);
});

test('keeps a filled ticket and its order messages while another page or workspace is on the screen', async () => {
  const { user, desk } = await renderTicket();
  await fill(user, field('Quantity'), '7');
  await choose(user, 'Type', 'Limit (LMT)');
  await fill(user, field('Price'), '97');
  await user.click(send(/^Buy 7 AAPL at 97/));
  const lines = () =>
    within(ticket().getByRole('list', { name: 'Order messages' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  await expect.poll(lines).toContainEqual(expect.stringContaining('Confirmed'));
  const before = lines();
  const isAsLeft = async () => {
    await waitFor(() => expect(lines()).toEqual(before));
    expect(send(/^Buy 7 AAPL at 97/)).toBeDefined();
    expect(field('Price').value).toMatch(/^97/);
  };
  await desk.commands.run('settings.open');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await isAsLeft();
  const isMounted = () => document.querySelector('[data-tool="order-entry"]') !== null;
  // On a machine with little memory only the workspace before the present one stays mounted; the ticket must survive both.
  Object.defineProperty(navigator, 'deviceMemory', { value: 0, configurable: true });
  closeAfterTest(() => void Reflect.deleteProperty(navigator, 'deviceMemory'));
  const addWorkspace = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'New workspace' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), `${name}{Enter}`);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  };
  const backToTicket = async () => {
    await user.click(screen.getByRole('tab', { name: 'Workspace 1' }));
    await isAsLeft();
  };
  await addWorkspace('Next');
  expect(isMounted()).toBe(true);
  await backToTicket();
  await user.click(screen.getByRole('tab', { name: 'Next' }));
  await addWorkspace('Second');
  await expect.poll(isMounted).toBe(false);
  await backToTicket();
});

test('Enter in the symbol field takes the symbol, also the present one typed again; the next Enter sends', async () => {
  const { user } = await renderTicket();
  const sent = () => server.received('trading').filter(({ name }) => name === 'orderSend').length;
  await fill(user, field('Symbol'), 'aapl');
  await user.keyboard('{Enter}');
  await expect.poll(isPreviewed).toBe(true);
  expect(sent()).toBe(0);
  await user.keyboard('{Enter}');
  await expect.poll(sent).toBe(1);
});

test('starts with an empty ticket after a reload', async () => {
  const { user, reload } = await renderTicket();
  await fill(user, field('Quantity'), '7');
  await ticket().findByRole('button', { name: 'Buy 7 AAPL at market' });
  reload();
  await waitFor(() => send('Buy 100 AAPL at market'));
});

test('requests the preview again as soon as the account changes', async () => {
  const { user } = await renderTicket();
  await fill(user, field('Quantity'), '60');
  await expect.poll(() => fact('Position after fill')).toBe('Long 60');
  await expect.poll(isPreviewed).toBe(true);
  // The timer that requests a new preview every few seconds does not run from here on; the short pause after a change does.
  const { setTimeout: startTimer } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, delayMs = 0) =>
    delayMs >= 1_000 && delayMs <= 5_000 ? 0 : startTimer(run, delayMs),
  );
  const before = previews().length;
  await user.click(send('Buy 60 AAPL at market'));
  await expect.poll(() => fact('Position after fill')).toBe('Long 120');
  await expect.poll(isPreviewed).toBe(true);
  expect(previews().length).toBeGreaterThan(before);
});

test('sends nothing without a connection to the order server, and everything again once it is back', async () => {
  const { user, desk } = await renderTicket();
  await fill(user, field('Quantity'), '7');
  const buy = () => send('Buy 7 AAPL at market');
  await expect.poll(isPreviewed).toBe(true);
  server.isAway = true;
  server.drop('trading');
  const notice = 'No connection to the order server. Nothing can be sent now; the ticket is kept.';
  await ticket().findByText(notice);
  expect(isDisabled(buy())).toBe(true);
  server.isAway = false;
  await desk.commands.run('session.reconnect');
  await expect.poll(() => ticket().queryByText(notice)).toBeNull();
  await expect.poll(isPreviewed).toBe(true);
  expect(ticket().queryByText('Network error')).toBeNull();
  await user.click(buy());
  await expect.poll(() => account.orders.map(({ Status }) => Status)).toEqual(['Executed']);
});

test('a price far through the market, or a stop that it has passed, is sent by a second press only', async () => {
  const { user } = await renderTicket();
  await choose(user, 'Type', 'Limit (LMT)');
  await fill(user, field('Price'), '900');
  const buy = () => send(/^Buy 100 AAPL/);
  // A double click confirms nothing: its second press comes before the text can be read.
  await user.dblClick(buy());
  await ticket().findByText(
    /^Buy 100 AAPL at 900\.00 is \d+\.\d % through the ask of .* Press again to send it\.$/,
  );
  expect(account.orders).toEqual([]);
  // Another price is another decision.
  await fill(user, field('Price'), '901');
  await expect.poll(() => ticket().queryByText(/Press again/)).toBeNull();
  await user.click(buy());
  await ticket().findByText(/^Buy 100 AAPL at 901\.00 is/);
  await expect
    .poll(async () => {
      await user.click(buy());
      return account.orders.length;
    })
    .toBe(1);
  await choose(user, 'Type', 'Stop (STOP)');
  await fill(user, field('Stop price'), '1');
  await user.click(buy());
  await ticket().findByText(/^The market has passed Buy 100 AAPL stop 1\.00: it would trade at once/);
  expect(account.orders).toHaveLength(1);
});

test('a ticket is sent by a second press only when the market has moved since it was edited, or is stale', async () => {
  const { user } = await renderTicket();
  const quote = (ask: number) =>
    server.send('streaming', 'quote', {
      S: 'AAPL',
      B: ask - 0.02,
      BS: 5,
      BE: 'ARCA',
      A: ask,
      AS: 5,
      AE: 'ARCA',
      TS: Date.now(),
    });
  const shownAsk = () => ticket().getByRole('button', { name: /^Ask/ }).textContent;
  quote(100);
  await expect.poll(shownAsk).toContain('100.00');
  await fill(user, field('Quantity'), '7');
  quote(100.9);
  await expect.poll(shownAsk).toContain('100.90');
  const buy = () => send('Buy 7 AAPL at market');
  await user.click(buy());
  await expect.poll(() => account.orders.length).toBe(1);
  // Compared with the market in which the order before was sent.
  quote(102.5);
  await expect.poll(shownAsk).toContain('102.50');
  const moved = () =>
    ticket().queryByText(
      'The ask of AAPL has moved from 100.90 to 102.50 (1.6 %) since you edited this order. Press again to send it.',
    );
  await expect
    .poll(async () => {
      // The guard against a double click ignores the first presses.
      if (moved() === null) await user.click(buy());
      return moved();
    })
    .not.toBeNull();
  expect(account.orders).toHaveLength(1);
  // An edit is a decision in the present market.
  await fill(user, field('Quantity'), '8');
  await user.click(send('Buy 8 AAPL at market'));
  await expect.poll(() => account.orders.length).toBe(2);
  server.isAway = true;
  server.drop('streaming');
  await ticket().findByText(/^Stale/);
  await fill(user, field('Quantity'), '9');
  await user.click(send('Buy 9 AAPL at market'));
  await ticket().findByText(/^The quote of AAPL is stale: it is \d+ s old\. Press again to send it\.$/);
  expect(account.orders).toHaveLength(2);
  await expect
    .poll(async () => {
      await user.click(send('Buy 9 AAPL at market'));
      return account.orders.length;
    })
    .toBe(3);
});

test('says what the server does with the order while the symbol is halted, until the halt ends', async () => {
  await renderTicket();
  const notice = () =>
    ticket().queryByText(/^AAPL is halted \(News pending\)\. New orders of every type are refused/);
  for (const [Status, isShown] of [
    ['Halted', true],
    ['Trading', false],
  ] as const) {
    server.send('streaming', 'tradingStatus', { Symbol: 'AAPL', Status, TS: 1, Reason: 'News pending' });
    await expect.poll(() => notice()?.role === 'status').toBe(isShown);
  }
});

test('Enter in the Symbol field after typing there sends no order, also when the symbol is the same; the next Enter does', async () => {
  const { user } = await renderTicket();
  await fill(user, field('Symbol'), 'AAPL{Enter}');
  await expect.poll(isPreviewed).toBe(true);
  expect(account.orders).toEqual([]);
  await user.keyboard('{Enter}');
  await expect.poll(() => account.orders.map(({ Status }) => Status)).toEqual(['Executed']);
});

test('an unknown symbol can be neither sent nor staged, and both name the reason', async () => {
  const { user } = await renderTicket();
  await choose(user, 'Type', 'Limit (LMT)');
  await fill(user, field('Symbol'), 'NOPE{Enter}');
  const reason = "NOPE can't be traded: there is no such symbol.";
  await ticket().findByText(reason);
  expect([isDisabled(send('Stage')), send('Stage').title]).toEqual([true, reason]);
  expect(isDisabled(send(/^Buy 100 NOPE/))).toBe(true);
  // Enter leads out of it, though the button that it presses is disabled.
  await fill(user, field('Symbol'), 'AAPL{Enter}');
  await expect.poll(() => isDisabled(send('Stage'))).toBe(false);
});
