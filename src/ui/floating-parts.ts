/** What floats over the page, in one chunk, which the first page loads once it is on the screen. */
export { ToastStrip } from './feedback/ToastStrip.tsx';
export { AlertDialog, Dialog } from './overlays/Dialog.tsx';
export { TooltipText } from './overlays/TooltipText.tsx';
