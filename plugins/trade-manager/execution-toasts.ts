import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { reportToast } from './order-view.ts';

/** Tells of fills, refusals and ends by toast wherever the person is on the desk; returns how to end it. */
export function tellExecutions({ orders, dialogs }: Pick<ToolPlatform, 'orders' | 'dialogs'>): () => void {
  return orders.onReport((report) => {
    // The refusal of a replacement looks like that of a cancel: the order itself knows which it was.
    const isReplace = orders.get().orders.get(report.OrderId)?.Status === 'ReplaceRejected' && report.LastFillQuantity === 0;
    const toast = isReplace ? reportToast(report, 'ReplaceRejected') : reportToast(report);
    if (toast !== null) dialogs.toast(toast);
  });
}
