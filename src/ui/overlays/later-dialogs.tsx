import { LaterView, useLaterView } from '../later-view.ts';
import type { AlertDialogProps, DialogProps } from './Dialog.tsx';

/** What draws a dialog. */
export const dialogView = new LaterView<DialogProps>(
  async () => (await import('../floating-parts.ts')).Dialog,
);
/** What draws a question or message. */
export const alertDialogView = new LaterView<AlertDialogProps>(
  async () => (await import('../floating-parts.ts')).AlertDialog,
);

/** A `Dialog` whose code the first page load does not contain. */
export function LaterDialog(props: DialogProps) {
  const View = useLaterView(dialogView, true);
  return View === undefined ? null : <View {...props} />;
}

/** An `AlertDialog` whose code the first page load does not contain. */
export function LaterAlertDialog(props: AlertDialogProps) {
  const View = useLaterView(alertDialogView, true);
  return View === undefined ? null : <View {...props} />;
}
