import type { Body, Message } from '../../src/protocol/index.ts';
import { BROKER_ACCOUNT, refused, type SocketCase } from './isolation-world.ts';

type ExternalRequest = Extract<
  Message<'trading', 'toServer'>['name'],
  'apiOrder' | 'apiExecutionReport' | 'apiHistoryOrder' | 'tradingApiInfo'
>;

const apiOrder: Body<'apiOrder'>['Order'] = {
  OrderId: '1',
  ClientId: '',
  Symbol: 'USSPY',
  Side: 'Buy',
  Source: 'Open',
  Type: 'Market',
  TifType: 'Day',
  Quantity: 1,
  Price: 0,
  StopPrice: 0,
  Fill: 0,
  Unfill: 1,
  AveragePrice: 0,
  Status: 'Confirmed',
  Route: 'AUTO',
  Timestamp: 1,
  TimeCompleted: null,
  Description: '',
};
const apiReport: Body<'apiExecutionReport'>['Report'] = {
  ReportId: '1',
  OrderId: '1',
  ClientId: '',
  Symbol: 'USSPY',
  Message: '',
  Timestamp: 1,
  ReportType: 'OrderExecuted',
  LeavesQuantity: 0,
  Quantity: 1,
  LastFillPrice: 1,
  LastFillQuantity: 1,
  Price: 0,
  Side: 'Buy',
  OrderType: 'Market',
  TimeInForce: 'Day',
  Source: 'Open',
  ExecutedRoute: 'AUTO',
  ExecutionId: '1',
  CreatedTime: 1,
  Fees: 0,
};

/** Bodies that name the victim's account at the external broker. */
export const EXTERNAL_BODIES: { readonly [Name in ExternalRequest]: () => Body<Name> } = {
  apiOrder: () => ({ TradingAccount: BROKER_ACCOUNT, Order: apiOrder }),
  apiExecutionReport: () => ({ TradingAccount: BROKER_ACCOUNT, Report: apiReport }),
  apiHistoryOrder: () => ({ TradingAccount: BROKER_ACCOUNT, Orders: [], Reports: [] }),
  tradingApiInfo: () => ({
    TradingAccount: BROKER_ACCOUNT,
    Login: 'LoggedIn',
    SyncedTo: null,
    Load: true,
  }),
};

/** What an intruder gets for each record of an order at the external broker. */
export const EXTERNAL_CASES: Readonly<Record<ExternalRequest, SocketCase<'trading'>>> = {
  async apiOrder(client) {
    client.send('apiOrder', { TradingAccount: BROKER_ACCOUNT, Order: apiOrder });
    await refused(client, 30, -36);
  },
  async apiExecutionReport(client) {
    client.send('apiExecutionReport', { TradingAccount: BROKER_ACCOUNT, Report: apiReport });
    await refused(client, 31, -36);
  },
  async apiHistoryOrder(client) {
    client.send('apiHistoryOrder', {
      TradingAccount: BROKER_ACCOUNT,
      Orders: [apiOrder],
      Reports: [apiReport],
    });
    await refused(client, 32, -36);
  },
  async tradingApiInfo(client) {
    client.send('tradingApiInfo', {
      TradingAccount: BROKER_ACCOUNT,
      Login: 'LoggedIn',
      SyncedTo: 5,
      Load: true,
    });
    await refused(client, 33, -36);
  },
};
