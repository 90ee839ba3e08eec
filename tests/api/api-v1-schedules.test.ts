import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newYorkMs } from '../../src/domain/calendar/new-york-time.ts';
import { cliExitCode } from '../../src/automation-programs/cli/run-cli.ts';
import { HistoryMarket } from '../../src/server/algostream/testing/strategy-harness.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { callApi, createKey, type ApiAnswer } from './api-client.ts';
import { openAccount } from './wire-client.ts';

/** Schedules of live runs through the API for programs, on a market that begins on Monday 2026-03-02 at 10:30. */

const CODE = "symbol('SPY');\nbars('trade');\nonBar(() => {});";
const TERMS = { start: '09:31', stop: '15:55' };
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const at = (date: string, minute: number): string => new Date(newYorkMs(date, minute)).toISOString();

let server: TestServer<HistoryMarket>;
let user: TestUser;
let key: string;
let id: string;
let userCount = 0;
beforeAll(async () => {
  const market = new HistoryMarket(['SPY']);
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 3000], ask: [100.02, 2000] }]);
  market.print('SPY', 100.01, 100);
  server = await startTestServer<HistoryMarket>({ market, keyRequests: { perKey: 1e6, perUser: 1e6 } });
});
beforeEach(async () => {
  user = await server.addUser(`planner${(userCount += 1)}`);
  const { client } = await openAccount(server.ports, user);
  client.send('saveAlgoTradingStrategy', { Name: 'Cross', Code: CODE, Parameters: '' });
  await client.next('strategySaved');
  client.close();
  ({ key } = await createKey(server, user, { Scopes: ['read', 'paper', 'run'] }));
  const headers = { 'idempotency-key': `plan-${userCount}` };
  ({ id } = (await callApi(server, '/api/v1/strategies/Cross/runs', key, { body: {}, headers })).body);
});
afterAll(() => server.end());

const path = (): string => `/api/v1/strategies/Cross/runs/${id}`;
const call = (method: string, body?: object, token = key): Promise<ApiAnswer> =>
  callApi(server, `${path()}/schedule`, token, { method, ...(body === undefined ? {} : { body }) });
const run = async () => (await callApi(server, path(), key)).body;
const untilStatus = (status: string): Promise<void> =>
  expect.poll(async () => (await run()).status, { timeout: 60_000 }).toBe(status);

describe('schedules through the API', () => {
  it('are read, set and removed, and start and stop the run', async () => {
    await untilStatus('Running');
    expect((await call('GET')).body).toEqual({ id, schedule: null });
    const { client } = await openAccount(server.ports, user);
    const set = await call('PUT', TERMS);
    const schedule = {
      ...{ isOn: true, days: DAYS, ...TERMS },
      next: { action: 'stop', time: at('2026-03-02', 955) },
      problem: '',
    };
    expect([set.status, set.body]).toEqual([200, { id, schedule }]);
    // Open pages of the workstation show it.
    expect((await client.next('strategyStatusUpdate')).Instance.Schedule).toMatchObject({ IsOn: true });
    client.close();
    expect((await run()).schedule).toEqual(schedule);
    expect((await callApi(server, path(), key, { method: 'DELETE' })).status).toBe(200);
    // Stopped within its window, it starts in the next one.
    expect((await call('GET')).body.schedule.next).toEqual({ action: 'start', time: at('2026-03-03', 571) });
    server.market.nowMs = newYorkMs('2026-03-03', 571);
    await untilStatus('Running');
    expect((await call('PUT', { ...TERMS, isOn: false, days: ['Friday'] })).body.schedule).toEqual({
      ...{ isOn: false, days: ['Friday'], ...TERMS },
      ...{ next: null, problem: '' },
    });
    expect([(await call('DELETE')).body, (await call('DELETE')).status]).toEqual([{ id }, 200]);
    expect((await run()).schedule).toBeNull();
    expect((await run()).status).toBe('Running');
  }, 240_000);

  it('are refused with a code', async () => {
    const refused = await call('PUT', { start: '15:55', stop: '09:31' });
    expect([refused.status, refused.body.error]).toEqual([
      422,
      { code: 'schedule_rejected', message: 'The schedule must stop after it starts.' },
    ]);
    for (const wrong of [{ ...TERMS, days: [] }, { ...TERMS, days: ['Sunday'] }, { start: '9:31' }, {}])
      expect((await call('PUT', wrong)).body.error.code).toBe('invalid_request');
    expect((await call('GET')).body.schedule).toBeNull();
    id = 'nothing';
    for (const answer of [await call('GET'), await call('PUT', TERMS), await call('DELETE')])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'unknown_run']);
  });

  it('need the scope run and that of the account to be changed, and are those of the user alone', async () => {
    for (const Scopes of [
      ['read', 'paper', 'manage'],
      ['read', 'live', 'run'],
    ]) {
      const { key: barred } = await createKey(server, user, { Scopes });
      expect((await call('GET', undefined, barred)).status).toBe(200);
      for (const answer of [await call('PUT', TERMS, barred), await call('DELETE', undefined, barred)])
        expect(answer.body.error.code).toBe('missing_scope');
    }
    const intruder = await server.addUser(`planner-x${userCount}`);
    const { key: foreign } = await createKey(server, intruder, { Scopes: ['read', 'paper', 'run'] });
    for (const answer of [await call('GET', undefined, foreign), await call('PUT', TERMS, foreign)])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'unknown_strategy']);
    expect((await call('GET')).body.schedule).toBeNull();
  });
});

describe('schedules of the command line', () => {
  async function tapedeck(line: string, answer?: boolean) {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await cliExitCode(
      line.split(' '),
      {
        print: (text) => out.push(text),
        warn: (text) => err.push(text),
        repaint: undefined,
        confirm: answer === undefined ? undefined : async () => answer,
        signal: new AbortController().signal,
        sleep: async () => {},
      },
      () => ({ url: server.url, key }),
    );
    return { code, out: out.join('\n'), err: err.join('\n') };
  }

  it('are set once confirmed, shown, switched off and removed', async () => {
    const set = `schedule Cross ${id} --start 09:31 --stop 15:55 --days fri,mon`;
    expect(await tapedeck(set)).toMatchObject({ code: 2, err: expect.stringMatching(/add --yes/) });
    expect(await tapedeck(set, false)).toEqual({ code: 1, out: '', err: 'The schedule was not set.' });
    expect((await tapedeck(`schedule Cross ${id}`)).out).toBe('The run has no schedule.');
    expect(await tapedeck(`schedule Cross ${id} --off`)).toMatchObject({ code: 1, out: '' });
    const done = await tapedeck(`${set} --yes`);
    expect([done.code, done.err]).toEqual([
      0,
      `Run ${id} of Cross starts by itself on the paper account ${user.account}: Mon, Fri 09:31 to 15:55, New York time`,
    ]);
    expect(done.out).toMatch(/^Mon, Fri 09:31 to 15:55, New York time\nNext (start|stop): 2026-03-/);
    expect((await tapedeck('runs Cross')).out).toMatch(/ (start|stop) 2026-03-/);
    expect(JSON.parse((await tapedeck(`schedule Cross ${id} --off --json`)).out)).toMatchObject({
      id,
      schedule: { isOn: false, days: ['Monday', 'Friday'], next: null },
    });
    expect((await tapedeck(`schedule Cross ${id}`)).out).toBe('Off (Mon, Fri 09:31 to 15:55, New York time)');
    expect(await tapedeck(`schedule Cross ${id} --remove`)).toEqual({
      code: 0,
      out: 'The run has no schedule.',
      err: '',
    });
    expect((await call('GET')).body.schedule).toBeNull();
  });

  it.each([
    ['schedule Cross', /^Name the run/],
    ['schedule Cross run1 --start 09:31', /^A schedule needs --start and --stop/],
    ['schedule Cross run1 --start 9:31 --stop 15:55', /--start 9:31 is no time of day/],
    ['schedule Cross run1 --start 09:31 --stop 15:55 --days sun', /--days sun: the days are/],
    ['schedule Cross run1 --off --remove', /^Set the times, or state --off, or --remove/],
  ])('refuse wrong arguments before any call: %s', async (line, message) => {
    expect(await tapedeck(line)).toMatchObject({ code: 2, err: expect.stringMatching(message) });
  });
});
