import { afterAll, beforeAll, expect, it } from 'vitest';
import { computeStudy, settleParameters, studyById } from '../../src/domain/studies/index.ts';
import { BARS_A_CALL } from '../../src/protocol/http-chart-studies.ts';
import { createChartStudyCalls } from '../../src/client/chart-studies/chart-study-calls.ts';
import type { ChartStudyCalls, StudyBars } from '../../src/client/chart-studies/types.ts';
import { createHttpApi } from '../../src/client/connection/http-api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { openAccount, type WireClient } from './wire-client.ts';

/** Studies of charts that a user writes, with the real runtime, over HTTP as charts call them. */

let server: TestServer;
let client: WireClient<'trading'>;
let ann: ChartStudyCalls;
let bob: ChartStudyCalls;

const callsOf = (jwt: string): ChartStudyCalls =>
  createChartStudyCalls({
    api: createHttpApi({ baseUrl: `http://127.0.0.1:${server.ports.http}`, fetch, cookieMode: 'jar' }),
    token: () => jwt,
  });

beforeAll(async () => {
  server = await startTestServer();
  const opened = await openAccount(server.ports, await server.addUser('ann'));
  client = opened.client;
  ann = callsOf(opened.jwt);
  bob = callsOf((await openAccount(server.ports, await server.addUser('bob'))).jwt);
  await save('averages', 'export const average = (period: number) => sma(period);');
  await save('Mine', MINE);
  await save('strategy', "symbol('SPY');\nonBar(() => {});");
});
afterAll(() => server.end());

const MINE = `import { average } from './averages';
chartStudy({ title: 'My average' }, () => ({
  mine: average(param('period', 20)),
  flat: () => 1,
}));`;

async function save(Name: string, Code: string): Promise<void> {
  client.send('saveAlgoTradingStrategy', { Name, Code, Parameters: '' });
  await client.next('strategySaved', (body) => body.Name === Name);
}
async function update(Name: string, Code: string): Promise<void> {
  client.send('updateAlgoTradingStrategy', { OriginalName: Name, Name, Code, Parameters: '' });
  await client.next('strategySaved', (body) => body.Name === Name);
}

function barsOf(count: number, firstIndex = 0): StudyBars {
  const column = (valueAt: (n: number) => number) =>
    Float64Array.from({ length: count }, (_, n) => valueAt(firstIndex + n));
  const close = (n: number) => 100 + 5 * Math.sin(n / 7);
  return {
    timeMs: column((n) => 1.7e12 + n * 60_000),
    open: column((n) => close(n - 1)),
    high: column((n) => close(n) + 6),
    low: column((n) => close(n) - 6),
    close: column((n) => (n % 500 === 3 ? Number.NaN : close(n))),
    volume: column(() => 100),
  };
}

async function openRun(parameters: Readonly<Record<string, number>> = {}): Promise<string> {
  const opened = await ann.open('Mine', parameters);
  if ('fault' in opened) throw new Error(opened.fault.Message);
  return opened.runId;
}

it('lists the files of the user that are studies of charts, with what is wrong with others', async () => {
  await save('Broken', 'chartStudy({ title: "A" }, () => {\n  return { a: smaa(5) };\n});');
  const items = await ann.list();
  expect(items.map(({ Name, Study, Fault }) => [Name, Study?.Title, Fault?.Line])).toEqual([
    ['Broken', undefined, 2],
    ['Mine', 'My average', undefined],
  ]);
  expect(items[1]?.Study).toMatchObject({
    Pane: 'price',
    Lines: [{ Name: 'mine', Form: 'line' }, { Name: 'flat' }],
    Parameters: [{ Name: 'period', Default: 20, Min: 0, Step: 1 }],
  });
  expect(await bob.list()).toEqual([]);
});

it('names another version once a file that it imports has changed', async () => {
  const versionOf = async () => (await ann.list()).find(({ Name }) => Name === 'Mine')?.Version;
  const before = await versionOf();
  expect(await versionOf()).toBe(before);
  await update('averages', 'export const average = (period: number) => sma(2 * period);');
  expect(await versionOf()).not.toBe(before);
  await update('averages', 'export const average = (period: number) => sma(period);');
});

it('computes the bars of a chart that come in several calls, then only what changes', async () => {
  const count = BARS_A_CALL + 500;
  const sma = studyById('sma20');
  if (sma?.form !== 'series') throw new Error('no average');
  const all = { ...barsOf(count + 1), length: count + 1 };
  const [expected] = computeStudy(sma, settleParameters(sma, { period: 9 }), all);
  const runId = await openRun({ period: 9 });
  const first = await ann.compute(runId, barsOf(count), { from: 0, valuesFrom: 0 });
  expect(first).toMatchObject({ kind: 'values', columns: [expected?.slice(0, count), {}] });
  const next = await ann.compute(runId, barsOf(1, count), { from: count, valuesFrom: count });
  expect(next).toMatchObject({ kind: 'values', columns: [expected?.slice(count), Float64Array.of(1)] });
  await ann.close(runId);
  expect(await ann.compute(runId, barsOf(1), { from: 0, valuesFrom: 0 })).toEqual({ kind: 'gone' });
});

it('answers that a run is gone when bars would leave a gap', async () => {
  const runId = await openRun();
  expect(await ann.compute(runId, barsOf(1, 5), { from: 5, valuesFrom: 5 })).toEqual({ kind: 'gone' });
  await ann.close(runId);
});

it('keeps the files and the runs of a user from others', async () => {
  const runId = await openRun();
  await expect(bob.open('Mine', {})).rejects.toThrow('There is no such study.');
  expect(await bob.compute(runId, barsOf(1), { from: 0, valuesFrom: 0 })).toEqual({ kind: 'gone' });
  await bob.close(runId);
  expect(await ann.compute(runId, barsOf(1), { from: 0, valuesFrom: 0 })).toMatchObject({ kind: 'values' });
  await ann.close(runId);
});

it('returns the fault of a study with its place, and ends the run', async () => {
  await save('Fails', 'chartStudy({ title: "A" }, () => ({\n  a: (bar) => bar.index.no.such,\n}));');
  const opened = await ann.open('Fails', {});
  if ('fault' in opened) throw new Error(opened.fault.Message);
  const done = await ann.compute(opened.runId, barsOf(3), { from: 0, valuesFrom: 0 });
  expect(done).toMatchObject({ kind: 'fault', fault: { Line: 2, File: '' } });
  expect(await ann.compute(opened.runId, barsOf(3), { from: 0, valuesFrom: 0 })).toEqual({ kind: 'gone' });
});

it('refuses the seventeenth run of a user', async () => {
  const runs: string[] = [];
  for (let n = 0; n < 16; n += 1) runs.push(await openRun());
  await expect(ann.open('Mine', {})).rejects.toThrow('Your charts show 16 studies of yours, the maximum.');
  for (const runId of runs) await ann.close(runId);
});
