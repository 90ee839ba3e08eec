import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue, type Body, type Entry } from '../../src/protocol/index.ts';
import {
  changesNothing,
  closeWorld,
  intruder,
  MARK,
  namesOf,
  openWorld,
  OPTION,
  orderId,
  refused,
  server,
  victim,
  type Requests,
  type SocketCase,
} from './isolation-world.ts';
import { ALERT_BODIES, ALERT_CASES } from './isolation-alerts.ts';
import { DOCUMENT_BODIES, DOCUMENT_CASES } from './isolation-saves.ts';
import { EXTERNAL_BODIES, EXTERNAL_CASES } from './isolation-external.ts';
import { GROUP_BODIES, GROUP_CASES } from './isolation-groups.ts';
import { STRATEGY_BODIES, STRATEGY_CASES } from './isolation-strategies.ts';
import { callApi, createKey } from './api-client.ts';
import { connect, openAccount, orderOf, signIn } from './wire-client.ts';

/** Of the victim; it waits. */
let proposalId = '';
beforeAll(async () => {
  await openWorld();
  proposalId = await proposalOfVictim();
});
afterAll(closeWorld);

const order = (change: Partial<Body<'orderSend'>>) =>
  orderOf(intruder, { ClientId: `intruder-${change.Account ?? ''}-${change.UserId ?? ''}`, ...change });
const exerciseBody = (Account: string, ClientId: string) => ({
  Account,
  ClientId,
  Symbol: OPTION,
  Contracts: 1,
});

/** A proposal of the victim's program, which waits. */
async function proposalOfVictim(): Promise<string> {
  const { key } = await createKey(server, victim, { Scopes: ['propose'] });
  const order = { account: victim.account, symbol: 'SPY', side: 'Buy', quantity: 1, type: 'Market' };
  const headers = { 'idempotency-key': 'victims-proposal' };
  const { status, body } = await callApi(server, '/api/v1/proposals', key, { body: { order }, headers });
  expect([status, body.state]).toEqual([201, 'Open']);
  return body.id;
}

const TRADING: Readonly<Record<Requests<'trading'>, SocketCase<'trading'>>> = {
  ...ALERT_CASES,
  ...DOCUMENT_CASES,
  ...EXTERNAL_CASES,
  ...GROUP_CASES,
  ...STRATEGY_CASES,
  async login(client) {
    client.send('login', { UserId: victim.userName, Password: intruder.password });
    expect((await client.next('loginFailure')).FailureType).toBe('WrongPassword');
    // A user's id is no name to sign in with.
    client.send('login', { UserId: victim.userId, Password: victim.password });
    expect((await client.next('loginFailure')).FailureType).toBe('WrongPassword');
  },
  async passkeyLogin(client) {
    // No answer fits a challenge that the server has not made.
    client.send('passkeyLogin', { Pending: 'v1.AAAA', Response: JSON.stringify({ id: victim.userId }) });
    expect((await client.next('loginFailure')).FailureType).toBe('WrongPasskey');
    client.send('passkeyLogin', { Pending: 'v1.AAAA', Response: 'no JSON' });
    expect((await client.next('loginFailure')).FailureType).toBe('WrongPasskey');
  },
  async oidcLogin(client) {
    // A ticket that the server has not sealed names no user.
    client.send('oidcLogin', { Ticket: 'v1.AAAA', Code: victim.userId });
    expect((await client.next('loginFailure')).FailureType).toBe('WrongTicket');
  },
  async resume(client) {
    const { jwt } = await signIn(server.ports, intruder);
    const [head = '', body = '', signature = ''] = jwt.split('.');
    const claims: unknown = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: victim.userId };
    client.send('resume', {
      JWT: `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`,
    });
    await client.next('relogin');
  },
  async demoStart(client) {
    client.send('demoStart', {});
    expect((await client.next('loginSuccess', ({ IsDemo }) => IsDemo)).UserId).not.toBe(victim.userId);
  },
  async logoff(client) {
    client.send('logoff', {});
    await client.closed;
  },
  async accountSelect(client) {
    client.send('accountSelect', {
      Account: victim.account,
      IncludeBalance: true,
      IncludePositions: true,
      IncludeTrades: true,
    });
    expect(await client.next('accountSelectResponse', ({ Account }) => Account === victim.account)).toEqual({
      Account: victim.account,
      IsLive: false,
      FailureType: 'UnavailableForUser',
    });
  },
  async heartbeat(client) {
    client.send('heartbeat', { Sent: 2 });
    await client.next('heartbeatAck');
  },
  async accountDataRequest(client) {
    for (const [Account, UserId] of [
      [victim.account, victim.userId],
      [victim.account, intruder.userId],
      [intruder.account, victim.userId],
    ] as const) {
      client.send('accountDataRequest', {
        Account,
        UserId,
        LoadTradeLogForNBusinessDays: 30,
        LoadPositions: true,
      });
      await refused(client, 7, -36);
    }
  },
  async changePassword(client) {
    // The request cannot name another user: the victim's password is checked against the intruder's own.
    client.send('changePassword', { Id: 1, OldPassword: victim.password, NewPassword: 'a-new-password-1' });
    expect(await client.next('changePasswordResult')).toEqual({ Id: 1, Result: 'OldPasswordInvalid' });
    client.sendRaw(
      JSON.stringify({
        T: 8,
        Id: 2,
        UserId: victim.userId,
        OldPassword: victim.password,
        NewPassword: 'a-new-password-1',
      }),
    );
    await refused(client, 8, -1);
  },
  async updateUserInfo(client) {
    const contact = {
      FirstName: 'I',
      LastName: '',
      Phone: '',
      MobilePhone: '',
      Email: '',
      Address: '',
      AddressLine2: '',
      City: '',
      State: '',
      Zip: '',
      Country: '',
    };
    client.send('updateUserInfo', contact);
    expect(await client.next('updateUserInfoResult')).toEqual({ Code: 0, Message: '' });
    expect(await client.next('userInfo', ({ FirstName }) => FirstName === 'I')).toMatchObject({
      UserId: intruder.userId,
    });
    client.sendRaw(JSON.stringify({ T: 9, ...contact, UserId: victim.userId }));
    await refused(client, 9, -1);
  },
  async orderSend(client) {
    for (const change of [
      { Account: victim.account, UserId: victim.userId },
      { Account: victim.account },
      { UserId: victim.userId },
    ]) {
      client.send('orderSend', order(change));
      await refused(client, 20, -36);
    }
  },
  async orderCancel(client) {
    client.send('orderCancel', { Account: victim.account, OrderId: orderId, ClientId: 'cancel-1' });
    await refused(client, 21, -36);
    client.send('orderCancel', { Account: intruder.account, OrderId: orderId, ClientId: 'cancel-2' });
    // The intruder's own account has no such order; the answer discloses nothing about the order it names.
    const answer = await Promise.race([
      client.next('failure', ({ ClientId }) => ClientId === 'cancel-2'),
      client.next(
        'executionReport',
        (report) => report.ClientId === 'cancel-2' || report.OrderId === orderId,
      ),
    ]);
    expect(answer.ErrorCode).toBe(-13);
  },
  async optionExercise(client) {
    client.send('optionExercise', exerciseBody(victim.account, 'exercise-1'));
    await refused(client, 34, -36);
    // What the victim holds is not in the intruder's own account.
    client.send('optionExercise', exerciseBody(intruder.account, 'exercise-2'));
    expect(await client.next('optionExerciseResult')).toEqual({
      Account: intruder.account,
      ClientId: 'exercise-2',
      ErrorCode: -90,
      Message: 'The account does not hold this option',
    });
  },
  async orderReplace(client) {
    for (const change of [
      { Account: victim.account, UserId: victim.userId },
      { Account: victim.account },
      { UserId: victim.userId },
    ]) {
      client.send('orderReplace', { ...order(change), OriginalClientId: `${MARK}-1` });
      await refused(client, 22, -36);
    }
    // The intruder's own account has no such order; the answer contains no more than the request did.
    client.send('orderReplace', {
      ...order({ ClientId: 'replace-1' }),
      Timestamp: server.market.exchangeMs(),
      OriginalClientId: orderId,
    });
    expect(await client.next('executionReport', (report) => report.ClientId === 'replace-1')).toMatchObject({
      ReportType: 'OrderCancelRejected',
      ErrorCode: -13,
      Symbol: '-',
      CancelRejectReason: 'UnknownOrder',
    });
  },
  async optionOrderSend(client) {
    for (const change of [
      { Account: victim.account, UserId: victim.userId },
      { Account: victim.account },
      { UserId: victim.userId },
    ]) {
      client.send('optionOrderSend', order({ ...change, Symbol: OPTION }));
      await refused(client, 23, -36);
    }
  },
  async optionOrderReplace(client) {
    for (const change of [
      { Account: victim.account, UserId: victim.userId },
      { Account: victim.account },
      { UserId: victim.userId },
    ]) {
      client.send('optionOrderReplace', {
        ...order({ ...change, Symbol: OPTION }),
        OriginalClientId: `${MARK}-1`,
      });
      await refused(client, 24, -36);
    }
  },
  async orderPreview(client) {
    for (const change of [
      { Account: victim.account, UserId: victim.userId },
      { Account: victim.account },
      { UserId: victim.userId },
    ]) {
      client.send('orderPreview', { Id: 1, Order: order(change) });
      await refused(client, 25, -36);
    }
    client.send('orderPreview', {
      Id: 2,
      Order: { ...order({}), Timestamp: server.market.exchangeMs(), OriginalClientId: orderId },
    });
    expect(await client.next('orderPreviewResult')).toMatchObject({ Id: 2, ErrorCode: -13 });
  },
  async accountOptionsSet(client) {
    client.send('accountOptionsSet', { Account: victim.account, IsHalted: true, CancelOnDisconnect: true });
    await refused(client, 26, -36);
  },
  async accountGuardsSet(client) {
    client.send('accountGuardsSet', { Account: victim.account, DailyLoss: 1 });
    await refused(client, 70, -36);
  },
  async orderProposalDecide(client) {
    for (const Decision of ['Send', 'Reject'] as const) {
      client.send('orderProposalDecide', { Id: proposalId, Decision });
      const { Message } = await client.next('orderProposalResult');
      expect(Message).toBe('This request is no longer there.');
    }
    client.send('orderProposalDecide', { Id: '0'.repeat(16), Decision: 'Send' });
    expect((await client.next('orderProposalResult')).Message).toBe('This request is no longer there.');
  },
  async positionReverse(client) {
    client.send('positionReverse', { Account: victim.account, ClientId: 'c', Symbol: 'SPY' });
    await refused(client, 71, -36);
  },
  async replaySpeedSet(client) {
    client.send('replaySpeedSet', { Speed: 0 });
    await refused(client, 27, 0);
  },
};

describe('every trading message', () => {
  it('has its case here', () => {
    expect(Object.keys(TRADING).toSorted()).toEqual(namesOf('trading'));
  });

  it.each(Object.entries(TRADING))(
    "%s with another user's ids reads and changes nothing of theirs",
    async (_name, act) => {
      await changesNothing(async () => {
        const { client } = await openAccount(server.ports, intruder);
        await act(client);
        client.close();
        return client.seen;
      });
    },
  );

  it.each(
    Object.entries(TRADING).filter(
      ([name]) => !['login', 'passkeyLogin', 'oidcLogin', 'demoStart', 'resume', 'heartbeat'].includes(name),
    ),
  )('%s from who is not signed in reads and changes nothing', async (name) => {
    await changesNothing(async () => {
      const client = await connect('trading', server.ports);
      const bodies: Record<string, () => object> = {
        ...ALERT_BODIES,
        ...DOCUMENT_BODIES,
        ...EXTERNAL_BODIES,
        ...GROUP_BODIES,
        ...STRATEGY_BODIES,
        accountSelect: () => ({
          Account: victim.account,
          IncludeBalance: true,
          IncludePositions: true,
          IncludeTrades: true,
        }),
        accountDataRequest: () => ({
          Account: victim.account,
          UserId: victim.userId,
          LoadTradeLogForNBusinessDays: 30,
          LoadPositions: true,
        }),
        changePassword: () => ({ Id: 1, OldPassword: victim.password, NewPassword: 'a-new-password-1' }),
        updateUserInfo: () => ({
          FirstName: '',
          LastName: '',
          Phone: '',
          MobilePhone: '',
          Email: '',
          Address: '',
          AddressLine2: '',
          City: '',
          State: '',
          Zip: '',
          Country: '',
        }),
        orderSend: () => orderOf(victim),
        orderCancel: () => ({ Account: victim.account, OrderId: orderId, ClientId: 'c' }),
        orderReplace: () => ({ ...orderOf(victim), OriginalClientId: `${MARK}-1` }),
        optionOrderSend: () => orderOf(victim, { Symbol: OPTION }),
        optionOrderReplace: () => ({ ...orderOf(victim, { Symbol: OPTION }), OriginalClientId: `${MARK}-1` }),
        orderPreview: () => ({ Id: 1, Order: orderOf(victim) }),
        accountOptionsSet: () => ({ Account: victim.account, IsHalted: true }),
        accountGuardsSet: () => ({ Account: victim.account, DailyLoss: 1 }),
        orderProposalDecide: () => ({ Id: '0'.repeat(16), Decision: 'Send' }),
        positionReverse: () => ({ Account: victim.account, ClientId: 'c', Symbol: 'SPY' }),
        optionExercise: () => exerciseBody(victim.account, 'c'),
        replaySpeedSet: () => ({ Speed: 0 }),
        logoff: () => ({}),
      };
      const entry = Object.entries<Entry>(catalogue).find(([key]) => key === name)?.[1];
      client.sendRaw(JSON.stringify({ T: entry?.T, ...bodies[name]?.() }));
      expect((await client.next('failure', (body) => body.RequestT === entry?.T)).ErrorCode).toBe(-23);
      client.close();
      return client.seen;
    });
  });
});
