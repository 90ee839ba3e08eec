import { LaterView, useLaterView } from '../later-view.ts';
import type { ToastStripProps } from './ToastStrip.tsx';

/** What draws the messages. */
export const toastStrip = new LaterView<ToastStripProps>(
  async () => (await import('../floating-parts.ts')).ToastStrip,
);

/** Where a toaster's messages appear. What is shown before the code of the region is there waits for it. */
export function ToastRegion(props: ToastStripProps) {
  const Strip = useLaterView(toastStrip, true);
  return Strip === undefined ? null : <Strip {...props} />;
}
