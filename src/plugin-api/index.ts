/** The API of the platform for tools. Tools import nothing else of the workstation. */
export { accountValueOf, heldQuantity, heldSymbols, useHeldPrices } from './account-value.ts';
export { alertMenu } from './alert-menu.ts';
export { Arming, canArm, type ArmedFor, type ArmingPlatform, type ArmingTexts } from './arming.ts';
export { armedLabel, armingPerPlatform } from './armed-windows.ts';
export { chooseColumns, type ColumnsToChoose } from './choose-columns.ts';
export { createCommandRegistry, type KeyedCommandRegistry } from './command-registry.ts';
export { firstSymbol, marketSymbol } from './first-symbol.ts';
export { copySymbol } from './copy-symbol.ts';
export { randomId } from '../client/random-id.ts';
export { instrumentContext } from './contexts.ts';
export * from './format.ts';
export { FramePainter, writeData, writeText } from './frame-painter.ts';
export { chosenColumns, columnSetting, columnsSchema, sortSchema, type ColumnSetting } from './grid-state.ts';
export {
  useCanTrade,
  ALWAYS_ACTIVE,
  useIsActive,
  useWhileActive,
  useLinked,
  useOrders,
  useReadable,
  useSession,
  useToolState,
  type Linked,
} from './hooks.ts';
export { followSaves, type NamedSaves } from './follow-saves.ts';
export { openSizeDialog } from './order-size/open-size-dialog.ts';
export { sizeOf, type SizeEntry } from './order-size/size-rule.ts';
export { remedyText } from './order-checks/check-texts.ts';
export { CheckTable, OrderChecks } from './order-checks/OrderChecks.tsx';
export { useOrderExplanations } from './order-checks/use-order-explanations.ts';
export {
  exitsOfTemplate,
  loadTemplates,
  readTemplate,
  shareQuantity,
  TEMPLATE_SAVE_TYPE,
  templateNamed,
  templatesAmong,
  type BracketExits,
  type OrderTemplate,
  type SavedTemplate,
} from './order-templates.ts';
export { placeOrder, type TicketStart } from './place-order.ts';
export { deskColumns } from './desk-columns.ts';
export { deskStudies } from './desk-studies.ts';
export { HaltMark, useHaltReason, useUnknownHalt, type HaltSource } from './HaltMark.tsx';
export { quoteProblem } from './quote-problem.ts';
export { QuoteRow } from './quote-row.ts';
export {
  createPluginRegistry,
  definePlugin,
  type AnyPlugin,
  toolsWithSettings,
  type PluginRegistry,
} from './plugin-registry.ts';
export { isChangedSinceSaved, markOf, savedMarkSchema } from './saved-mark.ts';
export { defineState, restoreState, serializeState, type RestoreFailure, type StoredState } from './state.ts';
export type {
  Explanation as OrderExplanation,
  WireTimeline as OrderTimeline,
} from '../client/execution/types.ts';
export type { ReadyPart, ReadyWorkspace } from './ready-workspace.ts';
export { useIsStale } from './staleness.ts';
export { staleRowClass, SYMBOL_COLUMN_SETS, symbolColumnChoices, symbolGridColumns } from './symbol-grid.ts';
export { meetsPermission, symbolTradeVerdict, TRADE_PERMISSION, tradeVerdict } from './trade-permission.ts';
export { pastedList } from './pasted-list.ts';
export { SymbolCover, type SymbolCoverProps } from './SymbolCover.tsx';
export { lastPriceOf, markPriceOf } from './mark-price.ts';
export { isStatedElsewhere } from './stated-elsewhere.ts';
export { missingInGroup } from '../client/orders/group-needs.ts';
export { symbolTool, type SymbolTool } from './symbol-tool.ts';
export { symbolProblemsText, type SymbolProblem } from './symbol-problems.ts';
export { existingSymbol, NO_MARKET_DATA_TEXT, resolveAtOnce, resolveSymbol } from './resolve-symbol.ts';
export { isUnknownSymbol, SYMBOL_UNKNOWN_TEXT } from './unknown-symbol.ts';
export { GRID_REFRESH_MS, useGridFeed, type GridFeedOptions } from './use-grid-feed.ts';
export { useKnownSymbol, type KnownSymbol } from './use-known-symbol.ts';
export { readMarket, useInstrument, useMarket, type Market } from './use-market.ts';
export {
  defineSettings,
  readToolSettings,
  toolSettings,
  withoutToolSettings,
  withToolSetting,
} from './tool-settings.ts';
export { usePassingText } from './use-passing-text.ts';
export { useToolSettings } from './use-tool-settings.ts';
export { validateManifest, validateRegistry } from './validate-registry.ts';
export type * from './column-types.ts';
export type * from './dialog-types.ts';
export type * from './placed-tools.ts';
export type * from './study-types.ts';
export type * from './tool-settings-types.ts';
export type * from './types.ts';
export type {
  Cadence,
  ConnectionName,
  ConnectionState,
  ExchangeSession,
  ExerciseResult,
  ExerciseTicket,
  ExitTicket,
  GroupResult,
  GroupTermsTicket,
  GroupTicket,
  OrderGroupsState,
  OrderGroupStore,
  WireOrderGroup,
  FeedState,
  OrderKeySetting,
  OrdersState,
  OrderStore,
  PageTimes,
  OrderPreview,
  OrderTicket,
  AccountGuards,
  AccountOptions,
  GuardsChange,
  GuardStore,
  AlertDocumentsState,
  AlertDocumentStore,
  AlertLogState,
  AlertProblem,
  Alerts,
  BrokerDifference,
  DrawingProblem,
  FiredAlert,
  MarketFacts,
  Platform,
  Readable,
  ReconciledLine,
  Reconciliation,
  RoutePermission,
  SendResult,
  Session,
  SessionPhase,
  SessionState,
  SharedDrawingStore,
  SavedItem,
  SavedItems,
  SettingsStore,
  SettleWay,
  StatedAccount,
  TradingApiState,
  Staleness,
  SymbolRecord,
  SymbolStore,
  Theme,
  UserProfile,
  UserSettings,
  DaySpan,
  RealisedGains,
  TradeCalls,
  TradeLines,
  WireOpenLot,
  WireOrderLots,
  WireRealisedLine,
  ChartStudyCalls,
  StudyBars,
  StudyValues,
  WireChartStudy,
  WireRoundTrip,
  WireStudyFault,
  WireTripFill,
  WireBalance,
  WireOrder,
  WirePosition,
  WireReport,
  WireSettlement,
  BacktestStart,
  DeclaredParameter,
  GateChecksOfStrategy,
  WireGateCheck,
  Optimizations,
  OptimizationTerms,
  WireOptimization,
  WireOptimizationSet,
  ReconciledOrder,
  RunEquity,
  RunLogLine,
  RunSession,
  StoppedRun,
  ModifyOutcome,
  ScheduleTerms,
  StartOutcome,
  Strategies,
  StrategiesState,
  StrategyEvent,
  StrategyOrdersState,
  StrategyReturns,
  StrategySource,
  StrategyStart,
  StrategyTemplate,
  StrategyToRun,
  StrategyVersionSource,
  WireStrategy,
  WireStrategyInstance,
  WireStrategyOrder,
  WireStrategyVersion,
} from '../client/types.ts';
export { groupMarks, groupSuffix, groupTitle, type GroupMark } from './group-marks.ts';
export { plannedExits, type ExitFigure, type PlannedExit } from './planned-exits.ts';
export {
  actsAtOnceText,
  figureChange,
  figureSymbol,
  isWaitingFigure,
  sendFigureChange,
  type FigureChange,
  type WaitingFigure,
} from './waiting-figures.ts';
