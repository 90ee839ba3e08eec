import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cliExitCode } from '../../src/automation-programs/cli/run-cli.ts';
import { HELP } from '../../src/automation-programs/cli/help.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { programPath } from '../support/programs.ts';
import { PINNED_NODE, startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { createKey } from './api-client.ts';

/** The command line `tapedeck`, against a server. */

let server: TestServer<ScriptedMarket>;
let user: TestUser;
let key: string;
let userCount = 0;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  user = await server.addUser(`trader${(userCount += 1)}`);
  ({ key } = await createKey(server, user));
});
afterAll(() => server.end());

interface Change {
  readonly answer?: boolean;
  readonly url?: string;
  readonly key?: string;
  readonly onSleep?: (interrupt: AbortController) => void;
}

/** Runs a command in this process. `answer`: of the user at a terminal, who is not there without it. */
async function tapedeck(line: string, change: Change = {}) {
  const [out, err, questions]: [string[], string[], string[]] = [[], [], []];
  const interrupt = new AbortController();
  const { answer } = change;
  const code = await cliExitCode(
    line.split(' '),
    {
      print: (text) => out.push(text),
      warn: (text) => err.push(text),
      repaint: undefined,
      confirm:
        answer === undefined
          ? undefined
          : async (question) => {
              questions.push(question);
              return answer;
            },
      signal: interrupt.signal,
      async sleep() {
        change.onSleep?.(interrupt);
        interrupt.signal.throwIfAborted();
      },
    },
    () => ({ url: change.url ?? server.url, key: change.key ?? key }),
  );
  return { code, out: out.join('\n'), err: err.join('\n'), questions };
}
const ordersOf = () =>
  server.brokerage
    .accountView(user.account, 0)
    .orders.map(({ symbol, side, type, quantity, status }) => [symbol, side, type, quantity, status]);

function runProgram(args: readonly string[], settings: Readonly<Record<string, string>>) {
  const child = spawn(
    PINNED_NODE,
    ['--disable-warning=ExperimentalWarning', programPath('tapedeck'), ...args],
    {
      env: processEnvironment(settings),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out, err })),
  );
  return { child, ended };
}

/** Passes calls on to a server, and loses the answers to those that send orders. */
async function startLosingProxy(target: string): Promise<{ url: string; end: () => Promise<void> }> {
  const proxy = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = new Headers();
    for (const name of ['authorization', 'content-type', 'idempotency-key']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    if (request.method === 'POST') response.destroy();
    else response.writeHead(answer.status).end(await answer.text());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async end() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

describe('reading with the command line', () => {
  it('prints quotes as a table, as JSON and as CSV', async () => {
    const { code, out, err } = await tapedeck('quote spy QQQ');
    expect([code, err]).toEqual([0, '']);
    const [header, spy, qqq] = out.split('\n');
    expect(header).toMatch(/^Symbol +Bid +Size +Ask +Size +Last +Previous close +Volume +Time$/);
    expect(spy).toMatch(/^SPY +100\.00 +500 +100\.02 +400 +100\.01 +100\.00 +100 +\d{4}-/);
    expect(qqq).toMatch(/^QQQ +200\.00 +100 +200\.05 /);
    const json: unknown = JSON.parse((await tapedeck('quote SPY --json')).out);
    expect(json).toMatchObject([{ symbol: 'SPY', bid: '100.00' }]);
    expect((await tapedeck('quote SPY --csv')).out).toMatch(/^Symbol,Bid,.*\r\nSPY,100,500,100\.02,/);
  });

  it('prints the known symbols, and reports the others', async () => {
    const { code, out, err } = await tapedeck('quote SPY NOPE');
    expect([code, err]).toEqual([1, 'The market does not know NOPE.']);
    expect(out).toMatch(/\nSPY /);
  });

  it('watches quotes: a line for each that has changed, until Ctrl+C', async () => {
    let turns = 0;
    const watched = await tapedeck('watch SPY QQQ', {
      onSleep(interrupt) {
        turns += 1;
        if (turns === 2)
          server.market.show('QQQ', [{ exchange: 'ARCA', bid: [201, 100], ask: [201.05, 100] }]);
        if (turns === 4) interrupt.abort();
      },
    });
    server.market.show('QQQ', [{ exchange: 'ARCA', bid: [200, 100], ask: [200.05, 100] }]);
    expect(watched.code).toBe(130);
    expect(watched.out.split('\n').map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'SPY 100.00 x 500  100.02 x 400  last 100.01',
      'QQQ 200.00 x 100  200.05 x 100  last 200.02',
      'QQQ 201.00 x 100  201.05 x 100  last 200.02',
    ]);
    expect((await tapedeck('watch SPY --count 3')).out.split('\n')).toHaveLength(1);
    expect((await tapedeck('watch NOPE')).code).toBe(1);
  });

  it('prints bars', async () => {
    const timeMs = server.market.exchangeMs();
    const [from, to] = [timeMs - 60_000, timeMs + 60_000].map((ms) => new Date(ms).toISOString());
    const { code, out } = await tapedeck(`bars SPY --size 1m --from ${from} --to ${to} --csv`);
    expect([code, out.split('\r\n')]).toEqual([
      0,
      [
        'Time,Open,High,Low,Close,Volume',
        `${new Date(timeMs).toISOString()},100.01,100.01,100.01,100.01,100`,
      ],
    ]);
  });

  it('prints accounts, balance, positions and orders', async () => {
    await tapedeck('order buy 3 SPY --yes');
    await tapedeck('order buy 5 SPY --limit 90 --yes');
    expect((await tapedeck('accounts')).out).toMatch(new RegExp(`\n${user.account} +paper +yes$`));
    expect((await tapedeck('balance')).out).toMatch(
      new RegExp(`\n${user.account} +\\d+\\.\\d{2,4} +\\d+\\.\\d{2,4}$`),
    );
    expect((await tapedeck('positions')).out).toMatch(/\nSPY +3 +300\.06 /);
    const open = await tapedeck('orders');
    expect(open.out.split('\n')).toHaveLength(2);
    expect(open.out).toMatch(/ SPY +Buy +5 +0 +Limit +90\.00 +– +DAY +– /);
    expect((await tapedeck(`orders --all --account ${user.account}`)).out.split('\n')).toHaveLength(3);
  });

  it('exports the orders that were created in a span, and refuses days that the API does not have', async () => {
    await tapedeck('order buy 5 SPY --limit 90 --yes');
    const created = server.market.exchangeMs();
    const at = (ms: number): string => new Date(ms).toISOString();
    const all = await tapedeck('export orders');
    expect(all.out).toMatch(/^Order,Created,Symbol,.*,Message\r\n\d+,[^,]+,SPY,Buy,5,0,Limit,90,,DAY,/);
    expect((await tapedeck(`export orders --from ${at(created)} --csv`)).out).toBe(all.out);
    expect((await tapedeck(`export orders --to ${at(created)} --json`)).out).toBe('[]');
    const early = await tapedeck(`export orders --from ${at(created - 3 * 86_400_000)}`);
    expect([early.code, early.err]).toEqual([
      2,
      expect.stringMatching(/^The API has the orders of the exchange day/),
    ]);
  });
});

describe('orders of the command line', () => {
  it('are shown with their account and the quote, and sent once the user confirms them', async () => {
    const { code, out, questions } = await tapedeck('order buy 10 SPY --limit 99.5', { answer: true });
    expect(questions).toEqual([
      `Buy 10 SPY, Limit, limit 99.5, DAY, paper account ${user.account} (bid 100.00, ask 100.02)\nSend this order?`,
    ]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Order \d+ is accepted\.$/)]);
    expect(ordersOf()).toEqual([['SPY', 'Buy', 'Limit', 10, 'Confirmed']]);
  });

  it('are not sent when the user declines, or when there is no terminal to answer at', async () => {
    expect(await tapedeck('order buy 10 SPY', { answer: false })).toMatchObject({
      code: 1,
      err: 'The order was not sent.',
    });
    expect(await tapedeck('order buy 10 SPY')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/add --yes/),
    });
    expect(ordersOf()).toEqual([]);
  });

  it('are made once for each --key', async () => {
    const first = await tapedeck('order buy 10 SPY --limit 90 --key my-1 --yes --json');
    expect(JSON.parse(first.out)).toMatchObject({ clientId: 'my-1', quantity: 10 });
    expect((await tapedeck('order buy 10 SPY --limit 90 --key my-1 --yes --json')).out).toBe(first.out);
    const other = await tapedeck('order buy 11 SPY --limit 90 --key my-1 --yes');
    expect([other.code, other.err]).toEqual([1, expect.stringMatching(/\(idempotency_conflict\)$/)]);
    expect(ordersOf()).toHaveLength(1);
  });

  it('are cancelled by their id', async () => {
    const { out } = await tapedeck('order buy 10 SPY --limit 90 --yes');
    const orderId = /\d+/.exec(out)?.[0];
    expect(await tapedeck(`cancel ${orderId}`)).toMatchObject({ code: 0, err: '' });
    expect(ordersOf()).toEqual([['SPY', 'Buy', 'Limit', 10, 'Cancelled']]);
    expect(await tapedeck(`cancel ${orderId}`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/\(cancel_rejected\)$/),
    });
  });

  it('are refused with the text of the check, or of the missing scope', async () => {
    expect(await tapedeck('order buy 1000000 SPY --limit 90 --yes')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/\(order_rejected\)$/),
    });
    const { key: reading } = await createKey(server, user, { Scopes: ['read'] });
    expect(await tapedeck('order buy 1 SPY --yes', { key: reading })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/\(missing_scope\)$/),
    });
    expect(await tapedeck('order buy 1 SPY --yes --account OTHER')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^The key opens no account OTHER/),
    });
  });

  it('can be repeated under the key that is shown when their answer is lost', async () => {
    const proxy = await startLosingProxy(server.url);
    const lost = await tapedeck('order buy 10 SPY --limit 90 --yes', { url: proxy.url });
    await proxy.end();
    expect(lost).toMatchObject({
      code: 3,
      err: expect.stringMatching(/cannot be reached\. \(unreachable\)$/),
    });
    const repeat = /Repeat the command with --key (cli-\S+):/.exec(lost.err)?.[1];
    expect(await tapedeck(`order buy 10 SPY --limit 90 --yes --key ${repeat}`)).toMatchObject({ code: 0 });
    expect(ordersOf()).toHaveLength(1);
  });

  it('offer no repeat when nothing was sent', async () => {
    const lost = await tapedeck('order buy 10 SPY --yes', { url: 'http://127.0.0.1:1' });
    expect([lost.code, lost.err]).toEqual([3, 'http://127.0.0.1:1 cannot be reached. (unreachable)']);
  });
});

describe('the command line', () => {
  it.each([
    ['quotes SPY', /^There is no command quotes\. The commands are: quote, watch, /],
    ['backtest cross.ts', /^backtest needs the sources of Tapedeck: npm run tapedeck -- backtest/],
    ['quote', /^Name a symbol\./],
    ['quote SPY --csv --json', /exclude each other/],
    ['quote S=Y', /S=Y is no symbol/],
    ['quote SPY --fast', /--fast/],
    ['watch SPY --every 0', /--every 0 must be a whole number from 1 to 3,600/],
    ['bars SPY', /--from is missing/],
    ['bars SPY QQQ --from 2026-01-02', /"QQQ" is one argument too many/],
    ['bars SPY --from yesterday', /--from yesterday is neither a day/],
    ['bars SPY --from 2026-01-02 --size 2m', /--size 2m is unknown: 1m, 5m, 30m, 1d/],
    ['bars SPY --from 2026-01-02 --to 2026-01-02', /--to must be after --from/],
    ['balance SPY', /"SPY" is one argument too many/],
    ['cancel abc', /^Name the order/],
    ['export trades', /Only orders can be exported/],
    ['order buy 1 SPY --key 123 --yes', /--key must be 1 to 64/],
  ])('refuses "%s" before it makes a call', async (line, message) => {
    const { code, out, err } = await tapedeck(line, { url: 'http://127.0.0.1:1' });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).toMatch(/\nSee: tapedeck --help$/);
  });

  it('has exit code 1 for a refused key, and 3 where no server of Tapedeck answers', async () => {
    expect(await tapedeck('balance', { key: 'tdk_0_0' })).toMatchObject({ code: 1 });
    expect(await tapedeck('balance', { url: `${server.url}/elsewhere` })).toMatchObject({ code: 3 });
    expect(await tapedeck('balance', { key: 'secret' })).toMatchObject({ code: 2 });
  });

  it('runs as a program, with data on the standard output and messages on the standard error', async () => {
    const settings = { TAPEDECK_URL: server.url, TAPEDECK_KEY: key };
    const quotes = await runProgram(['quote', 'SPY', 'NOPE', '--json'], settings).ended;
    expect([quotes.code, quotes.err]).toEqual([1, 'The market does not know NOPE.\n']);
    expect(JSON.parse(quotes.out)).toMatchObject([{ symbol: 'SPY' }]);
    const refused = await runProgram(['order', 'buy', '1', 'SPY'], settings).ended;
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(await runProgram(['--help'], {}).ended).toEqual({ code: 0, out: `${HELP}\n`, err: '' });
    const lacking = await runProgram(['balance'], { TAPEDECK_CLIENT_FILE: '/nowhere/client.json' }).ended;
    expect([lacking.code, lacking.err]).toEqual([
      2,
      expect.stringMatching(/^Set TAPEDECK_URL and TAPEDECK_KEY/),
    ]);
  });

  it('ends a watch at Ctrl+C', async () => {
    const { child, ended } = runProgram(['watch', 'SPY'], { TAPEDECK_URL: server.url, TAPEDECK_KEY: key });
    child.stdout.once('data', () => child.kill('SIGINT'));
    const { code, out, err } = await ended;
    expect([code, err]).toEqual([130, '']);
    expect(out).toMatch(/SPY 100\.00 x 500/);
  });
});
