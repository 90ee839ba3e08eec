import { expect } from 'vitest';
import { newAlert } from '../../src/domain/alerts/index.ts';
import { drawing } from '../../src/domain/drawings/testing.ts';
import { DEFAULT_NOTICE_SETTINGS } from '../../src/domain/notices/index.ts';
import { catalogue, type Entry, type Message, type SocketName } from '../../src/protocol/index.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { invalidInstance } from '../../src/server/algostream/runs/new-instance.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { authenticated, openAccount, orderOf, type WireClient } from './wire-client.ts';

/**
 * Every message and every HTTP call, made by one user with the ids of another: nothing of the other is read or changed.
 * The tables of the isolation tests are keyed by the catalogue, so that a new message or call does not compile, and fails, until it has its case.
 */

// Set by `openWorld`; who imports them sees them as they are then.
export let server: TestServer<ScriptedMarket>;
export let victim: TestUser;
export let intruder: TestUser;
let victimClient: WireClient<'trading'>;
let victimStreaming: WireClient<'streaming'>;
export let victimData: WireClient<'data'>;
/** Ids of the victim's that an intruder may have guessed. */
export let orderId = '';
export let groupId = '';
export let saveId = 0;

/** Texts that stand in what is the victim's, and nowhere else. */
export const MARK = 'victims-own';
const MARK_NUMBER = 91.37;
export const OPTION = 'SPY261218C00100000';
export const BROKER_ACCOUNT = 'VICTIM-AT-BROKER';
/** The id of an alert of the victim's. */
export const ALERT_ID = 'guessed-alert';
/** The id of a shared drawing of the victim's. */
export const DRAWING_ID = 'SPY:guessed';
/** A name that any user may give to a strategy, and an instance of the victim's. */
export const STRATEGY = 'guessed';
/** The victim's search for parameters. */
export const SEARCH_ID = 'search-1';
/** The victim's check before a live start. */
export const CHECK_ID = 'check-1';
const VICTIMS_RUN = () => ({ userId: victim.userId, name: STRATEGY, instanceId: 'run-1' });
/** Its first version. */
const OWN_STRATEGY = { strategyId: 0, version: 1 } as const;

async function addSaveAndDocuments(): Promise<void> {
  const { savedItems, documents } = server.storage.repositories;
  const outcome = await savedItems.save(
    victim.userId,
    { toolType: 'MarketView', name: MARK, data: JSON.stringify({ Symbols: [MARK] }) },
    9,
    { atMs: 1, userAgent: '' },
  );
  saveId = outcome.kind === 'saved' ? outcome.item.id : 0;
  await documents.put(
    victim.userId,
    'alert',
    {
      id: ALERT_ID,
      seenRevision: 0,
      schemaVersion: 1,
      body: JSON.stringify(newAlert(ALERT_ID, 'SPY', MARK)),
      atMs: Date.now(),
    },
    9,
  );
  const body = JSON.stringify(drawing({ Id: DRAWING_ID, Symbol: 'SPY', Text: MARK }));
  const write = { id: DRAWING_ID, seenRevision: 0, schemaVersion: 1, body, atMs: Date.now() };
  await documents.put(victim.userId, 'drawing', write, 9);
  await addNotices();
}

/** A delivery of the victim's that has failed. */
export const DELIVERY_ID = 'f'.repeat(32);

async function addNotices(): Promise<void> {
  const { deliveries } = server.storage.repositories;
  const { userId } = victim;
  await deliveries.putChannel({
    userId,
    channelId: 'webhook',
    kind: 'Webhook',
    label: `https://${MARK}.example/`,
    sealedSecret: MARK,
    isVerified: true,
    createdAtMs: 1,
  });
  await deliveries.storeSettings(
    userId,
    JSON.stringify({
      ...DEFAULT_NOTICE_SETTINGS,
      quiet: { ...DEFAULT_NOTICE_SETTINGS.quiet, timeZone: MARK },
    }),
  );
  const notice = { noticeId: MARK, kind: 'Fill', atMs: 1, title: MARK, text: MARK, facts: {} };
  const delivery = {
    deliveryId: DELIVERY_ID,
    noticeId: MARK,
    noticeKind: 'Fill',
    channelId: 'webhook',
    channelKind: 'Webhook',
    body: JSON.stringify(notice),
    dueAtMs: 4e12,
    dropReason: '',
  };
  await deliveries.add(userId, [delivery], [], { limits: { maxWaiting: 9, maxFinished: 9 }, nowMs: 1 });
  await deliveries.finish([DELIVERY_ID], { state: 'Failed', nowMs: 2, error: MARK, attempts: 1 });
}

/** Fills an order of the victim and places a group; returns its GroupId. */
async function victimsGroup(): Promise<string> {
  victimClient.send('orderSend', orderOf(victim, { Symbol: 'QQQ', Quantity: 50, ClientId: `${MARK}-2` }));
  await victimClient.next('executionReport', (report) => report.ReportType === 'OrderExecuted');
  victimClient.send('orderGroupSend', {
    Account: victim.account,
    ClientId: `${MARK}-group`,
    Kind: 'OneCancelsOther',
    Orders: [90, 91].map((Price) =>
      orderOf(victim, { Type: 'Limit', Price, ClientId: `${MARK}-at-${Price}` }),
    ),
  });
  const { Message, GroupId } = await victimClient.next('orderGroupResult');
  if (GroupId === undefined) throw new Error(`The group of the victim was refused: ${Message}`);
  return GroupId;
}

/** A strategy of the victim, with a run and a search. */
async function addStrategy(): Promise<void> {
  const { strategies } = server.storage.repositories;
  await strategies.create(
    victim.userId,
    { name: STRATEGY, code: `// ${MARK}`, parameters: MARK, description: MARK },
    1,
    9,
  );
  await strategies.addInstance(
    {
      ...VICTIMS_RUN(),
      ...OWN_STRATEGY,
      account: victim.account,
      status: 'BacktestingNoTickData',
      code: `// ${MARK}`,
      body: JSON.stringify({
        ...invalidInstance(victim.account, VICTIMS_RUN().instanceId),
        Status: 'BacktestingNoTickData',
        Message: MARK,
        BacktestFrom: 1,
        BacktestTo: 2,
      }),
    },
    { ofStrategy: 9, ofUser: 9 },
  );
  await strategies.putOrders(VICTIMS_RUN(), [{ serial: 1, body: JSON.stringify({ Id: MARK }) }]);
  await strategies.addOptimization(
    {
      ...{ userId: victim.userId, optimizationId: SEARCH_ID, name: STRATEGY, strategyId: 0 },
      ...{ state: 'Completed', code: `// ${MARK}`, body: JSON.stringify({ Message: MARK }), startedMs: 1 },
    },
    9,
  );
  await strategies.addOptimizationSets(victim.userId, SEARCH_ID, [
    { serial: 1, window: 0, point: '0', body: JSON.stringify({ fault: MARK }) },
  ]);
  await strategies.putGateCheck(
    {
      ...{ userId: victim.userId, checkId: CHECK_ID, name: STRATEGY, strategyId: 0 },
      ...{ subject: 'subject', body: JSON.stringify({ Message: MARK }), startedMs: 1 },
    },
    9,
  );
}

/** A server with a victim, who has something of everything, and an intruder. */
export async function openWorld(): Promise<void> {
  server = await startTestServer<ScriptedMarket>();
  victim = await server.addUser('victim');
  intruder = await server.addUser('intruder');
  const { users, settings, tradingApis, externalBroker } = server.storage.repositories;
  await users.update(victim.userId, {
    profile: {
      firstName: MARK,
      lastName: MARK,
      phone: MARK,
      mobilePhone: MARK,
      email: `${MARK}@example.com`,
      address: MARK,
      addressLine2: MARK,
      city: MARK,
      state: MARK,
      zip: MARK,
      country: 'CH',
    },
  });
  await addSaveAndDocuments();
  await settings.store(victim.userId, {
    workspace: JSON.stringify([MARK]),
    settings: JSON.stringify({ Theme: MARK }),
    page: MARK,
  });
  await tradingApis.choose(victim.userId, 'External');
  await tradingApis.setData(victim.userId, JSON.stringify({ account: MARK }));
  await externalBroker.setDefault(victim.userId, BROKER_ACCOUNT, 'VICTIMHASH');
  await externalBroker.saveLogin({
    userId: victim.userId,
    sealedTokens: MARK,
    loginId: MARK,
    accessExpiresAtMs: Date.now() + 3_600_000,
  });
  await addStrategy();
  const opened = await openAccount(server.ports, victim);
  victimClient = opened.client;
  victimClient.send(
    'orderSend',
    orderOf(victim, { Type: 'Limit', Price: MARK_NUMBER, ClientId: `${MARK}-1` }),
  );
  ({ OrderId: orderId } = await victimClient.next(
    'executionReport',
    (report) => report.ReportType === 'OrderConfirmed',
  ));
  groupId = await victimsGroup();
  victimStreaming = await authenticated('streaming', server.ports, opened.jwt);
  victimStreaming.send('subscribe', { Account: victim.account, Symbol: 'SPY', Type: 'Trade' });
  await victimStreaming.next('subscriptionResponse');
  victimData = await authenticated('data', server.ports, opened.jwt);
}
export const closeWorld = (): Promise<void> => server.end();

/** What the journal holds about the victim; an intruder's own refusals may be in it as well. */
async function victimsRecords(): Promise<string[]> {
  const records: string[] = [];
  for await (const batch of server.storage.journal.read(1))
    records.push(
      ...batch
        .map(({ payload }) => payload)
        .filter((payload) => payload.includes(victim.account) || payload.includes(victim.userId)),
    );
  return records;
}

/** Everything of the victim's, as the server keeps it. */
async function victimsState(): Promise<unknown> {
  const {
    users,
    accounts,
    sessions,
    settings,
    savedItems,
    documents,
    tradingApis,
    externalBroker,
    strategies,
    deliveries,
  } = server.storage.repositories;
  const id = victim.userId;
  return structuredClone([
    await users.byId(id),
    await accounts.ofUser(id),
    (await sessions.standingOf(id, Date.now())).map(({ sessionId }) => sessionId),
    await settings.load(id),
    await savedItems.ofUser(id),
    await savedItems.data(id, saveId),
    await documents.list(id, 'alert'),
    await documents.list(id, 'drawing'),
    await documents.list(id, 'save'),
    await deliveries.settings(id),
    await deliveries.channels(id),
    await deliveries.list(id, 9),
    await tradingApis.byUser(id),
    await externalBroker.accounts(id),
    await externalBroker.login(id),
    await externalBroker.orders(id, BROKER_ACCOUNT, 0),
    await externalBroker.reports(id, BROKER_ACCOUNT, 0),
    await strategies.load(id, STRATEGY),
    await strategies.list(id),
    await strategies.instance(VICTIMS_RUN()),
    await strategies.instances(id),
    await strategies.orders(VICTIMS_RUN(), 0, 9),
    await strategies.optimizations(id),
    await strategies.optimizationSets(id, SEARCH_ID, { after: 0, limit: 9 }),
    await strategies.gateChecks(id, { name: STRATEGY, strategyId: 0 }, 9),
    server.brokerage.accountView(victim.account, 0),
    await victimsRecords(),
  ]);
}

/** Runs what an intruder does; afterwards all of the victim's is as before, and nothing that came back held any of it. */
export async function changesNothing(act: () => Promise<readonly unknown[]>): Promise<void> {
  const before = await victimsState();
  const framesBefore = victimClient.seen.length;
  const answers = JSON.stringify(await act());
  for (const secret of [MARK, String(MARK_NUMBER), 'VICTIMHASH', '$argon2id$'])
    expect(answers).not.toContain(secret);
  expect(await victimsState()).toEqual(before);
  // A balance follows up to 200 ms after the fill that changed it; that the books are as before was compared above.
  expect(
    victimClient
      .names()
      .slice(framesBefore)
      .filter((name) => name !== 'balance'),
  ).toEqual([]);
  // The victim's sockets still serve.
  victimClient.send('heartbeat', { Sent: 1 });
  await victimClient.next('heartbeatAck');
  victimData.send('dataPing', { Sent: 1 });
  await victimData.next('dataPong');
  server.market.print('SPY', 100.01, 100);
  await victimStreaming.next('trade');
}

export type Requests<S extends SocketName> = Message<S, 'toServer'>['name'];
/** Sends the message with the victim's ids, and waits until it has been served. */
export type SocketCase<S extends SocketName> = (client: WireClient<S>) => Promise<unknown>;

/** The messages of a socket towards the server. */
export const namesOf = (socket: SocketName) =>
  Object.entries<Entry>(catalogue)
    .filter(([, entry]) => entry.socket === socket && entry.direction === 'toServer')
    .map(([name]) => name)
    .toSorted();

/** Waits for the refusal of a trading message, and compares its code. */
export const refused = (client: WireClient<'trading'>, requestT: number, ErrorCode: number) =>
  client
    .next('failure', (body) => body.RequestT === requestT)
    .then((failure) => expect(failure.ErrorCode).toBe(ErrorCode));
