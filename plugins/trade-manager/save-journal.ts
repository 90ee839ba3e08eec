import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { saveFile } from '../../src/ui/index.ts';

/** Offers the server's journal of the account as a file to be saved; says so when it cannot be had. */
export async function saveJournal(
  { orders, dialogs }: Pick<ToolPlatform, 'orders' | 'dialogs'>,
  format: 'csv' | 'json',
): Promise<void> {
  try {
    const { name, data } = await orders.exportJournal(format);
    saveFile(name, data);
  } catch (cause) {
    dialogs.toast({
      message: cause instanceof Error ? cause.message : 'The orders could not be exported. Try again.',
      tone: 'error',
    });
  }
}
