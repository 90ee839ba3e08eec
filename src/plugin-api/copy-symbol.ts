import { copyText } from '../ui/index.ts';
import type { Dialogs } from './dialog-types.ts';

/** Copies a symbol to the clipboard; shows a message when the browser does not allow it. */
export async function copySymbol({ toast }: Pick<Dialogs, 'toast'>, symbol: string): Promise<void> {
  if (!(await copyText(document, symbol)))
    toast({ message: 'The browser did not allow copying.', tone: 'warning' });
}
