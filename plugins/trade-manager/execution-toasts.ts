import { isStrategyClientId } from '../../src/domain/strategy/client-id.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { reportToast } from './order-view.ts';

/** Shows toasts for fills, rejections and ends of orders, and for rejected changes of account options. Returns the function that stops it. */
export function reportExecutions({ orders, dialogs }: Pick<ToolPlatform, 'orders' | 'dialogs'>): () => void {
  const offReports = orders.onReport((report) => {
    // A strategy may fill many times a minute: its run shows fills and rejections in AlgoStream.
    if (isStrategyClientId(report.ClientId)) return;
    // The refusal of a replacement looks like that of a cancel: the order itself knows which it was.
    const isReplace =
      orders.get().orders.get(report.OrderId)?.Status === 'ReplaceRejected' && report.LastFillQuantity === 0;
    const toast = isReplace ? reportToast(report, 'ReplaceRejected') : reportToast(report);
    if (toast !== null) dialogs.toast(toast);
  });
  const offRefusals = orders.onOptionsRefused((message) =>
    dialogs.toast({
      message: `The account's options stay as they are: ${message}`,
      tone: 'error',
      key: 'account-options',
    }),
  );
  return () => {
    offReports();
    offRefusals();
  };
}
