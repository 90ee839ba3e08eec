/** What floats over the page, in one chunk, which the first page loads once it is on the screen. */
export { ToastStrip } from './feedback/ToastStrip.tsx';
export { TooltipText } from './overlays/TooltipText.tsx';
