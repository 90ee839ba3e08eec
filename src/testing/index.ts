/** For component tests: a workstation or one tool in a document, over a server in memory. */
export { answerAlerts, type AlertsServer } from './answer-alerts.ts';
export { answerDocumentLists, type DocumentListsServer } from './answer-document-lists.ts';
export { answerDrawings, type DrawingsServer } from './answer-drawings.ts';
export { answerMarket } from './answer-market.ts';
export { answerOrders, type OrdersServer } from './answer-orders.ts';
export {
  answerTrades,
  openLot,
  OPENED_MS,
  realisedLine,
  roundTrip,
  type TradesServer,
} from './answer-trades.ts';
export { answerSaves, type SavesServer } from './answer-saves.ts';
export { closeGettingStarted, createDeskServer, renderDesk, renderSignedIn } from './render-desk.tsx';
export type { RenderDeskOptions, RenderedDesk } from './render-desk.tsx';
export { renderTool, type RenderedTool } from './render-tool.tsx';
export type { MemoryServer } from '../client/testing/memory-server.ts';
export { randomBars, runStudy, type StudyBar } from './run-study.ts';
export { installCanvas } from './install-canvas.ts';
export {
  chooseFromMenu,
  collectSavedFiles,
  fill,
  fillLogin,
  holdFrom,
  shownAlerts,
  untilFocused,
  type Hold,
  type SavedFile,
} from './page.ts';
