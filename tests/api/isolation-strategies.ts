import { expect } from 'vitest';
import { strategies } from '../../src/protocol/strategies.ts';
import { strategyGates } from '../../src/protocol/strategy-gates.ts';
import { strategyOptimizations } from '../../src/protocol/strategy-optimizations.ts';
import { strategyReconciliation } from '../../src/protocol/strategy-reconciliation.ts';
import { strategyReports } from '../../src/protocol/strategy-reports.ts';
import { strategyVersions } from '../../src/protocol/strategy-versions.ts';
import type { Body, Message } from '../../src/protocol/index.ts';
import { CHECK_ID, intruder, SEARCH_ID, STRATEGY, victim, type SocketCase } from './isolation-world.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import type { WireClient } from './wire-client.ts';

const requests = {
  ...strategies,
  ...strategyReports,
  ...strategyReconciliation,
  ...strategyVersions,
  ...strategyOptimizations,
  ...strategyGates,
};
type StrategyRequest = Extract<Message<'trading', 'toServer'>['name'], keyof typeof requests>;

const start = { ...RUN_SETTINGS, IntradayPositionsOnly: true };
const period = { From: 0, To: 1 };
const run = { Name: STRATEGY, InstanceId: 'run-1' };
const search = { OptimizationId: SEARCH_ID };
const check = { CheckId: CHECK_ID };
const described = { Name: STRATEGY, StrategyId: 0, Code: '', Parameters: '' };
const source = { Name: 'intruders', Code: '', Parameters: '' };

/** Bodies that name what is the victim's. */
export const STRATEGY_BODIES: { readonly [Name in StrategyRequest]: () => Body<Name> } = {
  strategyList: () => ({ Account: victim.account }),
  strategyTemplateList: () => ({}),
  publicStrategyList: () => ({ Account: victim.account }),
  loadAlgoTradingStrategy: () => ({ Account: victim.account, Name: STRATEGY }),
  requestAlgoTradingStrategyStatus: () => ({ Account: victim.account, Name: STRATEGY, IncludeOrders: true }),
  requestAlgoTradingStrategyOrders: () => run,
  saveAlgoTradingStrategy: () => source,
  updateAlgoTradingStrategy: () => ({ ...source, OriginalName: STRATEGY }),
  deleteAlgoTradingStrategy: () => ({ Account: victim.account, Name: STRATEGY }),
  removeAlgoStrategyInstance: () => ({ ...run, Account: victim.account }),
  startStrategy: () => ({ ...run, ...start, Code: '', Account: victim.account }),
  stopStrategy: () => ({ ...run, Account: victim.account }),
  startBacktest: () => ({
    ...run,
    ...start,
    ...period,
    Code: '',
    DataType: 'Minute',
    Account: victim.account,
  }),
  startPublicBacktest: () => ({
    ...start,
    ...period,
    StrategyId: 1,
    InstanceId: 'run-1',
    UserId: victim.userId,
    DataType: 'Minute',
    Account: victim.account,
  }),
  resumeBacktest: () => ({ ...run, DataType: 'Minute', Account: victim.account }),
  startPublicStrategy: () => ({
    ...start,
    StrategyId: 1,
    InstanceId: 'run-1',
    UserId: victim.userId,
    Account: victim.account,
  }),
  setStrategySchedule: () => ({ ...run, Account: victim.account, Schedule: null }),
  requestAlgoTradingStrategyEquity: () => run,
  requestAlgoTradingStrategyLog: () => ({ ...run, From: 0 }),
  requestAlgoTradingStrategyPlots: () => ({ ...run, From: 0 }),
  confirmStrategyStops: () => ({ Account: victim.account, Items: [run] }),
  requestStrategyReconciliations: () => run,
  requestReconciledOrders: () => ({ ...run, From: 0, Start: 0 }),
  compareStrategySession: () => ({ ...run, From: 0 }),
  requestAlgoTradingStrategyVersions: () => ({ Name: STRATEGY, Below: 0 }),
  requestAlgoTradingStrategyVersion: () => ({ Name: STRATEGY, Version: 1 }),
  describeStrategy: () => described,
  startOptimization: () => ({
    ...search,
    ...start,
    ...period,
    Name: STRATEGY,
    StrategyId: 0,
    Code: '',
    DataType: 'Minute',
    Account: victim.account,
    Ranges: [{ Name: 'fast', Values: '1:3:1' }],
    Search: 'grid',
    RunCount: 1,
    Objective: 'sharpe',
    MinTrades: 1,
    Capital: null,
    Seed: 1,
  }),
  stopOptimization: () => search,
  requestOptimizations: () => ({ Account: victim.account }),
  requestOptimizationSets: () => ({ ...search, After: 0 }),
  removeOptimization: () => search,
  requestStrategyGates: () => ({ Name: STRATEGY, StrategyId: 0, Code: '' }),
  startStrategyGates: () => ({
    ...check,
    ...RUN_SETTINGS,
    ...period,
    Name: STRATEGY,
    StrategyId: 0,
    Code: '',
  }),
  cancelStrategyGates: () => check,
};

const refused = (client: WireClient<'trading'>, requestT: number) =>
  client
    .next('failure', (body) => body.RequestT === requestT)
    .then((failure) => expect(failure.ErrorCode).toBe(-36));
/** The victim's account, by whatever user it is named with, is nobody else's. */
const refusedAccount =
  (name: StrategyRequest): SocketCase<'trading'> =>
  async (client) => {
    client.sendRaw(JSON.stringify({ T: requests[name].T, ...STRATEGY_BODIES[name]() }));
    await refused(client, requests[name].T);
  };
const intruderFrame = <Name extends StrategyRequest>(name: Name, change: object = {}): string =>
  JSON.stringify({ T: requests[name].T, ...STRATEGY_BODIES[name](), ...change, Account: intruder.account });

/** What an intruder tries with the victim's names and ids: first with the victim's account, then in the own one, where there is no such thing. */
export const STRATEGY_CASES: Readonly<Record<StrategyRequest, SocketCase<'trading'>>> = {
  async strategyList(client) {
    await refusedAccount('strategyList')(client);
    client.send('strategyList', { Account: intruder.account });
    expect((await client.next('strategies')).Items.filter(({ Name }) => Name !== source.Name)).toEqual([]);
  },
  async strategyTemplateList(client) {
    client.send('strategyTemplateList', {});
    await client.next('strategyTemplates');
  },
  async publicStrategyList(client) {
    await refusedAccount('publicStrategyList')(client);
    client.send('publicStrategyList', { Account: intruder.account });
    expect((await client.next('strategies')).Items.flatMap(({ Instances }) => Instances)).toEqual([]);
  },
  async loadAlgoTradingStrategy(client) {
    await refusedAccount('loadAlgoTradingStrategy')(client);
    client.sendRaw(intruderFrame('loadAlgoTradingStrategy'));
    expect(await client.next('strategyLoaded')).toEqual({
      Name: STRATEGY,
      Result: 'NotFound',
      Code: '',
      Parameters: '',
    });
  },
  async requestAlgoTradingStrategyStatus(client) {
    await refusedAccount('requestAlgoTradingStrategyStatus')(client);
    client.sendRaw(intruderFrame('requestAlgoTradingStrategyStatus'));
    expect((await client.next('failure', ({ RequestT }) => RequestT === 54)).Message).toContain(
      'was not found',
    );
  },
  async requestAlgoTradingStrategyOrders(client) {
    client.send('requestAlgoTradingStrategyOrders', run);
    expect(await client.next('strategyOrders')).toEqual({ ...run, Items: [], HasMore: false });
    expect((await client.next('strategyStatusUpdate')).Instance).toMatchObject({
      Status: 'InvalidInstance',
      Account: intruder.account,
    });
  },
  async saveAlgoTradingStrategy(client) {
    // The name is the victim's, too: each has a strategy of their own.
    client.send('saveAlgoTradingStrategy', { ...source, Name: STRATEGY });
    await client.next(
      'strategySaved',
      ({ Result }) => Result === 'SaveOK' || Result === 'SaveNameAlreadyInUse',
    );
    client.sendRaw(JSON.stringify({ T: 56, ...source, UserId: victim.userId }));
    expect((await client.next('failure', ({ RequestT }) => RequestT === 56)).ErrorCode).toBe(-1);
    client.send('deleteAlgoTradingStrategy', { Account: intruder.account, Name: STRATEGY });
    expect(await client.next('strategyDeleted')).toMatchObject({ Result: 'DeleteOK' });
  },
  async updateAlgoTradingStrategy(client) {
    client.send('updateAlgoTradingStrategy', STRATEGY_BODIES.updateAlgoTradingStrategy());
    expect(await client.next('strategySaved')).toMatchObject({ Result: 'NotFound' });
  },
  async deleteAlgoTradingStrategy(client) {
    await refusedAccount('deleteAlgoTradingStrategy')(client);
    client.sendRaw(intruderFrame('deleteAlgoTradingStrategy'));
    expect(await client.next('strategyDeleted')).toMatchObject({ Result: 'NotFound' });
  },
  async removeAlgoStrategyInstance(client) {
    await refusedAccount('removeAlgoStrategyInstance')(client);
    client.sendRaw(intruderFrame('removeAlgoStrategyInstance'));
    expect(await client.next('strategyInstanceRemoved')).toMatchObject({ Result: 'NotFound' });
  },
  async startStrategy(client) {
    await refusedAccount('startStrategy')(client);
    client.sendRaw(intruderFrame('startStrategy'));
    expect((await client.next('strategyRefused')).Message).toBe(`Strategy "${STRATEGY}" was not found`);
  },
  async stopStrategy(client) {
    await refusedAccount('stopStrategy')(client);
    client.sendRaw(intruderFrame('stopStrategy'));
    expect((await client.next('strategyRefused')).Message).toBe('Strategy is not running');
  },
  async startBacktest(client) {
    await refusedAccount('startBacktest')(client);
    client.sendRaw(intruderFrame('startBacktest'));
    expect((await client.next('strategyRefused')).Message).toBe(`Strategy "${STRATEGY}" was not found`);
  },
  async startPublicBacktest(client) {
    await refusedAccount('startPublicBacktest')(client);
    // The intruder's account with the victim's user id.
    client.sendRaw(intruderFrame('startPublicBacktest'));
    await refused(client, 63);
  },
  async resumeBacktest(client) {
    await refusedAccount('resumeBacktest')(client);
    client.sendRaw(intruderFrame('resumeBacktest'));
    expect((await client.next('strategyRefused')).Message).toBe('The instance was not found');
  },
  async startPublicStrategy(client) {
    await refusedAccount('startPublicStrategy')(client);
    client.sendRaw(intruderFrame('startPublicStrategy'));
    await refused(client, 65);
  },
  async setStrategySchedule(client) {
    await refusedAccount('setStrategySchedule')(client);
    client.sendRaw(intruderFrame('setStrategySchedule'));
    expect((await client.next('strategyRefused')).Message).toBe('The instance was not found');
  },
  async requestAlgoTradingStrategyEquity(client) {
    client.send('requestAlgoTradingStrategyEquity', run);
    expect(await client.next('strategyEquity')).toEqual({ ...run, Equity: null });
  },
  async requestAlgoTradingStrategyPlots(client) {
    client.send('requestAlgoTradingStrategyPlots', { ...run, From: 0 });
    const nothing = { Total: 0, Plot: null, Marks: [], DroppedMarks: 0 };
    expect(await client.next('strategyPlots')).toEqual({ ...run, From: 0, ...nothing });
  },
  async requestAlgoTradingStrategyLog(client) {
    client.send('requestAlgoTradingStrategyLog', { ...run, From: 0 });
    expect(await client.next('strategyLog')).toEqual({ ...run, From: 0, Items: [], Total: 0 });
  },
  confirmStrategyStops: refusedAccount('confirmStrategyStops'),
  async requestStrategyReconciliations(client) {
    client.send('requestStrategyReconciliations', run);
    expect(await client.next('strategyReconciliations')).toEqual({ ...run, Items: [], Problem: '' });
  },
  async requestReconciledOrders(client) {
    client.send('requestReconciledOrders', { ...run, From: 0, Start: 0 });
    expect(await client.next('reconciledOrders')).toEqual({ ...run, From: 0, Start: 0, Items: [], Total: 0 });
  },
  async compareStrategySession(client) {
    client.send('compareStrategySession', { ...run, From: 0 });
    expect((await client.next('strategyReconciliations')).Problem).toBe('The session was not found');
  },
  async requestAlgoTradingStrategyVersions(client) {
    client.send('requestAlgoTradingStrategyVersions', { Name: STRATEGY, Below: 0 });
    expect(await client.next('strategyVersions')).toEqual({
      Name: STRATEGY,
      Below: 0,
      Items: [],
      HasMore: false,
    });
  },
  async requestAlgoTradingStrategyVersion(client) {
    client.send('requestAlgoTradingStrategyVersion', { Name: STRATEGY, Version: 1 });
    expect(await client.next('strategyVersion')).toEqual({
      Name: STRATEGY,
      Version: 1,
      Result: 'NotFound',
      Code: '',
      Parameters: '',
    });
  },
  async describeStrategy(client) {
    client.send('describeStrategy', described);
    expect((await client.next('strategyDescribed')).Problem).toBe(`Strategy "${STRATEGY}" was not found`);
  },
  async startOptimization(client) {
    await refusedAccount('startOptimization')(client);
    client.sendRaw(intruderFrame('startOptimization'));
    expect(await client.next('optimizationRefused')).toEqual({
      ...search,
      Message: `Strategy "${STRATEGY}" was not found`,
    });
  },
  async stopOptimization(client) {
    client.send('stopOptimization', search);
    expect((await client.next('optimizationRefused')).Message).toBe('The search is not running');
  },
  async requestOptimizations(client) {
    await refusedAccount('requestOptimizations')(client);
    client.send('requestOptimizations', { Account: intruder.account });
    expect(await client.next('optimizations')).toEqual({ Items: [], HasMore: false });
  },
  async requestOptimizationSets(client) {
    client.send('requestOptimizationSets', { ...search, After: 0 });
    expect(await client.next('optimizationSets')).toEqual({ ...search, After: 0, Items: [], HasMore: false });
  },
  async removeOptimization(client) {
    client.send('removeOptimization', search);
    expect((await client.next('optimizationRefused')).Message).toBe('The search was not found');
  },
  async requestStrategyGates(client) {
    client.send('requestStrategyGates', { Name: STRATEGY, StrategyId: 0, Code: '' });
    expect(await client.next('strategyGates')).toEqual({
      ...{ Name: STRATEGY, StrategyId: 0, CodeKey: '', IsRequired: false, Items: [], HasMore: false },
    });
  },
  async startStrategyGates(client) {
    client.send('startStrategyGates', STRATEGY_BODIES.startStrategyGates());
    expect(await client.next('strategyGatesRefused')).toEqual({
      ...check,
      Message: `Strategy "${STRATEGY}" was not found`,
    });
  },
  async cancelStrategyGates(client) {
    client.send('cancelStrategyGates', check);
    expect((await client.next('strategyGatesRefused')).Message).toBe('The check is not running');
  },
};
