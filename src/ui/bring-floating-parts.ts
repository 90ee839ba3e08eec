import { toastStrip } from './feedback/ToastRegion.tsx';
import { ToastStrip } from './feedback/ToastStrip.tsx';
import { AlertDialog, Dialog } from './overlays/Dialog.tsx';
import { alertDialogView, dialogView } from './overlays/later-dialogs.tsx';
import { tooltipText } from './overlays/Tooltip.tsx';
import { TooltipText } from './overlays/TooltipText.tsx';

/** Brings what floats over the page: the desk has it from its first picture. */
export function bringFloatingParts(): void {
  toastStrip.bring(ToastStrip);
  dialogView.bring(Dialog);
  alertDialogView.bring(AlertDialog);
  tooltipText.bring(TooltipText);
}
