import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_NOTICE_SETTINGS } from '../../src/domain/notices/index.ts';
import { allHttp } from '../../src/protocol/http-all.ts';
import { externalBrokerHttp } from '../../src/protocol/index.ts';
import { settingsToWire } from '../../src/server/gateway/translate/notices.ts';
import { type Answer, type Call, DOCUMENT_CALLS } from './isolation-documents.ts';
import {
  BROKER_ACCOUNT,
  DELIVERY_ID,
  changesNothing,
  closeWorld,
  intruder,
  openWorld,
  saveId,
  server,
  victim,
} from './isolation-world.ts';
import { CHART_STUDY_CALLS } from './isolation-chart-studies.ts';
import { KEY_CALLS } from './isolation-keys.ts';
import { TRADE_CALLS } from './isolation-trades.ts';
import { openAccount, orderOf } from './wire-client.ts';

beforeAll(openWorld);
afterAll(closeWorld);

const gone: Answer = { status: 200, body: { Error: 'This save is no longer there.' } };

/** A call that the intruder, who is no administrator, may not make at all. */
async function refusedToUsers(call: Call, path: string, body?: unknown): Promise<Answer> {
  const refused = await call(path, body);
  expect(refused).toEqual({ status: 403, body: { Error: 'Only administrators may do this.' } });
  return refused;
}

const HTTP: Readonly<
  Record<keyof typeof allHttp | keyof typeof externalBrokerHttp, (call: Call) => Promise<unknown>>
> = {
  healthz: (call) => call('/healthz'),
  livez: (call) => call('/livez'),
  readyz: (call) => call('/readyz'),
  clientConfig: (call) => call('/api/config'),
  thirdPartyTools: (call) => call('/api/Tools'),
  async storeSettings(call) {
    expect(
      (
        await call('/api/DesktopUser/StoreSettings', {
          Workspace: '[]',
          Settings: '{}',
          Page: '',
          UserId: victim.userId,
        })
      ).status,
    ).toBe(400);
    // The victim's revision is no revision of the intruder's.
    const late = await call('/api/DesktopUser/StoreSettings', {
      Workspace: '[]',
      Settings: '{}',
      Page: '',
      BaseRevision: 1,
    });
    expect(late).toMatchObject({ status: 409, body: { Revision: 0 } });
    return late;
  },
  async loadSettings(call) {
    const loaded = await call(`/api/DesktopUser/LoadSettings?userId=${victim.userId}`, {
      UserId: victim.userId,
    });
    expect(loaded).toMatchObject({
      status: 200,
      body: { Workspace: null, DefaultAccount: intruder.account, TradingApi: null },
    });
    return loaded;
  },
  async workspaceVersions(call) {
    const listed = await call(`/api/DesktopUser/WorkspaceVersions?userId=${victim.userId}`);
    expect(listed).toEqual({ status: 200, body: { Items: [] } });
    return listed;
  },
  workspaceVersion: (call) => call('/api/DesktopUser/WorkspaceVersions/1'),
  ...DOCUMENT_CALLS,
  ...CHART_STUDY_CALLS,
  ...TRADE_CALLS,
  ...KEY_CALLS,
  onLoggedIn: (call) => call('/api/Account/OnLoggedIn', { UserId: victim.userId }),
  async onLoggedOut(call) {
    const out = await call('/api/Account/OnLoggedOut', { UserId: victim.userId });
    expect(out.status).toBe(200);
    return out;
  },
  onTokenRefresh: (call) => call('/api/Account/OnTokenRefresh', { UserId: victim.userId }),
  async setTradingApi(call) {
    expect((await call(`/api/User/SetTradingApi?api=Own&userId=${victim.userId}`)).status).toBe(400);
    expect((await call('/api/User/SetTradingApi?api=Own')).status).toBe(200);
  },
  async settingsList(call) {
    const listed = await call('/api/Settings/List/MarketView');
    expect(listed).toEqual({ status: 200, body: [] });
    return listed;
  },
  async settingsLists(call) {
    const listed = await call('/api/Settings/Lists/');
    expect(listed).toEqual({ status: 200, body: {} });
    return listed;
  },
  async settingsSave(call) {
    expect(await call(`/api/Settings/Save/MarketView?name=mine&settingId=${saveId}`, {})).toEqual(gone);
  },
  async settingsDelete(call) {
    expect(await call(`/api/Settings/Delete/${saveId}`)).toEqual(gone);
  },
  async settingsLoad(call) {
    const loaded = await call(`/api/Settings/Load/${saveId}`);
    expect(loaded).toEqual(gone);
    return loaded;
  },
  async sessionsList(call) {
    const listed = await call(`/api/User/Sessions?userId=${victim.userId}`);
    expect(listed).toMatchObject({
      status: 200,
      body: { Items: expect.arrayContaining([expect.objectContaining({ IsThis: true })]) },
    });
    for (const { sessionId } of await server.storage.repositories.sessions.standingOf(
      victim.userId,
      Date.now(),
    ))
      expect(JSON.stringify(listed)).not.toContain(sessionId);
    return listed;
  },
  async sessionsEnd(call) {
    const [session] = await server.storage.repositories.sessions.standingOf(victim.userId, Date.now());
    const path = `/api/User/Sessions/${session?.sessionId ?? ''}/End`;
    // The victim's password does not help: the caller's own password is required.
    expect(await call(path, { Password: victim.password })).toEqual({
      status: 403,
      body: { Error: 'The password is incorrect.' },
    });
    const refused = await call(path, { Password: intruder.password });
    expect(refused).toEqual({ status: 404, body: { Error: 'This session is no longer there.' } });
    // Just as one that never was.
    expect(
      await call(`/api/User/Sessions/${crypto.randomUUID()}/End`, { Password: intruder.password }),
    ).toEqual(refused);
  },
  async sessionsEndOthers(call) {
    expect(
      (await call('/api/User/Sessions/EndOthers', { Password: intruder.password, UserId: victim.userId }))
        .status,
    ).toBe(400);
    const ended = await call('/api/User/Sessions/EndOthers', { Password: intruder.password });
    expect(ended.status).toBe(200);
    return ended;
  },
  async secondFactor(call) {
    const shown = await call(`/api/User/SecondFactor?userId=${victim.userId}`);
    expect(shown).toEqual({ status: 200, body: { Since: null, RecoveryCodes: 0 } });
    return shown;
  },
  async secondFactorBegin(call) {
    const path = '/api/User/SecondFactor/Begin';
    expect((await call(path, { Password: intruder.password, UserId: victim.userId })).status).toBe(400);
    // The victim's password does not help: the caller's own password is required.
    const refused = await call(path, { Password: victim.password });
    expect(refused).toEqual({ status: 403, body: { Error: 'The password is incorrect.' } });
    return refused;
  },
  async secondFactorConfirm(call) {
    const refused = await call('/api/User/SecondFactor/Confirm', { Pending: 'v1.AAAA', Code: '000000' });
    expect(refused.status).toBe(400);
    return refused;
  },
  async secondFactorNewCodes(call) {
    const refused = await call('/api/User/SecondFactor/NewCodes', {
      Password: intruder.password,
      Code: '000000',
    });
    expect(refused).toEqual({ status: 409, body: { Error: 'Two-step sign-in is off.' } });
    return refused;
  },
  async secondFactorTurnOff(call) {
    const path = '/api/User/SecondFactor/TurnOff';
    const body = { Password: intruder.password, Code: '000000' };
    expect((await call(path, { ...body, UserId: victim.userId })).status).toBe(400);
    expect((await call(path, body)).status).toBe(409);
  },
  async checkResetLink(call) {
    const refused = await call('/api/Account/CheckResetLink', { Token: 'x'.repeat(43) });
    expect(refused.status).toBe(403);
    return refused;
  },
  async resetPassword(call) {
    // A link of the victim's helps nobody who does not hold it, and names no other user.
    const body = { Token: 'x'.repeat(43), NewPassword: 'chosen by an intruder' };
    expect((await call('/api/Account/ResetPassword', { ...body, UserId: victim.userId })).status).toBe(400);
    const refused = await call('/api/Account/ResetPassword', body);
    expect(refused.status).toBe(403);
    return refused;
  },
  async ordersExport(call) {
    const exported = await call(`/api/Orders/Export?account=${victim.account}&format=json`);
    expect(exported).toEqual({ status: 404, body: { Error: `You have no account ${victim.account}.` } });
  },
  async executions(call) {
    const read = await call(`/api/Orders/Executions?account=${victim.account}&date=2026-03-02`);
    expect(read).toEqual({ status: 404, body: { Error: `You have no account ${victim.account}.` } });
  },
  async orderTimeline(call) {
    const read = await call(`/api/Orders/Timeline?account=${victim.account}&orderId=1`);
    expect(read).toEqual({ status: 404, body: { Error: `You have no account ${victim.account}.` } });
  },
  async orderExplain(call) {
    const read = await call('/api/Orders/Explain', { Order: orderOf(victim, { ClientId: 'explained' }) });
    expect(read).toEqual({ status: 404, body: { Error: `You have no account ${victim.account}.` } });
  },
  async notifications(call) {
    const loaded = await call(`/api/Notifications?userId=${victim.userId}`);
    expect(loaded).toMatchObject({ status: 200, body: { Items: [] } });
    return loaded;
  },
  async notificationsStore(call) {
    const settings = { ...settingsToWire(DEFAULT_NOTICE_SETTINGS), UserId: victim.userId };
    expect((await call('/api/Notifications/Settings', settings)).status).toBe(400);
  },
  async webhookSet(call) {
    const set = { Url: 'https://intruder.example/', UserId: victim.userId };
    expect((await call('/api/Notifications/Webhook', set)).status).toBe(400);
  },
  async webhookRotate(call) {
    const refused = await call(`/api/Notifications/Webhook/Rotate?userId=${victim.userId}`);
    expect(refused.status).toBe(404);
    return refused;
  },
  async mailSet(call) {
    const refused = await call('/api/Notifications/Mail', {
      Address: 'a@example.com',
      UserId: victim.userId,
    });
    expect(refused.status).toBe(400);
  },
  async mailVerify(call) {
    const refused = await call('/api/Notifications/Mail/Verify', { Code: '000000' });
    expect(refused).toEqual({
      status: 404,
      body: { Error: 'The operator of this server has not set up mail.' },
    });
  },
  async pushSet(call) {
    const subscription = { Endpoint: 'https://push.example/1', P256dh: 'A'.repeat(87), Auth: 'A'.repeat(22) };
    expect((await call('/api/Notifications/Push', { ...subscription, UserId: victim.userId })).status).toBe(
      400,
    );
  },
  async notificationChannelRemove(call) {
    const refused = await call('/api/Notifications/Channels/webhook/Remove');
    expect(refused.status).toBe(404);
    return refused;
  },
  async notificationTest(call) {
    const refused = await call('/api/Notifications/Channels/webhook/Test');
    expect(refused.status).toBe(404);
    return refused;
  },
  async deliveries(call) {
    const listed = await call(`/api/Notifications/Deliveries?userId=${victim.userId}`);
    expect(listed).toEqual({ status: 200, body: { Items: [] } });
    return listed;
  },
  async deliveryRetry(call) {
    const refused = await call(`/api/Notifications/Deliveries/${DELIVERY_ID}/Retry`);
    expect(refused.status).toBe(404);
    return refused;
  },
  signInOptions: (call) => call('/api/Account/SignInOptions'),
  async oidcBegin(call) {
    expect((await call('/api/Account/Oidc/Begin', null)).status).toBe(404);
  },
  async oidcFinish(call) {
    const refused = await call('/api/Account/Oidc/Finish', {
      Pending: 'v1.AAAA',
      Query: `?code=1&state=${victim.userId}`,
    });
    expect(refused.status).toBe(404);
    return refused;
  },
  async forgotPassword(call) {
    const refused = await call('/api/Account/ForgotPassword', { User: victim.userName });
    expect(refused.status).toBe(404);
    return refused;
  },
  adminUsers: (call) => refusedToUsers(call, '/api/Admin/Users'),
  adminAccounts: (call) => refusedToUsers(call, '/api/Admin/Accounts'),
  adminLimits: (call) => refusedToUsers(call, '/api/Admin/Limits'),
  adminRestrictions: (call) => refusedToUsers(call, '/api/Admin/Restrictions'),
  adminSessions: (call) => refusedToUsers(call, '/api/Admin/Sessions'),
  adminApiKeys: (call) => refusedToUsers(call, '/api/Admin/ApiKeys'),
  adminClosings: (call) => refusedToUsers(call, '/api/Admin/Closings'),
  adminAudit: (call) => refusedToUsers(call, '/api/Admin/Audit'),
  adminStatus: (call) => refusedToUsers(call, '/api/Admin/Status'),
  adminCommand: (call) =>
    refusedToUsers(call, '/api/Admin/Command', {
      Command: ['session', 'end-all', victim.userName],
      Password: intruder.password,
    }),
  // This server has no external broker: that logins of two users stay apart at one is shown in external-broker.test.ts.
  brokerState: (call) => call(`/api/ExternalBroker/State?userId=${victim.userId}`),
  brokerLogin: (call) => call(`/api/ExternalBroker/Login?userId=${victim.userId}`),
  brokerCallback: (call) => call(`/api/ExternalBroker/callback?state=${victim.userId}&code=1`),
  brokerRefreshToken: (call) => call('/api/ExternalBroker/RefreshToken', { UserId: victim.userId }),
  brokerSetDefault: (call) =>
    call(`/api/ExternalBroker/SetDefault?account=${BROKER_ACCOUNT}&hash=VICTIMHASH`),
  brokerSetKeys: (call) =>
    call('/api/ExternalBroker/SetKeys', { KeyId: 'VICTIM', Secret: 'x', UserId: victim.userId }),
  brokerFigures: (call) => call(`/api/ExternalBroker/Figures?account=${BROKER_ACCOUNT}`),
  brokerPutFigures: (call) =>
    call('/api/ExternalBroker/PutFigures', { Account: BROKER_ACCOUNT, Seen: 0, Figures: '{}' }),
  brokerLogout: (call) => call('/api/ExternalBroker/Logout', { UserId: victim.userId }),
};

describe('every HTTP call', () => {
  const routes = { ...allHttp, ...externalBrokerHttp };

  it('has its case here', () => {
    expect(Object.keys(HTTP).toSorted()).toEqual(Object.keys(routes).toSorted());
  });

  const callAs =
    (jwt: string | undefined, method: string): Call =>
    async (path, body) => {
      const response = await fetch(`${server.url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(jwt === undefined ? {} : { authorization: `Bearer ${jwt}`, cookie: `tapedeck_session=${jwt}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
    };

  it.each(Object.entries(HTTP))(
    "%s with another user's ids reads and changes nothing of theirs",
    async (name, act) => {
      const route = Object.entries(routes).find(([key]) => key === name)?.[1];
      await changesNothing(async () => {
        const { client, jwt } = await openAccount(server.ports, intruder);
        const answer = await act(callAs(jwt, route?.method ?? ''));
        client.close();
        return [answer];
      });
    },
  );

  it.each(Object.entries(routes).filter(([, route]) => route.auth !== 'none'))(
    '%s without a token reads and changes nothing',
    async (_name, route) => {
      await changesNothing(async () => {
        const path = route.path.replace('{toolType}', 'MarketView').replace('{id}', String(saveId));
        const answer = await callAs(undefined, route.method)(path);
        expect([401, 303]).toContain(answer.status);
        return [answer];
      });
    },
  );
});
