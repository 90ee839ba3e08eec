/** A canvas in device pixels, so that a line of one pixel is one pixel. */
export interface Surface {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  /** Device pixels for one CSS pixel. */
  readonly ratio: number;
  /** False when nothing changed. Changing it clears the canvas. */
  resize(width: number, height: number, ratio: number): boolean;
}

/** Largest side of a canvas, device px: beyond it browsers draw nothing. */
const MAX_SIDE = 16_384;

/** `layer` names it in the page. */
export function createSurface(host: HTMLElement, layer: string, isOpaque: boolean): Surface {
  const canvas = host.ownerDocument.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  canvas.dataset['layer'] = layer;
  // Nothing of it is seen before it has its size: an opaque one begins as a black box.
  canvas.width = canvas.height = 1;
  Object.assign(canvas.style, { position: 'absolute', left: '0', top: '0', pointerEvents: 'none' });
  host.append(canvas);
  const context = canvas.getContext('2d', { alpha: !isOpaque });
  if (context === null) throw new Error('This browser cannot draw charts: it has no canvas.');
  let ratio = 1;
  return {
    canvas,
    context,
    get ratio() {
      return ratio;
    },
    resize(width, height, nextRatio) {
      const deviceWidth = Math.min(MAX_SIDE, Math.max(1, Math.round(width * nextRatio)));
      const deviceHeight = Math.min(MAX_SIDE, Math.max(1, Math.round(height * nextRatio)));
      if (canvas.width === deviceWidth && canvas.height === deviceHeight && ratio === nextRatio) return false;
      ratio = nextRatio;
      canvas.width = deviceWidth;
      canvas.height = deviceHeight;
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
      return true;
    },
  };
}
