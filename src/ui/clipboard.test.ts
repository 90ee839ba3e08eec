import { expect, test, vi } from 'vitest';
import { copyText } from './clipboard.ts';

/** A page whose copy command is allowed or not. */
class Page extends EventTarget {
  readonly #isAllowed: boolean;
  copied: string | null = null;
  constructor(isAllowed: boolean) {
    super();
    this.#isAllowed = isAllowed;
  }
  execCommand(command: string): boolean {
    if (command !== 'copy' || !this.#isAllowed) return false;
    const clipboardData = { setData: (_type: string, text: string) => void (this.copied = text) };
    this.dispatchEvent(Object.assign(new Event('copy', { cancelable: true }), { clipboardData }));
    return true;
  }
}
// The parts of a document that copying uses.
const pageOf = (isAllowed: boolean) => new Page(isAllowed) as Page & Document;

test('writes to the clipboard where the browser has one', async () => {
  const page = pageOf(false);
  const writeText = vi.fn(() => Promise.resolve());
  expect(await copyText(page, 'SPY', { writeText })).toBe(true);
  expect(writeText).toHaveBeenCalledWith('SPY');
});

test('copies by command on a page without a clipboard, and after the clipboard refused', async () => {
  const insecure = pageOf(true);
  expect([await copyText(insecure, 'SPY'), insecure.copied]).toEqual([true, 'SPY']);
  const refusing = pageOf(true);
  const writeText = () => Promise.reject(new Error('NotAllowedError'));
  expect([await copyText(refusing, 'QQQ', { writeText }), refusing.copied]).toEqual([true, 'QQQ']);
});

test('reports that nothing was copied where the browser allows neither', async () => {
  expect(await copyText(pageOf(false), 'SPY')).toBe(false);
});
