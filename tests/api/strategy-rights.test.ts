import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS, Permission } from '../../src/domain/permissions.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { connect, openAccount } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

describe('AlgoStream', () => {
  it("refuses each kind of request of a demo session with the specification's text", async () => {
    const demo = await connect('trading', server.ports);
    await demo.next('connected');
    demo.send('demoStart', {});
    const { UserId } = await demo.next('loginSuccess');
    const {
      DemoAccounts: [Account = ''],
    } = await demo.next('availableAccounts');
    demo.send('accountSelect', {
      Account,
      IncludeBalance: false,
      IncludePositions: false,
      IncludeTrades: false,
    });
    await demo.next('initializationComplete');
    const refusal = async (T: number) =>
      (await demo.next('failure', ({ RequestT }) => RequestT === T)).Message;
    demo.send('saveAlgoTradingStrategy', { Name: 'x', Code: '', Parameters: '' });
    expect(await refusal(56)).toBe('Saving is not supported during Demo Session');
    demo.send('deleteAlgoTradingStrategy', { Account, Name: 'x' });
    expect(await refusal(58)).toBe('Deleting is not supported during Demo Session');
    demo.send('startPublicStrategy', {
      ...RUN_SETTINGS,
      StrategyId: 1,
      InstanceId: 'p',
      UserId,
      Account,
      DollarLimit: 1,
    });
    expect(await refusal(65)).toBe(
      'Trading is not supported during Demo Session. Consider subscribing to enable trading.',
    );
    demo.send('strategyList', { Account });
    expect(await refusal(50)).toBe('AlgoStream is not supported during Demo Session');
  });

  it('refuses a user without the permission, and returns no data', async () => {
    const other = await server.addUser('noalgo', {
      permissionMask: ALL_PERMISSIONS - Permission.AlgoTrading,
    });
    const { client: refused } = await openAccount(server.ports, other);
    for (const [name, body] of [
      ['strategyTemplateList', {}],
      ['strategyList', { Account: other.account }],
      ['saveAlgoTradingStrategy', { Name: 'x', Code: '', Parameters: '' }],
    ] as const) {
      refused.send(name, body);
      expect(await refused.next('failure')).toMatchObject({
        ErrorCode: -3,
        Message:
          "You don't have permissions to access AlgoStream. Consider subscribing to get access to AlgoStream",
      });
    }
  });
});
