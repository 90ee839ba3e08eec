import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { callApi, createKey, type ApiAnswer } from './api-client.ts';
import { decide, openPageOf, shown } from './proposal-pages.ts';

/** Brackets and other groups that programs propose. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ keyRequests: { perKey: 1e6, perUser: 1e6 } });
});
afterAll(() => server.end());

let user: TestUser;
let key: string;
/** Of the same user, and reads. */
let reader: string;
let lastUser = 0;
beforeEach(async () => {
  user = await server.addUser(`proposer${String((lastUser += 1))}`);
  ({ key } = await createKey(server, user, { Scopes: ['propose'] }));
  ({ key: reader } = await createKey(server, user, { Scopes: ['read'] }));
});

let lastKey = 0;
const newKey = (): string => `test-${String((lastKey += 1))}`;
const propose = (body: object, idempotencyKey = newKey()): Promise<ApiAnswer> =>
  callApi(server, '/api/v1/proposals', key, { body, headers: { 'idempotency-key': idempotencyKey } });
const codeOf = ({ status, body }: ApiAnswer): readonly unknown[] => [status, body.error?.code];
const items = async (path: string) => (await callApi(server, path, reader)).body.items;
const groups = () => items('/api/v1/groups');

const entry = (change: object = {}) => ({
  ...{ symbol: 'SPY', side: 'Buy', quantity: 10, type: 'Limit', price: '90.05' },
  ...change,
});
const bracket = (change: object = {}) => ({
  group: {
    ...{ account: user.account, kind: 'Bracket', orders: [entry()] },
    target: { basis: 'Price', amount: '110', timeInForce: 'GoodTillCancel' },
    stop: { basis: 'Offset', amount: '5' },
    ...change,
  },
});

describe('a proposed group', () => {
  it('shows its exits, and is placed as a whole once the user confirms it', async () => {
    const { page } = await openPageOf(server, user);
    const { status, body } = await propose(bracket());
    expect([status, body]).toMatchObject([
      201,
      {
        kind: 'Group',
        text: 'Buy 10 SPY at 90.05, target at 110.00 GTC, stop 5.00 below the fill',
        preview: { positionAfter: 10 },
        ...{ orderId: null, groupId: null },
      },
    ]);
    expect(await groups()).toEqual([]);
    expect(await shown(page, body.id, 'Open')).toMatchObject({
      ...{ Kind: 'Group', Text: 'Buy 10 SPY at 90.05', Price: 90.05 },
      Terms: ['target at 110.00 GTC', 'stop 5.00 below the fill'],
    });
    decide(page, body.id, 'Send');
    await shown(page, body.id, 'Sent');
    const [placed] = await groups();
    expect(placed).toMatchObject({ kind: 'Bracket', symbol: 'SPY', target: { amount: '110.00' } });
    expect((await callApi(server, `/api/v1/proposals/${body.id}`, key)).body).toMatchObject({
      state: 'Sent',
      groupId: placed.groupId,
      orderId: null,
    });
    // The entry alone: its exits follow with its fill.
    expect(await items('/api/v1/orders')).toMatchObject([{ symbol: 'SPY', price: '90.05', quantity: 10 }]);
  });

  it('has its dollars at risk as dollars from the proposal on, and is repeated by its Idempotency-Key', async () => {
    const atRisk = bracket({ stop: { basis: 'Risk', amount: '25' } });
    const idempotencyKey = newKey();
    const { body } = await propose(atRisk, idempotencyKey);
    expect(body.text).toBe('Buy 10 SPY at 90.05, target at 110.00 GTC, stop 2.50 below the fill');
    expect((await propose(atRisk, idempotencyKey)).body.id).toBe(body.id);
    expect(codeOf(await propose(bracket(), idempotencyKey))).toEqual([409, 'idempotency_conflict']);
  });

  it('of a condition says what it waits for, and gives the page no price to compare with the market', async () => {
    const { page } = await openPageOf(server, user);
    const condition = { basis: 'Last', symbol: 'QQQ', direction: 'AtOrAbove', price: '60' };
    const { body } = await propose(
      bracket({ kind: 'Conditional', condition, target: undefined, stop: undefined }),
    );
    expect(body.text).toBe('Buy 10 SPY at 90.05, once QQQ last is 60.00 or above');
    expect(await shown(page, body.id, 'Open')).not.toHaveProperty('Price');
  });

  it('is refused as a group would be, or as its entry would be', async () => {
    const wrongSide = await propose(bracket({ target: { basis: 'Price', amount: '80' } }));
    expect(codeOf(wrongSide)).toEqual([422, 'order_rejected']);
    expect(wrongSide.body.error.message).toContain('target');
    const tooLarge = await propose(bracket({ orders: [entry({ quantity: 900_000 })] }));
    expect(codeOf(tooLarge)).toEqual([422, 'order_rejected']);
    expect(tooLarge.body.error.message).toContain('It would pass with a quantity of at most');
    expect(codeOf(await propose({ ...bracket(), order: { ...entry(), account: user.account } }))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  it('that can no longer be placed when the user confirms it says why', async () => {
    const { page } = await openPageOf(server, user);
    const { body } = await propose(bracket());
    page.send('accountOptionsSet', { Account: user.account, IsHalted: true, CancelOnDisconnect: false });
    await page.next('accountOptions', ({ IsHalted }) => IsHalted);
    decide(page, body.id, 'Send');
    expect((await shown(page, body.id, 'Refused')).Message).not.toBe('');
    expect(await groups()).toEqual([]);
  });
});
