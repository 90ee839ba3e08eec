import { fireEvent, screen, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Body } from '../../protocol/index.ts';
import type { Desk } from '../desk-context.ts';
import { createDeskServer, renderSignedIn, type MemoryServer } from '../../testing/index.ts';

type Item = Body<'orderProposals'>['Items'][number];
const ID = 'a'.repeat(16);
const proposal = (change: Partial<Item> = {}): Item => ({
  Id: ID,
  Kind: 'Order',
  KeyName: 'Assistant',
  Account: 'DEMO-1',
  Text: 'Buy 10 SPY at market',
  Terms: [],
  Note: '',
  Symbol: 'SPY',
  Side: 'Buy',
  Quantity: 10,
  Preview: { Cost: 1_000.35, Fees: 0.35, BuyingPowerAfter: 8_999.65, PositionAfter: 10 },
  State: 'Open',
  Message: '',
  RemainingMs: 299_000,
  Timestamp: 1,
  ...change,
});

let server: MemoryServer;
beforeEach(() => {
  server = createDeskServer();
});
afterEach(() => {
  vi.restoreAllMocks();
});
const publish = (item: Item): void =>
  server.send('trading', 'orderProposals', { Items: [item], IsSnapshot: false });
const decisions = () =>
  server.received('trading').flatMap(({ name, body }) => (name === 'orderProposalDecide' ? [body] : []));
/** Moves the quote of SPY, whose bid and ask are 100 at first. */
const moveMarket = (price: number): void =>
  server.send('streaming', 'quote', {
    ...{ S: 'SPY', B: price - 0.01, BS: 100, BE: 'ARCA', A: price + 0.01, AS: 100, AE: 'ARCA', TS: 2e12 },
  });
const request = () => screen.findByRole('article');
const button = async (name: string) => within(await request()).findByRole('button', { name });

/** The request is shown with a quote that is not stale. */
async function freshQuote({ platform }: Desk): Promise<void> {
  await within(await request()).findByText('99.99 / 100.01');
  await expect
    .poll(() => ({ ask: platform.symbols.get('SPY')?.ask, ...platform.symbols.staleness('SPY') }))
    .toMatchObject({ ask: 100.01, isStale: false, ageMs: expect.any(Number) });
}

/** Presses until a press counts: those right after the request was shown do not. */
async function pressUntil(user: UserEvent, name: string, isDone: () => boolean): Promise<void> {
  await expect
    .poll(async () => {
      const found = within(await request()).queryByRole('button', { name });
      if (!isDone() && found) await user.click(found);
      return isDone();
    })
    .toBe(true);
}

test('shows at once who requests which order, with account, estimated cost and time left, and takes no focus', async () => {
  await renderSignedIn({ path: '/workspace', server });
  const before = screen.getByRole('button', { name: 'Edit' });
  before.focus();
  publish(proposal({ Terms: ['minimum quantity 5'], Note: 'See <b>bold</b> news' }));
  const card = await request();
  expect(within(card).getByRole('heading').textContent).toBe(
    '“Assistant” requests an orderBuy 10 SPY at market, minimum quantity 5',
  );
  expect(card.textContent).toContain('AccountDEMO-1 (paper)');
  expect(card.textContent).toContain('Estimated cost1,000.35, fees 0.35');
  expect(card.textContent).toMatch(/Expires in 4:\d\d/);
  // Text of the program is never markup.
  expect(card.textContent).toContain('See <b>bold</b> news');
  expect(card.querySelector('b')).toBeNull();
  expect(document.activeElement).toBe(before);
  await screen.findByText(/^Order request\. Buy 10 SPY at market.*DEMO-1, requested by Assistant/);
});

test('sends the order of the request by a press, and then shows its end', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace', server });
  publish(proposal());
  await freshQuote(desk);
  await pressUntil(user, 'Send order', () => decisions().length > 0);
  expect(decisions()).toEqual([{ Id: ID, Decision: 'Send' }]);
  // Until the server has answered, no other decision is sent.
  await user.click(await button('Reject'));
  expect(decisions()).toHaveLength(1);
  publish(proposal({ State: 'Sent' }));
  await within(await request()).findByText('The order was sent.');
  await user.click(await button('Close'));
  await expect.poll(() => screen.queryByRole('article')).toBeNull();
});

test('is reached by the keyboard at the safe choice, and sends nothing for a key that is held down', async () => {
  const { user } = await renderSignedIn({ path: '/workspace', server });
  // No time passes, however busy the machine is.
  const nowMs = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(nowMs);
  publish(proposal());
  const reject = await button('Reject');
  await user.keyboard('{F8}');
  await expect.poll(() => document.activeElement).toBe(reject);
  await user.keyboard('{Tab}');
  expect(document.activeElement?.textContent).toBe('Send order');
  const send = await button('Send order');
  expect(fireEvent.keyDown(send, { key: 'Enter', repeat: true })).toBe(false);
  expect(fireEvent.keyDown(send, { key: 'Enter' })).toBe(true);
  // The user cannot have read what has just appeared.
  fireEvent.click(send);
  expect(decisions()).toEqual([]);
  await user.keyboard('{Shift>}{Tab}{/Shift}{Enter}');
  expect(decisions()).toEqual([{ Id: ID, Decision: 'Reject' }]);
});

test('shows the quote of a symbol that no window shows', async () => {
  await renderSignedIn({ path: '/workspace', server });
  publish(proposal({ Symbol: 'KO', Text: 'Buy 10 KO at market' }));
  await expect
    .poll(() => server.received('streaming'))
    .toContainEqual({ name: 'subscribe', body: expect.objectContaining({ Symbol: 'KO' }) });
  within(await request()).getByText('waiting for the quote');
});

test('requires another press when the market has moved since the request was shown', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace', server });
  publish(proposal());
  await freshQuote(desk);
  moveMarket(110);
  await expect.poll(() => desk.platform.symbols.get('SPY')?.ask).toBe(110.01);
  await pressUntil(user, 'Send order', () => screen.queryByText(/has moved from 100.01 to 110.01/) !== null);
  expect(decisions()).toEqual([]);
  await pressUntil(user, 'Send order anyway', () => decisions().length > 0);
  expect(decisions()).toEqual([{ Id: ID, Decision: 'Send' }]);
});

test('shows ends that come from elsewhere, and why a decision did not count', async () => {
  const { user } = await renderSignedIn({ path: '/workspace', server });
  publish(proposal());
  await user.click(await button('Reject'));
  server.send('trading', 'orderProposalResult', { Id: ID, Message: 'The request was confirmed already.' });
  await within(await request()).findByText('The request was confirmed already.');
  publish(proposal({ State: 'Withdrawn' }));
  await within(await request()).findByText('The program has withdrawn it.');
  expect(within(await request()).queryByText('Account')).toBeNull();
  expect(within(await request()).queryByRole('button', { name: 'Send order' })).toBeNull();
});

test('shows a bracket with its exits, and names what is sent as orders', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace', server });
  const bracket: Partial<Item> = {
    Kind: 'Group',
    Text: 'Buy 10 SPY at 100.00',
    Terms: ['target at 110.00', 'stop 5.00 below the fill'],
    Price: 100,
  };
  publish(proposal(bracket));
  await freshQuote(desk);
  const card = within(await request());
  card.getByText('“Assistant” requests orders that belong together');
  card.getByRole('heading', {
    name: /Buy 10 SPY at 100\.00, target at 110\.00, stop 5\.00 below the fill$/,
  });
  card.getByText('Estimated cost of the first order');
  await pressUntil(user, 'Send orders', () => decisions().length > 0);
  expect(decisions()).toEqual([{ Id: ID, Decision: 'Send' }]);
  publish(proposal({ ...bracket, State: 'Sent' }));
  await within(await request()).findByText('The orders were placed.');
});

test('shows a cancel as one, and decides nothing without a connection', async () => {
  const { user } = await renderSignedIn({ path: '/workspace', server });
  const { Preview: _, ...cancel } = proposal({ Kind: 'Cancel' });
  publish(cancel);
  const card = await request();
  expect(within(card).getByRole('heading').textContent).toContain('Cancel Buy 10 SPY at market');
  server.isAway = true;
  server.drop('trading');
  await within(card).findByText(/There is no connection to the server/);
  await user.click(await button('Cancel the order'));
  expect(decisions()).toEqual([]);
});

test('a request that has moved under the pointer is not sent by the click that was meant for what was there', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace', server });
  publish(proposal());
  await freshQuote(desk);
  const send = await button('Send order');
  const row = send.parentElement ?? expect.fail('no row of buttons');
  // By now a press counts: see the test above.
  await new Promise((resolve) => setTimeout(resolve, 700));
  vi.spyOn(row, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 321, 10, 10));
  await user.click(send);
  expect(decisions()).toEqual([]);
  await pressUntil(user, 'Send order', () => decisions().length > 0);
});

test('waiting requests stand above those that have ended', async () => {
  await renderSignedIn({ path: '/workspace', server });
  publish(proposal());
  publish(proposal({ Id: 'b'.repeat(16), Text: 'Buy 3 MSFT at market' }));
  publish(proposal({ State: 'Withdrawn' }));
  await expect
    .poll(() => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent))
    .toEqual([expect.stringContaining('MSFT'), expect.stringContaining('SPY')]);
});

test('its key goes to the request out of the ticket as well, and Escape back', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace', server });
  void desk.commands.run('order.place');
  const ticket = await screen.findByRole('dialog', { name: 'Order entry' });
  const field = within(ticket).getByRole('textbox', { name: 'Symbol' });
  field.focus();
  publish(proposal());
  const reject = await button('Reject');
  await user.keyboard('{F8}');
  expect(document.activeElement).toBe(reject);
  await user.keyboard('{Escape}');
  expect([document.activeElement, ticket.isConnected]).toEqual([field, true]);
});

test('of several that wait one has its details, and the user chooses which', async () => {
  const { user } = await renderSignedIn({ path: '/workspace', server });
  publish(proposal());
  publish(proposal({ Id: 'b'.repeat(16), Text: 'Buy 3 MSFT at market' }));
  await screen.findByText('2 order requests');
  const cards = () => screen.getAllByRole('article');
  const withDetails = () => cards().map((card) => within(card).queryByText('Account') !== null);
  expect(withDetails()).toEqual([true, false]);
  expect(cards()[1]?.textContent).toMatch(/Expires in 4:\d\d/);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(withDetails()).toEqual([false, true]);
  // The next one has the place of the one that ends.
  publish(proposal({ Id: 'b'.repeat(16), State: 'Withdrawn' }));
  await expect.poll(withDetails).toEqual([true, false]);
  expect(screen.getByRole('region', { name: 'Order requests' }).querySelector('h2')?.textContent).toBe(
    '1 order request',
  );
});

test('folded requests leave a bar with the time of the next, and their key unfolds them at the safe choice', async () => {
  const { user } = await renderSignedIn({ path: '/workspace', server });
  publish(proposal({ RemainingMs: 125_000 }));
  publish(proposal({ Id: 'b'.repeat(16), Text: 'Buy 3 MSFT at market' }));
  await user.click(await screen.findByRole('button', { name: 'Fold' }));
  expect(screen.queryByRole('article')).toBeNull();
  // That of the first one, of 125 s, and not the one of 299 s.
  expect(screen.getByRole('region', { name: 'Order requests' }).textContent).toMatch(
    /^2 order requestsThe next expires in [12]:\d\dUnfold$/,
  );
  await user.keyboard('{F8}');
  expect(document.activeElement?.textContent).toBe('Reject');
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

test('the bar moves the requests, by keys as well, and their place is kept in this browser', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace', server });
  publish(proposal());
  const reject = await button('Reject');
  reject.focus();
  const region = screen.getByRole('region', { name: 'Order requests' });
  const left = () => Number.parseFloat(region.style.left);
  for (const [name, value] of Object.entries({ offsetWidth: 400, offsetHeight: 300 }))
    Object.defineProperty(region, name, { value });
  const box = () => new DOMRect(left(), Number.parseFloat(region.style.top), 400, 300);
  vi.spyOn(region, 'getBoundingClientRect').mockImplementation(box);
  fireEvent.resize(window);
  const before = left();
  expect(before).toBe(window.innerWidth - 416);
  await user.keyboard('{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}');
  expect(left()).toBe(before - 24);
  const bar = screen.getByText('1 order request');
  Object.assign(bar.parentElement ?? bar, { setPointerCapture: () => {} });
  fireEvent.pointerDown(bar, { button: 0, clientX: before, clientY: 50 });
  fireEvent.pointerMove(bar, { clientX: before - 200, clientY: 150 });
  fireEvent.pointerUp(bar);
  expect(left()).toBe(before - 224);
  const kept = localStorage.getItem(`tapedeck.panels.${desk.platform.session.get().userId ?? ''}`);
  expect(JSON.parse(kept ?? '{}')).toMatchObject({ 'order-requests': [before - 224, expect.any(Number)] });
});
