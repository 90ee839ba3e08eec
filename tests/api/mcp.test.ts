import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTapedeckClient } from '../../src/automation-client/index.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { programPath } from '../support/programs.ts';
import { PINNED_NODE, startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { createKey } from './api-client.ts';
import { openAccount } from './wire-client.ts';

/** The server of the Model Context Protocol, as a program, with the client of the protocol's authors. */

const PROGRAM = ['--disable-warning=ExperimentalWarning', programPath('mcp')];

/** The program with a key, and a client of the protocol that is connected to it. */
async function startProgram(withKey: string): Promise<Client> {
  const transport = new StdioClientTransport({
    command: PINNED_NODE,
    args: PROGRAM,
    env: processEnvironment({ TAPEDECK_URL: server.url, TAPEDECK_KEY: withKey }),
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (chunk: Buffer) => (errors += String(chunk)));
  const started = new Client({ name: 'test', version: '1.0.0' });
  await started.connect(transport);
  return started;
}

let server: TestServer;
let key: string;
let client: Client;
let errors = '';
beforeAll(async () => {
  server = await startTestServer();
  ({ key } = await createKey(server, server.user));
  client = await startProgram(key);
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

  it('has no tool that sends, changes or proposes orders for a key without the scope', async () => {
    for (const name of ['orderSend', 'orderReplace', 'orderCancel', 'propose_order', 'propose_cancel'])
      await expect(call(name, { orderId: '1' })).rejects.toThrow(/not found|unknown/i);
  });

  it('reports a key that permits more than reading', async () => {
    await expect
      .poll(() => errors)
      .toMatch(/The key "Program" permits to send orders, which this program never does/);
  });
});

describe('the MCP server with the scope propose', () => {
  let proposing: Client;
  let user: TestUser;
  const propose = async (name: string, args: Record<string, unknown>) => {
    const { structuredContent, isError, content } = await proposing.callTool({ name, arguments: args });
    // The client of the protocol has compared it with the schema of the tool.
    return { structuredContent: structuredContent as Record<string, unknown> | undefined, isError, content };
  };
  const terms = (change: object = {}) => ({
    ...{ account: user.account, symbol: 'SPY', side: 'Buy', quantity: 4, type: 'Limit', price: '90.00' },
    ...change,
  });
  beforeAll(async () => {
    user = await server.addUser('proposer');
    const { key: scoped } = await createKey(server, user, { Name: 'Assistant', Scopes: ['read', 'propose'] });
    proposing = await startProgram(scoped);
  });
  afterAll(() => proposing.close());

  it('has tools that propose, which say that they change nothing by themselves', async () => {
    const { tools } = await proposing.listTools();
    expect(tools.slice(-4)).toMatchObject([
      { name: 'propose_order', annotations: { readOnlyHint: false, destructiveHint: false } },
      { name: 'propose_group', annotations: { readOnlyHint: false, destructiveHint: false } },
      { name: 'propose_cancel', annotations: { readOnlyHint: false, destructiveHint: false } },
      { name: 'proposal_status', annotations: { readOnlyHint: true } },
    ]);
    expect(proposing.getInstructions()).toMatch(/the user, who confirms or rejects it/);
  });

  it('proposes an order, which is sent once the user has confirmed it, and then its cancel', async () => {
    const proposed = await propose('propose_order', { ...terms(), note: 'Support at 90' });
    expect(proposed.structuredContent).toMatchObject({
      state: 'Open',
      text: 'Buy 4 SPY at 90.00',
      message: expect.stringMatching(/^No workstation of the user is open/),
    });
    const status = async (proposalId: unknown) =>
      (await propose('proposal_status', { proposalId })).structuredContent;
    const id = proposed.structuredContent?.['id'];
    expect(await status(id)).toMatchObject({ state: 'Open', orderId: null });
    const { client: page } = await openAccount(server.ports, user);
    const confirm = async (Id: unknown) => {
      page.send('orderProposalDecide', { Id: String(Id), Decision: 'Send' });
      await page.next('orderProposals', ({ Items }) => Items.some(({ State }) => State === 'Sent'));
    };
    await confirm(id);
    const sent = await status(id);
    expect(sent).toMatchObject({ state: 'Sent', orderId: expect.stringMatching(/^\d+$/) });
    const { orderId } = sent ?? {};
    const cancel = await propose('propose_cancel', { orderId });
    expect(cancel.structuredContent).toMatchObject({ kind: 'Cancel', state: 'Open', orderId });
    await confirm(cancel.structuredContent?.['id']);
    await expect
      .poll(async () => (await propose('order', { orderId: String(orderId) })).structuredContent)
      .toMatchObject({ status: 'Cancelled' });
    page.close();
  });

  it('proposes a bracket', async () => {
    const { account, ...order } = terms();
    const proposed = await propose('propose_group', {
      ...{ account, kind: 'Bracket', orders: [order], note: 'Support at 90' },
      stop: { basis: 'Offset', amount: '2' },
    });
    expect(proposed.structuredContent).toMatchObject({
      ...{ kind: 'Group', state: 'Open', note: 'Support at 90' },
      text: 'Buy 4 SPY at 90.00, stop 2.00 below the fill',
    });
  });

  it('takes the arguments of the guide', async () => {
    const guide = readFileSync(new URL('../../docs/automation/mcp.md', import.meta.url), 'utf8');
    const [, example = ''] = /```json propose_order\n([^`]+)```/.exec(guide) ?? [];
    const args: Record<string, unknown> = { ...JSON.parse(example), account: user.account };
    const { structuredContent } = await propose('propose_order', args);
    expect(structuredContent).toMatchObject({
      state: 'Open',
      note: args['note'],
      text: 'Buy 10 SPY at 95.00',
    });
  });

  it('makes one proposal for a repeated key, and reports what the checks reject', async () => {
    const repeated = { ...terms({ quantity: 5 }), idempotencyKey: 'repeat-1' };
    const ids = [await propose('propose_order', repeated), await propose('propose_order', repeated)].map(
      ({ structuredContent }) => structuredContent?.['id'],
    );
    expect(new Set(ids).size).toBe(1);
    const refused = await propose('propose_order', terms({ quantity: 900_000 }));
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/Rejected by: .*It would pass with .*\(order_rejected\)$/) }],
    });
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
