import { beforeEach, describe, expect, test } from 'vitest';
import { encode, decode, type Body, type MessageName } from '../../protocol/index.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createStrategyStore, type StrategyStoreCore } from './strategy-store.ts';
import { instance, order, strategy } from './testing/bodies.ts';
import { LOST_TEXT, NOT_CONNECTED_TEXT } from './texts.ts';
import type {
  StrategyEvent,
  StrategyStart,
  WireStrategy,
  WireStrategyInstance,
  WireStrategyOrder,
} from './types.ts';

let clock: ManualClock;
let store: StrategyStoreCore;
let sent: { name: MessageName; body: Record<string, unknown> }[];
let events: StrategyEvent[];
let isOpen: boolean;

/** Sends a message of the server through the codec, so that every body is valid on the wire. */
function receive<Name extends MessageName>(name: Name, body: Body<Name>): void {
  const read = decode('trading', 'toClient', encode(name, body));
  if (!read.ok) throw new Error(read.error.message);
  store.onTrading(read.value);
}
const START: StrategyStart = {
  Parameters: '',
  IntradayPositionsOnly: false,
  FirstTradingIntervalStart: 570,
  FirstTradingIntervalEnd: 960,
  SecondTradingIntervalStart: 0,
  SecondTradingIntervalEnd: 0,
  IncludeOffMarket: false,
  ShareLimit: -1,
  DollarLimit: -1,
};
const update = (Instance: WireStrategyInstance, Name = 'Cross', StrategyId = 0) =>
  receive('strategyStatusUpdate', { Name, StrategyId, Instance });
const receiveLists = (
  personal: WireStrategy[] = [strategy('Cross')],
  shared: WireStrategy[] = [strategy('Trend Follower', [], 1)],
): void => {
  receive('strategies', { IsPublic: false, Items: personal, HasMore: false });
  receive('strategies', { IsPublic: true, Items: shared, HasMore: false });
};
const names = () => sent.map(({ name }) => name);

beforeEach(() => {
  clock = createManualClock();
  sent = [];
  events = [];
  isOpen = true;
  store = createStrategyStore({
    clock,
    trading: {
      sendReady(name, body) {
        if (!isOpen) return false;
        // As the server reads it.
        const read = decode('trading', 'toServer', encode(name, body));
        if (!read.ok) throw new Error(read.error.message);
        sent.push({ name, body: { ...body } });
        return true;
      },
    },
    user: () => ({ account: 'D-1', userId: 'u1' }),
  });
  store.onEvent((event) => events.push(event));
});

describe('strategy lists', () => {
  test('shows the largest limit of the runs while runs are added and removed', () => {
    receiveLists();
    const limit = () => store.get().personal[0]?.TradeLimit;
    update(instance('i1', { DollarLimit: 100 }));
    expect(limit()).toBe('max 100');
    update(instance('i2'));
    expect(limit()).toBe('no limit');
    receive('strategyInstanceRemoved', { Name: 'Cross', InstanceId: 'i2', Result: 'DeleteOK', Message: '' });
    expect(limit()).toBe('max 100');
    receive('strategyInstanceRemoved', { Name: 'Cross', InstanceId: 'i1', Result: 'DeleteOK', Message: '' });
    expect(limit()).toBe('no limit');
  });

  test('loads the lists on request, in several messages, and again after a lost connection', async () => {
    store.onAccountReady();
    expect(names()).toEqual([]);
    const loading = store.load();
    receive('strategies', { IsPublic: false, Items: [strategy('A')], HasMore: true });
    expect(store.get()).toEqual({ isLoaded: false, personal: [], public: [] });
    receive('strategies', { IsPublic: false, Items: [strategy('B')], HasMore: false });
    receive('strategies', { IsPublic: true, Items: [strategy('P', [], 1)], HasMore: false });
    await loading;
    expect(store.get()).toMatchObject({
      isLoaded: true,
      personal: [{ Name: 'A' }, { Name: 'B' }],
      public: [{ Name: 'P', Id: 1 }],
    });
    store.onLost();
    store.onAccountReady();
    expect(names()).toEqual(['strategyList', 'publicStrategyList', 'strategyList', 'publicStrategyList']);
    receiveLists([strategy('C')]);
    expect(store.get().personal.map(({ Name }) => Name)).toEqual(['C']);
    store.reset();
    expect(store.get()).toEqual({ isLoaded: false, personal: [], public: [] });
  });

  test('rejects a load with the reason of the server', async () => {
    const loading = store.load();
    receive('failure', {
      Message: 'AlgoStream is not supported during Demo Session',
      ErrorCode: -3,
      RequestT: 50,
    });
    receive('failure', {
      Message: 'AlgoStream is not supported during Demo Session',
      ErrorCode: -3,
      RequestT: 52,
    });
    await expect(loading).rejects.toThrow('AlgoStream is not supported during Demo Session');
  });

  test('keeps an update of an instance that was pushed during a load', () => {
    void store.load();
    receiveLists([strategy('Cross', [instance('i')])]);
    void store.load();
    update(instance('i', { Status: 'BacktestingCompleted' }));
    receiveLists([strategy('Cross', [instance('i')])]);
    expect(store.get().personal[0]?.Instances[0]?.Status).toBe('BacktestingCompleted');
  });

  test('loads the lists again after this or another client has saved a strategy', () => {
    void store.load();
    receiveLists();
    receive('strategySaved', { Name: 'Other', OriginalName: '', Result: 'SaveOK', Message: '' });
    expect(names().slice(2)).toEqual(['strategyList', 'publicStrategyList']);
    receive('strategyDeleted', { Name: 'Cross', Result: 'DeleteOK', Message: '' });
    expect(store.get().personal).toEqual([]);
  });
});

describe('strategy commands', () => {
  test('resolves a command with the result of the server', async () => {
    const saving = store.save({ name: ' New ', code: 'x', parameters: 'p' });
    expect(sent.at(-1)).toEqual({
      name: 'saveAlgoTradingStrategy',
      body: { Name: 'New', Code: 'x', Parameters: 'p' },
    });
    receive('strategySaved', { Name: 'Else', OriginalName: '', Result: 'SaveOK', Message: '' });
    receive('strategySaved', {
      Name: 'New',
      OriginalName: '',
      Result: 'SaveNameAlreadyInUse',
      Message: 'Strategy "New" already exists',
    });
    expect(await saving).toEqual({
      result: 'SaveNameAlreadyInUse',
      message: 'Strategy "New" already exists',
    });
    const renaming = store.update('Old', { name: 'New', code: '', parameters: '' });
    receive('strategySaved', { Name: 'New', OriginalName: 'Old', Result: 'SaveOK', Message: '' });
    expect(await renaming).toEqual({ result: 'SaveOK', message: '' });
    const removing = store.remove('New');
    receive('strategyDeleted', { Name: 'New', Result: 'DeleteOK', Message: '' });
    expect(await removing).toEqual({ result: 'DeleteOK', message: '' });
    const source = store.source('Cross');
    receive('strategyLoaded', { Name: 'Cross', Result: 'Loaded', Code: 'code', Parameters: 'p' });
    expect(await source).toEqual({ name: 'Cross', code: 'code', parameters: 'p' });
    const none = store.source('None');
    receive('strategyLoaded', { Name: 'None', Result: 'NotFound', Code: '', Parameters: '' });
    await expect(none).rejects.toThrow('Strategy "None" was not found');
    const templates = store.templates();
    receive('strategyTemplates', {
      Items: [{ Name: 'a', Description: '', Code: '', Parameters: '' }],
      HasMore: true,
    });
    receive('strategyTemplates', {
      Items: [{ Name: 'b', Description: '', Code: '', Parameters: '' }],
      HasMore: false,
    });
    expect((await templates).map(({ Name }) => Name)).toEqual(['a', 'b']);
  });

  test('resolves a command that is refused, not answered or not sent with a text', async () => {
    const refused = store.save({ name: 'New', code: '', parameters: '' });
    receive('failure', {
      Message: 'Saving is not supported during Demo Session',
      ErrorCode: -3,
      RequestT: 56,
    });
    expect(await refused).toEqual({
      result: 'Failed',
      message: 'Saving is not supported during Demo Session',
    });
    const lost = store.remove('Cross');
    store.onLost();
    expect(await lost).toEqual({ result: 'Failed', message: LOST_TEXT });
    const late = store.removeInstance('Cross', 'i');
    clock.advance(30_000);
    expect((await late).message).toBe('Timeout has occured loading data');
    isOpen = false;
    expect(await store.save({ name: 'New', code: '', parameters: '' })).toEqual({
      result: 'Failed',
      message: NOT_CONNECTED_TEXT,
    });
    expect(await store.stop('Cross', 'i')).toEqual({ ok: false, message: NOT_CONNECTED_TEXT });
  });
});

describe('runs', () => {
  beforeEach(() => {
    void store.load();
    receiveLists();
    sent.length = 0;
  });

  test('marks the runs that this client started', async () => {
    const starting = store.backtest(
      { name: 'Cross', code: 'x' },
      { ...START, From: 1, To: 2, DataType: 'Auto' },
    );
    const InstanceId = String(sent[0]?.body.InstanceId);
    expect(sent[0]).toMatchObject({
      name: 'startBacktest',
      body: { Name: 'Cross', Code: 'x', Account: 'D-1', DataType: 'Auto' },
    });
    receive('backtestingStarted', { Name: 'Cross', StrategyId: 0, Instance: instance('foreign') });
    receive('backtestingStarted', { Name: 'Cross', StrategyId: 0, Instance: instance(InstanceId) });
    expect(await starting).toEqual({ ok: true, instanceId: InstanceId });
    receive('strategyParameters', {
      Name: 'Cross',
      StrategyId: 0,
      Instance: instance(InstanceId, { PrimarySymbol: 'QQQ' }),
    });
    update(instance(InstanceId, { Status: 'BacktestingNoTickData' }));
    expect(events.map(({ kind, isOwn, instance: { Status } }) => [kind, isOwn, Status])).toEqual([
      ['added', false, 'Backtesting'],
      ['added', true, 'Backtesting'],
      ['force-updated', true, 'Backtesting'],
      ['updated', true, 'BacktestingNoTickData'],
    ]);
    expect(store.get().personal[0]?.Instances.map(({ InstanceId: id }) => id)).toEqual([
      'foreign',
      InstanceId,
    ]);
  });

  test('marks a run that this client resumed', async () => {
    update(instance('i', { Status: 'BacktestingNoTickData' }));
    const resuming = store.resume('Cross', 'i', 'Minute');
    receive('backtestingStarted', { Name: 'Cross', StrategyId: 0, Instance: instance('i') });
    expect(await resuming).toEqual({ ok: true, instanceId: 'i' });
    expect(events.map(({ isOwn }) => isOwn)).toEqual([false, true]);
  });

  test('returns the reason of a refused start and does not mark its run as started here', async () => {
    const starting = store.start({ name: 'Trend Follower', publicId: 1 }, { ...START, DollarLimit: 100 });
    const InstanceId = String(sent[0]?.body.InstanceId);
    expect(sent[0]).toMatchObject({
      name: 'startPublicStrategy',
      body: { StrategyId: 1, UserId: 'u1', DollarLimit: 100 },
    });
    receive('strategyRefused', { Name: '', StrategyId: 1, InstanceId: 'another', Message: 'no' });
    receive('strategyRefused', {
      Name: '',
      StrategyId: 1,
      InstanceId,
      Message: 'Only one instance of live strategy is allowed',
    });
    expect(await starting).toEqual({ ok: false, message: 'Only one instance of live strategy is allowed' });
    update(instance(InstanceId), 'Trend Follower', 1);
    expect(events.map(({ isOwn, strategyId }) => [isOwn, strategyId])).toEqual([[false, 1]]);
  });

  test('gives different ids to runs that are started within one millisecond', () => {
    void store.start({ name: 'Cross', code: '' }, START);
    void store.start({ name: 'Cross', code: '' }, START);
    expect(new Set(sent.map(({ body }) => body.InstanceId)).size).toBe(2);
  });

  test('resolves a stop once the server reports the end of the run', async () => {
    update(instance('i', { Status: 'Running', BacktestFrom: null }));
    const stopping = store.stop('Cross', 'i');
    update(instance('i', { Status: 'Running', BacktestFrom: null, Message: 'still' }));
    update(instance('i', { Status: 'Stopped', BacktestFrom: null }));
    expect(await stopping).toEqual({ ok: true });
    const again = store.stop('Cross', 'i');
    receive('strategyRefused', {
      Name: 'Cross',
      StrategyId: 0,
      InstanceId: 'i',
      Message: 'Strategy is not running',
    });
    expect(await again).toEqual({ ok: false, message: 'Strategy is not running' });
  });

  test('removes the runs that the server does not know', () => {
    update(instance('i'));
    update(instance('i', { Status: 'InvalidInstance' }));
    update(instance('j'));
    receive('strategyInstanceRemoved', { Name: 'Cross', InstanceId: 'j', Result: 'DeleteOK', Message: '' });
    update(instance('k'));
    receive('strategyStatus', { Name: 'Cross', StrategyId: 0, Instances: [instance('l')] });
    expect(events.map(({ kind, instance: { InstanceId } }) => kind + InstanceId)).toEqual([
      'addedi',
      'removedi',
      'addedj',
      'removedj',
      'addedk',
      'removedk',
      'addedl',
    ]);
    expect(store.get().personal[0]?.Instances.map(({ InstanceId }) => InstanceId)).toEqual(['l']);
  });
});

describe('orders of an instance', () => {
  beforeEach(() => {
    void store.load();
    receiveLists([strategy('Cross', [instance('i')])]);
    sent.length = 0;
  });
  const ids = (readable: { get(): { orders: readonly WireStrategyOrder[] } }) =>
    readable.get().orders.map(({ Id, Status }) => Id + Status);

  test('loads orders for subscribers, applies pushed orders, and loads them again for later subscribers', () => {
    const orders = store.orders('Cross', 'i');
    expect([store.orders('Cross', 'i') === orders, names()]).toEqual([true, []]);
    const leave = orders.subscribe(() => {});
    expect(sent).toEqual([
      { name: 'requestAlgoTradingStrategyOrders', body: { Name: 'Cross', InstanceId: 'i' } },
    ]);
    receive('strategyOrders', { Name: 'Cross', InstanceId: 'i', Items: [order('1')], HasMore: true });
    receive('backtestOrderExecuted', { Name: 'Cross', InstanceId: 'i', Items: [order('3')] });
    expect(orders.get().isLoaded).toBe(false);
    receive('strategyOrders', {
      Name: 'Cross',
      InstanceId: 'i',
      Items: [order('2', { Status: 'Sent' })],
      HasMore: false,
    });
    expect(ids(orders)).toEqual(['1Filled', '2Sent', '3Filled']);
    receive('strategyStockOrder', {
      Name: 'Cross',
      InstanceId: 'i',
      Account: 'D-1',
      Order: order('2', { Status: 'Filled' }),
    });
    receive('backtestOrderCancelled', {
      Name: 'Cross',
      InstanceId: 'i',
      Items: [order('4', { Status: 'Cancelled' })],
    });
    receive('backtestOrderExecuted', { Name: 'Cross', InstanceId: 'other', Items: [order('9')] });
    expect(ids(orders)).toEqual(['1Filled', '2Filled', '3Filled', '4Cancelled']);
    leave();
    receive('backtestOrderExecuted', { Name: 'Cross', InstanceId: 'i', Items: [order('5')] });
    expect(ids(orders)).toHaveLength(4);

    orders.subscribe(() => {});
    expect(orders.get().isLoaded).toBe(false);
    receive('strategyOrders', { Name: 'Cross', InstanceId: 'i', Items: [order('5')], HasMore: false });
    expect([orders.get().isLoaded, ids(orders)]).toEqual([true, ['5Filled']]);
  });

  test('loads all orders when a backtest ends, clears them when it restarts, and loads them again after a lost connection', () => {
    const orders = store.orders('Cross', 'i');
    orders.subscribe(() => {});
    receive('strategyOrders', { Name: 'Cross', InstanceId: 'i', Items: [order('1')], HasMore: false });
    receive('backtestingStarted', { Name: 'Cross', StrategyId: 0, Instance: instance('i') });
    expect(ids(orders)).toEqual([]);
    update(instance('i', { Progress: 0.5 }));
    expect(names()).toHaveLength(1);
    update(instance('i', { Status: 'BacktestingCompleted' }));
    expect(names()).toHaveLength(2);
    store.onLost();
    store.onAccountReady();
    expect(names().at(-1)).toBe('requestAlgoTradingStrategyOrders');
  });
});
