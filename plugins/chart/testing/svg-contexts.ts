import { vi } from 'vitest';
import { SvgCanvas } from './svg-canvas.ts';

/** Gives every canvas of the page a context that writes an SVG picture, until the mocks are restored. Returns the picture of a canvas. */
export function installSvgContexts(): (canvas: HTMLCanvasElement) => SvgCanvas {
  const pictures = new WeakMap<HTMLCanvasElement, SvgCanvas>();
  const pictureOf = (canvas: HTMLCanvasElement): SvgCanvas => {
    let picture = pictures.get(canvas);
    if (picture === undefined) pictures.set(canvas, (picture = new SvgCanvas(canvas.width, canvas.height)));
    return picture;
  };
  // Canvases whose pixels are read (Konva's hit graph) show nothing.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function context(
    this: HTMLCanvasElement,
    _kind: string,
    settings?: { readonly willReadFrequently?: boolean },
  ) {
    return settings?.willReadFrequently === true ? emptyContext(this) : pictureOf(this).context();
  });
  return pictureOf;
}

/** A context that draws nothing and whose pixels are empty. */
function emptyContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const pixels = (_x: number, _y: number, width: number, height: number) => ({
    data: new Uint8ClampedArray(width * height * 4),
  });
  const ignore = () => undefined;
  return new Proxy({} as CanvasRenderingContext2D, {
    get: (_target, name) => (name === 'canvas' ? canvas : name === 'getImageData' ? pixels : ignore),
    set: () => true,
  });
}
