import { afterAll, beforeAll, expect, it } from 'vitest';
import { HistoryMarket } from '../../src/server/algostream/testing/strategy-harness.ts';
import { startServer } from '../../src/server/compose.ts';
import { startTestServer, testConfig, type TestServer, type TestUser } from '../support/server.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { openAccount, type WireClient } from './wire-client.ts';

/** A live run over a restart of the server, with the real runtime. */

let server: TestServer<HistoryMarket>;
let user: TestUser;
let client: WireClient<'trading'>;
beforeAll(async () => {
  const market = new HistoryMarket(['SPY']);
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 3000], ask: [100.02, 2000] }]);
  market.print('SPY', 100.01, 100);
  server = await startTestServer<HistoryMarket>({ market });
  user = await server.addUser('ann');
  ({ client } = await openAccount(server.ports, user));
});
afterAll(() => server.end());

const print = async (): Promise<void> => {
  server.market.nowMs += 1;
  server.market.print('SPY', 100.01, 10);
  await new Promise((resolve) => setTimeout(resolve, 30));
};

it('stops a run whose code does not take its state, and refuses values that a state cannot have', async () => {
  const bert = await server.addUser('bert');
  const { client: trading } = await openAccount(server.ports, bert);
  const save = async (Name: string, Code: string) => {
    trading.send('saveAlgoTradingStrategy', { Name, Code, Parameters: '' });
    await trading.next('strategySaved', (body) => body.Name === Name);
    return Code;
  };
  const start = (Name: string, Code: string) =>
    trading.send('startStrategy', {
      ...RUN_SETTINGS,
      ...{ Name, InstanceId: 'live-1', Account: bert.account, Code, AtRestart: 'Resume' },
    });
  const ended = async (Name: string) => {
    const { Instance } = await trading.next(
      'strategyStatusUpdate',
      (body) => body.Name === Name && body.Instance.Status === 'RuntimeError',
    );
    return Instance.Message;
  };
  const values = [
    ['NaN', 'NaN at .a'],
    ['-Infinity', '-Infinity at .a'],
    ['undefined', 'undefined at .a'],
    ['() => 1', 'at .a'],
    ['10n', 'at .a'],
    ["Symbol('s')", 'at .a'],
    ['new Map()', 'at .a'],
    ['new Date()', 'at .a'],
    ["'x'.repeat(70_000)", 'at most 65,536 characters'],
    ['{ toJSON: () => 1 }', 'toJSON'],
  ];
  for (const [at, [value = '', message = '']] of values.entries()) {
    const code = `symbol('SPY');\nbars('trade');\nonBar(() => saveState({ a: ${value} }));`;
    start(`Odd ${at}`, await save(`Odd ${at}`, code));
    await trading.next('strategyStarted', (body) => body.Name === `Odd ${at}`);
    await print();
    const text = await ended(`Odd ${at}`);
    expect(text).toContain(message);
    expect(text).toContain('(line 3, column 13)');
  }
  const code =
    "symbol('SPY');\nbars('trade');\nloadState((state) => {\n  throw new Error(`no ${state.n}`);\n});\nonBar(() => {\n  saveState({ n: 1 });\n  if (position.isFlat) buy(1);\n});";
  start('Throws', await save('Throws', code));
  await trading.next('strategyStarted', (body) => body.Name === 'Throws');
  await print();
  // The state is durable before the order goes out.
  await trading.next('strategyStockOrder', (body) => body.Name === 'Throws');
  trading.send('stopStrategy', { Name: 'Throws', InstanceId: 'live-1', Account: bert.account });
  await trading.next(
    'strategyStatusUpdate',
    (body) => body.Name === 'Throws' && body.Instance.Status === 'Stopped',
  );
  start('Throws', code);
  expect(await ended('Throws')).toMatch(
    /^The saved state does not fit the code: no 1 \(line 4, column 9\)\. Nothing was changed/,
  );
});

it('resumes after a restart by the choice of its user, with its orders and its state', async () => {
  const code = `symbol('SPY');
bars('trade');
let seen = 0;
loadState((state) => (seen = state.seen));
onBar(() => {
seen += 1;
saveState({ seen });
if (seen === 1) buy(100);
if (seen === 2) buy(10, { price: 90 });
if (seen === 3) for (const order of openOrders()) order.cancel();
});`;
  client.send('saveAlgoTradingStrategy', { Name: 'Cross', Code: code, Parameters: '' });
  await client.next('strategySaved');
  client.send('startStrategy', {
    ...RUN_SETTINGS,
    Name: 'Cross',
    InstanceId: 'live-1',
    Account: user.account,
    Code: code,
    AtRestart: 'Resume',
  });
  await client.next('strategyStarted');
  await print();
  await client.next('strategyStockOrder', ({ Order }) => Order.Status === 'Filled');
  await print();
  const confirmed = ({ ReportType, Quantity }: { ReportType: string; Quantity: number }) =>
    ReportType === 'OrderConfirmed' && Quantity === 10;
  await client.next('executionReport', confirmed);
  await server.stop();
  const again = await startServer(testConfig(server.dataFolder), {
    market: server.market,
    apiRequestsPerMinute: 1e6,
  });
  try {
    const statuses = () => again.brokerage.accountView(user.account, 0).orders.map(({ status }) => status);
    const { client: later } = await openAccount(again.ports, user);
    const status = async () => {
      later.send('strategyList', { Account: user.account });
      return (await later.next('strategies')).Items[0]?.Instances[0]?.Status;
    };
    await expect.poll(status, { timeout: 30_000 }).toBe('Running');
    expect(statuses()).toEqual(['Executed', 'Confirmed']);
    await print();
    await expect.poll(statuses, { timeout: 30_000 }).toEqual(['Executed', 'Cancelled']);
  } finally {
    await again.stop();
  }
});
