import { spawn } from 'node:child_process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTapedeckClient } from '../../src/automation-client/index.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { programPath } from '../support/programs.ts';
import { PINNED_NODE, startTestServer, type TestServer } from '../support/server.ts';
import { createKey } from './api-client.ts';

/** The server of the Model Context Protocol, as a program, with the client of the protocol's authors. */

const PROGRAM = ['--disable-warning=ExperimentalWarning', programPath('mcp')];

let server: TestServer;
let key: string;
let client: Client;
let errors = '';
beforeAll(async () => {
  server = await startTestServer();
  ({ key } = await createKey(server, server.user));
  const transport = new StdioClientTransport({
    command: PINNED_NODE,
    args: PROGRAM,
    env: processEnvironment({ TAPEDECK_URL: server.url, TAPEDECK_KEY: key }),
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (chunk: Buffer) => (errors += String(chunk)));
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
});
afterAll(async () => {
  await client.close();
  await server.end();
});

const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });

describe('the MCP server', () => {
  it('has tools that only read, with the schemas of the API', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'quotes',
      'bars',
      'symbols',
      'clock',
      'accounts',
      'balance',
      'positions',
      'orders',
      'order',
    ]);
    for (const { annotations } of tools) expect(annotations?.readOnlyHint).toBe(true);
    expect(tools[0]).toMatchObject({
      inputSchema: { type: 'object', required: ['symbols'] },
      outputSchema: { type: 'object', required: ['items', 'unknown'] },
    });
    expect(client.getInstructions()).toMatch(/All tools only read/);
  });

  it('answers with the values of the API, as structure and as text', async () => {
    const { structuredContent, content, isError } = await call('quotes', { symbols: 'SPY,NOPE' });
    expect(isError ?? false).toBe(false);
    expect(structuredContent).toMatchObject({
      items: [{ symbol: 'SPY', bid: '100.00', ask: '100.02' }],
      unknown: ['NOPE'],
    });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  });

  it('reads accounts, balance, positions and orders', async () => {
    const program = createTapedeckClient({ url: server.url, key });
    const { account } = server.user;
    const terms = { account, symbol: 'SPY', side: 'Buy', quantity: 3 } as const;
    await program.placeOrder({ ...terms, type: 'Market' });
    const { orderId } = await program.placeOrder({ ...terms, type: 'Limit', price: '90.00' });
    const answers = [
      await call('accounts'),
      await call('balance'),
      await call('positions', { account }),
      await call('orders'),
      await call('order', { orderId }),
      await call('clock'),
    ].map(({ structuredContent }) => structuredContent);
    expect(answers).toMatchObject([
      { items: [{ account, kind: 'paper' }, { kind: 'live' }] },
      { account },
      { items: [{ symbol: 'SPY', quantity: 3 }] },
      { items: [{ orderId, price: '90.00' }] },
      { orderId, status: 'Confirmed' },
      { isOpen: true },
    ]);
  });

  it('reports wrong arguments and refusals as errors of the tool', async () => {
    const wrong = await call('bars', { symbol: 'SPY', size: '2m', from: '2026-01-02T00:00:00Z' });
    expect([wrong.isError, JSON.stringify(wrong.content)]).toEqual([true, expect.stringContaining('size')]);
    const refused = await call('balance', { account: 'OTHER' });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/\(unknown_account\)$/) }],
    });
  });

  it('has no tool that sends or changes orders', async () => {
    for (const name of ['orderSend', 'orderReplace', 'orderCancel'])
      await expect(call(name, { orderId: '1' })).rejects.toThrow(/not found|unknown/i);
  });

  it('reports a key that permits more than reading', async () => {
    await expect
      .poll(() => errors)
      .toMatch(/The key "Program" permits orders, which this program never sends/);
  });
});

/** Runs the program without a client until it ends. */
function runAlone(args: readonly string[], settings: Readonly<Record<string, string>>) {
  const child = spawn(PINNED_NODE, [...PROGRAM, ...args], {
    env: processEnvironment(settings),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end();
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out, err })),
  );
}

describe('the MCP program', () => {
  it('ends with a message when its settings or arguments are wrong, and prints nothing that is not of the protocol', async () => {
    const lacking = await runAlone([], { TAPEDECK_CLIENT_FILE: '/nowhere/client.json' });
    expect(lacking).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^Set TAPEDECK_URL/) });
    const settings = { TAPEDECK_URL: server.url, TAPEDECK_KEY: key };
    const wrong = await runAlone(['--allow-orders'], settings);
    expect(wrong).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/--allow-orders is unknown/),
    });
  });

  it('ends when its client closes the connection', async () => {
    const settings = { TAPEDECK_URL: server.url, TAPEDECK_KEY: key };
    expect(await runAlone([], settings)).toMatchObject({ code: 0, out: '' });
  });
});
