import { copyText } from '../clipboard.ts';
import { keyText } from '../key-text.ts';

/** The message for screen readers after rows were copied. */
export const copiedText = (count: number): string => (count === 1 ? '1 row copied' : `${count} rows copied`);

/** Copies rows by a menu; resolves with the message for screen readers. */
export async function copyRows(page: Document, text: string, count: number): Promise<string> {
  return (await copyText(page, text))
    ? copiedText(count)
    : `The browser did not allow copying. Press ${keyText('$mod+c')} on the row instead.`;
}
