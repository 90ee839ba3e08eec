import type { Message } from '../protocol/index.ts';

type TradingMessage = Message<'trading', 'toClient'>;

/** The parts of the client that take messages of the trading socket. */
export type TradingReceiver =
  | 'orders'
  | 'orderGroups'
  | 'guards'
  | 'alerts'
  | 'alertDocuments'
  | 'proposals'
  | 'drawings'
  | 'saves'
  | 'strategies'
  | 'session'
  | 'user'
  | 'externalBroker';

/**
 * The parts that take each message of the trading socket, in their order: stores before the session, so that code that waits
 * for the session finds them filled. A message added to the catalogue does not compile until it has receivers here.
 */
const TRADING_RECEIVERS = {
  connected: ['session'],
  loginSuccess: ['session'],
  loginFailure: ['session'],
  codeRequired: ['session'],
  availableAccounts: ['session'],
  accountSelectResponse: ['alerts', 'session'],
  userInfo: ['session'],
  calendar: ['session'],
  permissions: ['session'],
  market: ['session'],
  routePermissions: ['session'],
  initializationComplete: ['session'],
  demoSessionStatus: ['session'],
  tokenRefresh: ['session'],
  relogin: ['session'],
  positions: ['orders'],
  orders: ['orders'],
  historyTrades: ['orders'],
  executionReport: ['orders'],
  balance: ['orders'],
  settlements: ['orders'],
  corporateActions: ['orders'],
  orderPreviewResult: ['orders'],
  accountOptions: ['orders'],
  optionExerciseResult: ['orders'],
  orderGroupResult: ['orderGroups'],
  orderGroups: ['orderGroups'],
  accountGuards: ['guards'],
  orderProposals: ['proposals'],
  orderProposalResult: ['proposals'],
  failure: [
    'orders',
    'orderGroups',
    'guards',
    'alertDocuments',
    'drawings',
    'saves',
    'strategies',
    'user',
    'externalBroker',
  ],
  // The connection measures the round trip itself.
  heartbeatAck: [],
  changePasswordResult: ['user'],
  updateUserInfoResult: ['user'],
  alertFirings: ['alerts'],
  alertFired: ['alerts'],
  alertDocuments: ['alertDocuments'],
  alertStored: ['alertDocuments'],
  alertConflict: ['alertDocuments'],
  alertChanged: ['alertDocuments'],
  alertRefused: ['alertDocuments'],
  drawingDocuments: ['drawings'],
  drawingStored: ['drawings'],
  drawingConflict: ['drawings'],
  drawingChanged: ['drawings'],
  drawingRefused: ['drawings'],
  drawingListRefused: ['drawings'],
  saveDocuments: ['saves'],
  saveChanged: ['saves'],
  strategies: ['strategies'],
  strategyTemplates: ['strategies'],
  strategyLoaded: ['strategies'],
  strategyStatus: ['strategies'],
  strategyStatusUpdate: ['strategies'],
  strategyParameters: ['strategies'],
  strategyStarted: ['strategies'],
  backtestingStarted: ['strategies'],
  strategySaved: ['strategies'],
  strategyDeleted: ['strategies'],
  strategyInstanceRemoved: ['strategies'],
  strategyOrders: ['strategies'],
  strategyStockOrder: ['strategies'],
  strategyOptionOrder: ['strategies'],
  backtestOrderExecuted: ['strategies'],
  backtestOrderCancelled: ['strategies'],
  capitalReturns: ['strategies'],
  strategyRefused: ['strategies'],
  strategyEquity: ['strategies'],
  strategyLog: ['strategies'],
  strategyPlots: ['strategies'],
  strategyRunsStopped: ['strategies'],
  strategyAlert: ['strategies'],
  strategyReconciliations: ['strategies'],
  reconciledOrders: ['strategies'],
  strategyVersions: ['strategies'],
  strategyVersion: ['strategies'],
  strategyDescribed: ['strategies'],
  optimizationStatus: ['strategies'],
  optimizations: ['strategies'],
  optimizationSets: ['strategies'],
  optimizationRefused: ['strategies'],
  optimizationRemoved: ['strategies'],
  strategyGates: ['strategies'],
  strategyGatesStatus: ['strategies'],
  strategyGatesRefused: ['strategies'],
  apiOrders: ['externalBroker'],
  apiUpdate: ['externalBroker'],
} as const satisfies Record<TradingMessage['name'], readonly TradingReceiver[]>;

type Table = typeof TRADING_RECEIVERS;

/** The messages that a part takes. */
export type ReceivedBy<Receiver extends TradingReceiver> = Extract<
  TradingMessage,
  { name: { [Name in keyof Table]: Receiver extends Table[Name][number] ? Name : never }[keyof Table] }
>;

/** One function for each part; it is called with the messages that the part takes. */
export type TradingReceivers = {
  readonly [Receiver in TradingReceiver]: (message: ReceivedBy<Receiver>) => void;
};

/** Passes a message of the trading socket to the parts that take it. */
export function deliverTrading(receivers: TradingReceivers, message: TradingMessage): void {
  for (const receiver of TRADING_RECEIVERS[message.name]) {
    // ReceivedBy derives from the same table, so each part gets only messages it takes; TypeScript does not relate the two look-ups.
    const receive = receivers[receiver] as (message: TradingMessage) => void;
    receive(message);
  }
}
