import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createPlatform, type Platform } from '../../src/client/index.ts';
import { createExternalLink, type ExternalLink } from '../../src/client/external-broker/index.ts';
import { systemClock, type HostClock } from '../../src/client/host-clock.ts';
import type { OrderTicket, TradingProblem, WireOrder } from '../../src/client/types.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { brokerPerson } from '../support/broker-person.ts';
import { freePort, startTestBroker, type TestBroker } from '../support/stand-in-broker.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';

const DAY_MS = 86_400_000;
const ticket: OrderTicket = { symbol: 'SPY', side: 'Buy', quantity: 10, type: 'Limit', price: 100.05, destination: 'EXTERNAL', route: 'AUTO' };

let server: TestServer<ScriptedMarket>;
let broker: TestBroker;
let user: TestUser;
let count = 0;
const desks: Desk[] = [];

/** The host's clock, whose long timers a test can let fall due. */
function skippableClock(): HostClock & { skip(ms: number): void; hurry(askedMs: number): void; delays(): number[] } {
  const waiting = new Map<object, { atMs: number; askedMs: number; run: () => void }>();
  let skippedMs = 0;
  const nowMs = () => Date.now() + skippedMs;
  return {
    ...systemClock,
    setTimeout(callback, delayMs) {
      const handle = {};
      const run = () => {
        if (waiting.delete(handle)) callback();
      };
      const timer = setTimeout(run, delayMs);
      waiting.set(handle, { atMs: nowMs() + delayMs, askedMs: delayMs, run: () => (clearTimeout(timer), run()) });
      return handle;
    },
    clearTimeout: (handle) => void waiting.delete(handle as object),
    nowMs,
    skip(ms) {
      skippedMs += ms;
      for (const { atMs, run } of [...waiting.values()]) if (atMs <= nowMs()) run();
    },
    /** Lets timers of that length fall due now. */
    hurry(ms) {
      for (const { askedMs, run } of [...waiting.values()]) if (askedMs === ms) run();
    },
    delays: () => [...waiting.values()].map(({ askedMs }) => askedMs),
  };
}

interface Desk {
  readonly platform: Platform;
  readonly link: ExternalLink;
  readonly clock: ReturnType<typeof skippableClock>;
  readonly problems: TradingProblem[];
  orders(): WireOrder[];
  reports(): string[];
}

/** A client that is signed in to its live account. */
async function openDesk(): Promise<Desk> {
  const clock = skippableClock();
  let made: ExternalLink | undefined;
  const platform = createPlatform({ baseUrl: server.url, clock, WebSocket, externalBroker: (host) => (made = createExternalLink(host)) });
  if (!made) throw new Error('The platform made no link.');
  const link = made;
  const problems: TradingProblem[] = [];
  platform.tradingApi.onProblem((problem) => problems.push(problem));
  const desk: Desk = {
    platform, link, clock, problems,
    orders: () => [...platform.orders.get().orders.values()],
    reports: () => platform.orders.get().log.map(({ ReportType }) => ReportType).toReversed(),
  };
  desks.push(desk);
  if (!(await platform.session.login(user.userName, user.password))) throw new Error(platform.session.get().error ?? 'no sign-in');
  await until(() => expect(platform.tradingApi.get().isExternalAvailable).toBe(true));
  return desk;
}

/** A desk whose orders go to the broker, with the login done. */
async function tradingDesk(): Promise<Desk> {
  await atBroker();
  const desk = await openDesk();
  expect(await desk.platform.tradingApi.choose('External')).toEqual({ ok: true });
  await until(() => expect(desk.platform.tradingApi.get()).toMatchObject({ login: 'LoggedIn', error: null }));
  return desk;
}

async function atBroker(): Promise<void> {
  const person = await brokerPerson(server, user);
  await person.login();
  person.close();
}

const until = (condition: () => void) => vi.waitFor(condition, { timeout: 8000, interval: 10 });
const account = () => {
  const [first] = broker.book.accounts;
  if (!first) throw new Error('The broker has no account.');
  return first;
};
/** The only order of the desk once it is in a status. The look after a second comes at once. */
const became = async (desk: Desk, Status: WireOrder['Status']) => {
  await until(() => {
    desk.clock.hurry(1000);
    expect(desk.orders()).toMatchObject([{ Status }]);
  });
  return desk.orders()[0];
};
/** Orders that our server has on record. */
const records = async () => (await server.storage.repositories.externalBroker.orders(user.userId, account().accountNumber, 0)).map((text): unknown => JSON.parse(text));
const newest = () => broker.book.orders(account()).at(-1);

beforeAll(async () => {
  const port = await freePort();
  broker = await startTestBroker(port);
  server = await startTestServer({ config: { ports: { http: port, trading: 0, streaming: 0, data: 0 }, externalBroker: broker.config } });
});
afterAll(async () => {
  await server.end();
  await broker.close();
});
beforeEach(async () => {
  count += 1;
  broker.reset([String(70_000_000 + count * 10), String(70_000_001 + count * 10)]);
  user = await server.addUser(`trader${count}`);
  await server.storage.repositories.accounts.update(user.account, { isLive: true });
});
afterEach(() => {
  for (const { platform } of desks.splice(0)) platform.dispose();
});

describe('the external broker as trading API', () => {
  it('asks for a login first, and is logged in with it after the way back', async () => {
    const desk = await openDesk();
    expect(await desk.platform.tradingApi.choose('External')).toEqual({ ok: true });
    await until(() => expect(desk.platform.tradingApi.get()).toMatchObject({ api: 'External', name: 'External broker', login: 'LoggedOut', loginUrl: `${server.url}/api/ExternalBroker/Login`, error: null }));
    expect(desk.platform.orders.send(ticket)).toEqual({ ok: false, errorCode: -23, message: 'Authentication required' });
    desk.platform.dispose();

    await atBroker();
    // The choice is stored, so the reloaded page goes on by itself.
    const reloaded = await openDesk();
    await until(() => expect(reloaded.platform.tradingApi.get()).toMatchObject({ api: 'External', login: 'LoggedIn', tradingAccount: account().accountNumber, supportsLogout: true }));
    expect(await server.storage.repositories.externalBroker.accounts(user.userId)).toMatchObject([{ account: account().accountNumber, accountHash: account().hashValue, isDefault: true, syncedToMs: expect.any(Number) }]);
  });

  it('keeps to the account that was chosen while the login reaches it', async () => {
    const [, second] = broker.book.accounts;
    await server.storage.repositories.externalBroker.setDefault(user.userId, second?.accountNumber ?? '', second?.hashValue ?? '');
    const desk = await tradingDesk();
    expect(desk.platform.tradingApi.get().tradingAccount).toBe(second?.accountNumber);
  });

  it('logs out', async () => {
    const desk = await tradingDesk();
    expect(await desk.platform.tradingApi.logout()).toEqual({ ok: true });
    expect(desk.platform.tradingApi.get()).toMatchObject({ login: 'LoggedOut', error: null });
    expect(await server.storage.repositories.externalBroker.login(user.userId)).toBeUndefined();
    expect(desk.platform.orders.send(ticket)).toMatchObject({ ok: false, message: 'Authentication required' });
  });
});

describe('orders at the external broker', () => {
  it('are placed, looked at again after a second, and fill; nothing of it reaches the own brokerage', async () => {
    const desk = await tradingDesk();
    const lastSeq = await server.storage.journal.lastSeq();
    const sent = desk.platform.orders.send(ticket);
    expect(sent).toMatchObject({ ok: true });
    expect(desk.orders()).toMatchObject([{ Status: 'Sent', Symbol: 'SPY', Quantity: 10, Fill: 0, Unfill: 10, Price: 100.05, Account: user.account }]);
    await until(() => expect(newest()).toBeDefined());
    await until(() => expect(desk.clock.delays()).toContain(1000));
    broker.book.step();
    const placed = await became(desk, 'Pending');
    expect(placed).toMatchObject({ OrderId: String(newest()?.orderId), ClientId: sent.ok ? sent.clientId : '' });
    broker.book.step();
    desk.clock.skip(60_000);
    expect(await became(desk, 'Executed')).toMatchObject({ Fill: 10, Unfill: 0, AveragePrice: 100.02, TimeCompleted: expect.any(Number) });
    expect(desk.reports()).toEqual(['OrderAccepted', 'OrderExecuted']);
    expect(account().positions.get('SPY')?.quantity).toBe(10);
    expect(await server.storage.journal.lastSeq()).toBe(lastSeq);
    expect(server.brokerage.accountView(user.account, 0)).toMatchObject({ orders: [], positions: [] });
    await vi.waitFor(async () => expect(await records()).toMatchObject([{ Symbol: 'USSPY', Status: 'Executed', Fill: 10 }]));
  });

  it('fill in parts while the broker calls them working', async () => {
    const desk = await tradingDesk();
    broker.book.switches.fillAtMost = 4;
    desk.platform.orders.send(ticket);
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    broker.book.step();
    expect(await became(desk, 'PartiallyExecuted')).toMatchObject({ Fill: 4, Unfill: 6 });
    broker.book.step();
    broker.book.step();
    desk.clock.skip(60_000);
    expect(await became(desk, 'Executed')).toMatchObject({ Fill: 10 });
    expect(desk.platform.orders.get().log.filter(({ ReportType }) => ReportType === 'OrderExecuted').map(({ LastFillQuantity, LeavesQuantity }) => [LastFillQuantity, LeavesQuantity])).toEqual([[2, 0], [4, 2], [4, 6]]);
  });

  it('that the broker takes and then rejects show why', async () => {
    const desk = await tradingDesk();
    desk.platform.orders.send({ ...ticket, quantity: 90_000 });
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    expect(await became(desk, 'Rejected')).toMatchObject({ Description: 'You do not have enough available cash/buying power for this order.' });
  });

  it('that the broker refuses open the dialog with text, message and list of errors', async () => {
    const desk = await tradingDesk();
    broker.faults.add('POST /orders', 400, { message: 'The order is not valid.', errors: ['price: too odd', { title: 'Limit', detail: 'too far away' }] });
    desk.platform.orders.send(ticket);
    await became(desk, 'Rejected');
    expect(desk.problems).toMatchObject([{ title: 'Error processing order' }]);
    expect(desk.problems.flatMap(({ lines }) => lines)).toEqual(['Bad request', 'The order is not valid.', 'price: too odd', 'Limit: too far away']);
    expect(newest()).toBeUndefined();
  });

  it.each([
    [403, {}, 'You are forbidden from accessing trading service'], [404, {}, 'Resource is not found'], [500, '<html>Whitelabel Error Page</html>', 'Unexpected server error'], [503, '<html>Access Denied</html>', 'Server has a temporary problem responding'],
    [429, { message: 'slow down' }, 'Too many requests; wait a moment and try again'],
  ])('refused with %i say so', async (status, body, text) => {
    const desk = await tradingDesk();
    broker.faults.add('POST /orders', status, body);
    desk.platform.orders.send(ticket);
    await became(desk, 'Rejected');
    expect(desk.problems[0]?.lines[0]).toBe(text);
  });

  it('that cannot be mapped are refused at once', async () => {
    const desk = await tradingDesk();
    expect(desk.platform.orders.send({ ...ticket, symbol: '$SPX' })).toMatchObject({ ok: false, errorCode: -3 });
    expect(desk.platform.orders.send({ ...ticket, price: 0 })).toMatchObject({ ok: false, errorCode: -47 });
    expect(desk.orders()).toEqual([]);
  });

  it.each([['names no id', 'omitsLocation'], ['names an id of another account', 'namesWrongHash']] as const)('whose answer %s are found among those of the last minute', async (_what, name) => {
    const desk = await tradingDesk();
    broker.switches[name] = true;
    broker.book.enter(account(), { symbol: 'SPY', assetType: 'EQUITY', instruction: 'BUY', orderType: 'LIMIT', duration: 'DAY', quantity: 11, price: 100.05, stopPrice: undefined, route: 'AUTO' });
    desk.platform.orders.send(ticket);
    await until(() => expect(desk.orders()[0]?.OrderId).toBe(String(newest()?.orderId)));
    expect(newest()?.quantity).toBe(10);
  });

  it('whose fate is unknown are looked for, and rejected with a warning when they are not there', async () => {
    const desk = await tradingDesk();
    broker.faults.add('POST /orders', 504, {});
    desk.platform.orders.send(ticket);
    expect(await became(desk, 'Rejected')).toMatchObject({ Description: 'Server has a temporary problem responding' });
    expect(newest()).toBeUndefined();
  });

  it('are sent once more after a refused token, and once only', async () => {
    const desk = await tradingDesk();
    broker.tokens.endAccess();
    desk.platform.orders.send(ticket);
    await until(() => expect(broker.book.orders(account())).toHaveLength(1));
    await until(() => expect(desk.orders()[0]?.OrderId).toBe(String(newest()?.orderId)));
    expect(desk.problems).toEqual([]);
    expect(desk.platform.tradingApi.get().login).toBe('LoggedIn');
  });

  it('are cancelled, which the order itself tells', async () => {
    const desk = await tradingDesk();
    desk.platform.orders.send({ ...ticket, price: 90 });
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    const { OrderId = '' } = (await became(desk, 'Pending')) ?? {};
    expect(desk.platform.orders.cancel(OrderId)).toMatchObject({ ok: true });
    expect(desk.orders()).toMatchObject([{ Status: 'CancelSent' }]);
    await until(() => expect(newest()?.status).toBe('PENDING_CANCEL'));
    await became(desk, 'PendingCancel');
    broker.book.step();
    desk.clock.skip(60_000);
    expect(await became(desk, 'Cancelled')).toMatchObject({ Fill: 0, Unfill: 10 });
    expect(desk.reports()).toEqual(['OrderAccepted', 'OrderCancelPending', 'OrderCanceled']);
  });

  it('that fill before their cancel comes are executed', async () => {
    const desk = await tradingDesk();
    broker.book.switches.fillsBeforeCancel = true;
    desk.platform.orders.send({ ...ticket, price: 90 });
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    const { OrderId = '' } = (await became(desk, 'Pending')) ?? {};
    desk.platform.orders.cancel(OrderId);
    await until(() => expect(newest()?.status).toBe('PENDING_CANCEL'));
    broker.book.step();
    await became(desk, 'Executed');
  });

  it('whose cancel is refused stay open, and the dialog says why', async () => {
    const desk = await tradingDesk();
    desk.platform.orders.send({ ...ticket, price: 90 });
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    const { OrderId = '' } = (await became(desk, 'Pending')) ?? {};
    broker.faults.add('DELETE /orders', 500, { message: 'no' });
    desk.platform.orders.cancel(OrderId);
    await until(() => expect(desk.reports()).toContain('OrderCancelRejected'));
    expect(desk.problems.flatMap(({ lines }) => lines)).toEqual(['Unexpected server error', 'no']);
    await became(desk, 'Pending');
    expect(desk.platform.orders.cancel('404')).toMatchObject({ ok: false, errorCode: -13 });
  });

  it('are replaced by new ones with new ids; the old ones are over', async () => {
    const desk = await tradingDesk();
    desk.platform.orders.send({ ...ticket, price: 90 });
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    const { OrderId = '' } = (await became(desk, 'Pending')) ?? {};
    expect(desk.platform.orders.replace(OrderId, { ...ticket, quantity: 7, price: 91 })).toMatchObject({ ok: true });
    await until(() => expect(desk.orders().map(({ OrderId: id, Status, Quantity, Price }) => [id === OrderId, Status, Quantity, Price])).toEqual([[true, 'Cancelled', 10, 90], [false, 'Confirmed', 7, 91]]));
    expect(desk.reports()).toContain('OrderReplaced');
    await vi.waitFor(async () => expect(await records()).toMatchObject([{ Status: 'ReplaceDone' }, { Status: 'Confirmed' }]));
    expect(desk.platform.orders.replace('404', ticket)).toMatchObject({ ok: false, errorCode: -13 });
  });

  it('buy to cover what is short at the broker, whatever the own account holds', async () => {
    account().positions.set('SPY', { quantity: -20, averagePrice: 90 });
    const desk = await tradingDesk();
    desk.platform.orders.send(ticket);
    await until(() => expect(newest()?.instruction).toBe('BUY_TO_COVER'));
  });

  it('that others enter show within a minute, in statuses of any name', async () => {
    const desk = await tradingDesk();
    broker.book.enter(account(), { symbol: 'MSFT', assetType: 'EQUITY', instruction: 'SELL_SHORT', orderType: 'LIMIT', duration: 'GOOD_TILL_CANCEL', quantity: 3, price: 400, stopPrice: undefined, route: 'INET' });
    broker.switches.statusName = 'AWAITING_THE_MOON';
    desk.clock.skip(59_000);
    expect(desk.orders()).toEqual([]);
    desk.clock.skip(1_000);
    expect(await became(desk, 'Pending')).toMatchObject({ Symbol: 'MSFT', Side: 'Short', TifType: 'GoodTillCancel', Route: 'INET' });
    expect(desk.reports()).toEqual(['OrderAccepted', 'NothingDone']);
    broker.switches.statusName = undefined;
    broker.switches.timeForm = 'zulu';
    broker.book.step();
    desk.clock.skip(60_000);
    await until(() => expect(desk.orders()[0]?.Status).toBe('Pending'));
  });

  it('are left alone for as long as the broker asks', async () => {
    const desk = await tradingDesk();
    broker.faults.add('GET /orders', 429, { message: 'slow down' }, { headers: { 'retry-after': '300' } });
    desk.clock.skip(60_000);
    await until(() => expect(desk.platform.tradingApi.get().error).toBe('Too many requests; wait a moment and try again'));
    await until(() => expect(desk.clock.delays()).toContain(300_000));
    desk.clock.skip(300_000);
    await until(() => expect(desk.platform.tradingApi.get().error).toBeNull());
  });

  it('which are at the broker can be cancelled there after the own service was chosen', async () => {
    const desk = await tradingDesk();
    desk.platform.orders.send({ ...ticket, price: 90 });
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    const { OrderId = '' } = (await became(desk, 'Pending')) ?? {};
    expect(await desk.platform.tradingApi.choose('Own')).toEqual({ ok: true });
    expect(desk.platform.orders.cancel(OrderId)).toMatchObject({ ok: true });
    await until(() => expect(newest()?.status).toBe('PENDING_CANCEL'));
    await became(desk, 'PendingCancel');
  });
});

describe('the history of the external account', () => {
  const past = (daysAgo: number, quantity = 5) => broker.book.enter(account(), { symbol: 'SPY', assetType: 'EQUITY', instruction: 'BUY', orderType: 'LIMIT', duration: 'DAY', quantity, price: 100.05, stopPrice: undefined, route: 'AUTO' }, Date.now() - daysAgo * DAY_MS);
  const windows = () => broker.calls.filter((call) => call === `GET /trader/v1/accounts/${account().hashValue}/orders`).length;

  it('is loaded one year back in windows that the broker takes, each order once, and then the account is asked for', async () => {
    past(400);
    for (const days of [350, 200, 60, 59, 1]) past(days);
    broker.book.step();
    broker.book.step();
    await atBroker();
    const desk = await openDesk();
    const heard: string[] = [];
    desk.platform.orders.onReport(({ ReportType }) => heard.push(ReportType));
    await desk.platform.tradingApi.choose('External');
    await until(() => expect(desk.platform.tradingApi.get().login).toBe('LoggedIn'));
    expect(windows()).toBe(7);
    expect(desk.orders().map(({ Status }) => Status)).toEqual(Array(5).fill('Executed'));
    expect(new Set(desk.reports())).toEqual(new Set(['OrderAccepted', 'OrderExecuted']));
    // The past is no news.
    expect(heard).toEqual([]);
  });

  it('is loaded from the last sync the next time, with the open orders of before read again and the rest from our own record', async () => {
    const open = past(3);
    broker.book.switches.isHalted = true;
    const first = await tradingDesk();
    expect(first.orders()).toHaveLength(1);
    first.platform.dispose();
    desks.splice(0);
    broker.book.switches.isHalted = false;
    broker.book.step();
    broker.book.step();
    expect(open.status).toBe('FILLED');
    const before = windows();
    const second = await openDesk();
    await until(() => expect(second.platform.tradingApi.get().login).toBe('LoggedIn'));
    expect(windows() - before).toBe(1);
    expect(broker.calls).toContain(`GET /trader/v1/accounts/${account().hashValue}/orders/${open.orderId}`);
    expect(second.orders()).toMatchObject([{ OrderId: String(open.orderId), Status: 'Executed', Fill: 5 }]);
    expect(second.reports()).toContain('OrderExecuted');
  });

  it('ends where the broker does not reach back any further', async () => {
    broker.switches.reachDays = 100;
    past(50);
    past(90);
    const desk = await tradingDesk();
    expect(windows()).toBe(2);
    expect(desk.orders()).toHaveLength(1);
  });

  it('that cannot be read for the moment is tried again, and the reason shows meanwhile', async () => {
    await atBroker();
    const desk = await openDesk();
    broker.faults.add('GET /orders', 503, '<html>Access Denied</html>');
    await desk.platform.tradingApi.choose('External');
    await until(() => expect(desk.platform.tradingApi.get()).toMatchObject({ login: 'LoggingIn', error: expect.stringContaining('Server has a temporary problem responding') }));
    desk.clock.skip(15_000);
    await until(() => expect(desk.platform.tradingApi.get()).toMatchObject({ login: 'LoggedIn', error: null }));
  });

  it('of a login without accounts ends that login with its text', async () => {
    await atBroker();
    const desk = await openDesk();
    broker.faults.add('GET /accountNumbers', 200, []);
    await desk.platform.tradingApi.choose('External');
    await until(() => expect(desk.platform.tradingApi.get()).toMatchObject({ login: 'LoggedOut', error: 'Authorization token is invalid or there are no accounts you allowed to view or use for trading' }));
  });
});

describe('the access token', () => {
  it('is refreshed 60 seconds before it ends', async () => {
    const desk = await tradingDesk();
    const refreshes = () => broker.calls.filter((call) => call === 'POST /v1/oauth/token').length;
    const before = refreshes();
    const delay = desk.clock.delays().find((ms) => ms > 1_000_000) ?? 0;
    expect(delay).toBeGreaterThan(1_738_000 - 2000);
    expect(delay).toBeLessThanOrEqual(1_740_000);
    // The server judges the token's age by its own clock: it is told that the broker refused it.
    broker.tokens.endAccess();
    desk.clock.skip(60_000);
    await until(() => expect(refreshes()).toBe(before + 1));
    expect(desk.platform.tradingApi.get().login).toBe('LoggedIn');
  });

  it('that has 5 seconds or less loads no account: the API info is sent, and the refresh comes at once', async () => {
    broker.tokens.lives.accessSeconds = 4;
    await atBroker();
    broker.tokens.lives.accessSeconds = 1800;
    broker.faults.add('POST /token', 503, {}, { times: 1 });
    const desk = await openDesk();
    await desk.platform.tradingApi.choose('External');
    // The first refresh fails by the broker's outage, so no account was loaded at any time.
    await until(() => expect(desk.platform.tradingApi.get()).toMatchObject({ login: 'LoggedOut', error: 'Server has a temporary problem responding' }));
    expect(broker.calls.filter((call) => call.endsWith('/accountNumbers'))).toEqual([]);
  });

  it('that was short is followed by one that loads the account', async () => {
    broker.tokens.lives.accessSeconds = 4;
    await atBroker();
    broker.tokens.lives.accessSeconds = 1800;
    const desk = await openDesk();
    await desk.platform.tradingApi.choose('External');
    await until(() => expect(desk.platform.tradingApi.get().login).toBe('LoggedIn'));
  });

  it('that cannot be refreshed ends the login with the words for it', async () => {
    broker.tokens.lives.accessSeconds = 4;
    await atBroker();
    broker.tokens.endRefresh();
    const desk = await openDesk();
    await desk.platform.tradingApi.choose('External');
    await until(() => expect(desk.platform.tradingApi.get()).toMatchObject({ login: 'LoggedOut', error: 'Exception while authenticating refresh token' }));
    expect(desk.platform.orders.send(ticket)).toMatchObject({ ok: false });
  });
});
