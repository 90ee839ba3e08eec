import type { ChartView } from '../screen/types.ts';

/** Height of the title above a picture, CSS pixels. */
const HEAD_PX = 26;

/** What is on screen as one picture with a title above it; null when the browser has no canvas for it. */
export function titledPicture(view: ChartView, title: string): HTMLCanvasElement | null {
  const picture = view.picture();
  const ratio = view.ratio();
  const head = Math.round(HEAD_PX * ratio);
  const canvas = view.root.ownerDocument.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height + head;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const theme = view.theme();
  context.fillStyle = theme.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = theme.text;
  context.font = theme.fontStrong.replace(`${theme.fontPx}px`, `${12 * ratio}px`);
  context.textBaseline = 'middle';
  context.fillText(title, 8 * ratio, head / 2);
  context.drawImage(picture, 0, head);
  return canvas;
}
