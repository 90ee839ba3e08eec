import { catalogue } from '../protocol/index.ts';
import { STRATEGY_REQUEST_NUMBERS } from './strategies/strategy-store.ts';

/** Requests whose caller receives a refusal; that of any other request is shown as an error of the connection. */
export const ANSWERED_REQUESTS: ReadonlySet<number | undefined> = new Set([
  catalogue.changePassword.T,
  catalogue.updateUserInfo.T,
  catalogue.orderPreview.T,
  catalogue.accountOptionsSet.T,
  catalogue.accountGuardsSet.T,
  catalogue.alertPut.T,
  catalogue.alertRemove.T,
  catalogue.alertList.T,
  catalogue.drawingPut.T,
  catalogue.drawingRemove.T,
  catalogue.drawingList.T,
  catalogue.saveList.T,
  ...STRATEGY_REQUEST_NUMBERS,
]);
