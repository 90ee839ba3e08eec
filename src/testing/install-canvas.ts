import { vi } from 'vitest';
import { closeAfterTest } from './rendered.ts';

/**
 * What a chart needs and a document without layout lacks: fonts, and a canvas, which takes every call, for no picture is compared. Call it before
 * each test of a chart, and `vi.restoreAllMocks()` after each.
 */
export function installCanvas(): void {
  const answers: Readonly<Record<string | symbol, unknown>> = {
    measureText: () => ({ width: 10 }),
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      data: new Uint8ClampedArray(width * height * 4),
    }),
  };
  const context = new Proxy({}, { get: (_, name) => answers[name] ?? (() => undefined), set: () => true });
  const fonts = Object.assign(new EventTarget(), { ready: Promise.resolve() });
  Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });
  closeAfterTest(() => void Reflect.deleteProperty(document, 'fonts'));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as CanvasRenderingContext2D);
}
