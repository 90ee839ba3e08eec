import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { callApi, createKey, type ApiAnswer } from './api-client.ts';
import { decide, openPageOf, shown } from './proposal-pages.ts';

/** Orders that programs propose: the routes, and the decisions on the trading socket. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ keyRequests: { perKey: 1e6, perUser: 1e6 } });
});
afterAll(() => server.end());

let user: TestUser;
let key: string;
let keyId: string;
let jwt: string;
let lastUser = 0;
beforeEach(async () => {
  user = await server.addUser(`proposer${String((lastUser += 1))}`);
  ({ key, id: keyId, jwt } = await createKey(server, user, { Name: 'Assistant', Scopes: ['propose'] }));
});

let lastKey = 0;
const newKey = (): string => `test-${String((lastKey += 1))}`;
const limitOrder = (change: object = {}) => ({
  account: user.account,
  symbol: 'SPY',
  side: 'Buy',
  quantity: 10,
  type: 'Limit',
  price: '90.05',
  ...change,
});
const propose = (change: object = {}, idempotencyKey = newKey(), token = key): Promise<ApiAnswer> =>
  callApi(server, '/api/v1/proposals', token, {
    body: { order: limitOrder(), ...change },
    headers: { 'idempotency-key': idempotencyKey },
  });
const read = async (id: string, token = key) =>
  (await callApi(server, `/api/v1/proposals/${id}`, token)).body;
const codeOf = ({ status, body }: ApiAnswer): readonly unknown[] => [status, body.error?.code];

const openPage = () => openPageOf(server, user);
const openOrders = async (): Promise<readonly { symbol: string; price: string; quantity: number }[]> => {
  const { key: reader } = await createKey(server, user, { Scopes: ['read'] });
  return (await callApi(server, '/api/v1/orders', reader)).body.items;
};

describe('a proposal', () => {
  it('waits for the user with its text, its estimated cost and the checks that it has passed, and sends nothing', async () => {
    const { status, body } = await propose({ note: 'Below the <b>low</b> of the week' });
    expect([status, body]).toMatchObject([
      201,
      {
        kind: 'Order',
        account: user.account,
        text: 'Buy 10 SPY at 90.05',
        note: 'Below the <b>low</b> of the week',
        state: 'Open',
        message: expect.stringMatching(/^No workstation of the user is open/),
        workstations: 0,
        orderId: null,
        preview: { cost: expect.stringMatching(/^90[01]\.\d\d/), positionAfter: 10 },
      },
    ]);
    expect(body.expiresInSeconds).toBeGreaterThan(290);
    expect(body.checks).toContainEqual({
      title: 'Buying power',
      rule: expect.any(String),
      figures: expect.stringMatching(/^9\d\d\.\d\d ≤ [\d,.]+$/),
    });
    expect(await openOrders()).toEqual([]);
  });

  it('is sent exactly as proposed when the user confirms it, and all pages and the program see that', async () => {
    const { id } = (await propose()).body;
    const [{ page, waiting }, other] = [await openPage(), await openPage()];
    expect(waiting).toMatchObject([
      {
        Id: id,
        Kind: 'Order',
        KeyName: 'Assistant',
        Account: user.account,
        Text: 'Buy 10 SPY at 90.05',
        State: 'Open',
      },
    ]);
    expect(await read(id)).toMatchObject({
      workstations: 2,
      message: expect.stringMatching(/has not decided yet/),
    });
    decide(page, id, 'Send');
    for (const each of [page, other.page]) await shown(each, id, 'Sent');
    const [order] = await openOrders();
    expect(order).toMatchObject({ symbol: 'SPY', side: 'Buy', quantity: 10, price: '90.05' });
    expect(await read(id)).toMatchObject({
      state: 'Sent',
      orderId: expect.stringMatching(/^\d+$/),
      expiresInSeconds: 0,
    });
    const { body } = await callApi(server, `/api/v1/proposals/${id}`, key, { method: 'DELETE' });
    expect(body.error).toMatchObject({ code: 'proposal_ended', message: expect.stringContaining('Sent') });
  });

  it('is decided once: the first of two windows counts, and the other one reads why', async () => {
    const { id } = (await propose()).body;
    const [first, second] = [await openPage(), await openPage()];
    decide(first.page, id, 'Reject');
    await shown(second.page, id, 'Rejected');
    decide(second.page, id, 'Send');
    expect(await second.page.next('orderProposalResult')).toEqual({
      Id: id,
      Message: 'The request was rejected already.',
    });
    expect(await openOrders()).toEqual([]);
    expect((await read(id)).state).toBe('Rejected');
  });

  it('makes one order when two windows confirm it at once', async () => {
    const { id } = (await propose()).body;
    const [first, second] = [await openPage(), await openPage()];
    decide(first.page, id, 'Send');
    decide(second.page, id, 'Send');
    await shown(first.page, id, 'Sent');
    expect(await openOrders()).toHaveLength(1);
  });

  it('can be withdrawn by the program, which reaches the page', async () => {
    const { page } = await openPage();
    const { id } = (await propose()).body;
    await shown(page, id, 'Open');
    const { status, body } = await callApi(server, `/api/v1/proposals/${id}`, key, { method: 'DELETE' });
    expect([status, body.state]).toEqual([200, 'Withdrawn']);
    await shown(page, id, 'Withdrawn');
    decide(page, id, 'Send');
    expect((await page.next('orderProposalResult')).Message).toBe('The program has withdrawn the request.');
  });

  it('cancels an open order once the user confirms it', async () => {
    const { page } = await openPage();
    const { id: sentId } = (await propose()).body;
    decide(page, sentId, 'Send');
    await shown(page, sentId, 'Sent');
    const { orderId } = await read(sentId);
    const proposed = await propose({ order: undefined, cancel: { orderId } });
    expect(proposed.body).toMatchObject({
      kind: 'Cancel',
      text: 'Cancel Buy 10 SPY at 90.05',
      orderId,
      preview: null,
      checks: [],
    });
    expect(await openOrders()).toHaveLength(1);
    decide(page, proposed.body.id, 'Send');
    await shown(page, proposed.body.id, 'Sent');
    await expect.poll(openOrders).toEqual([]);
    expect(codeOf(await propose({ order: undefined, cancel: { orderId } }))).toEqual([404, 'unknown_order']);
  });

  it('is refused by the checks of the moment in which it is sent, and says why', async () => {
    const { page } = await openPage();
    const { id } = (await propose()).body;
    page.send('accountOptionsSet', { Account: user.account, IsHalted: true, CancelOnDisconnect: false });
    await page.next('accountOptions', ({ IsHalted }) => IsHalted);
    decide(page, id, 'Send');
    const { Message } = await shown(page, id, 'Refused');
    expect(Message).not.toBe('');
    expect(await read(id)).toMatchObject({ state: 'Refused', message: expect.stringContaining(Message) });
    expect(await openOrders()).toEqual([]);
  });
});

describe('a request to propose', () => {
  it('is recognised by its Idempotency-Key', async () => {
    const repeated = newKey();
    const [first, second] = [await propose({}, repeated), await propose({}, repeated)];
    expect(second.body.id).toBe(first.body.id);
    expect(codeOf(await propose({ note: 'another' }, repeated))).toEqual([409, 'idempotency_conflict']);
    expect((await callApi(server, '/api/v1/proposals', key)).body.items).toHaveLength(1);
  });

  it('is refused with the check and what would pass it, and makes no proposal', async () => {
    const refused = await propose({ order: limitOrder({ quantity: 900_000 }) });
    expect(codeOf(refused)).toEqual([422, 'order_rejected']);
    expect(refused.body.error.message).toMatch(
      /Rejected by: .*\. It would pass with a quantity of at most [\d,]+/,
    );
    expect(refused.body.error.orderErrorCode).toBeLessThan(0);
    expect((await callApi(server, '/api/v1/proposals', key)).body.items).toEqual([]);
  });

  it.each([
    [
      'neither an order nor a cancel',
      { order: undefined },
      'order: one of order, group and cancel is needed',
    ],
    ['both', { cancel: { orderId: '1' } }, 'order: one of order, group and cancel is needed'],
    ['a note of several lines', { note: 'a\nb' }, 'note: must be one line of plain text'],
    ['a note that turns the direction of text', { note: 'a\u202eb' }, 'note: must be one line of plain text'],
    ['a long note', { note: 'x'.repeat(281) }, 'note: must be'],
    ['a group', { orders: [] }, 'orders: not known here'],
  ])('with %s is malformed', async (_title, change, message) => {
    const answer = await propose(change);
    expect(codeOf(answer)).toEqual([400, 'invalid_request']);
    expect(answer.body.error.message).toContain(message);
  });

  it('needs the scope, and the scope sends no order', async () => {
    const { key: reader } = await createKey(server, user, { Scopes: ['read', 'paper', 'live'] });
    expect(codeOf(await propose({}, newKey(), reader))).toEqual([403, 'missing_scope']);
    const headers = { 'idempotency-key': newKey() };
    const sent = await callApi(server, '/api/v1/orders', key, { body: limitOrder(), headers });
    expect(codeOf(sent)).toEqual([403, 'missing_scope']);
  });

  it('is for accounts of the key', async () => {
    expect(codeOf(await propose({ order: limitOrder({ account: 'OTHER' }) }))).toEqual([
      404,
      'unknown_account',
    ]);
  });

  it('is limited to five that wait, of this key alone', async () => {
    for (let count = 0; count < 5; count += 1)
      expect((await propose({ order: limitOrder({ quantity: 10 + count }) })).status).toBe(201);
    expect(codeOf(await propose())).toEqual([409, 'too_many_proposals']);
    const { key: other } = await createKey(server, user, { Scopes: ['propose'] });
    expect((await propose({}, newKey(), other)).status).toBe(201);
    const [{ id }] = (await callApi(server, '/api/v1/proposals', key)).body.items;
    await callApi(server, `/api/v1/proposals/${id}`, key, { method: 'DELETE' });
    expect((await propose()).status).toBe(201);
  });

  it('shows a key its own proposals alone, whether another key is of the same user or not', async () => {
    const { id } = (await propose()).body;
    const stranger = await server.addUser(`stranger${String(lastUser)}`);
    for (const owner of [user, stranger]) {
      const { key: other } = await createKey(server, owner, { Scopes: ['propose'] });
      for (const method of ['GET', 'DELETE'])
        expect(codeOf(await callApi(server, `/api/v1/proposals/${id}`, other, { method }))).toEqual([
          404,
          'unknown_proposal',
        ]);
      expect((await callApi(server, '/api/v1/proposals', other)).body.items).toEqual([]);
    }
    expect((await read(id)).state).toBe('Open');
  });
});

describe('the key of a proposal', () => {
  it('ends what waits when it is revoked, and a confirmation right after sends nothing', async () => {
    const { page } = await openPage();
    const { id } = (await propose()).body;
    await shown(page, id, 'Open');
    await callApi(server, `/api/User/ApiKeys/${keyId}/Revoke`, jwt, { method: 'POST', body: {} });
    decide(page, id, 'Send');
    await shown(page, id, 'KeyEnded');
    expect(await openOrders()).toEqual([]);
  });

  it('ends what waits when it is revoked without a decision', async () => {
    const { page } = await openPage();
    const { id } = (await propose()).body;
    await server.storage.repositories.apiKeys.revokeById(keyId, Date.now());
    await shown(page, id, 'KeyEnded');
    decide(page, id, 'Send');
    expect((await page.next('orderProposalResult')).Message).toMatch(/^The API key was revoked/);
  });

  it('is in the audit trail with each decision, and in the timeline of the order', async () => {
    const { page } = await openPage();
    const { id } = (await propose({ note: 'secret note' })).body;
    decide(page, id, 'Send');
    await shown(page, id, 'Sent');
    const rejected = (await propose()).body;
    decide(page, rejected.id, 'Reject');
    await shown(page, rejected.id, 'Rejected');
    const entries = async () =>
      (await server.storage.repositories.audit.since(0)).filter(({ command }) => command.includes(keyId));
    await expect.poll(async () => (await entries()).length).toBe(3);
    const text = (decision: string, proposalId: string) =>
      `${decision} order proposal ${proposalId} of API key ${keyId} "Assistant" for account ${user.account}: Buy 10 SPY at 90.05`;
    expect(await entries()).toMatchObject([
      { command: expect.stringMatching(/^create API key/) },
      { command: text('confirm', id), outcome: 'done', actor: expect.stringContaining(user.userName) },
      { command: text('reject', rejected.id), outcome: 'done' },
    ]);
    const { orderId } = await read(id);
    const path = `/api/Orders/Timeline?account=${user.account}&orderId=${orderId}`;
    expect((await callApi(server, path, jwt)).body).toMatchObject({ ProposedBy: 'Assistant' });
  });

  it('cannot send an order under a ClientId of proposals', async () => {
    const { key: trading } = await createKey(server, user, { Scopes: ['paper'] });
    const headers = { 'idempotency-key': `proposal.${keyId}.${'0'.repeat(24)}` };
    const answer = await callApi(server, '/api/v1/orders', trading, { body: limitOrder(), headers });
    expect(codeOf(answer)).toEqual([400, 'invalid_request']);
  });
});
