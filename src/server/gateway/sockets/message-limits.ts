import type { Message, SocketName } from '../../../protocol/index.ts';
import type { Rate } from '../../http-kit/token-bucket.ts';

/** Messages that cost the server about the same. */
export const MESSAGE_CLASSES = [
  'order',
  'change',
  'flatten',
  'query',
  'history',
  'session',
  'housekeeping',
  'subscription',
  'record',
  'strategy',
] as const;
/** A class of messages with a rate of its own. */
export type MessageClass = (typeof MESSAGE_CLASSES)[number];

/** The rates of a class. */
export interface ClassLimits {
  readonly connection: Rate;
  /** Over all connections of a user. */
  readonly user: Rate;
}
/** The rates of every class. */
export type MessageLimits = Readonly<Record<MessageClass, ClassLimits>>;

/**
 * Default message rates, documented in docs/security.md; TAPEDECK_RATE_* sets others. A workstation with eight workspaces sends a few hundred requests and up to
 * 10,000 subscriptions within a second of its start, and one housekeeping message per socket every five seconds.
 */
export const MESSAGE_LIMITS: MessageLimits = {
  order: { connection: { perSecond: 500, burst: 5_000 }, user: { perSecond: 1_000, burst: 10_000 } },
  change: { connection: { perSecond: 500, burst: 5_000 }, user: { perSecond: 1_000, burst: 10_000 } },
  // Each is journaled and kept for two sessions, and has no order of its own that would limit their number.
  flatten: { connection: { perSecond: 2, burst: 60 }, user: { perSecond: 5, burst: 200 } },
  query: { connection: { perSecond: 100, burst: 2_000 }, user: { perSecond: 300, burst: 6_000 } },
  history: { connection: { perSecond: 1, burst: 10 }, user: { perSecond: 2, burst: 60 } },
  session: { connection: { perSecond: 1, burst: 30 }, user: { perSecond: 4, burst: 200 } },
  housekeeping: { connection: { perSecond: 100, burst: 1_000 }, user: { perSecond: 300, burst: 3_000 } },
  subscription: {
    connection: { perSecond: 1_000, burst: 40_000 },
    user: { perSecond: 3_000, burst: 120_000 },
  },
  record: { connection: { perSecond: 50, burst: 2_000 }, user: { perSecond: 100, burst: 4_000 } },
  strategy: { connection: { perSecond: 10, burst: 300 }, user: { perSecond: 20, burst: 600 } },
};

/** Frames and bytes of a connection, whatever is in them. A connection that exceeds these is closed at once. */
export const FRAME_LIMITS: Readonly<Record<'frames' | 'bytes', Rate>> = {
  frames: { perSecond: 3_000, burst: 50_000 },
  bytes: { perSecond: 2 * 1024 * 1024, burst: 32 * 1024 * 1024 },
};

/** Pings of the WebSocket protocol. */
export const PING_LIMIT: Rate = { perSecond: 2, burst: 60 };

/** Messages beyond a rate that a connection may send, each answered with a refusal, before it is closed. */
export const REFUSAL_LIMIT: Rate = { perSecond: 5, burst: 500 };

/** Reason of the close frame. */
export const TOO_MANY_REASON = 'too many messages';

type RequestName = Message<SocketName, 'toServer'>['name'];

/** Which class each message to the server belongs to. */
export const MESSAGE_CLASS: Readonly<Record<RequestName, MessageClass>> = {
  login: 'session',
  passkeyLogin: 'session',
  oidcLogin: 'session',
  resume: 'session',
  demoStart: 'session',
  logoff: 'session',
  accountSelect: 'session',
  changePassword: 'session',
  updateUserInfo: 'session',
  streamingAuth: 'session',
  dataAuth: 'session',
  heartbeat: 'housekeeping',
  streamingPing: 'housekeeping',
  dataPing: 'housekeeping',
  alertFiringsSeen: 'housekeeping',
  alertFiringsClear: 'housekeeping',
  alertPut: 'housekeeping',
  alertRemove: 'housekeeping',
  // The answer may be long, and is requested once for each selection of an account.
  alertList: 'session',
  saveList: 'session',
  drawingPut: 'housekeeping',
  drawingRemove: 'housekeeping',
  drawingList: 'query',
  drawingLeave: 'subscription',
  accountDataRequest: 'history',
  orderSend: 'order',
  optionOrderSend: 'order',
  orderCancel: 'change',
  orderReplace: 'change',
  optionOrderReplace: 'change',
  accountOptionsSet: 'change',
  accountGuardsSet: 'change',
  orderProposalDecide: 'change',
  optionExercise: 'change',
  orderGroupSend: 'order',
  orderGroupCancel: 'change',
  orderGroupChange: 'change',
  orderGroupTermsChange: 'change',
  flatten: 'flatten',
  positionReverse: 'flatten',
  orderCancelAll: 'flatten',
  replaySpeedSet: 'change',
  orderPreview: 'query',
  symbolsInfo: 'query',
  lookup: 'query',
  chartCandles: 'query',
  timeAndSale: 'query',
  bbo: 'query',
  historicalPrices: 'query',
  closingPrices: 'query',
  symbolActions: 'query',
  optionExpirations: 'query',
  optionChain: 'query',
  optionChainSnapshot: 'query',
  optionSnapshot: 'query',
  priceVolatility: 'query',
  stockFilters: 'query',
  filteredStocks: 'query',
  cancelRequest: 'query',
  subscribe: 'subscription',
  unsubscribe: 'subscription',
  apiOrder: 'record',
  apiExecutionReport: 'record',
  apiHistoryOrder: 'record',
  tradingApiInfo: 'record',
  strategyList: 'strategy',
  strategyTemplateList: 'strategy',
  publicStrategyList: 'strategy',
  loadAlgoTradingStrategy: 'strategy',
  requestAlgoTradingStrategyStatus: 'strategy',
  requestAlgoTradingStrategyOrders: 'strategy',
  saveAlgoTradingStrategy: 'strategy',
  updateAlgoTradingStrategy: 'strategy',
  deleteAlgoTradingStrategy: 'strategy',
  removeAlgoStrategyInstance: 'strategy',
  startStrategy: 'strategy',
  stopStrategy: 'strategy',
  startBacktest: 'strategy',
  startPublicBacktest: 'strategy',
  resumeBacktest: 'strategy',
  startPublicStrategy: 'strategy',
  setStrategySchedule: 'strategy',
  requestAlgoTradingStrategyEquity: 'strategy',
  requestAlgoTradingStrategyLog: 'strategy',
  requestAlgoTradingStrategyPlots: 'strategy',
  confirmStrategyStops: 'strategy',
  requestStrategyReconciliations: 'strategy',
  requestReconciledOrders: 'strategy',
  compareStrategySession: 'strategy',
  requestAlgoTradingStrategyVersions: 'strategy',
  requestAlgoTradingStrategyVersion: 'strategy',
  describeStrategy: 'strategy',
  startOptimization: 'strategy',
  stopOptimization: 'strategy',
  requestOptimizations: 'strategy',
  requestOptimizationSets: 'strategy',
  removeOptimization: 'strategy',
  requestStrategyGates: 'strategy',
  startStrategyGates: 'strategy',
  cancelStrategyGates: 'strategy',
};

/** The refusal of a message, with the rate that it exceeds: that of its connection, or of all connections of its user together. */
export function tooManyText({ perSecond, burst }: Rate, scope: keyof ClassLimits = 'connection'): string {
  const sender = scope === 'connection' ? 'a connection' : 'all connections of a user together';
  return `Too many messages: ${sender} may send ${perSecond} of this kind a second, and ${burst} at once. Wait before you send more.`;
}
