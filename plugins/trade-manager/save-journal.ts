import type { ToolPlatform } from '../../src/plugin-api/index.ts';

/** Offers the server's journal of the account as a file to be saved; says so when it cannot be had. */
export async function saveJournal(
  { orders, dialogs }: Pick<ToolPlatform, 'orders' | 'dialogs'>,
  format: 'csv' | 'json',
): Promise<void> {
  try {
    const { name, data } = await orders.exportJournal(format);
    const url = URL.createObjectURL(data);
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // The browser has its own hold on the data once the save has begun.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  } catch (cause) {
    dialogs.toast({
      message: cause instanceof Error ? cause.message : 'The orders could not be exported. Try again.',
      tone: 'error',
    });
  }
}
