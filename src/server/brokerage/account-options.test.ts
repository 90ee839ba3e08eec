import { describe, expect, it } from 'vitest';
import type { AccountOptionsView } from './brokerage.ts';
import { MAX_OPTION_CHANGES } from './rate-window.ts';
import type { AdministratorHalt, RiskFacts } from './risk-facts.ts';
import { dollars, idOf, openHarness, settle, type Harness } from './testing/harness.ts';

const limit = (price: number) => ({ type: 'Limit', priceE4: dollars(price) }) as const;
const quiet = { onReport: () => undefined, onPosition: () => undefined, onBalance: () => undefined };

/** Kill switches that a test throws. */
function switches() {
  let halt: AdministratorHalt | null = null;
  const listeners = new Set<() => void>();
  return {
    facts: (defaults: RiskFacts): RiskFacts => ({
      ...defaults,
      haltOf: () => halt,
      onHaltChanged(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }),
    async throw(next: AdministratorHalt | null) {
      halt = next;
      for (const listener of listeners) listener();
      await settle();
    },
    listeners,
  };
}
const set = (harness: Harness, change: { isHalted?: boolean; cancelOnDisconnect?: boolean }) =>
  harness.brokerage.setAccountOptions({ account: 'A', userId: 'u', ...change });

describe("the holder's halt", () => {
  it('rejects new orders, cancels resting ones, accepts cancels, and is published and stored', async () => {
    const harness = await openHarness();
    const published: AccountOptionsView[] = [];
    harness.brokerage.listen('A', { ...quiet, onOptions: (options) => published.push(options) });
    const first = idOf(await harness.send(limit(99)));
    const second = idOf(await harness.send({ ...limit(98), symbol: 'AAPL' }));
    const halted = { account: 'A', cancelOnDisconnect: false, isHalted: true, haltedBy: 'Holder' };
    expect(await set(harness, { isHalted: true })).toEqual(halted);
    expect([first, second].map((id) => harness.order(id))).toMatchObject([
      { status: 'Cancelled', description: 'Account is locked' },
      { status: 'Cancelled', description: 'Account is locked' },
    ]);
    expect((await harness.send(limit(99)))[0]).toMatchObject({ reportType: 'OrderRejected', errorCode: -43 });
    expect(published).toEqual([halted]);
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(again.brokerage.accountOptions('A')).toEqual(halted);
    expect((await again.send(limit(99)))[0]).toMatchObject({ errorCode: -43 });
    expect(await set(again, { isHalted: false })).toMatchObject({ isHalted: false, haltedBy: null });
    expect((await again.send(limit(99)))[0]).toMatchObject({ reportType: 'OrderAccepted' });
  });
  it('leaves other accounts alone', async () => {
    const harness = await openHarness();
    await set(harness, { isHalted: true });
    expect((await harness.send({ ...limit(99), account: 'B' }))[0]).toMatchObject({
      reportType: 'OrderAccepted',
    });
  });
  it('is no news when it changes nothing, and is refused when it cannot be kept', async () => {
    const harness = await openHarness();
    const before = harness.journal.records.length;
    expect(await set(harness, { isHalted: false, cancelOnDisconnect: false })).toMatchObject({
      isHalted: false,
    });
    expect(harness.journal.records.length).toBe(before);
    harness.journal.breakDown();
    expect(await set(harness, { isHalted: true })).toBeUndefined();
  });
});

describe("an administrator's kill switch", () => {
  it.each([
    ['Account', -43],
    ['Server', -3],
  ] as const)('of the %s cancels what rests and refuses with %i until it is released', async (halt, code) => {
    const control = switches();
    const harness = await openHarness({ facts: control.facts });
    const published: AccountOptionsView[] = [];
    harness.brokerage.listen('A', { ...quiet, onOptions: (options) => published.push(options) });
    const id = idOf(await harness.send(limit(99)));
    await control.throw(halt);
    expect(harness.order(id).status).toBe('Cancelled');
    expect((await harness.send(limit(99)))[0]).toMatchObject({
      reportType: 'OrderRejected',
      errorCode: code,
    });
    expect((await harness.brokerage.preview(harness.order(id), undefined)).code).toBe(code);
    await control.throw(null);
    expect((await harness.send(limit(99)))[0]).toMatchObject({ reportType: 'OrderAccepted' });
    expect(published.map(({ haltedBy }) => haltedBy)).toEqual([halt, null]);
    await harness.brokerage.stop();
    expect(control.listeners.size).toBe(0);
  });
  it('that was thrown while the server was down cancels what rests at the start', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ ...limit(99), tif: 'GoodTillCancel' }));
    await harness.brokerage.stop();
    const again = await openHarness({
      market: harness.market,
      journal: harness.journal,
      facts: (defaults) => ({ ...defaults, haltOf: (account) => (account === 'A' ? 'Account' : null) }),
    });
    expect(again.order(id).status).toBe('Cancelled');
  });
});

describe('cancel on disconnect', () => {
  it('cancels the open orders of an account with that option once its last client disconnects, and of no other', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send(limit(99)));
    const [foreign] = await harness.send({ ...limit(99), account: 'B' });
    await harness.brokerage.accountLeft('A');
    expect(harness.order(id).status).toBe('Confirmed');
    await set(harness, { cancelOnDisconnect: true });
    await harness.brokerage.accountLeft('A');
    expect(harness.order(id)).toMatchObject({ status: 'Cancelled', description: 'Account not logged in' });
    expect(
      harness.brokerage.accountView('B', 0).orders.find(({ orderId }) => orderId === foreign?.orderId)
        ?.status,
    ).toBe('Confirmed');
  });
});

describe('cancel on disconnect, in the gaps', () => {
  it.each(['an order', 'a replace'] as const)(
    '%s in evaluation when the last client disconnects is not accepted afterwards',
    async (change) => {
      let isSlow = false;
      const harness = await openHarness({
        facts: (defaults) => ({
          ...defaults,
          account: (account) =>
            isSlow ? Promise.resolve(defaults.account(account)) : defaults.account(account),
        }),
      });
      await set(harness, { cancelOnDisconnect: true });
      const id = idOf(await harness.send(limit(99)));
      isSlow = true;
      const reports =
        change === 'an order' ? harness.send(limit(98)) : harness.replace(id, { priceE4: dollars(98) });
      await harness.brokerage.accountLeft('A');
      expect(await reports).toMatchObject([{ reportType: 'GatewayRejected', serial: 0, errorCode: -23 }]);
      expect(harness.view().orders).toMatchObject([{ orderId: id, status: 'Cancelled' }]);
      // Who comes back trades as ever.
      expect((await harness.send(limit(98)))[0]).toMatchObject({ reportType: 'OrderAccepted' });
    },
  );
  it('keeps requests in evaluation of an account without that option', async () => {
    const harness = await openHarness({
      facts: (defaults) => ({ ...defaults, account: async (account) => defaults.account(account) }),
    });
    const reports = harness.send(limit(98));
    await harness.brokerage.accountLeft('A');
    expect((await reports)[0]).toMatchObject({ reportType: 'OrderAccepted' });
  });
  it('holds when the server died: at the start nobody is connected, and what it was to cancel meets no market', async () => {
    const harness = await openHarness();
    await set(harness, { cancelOnDisconnect: true });
    const id = idOf(await harness.send({ ...limit(99), tif: 'GoodTillCancel' }));
    const [foreign] = await harness.send({ ...limit(98), account: 'B', tif: 'GoodTillCancel' });
    // The first server received no disconnect, as in a crash.
    await harness.brokerage.stop();
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [98.2, 300], ask: [98.5, 300] }]);
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(again.order(id)).toMatchObject({
      status: 'Cancelled',
      fill: 0,
      description: 'Account not logged in',
    });
    expect(again.brokerage.accountView('B', 0).orders).toMatchObject([
      { orderId: foreign?.orderId, status: 'Confirmed' },
    ]);
  });
});

describe('facts that are not known', () => {
  it.each<[string, (defaults: RiskFacts) => RiskFacts, number]>([
    ['account', (defaults) => ({ ...defaults, account: () => undefined }), -36],
    ['limits', (defaults) => ({ ...defaults, limits: () => undefined }), -64],
    ['route', (defaults) => ({ ...defaults, route: () => undefined }), -52],
    ['listing', (defaults) => ({ ...defaults, instrument: () => undefined }), -49],
  ])('refuse: %s', async (_title, facts, code) => {
    const harness = await openHarness({ facts });
    expect(await harness.send(limit(99))).toMatchObject([{ reportType: 'OrderRejected', errorCode: code }]);
  });
  it('are waited for, and orders keep their order meanwhile', async () => {
    const harness = await openHarness({
      facts: (defaults) => ({ ...defaults, account: async (account) => defaults.account(account) }),
    });
    const [first, second] = await Promise.all([harness.send(limit(99)), harness.send(limit(98))]);
    expect(Number(idOf(first))).toBeLessThan(Number(idOf(second)));
  });
});

describe('options that are switched back and forth', () => {
  it('are taken so often in a minute and leave no record beyond that; trading can be stopped all the while', async () => {
    const harness = await openHarness();
    const before = harness.journal.records.length;
    const answers = [];
    for (let index = 0; index < 10 * MAX_OPTION_CHANGES; index += 1)
      answers.push(set(harness, { cancelOnDisconnect: index % 2 === 0 }));
    const outcomes = await Promise.all(answers);
    expect(outcomes.slice(0, MAX_OPTION_CHANGES).every((answer) => typeof answer === 'object')).toBe(true);
    expect(outcomes.at(-2)).toBe('too-often');
    expect(harness.journal.records.length - before).toBe(MAX_OPTION_CHANGES);
    expect(await set(harness, { isHalted: true })).toMatchObject({ isHalted: true });
    expect(await set(harness, { isHalted: false })).toBe('too-often');
    expect(await set(harness, { isHalted: true }), 'what is so already').toMatchObject({ isHalted: true });
    expect(harness.journal.records.length - before).toBe(MAX_OPTION_CHANGES + 1);
    expect(
      await harness.brokerage.setAccountOptions({ account: 'B', userId: 'u', cancelOnDisconnect: true }),
      'of another account',
    ).toMatchObject({ cancelOnDisconnect: true });
    harness.market.nowMs += 60_000;
    expect(await set(harness, { isHalted: false })).toMatchObject({ isHalted: false });
  });
});
