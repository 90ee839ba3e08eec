type CopyPage = Pick<Document, 'addEventListener' | 'removeEventListener' | 'execCommand'>;
type TextClipboard = Pick<Clipboard, 'writeText'>;

/**
 * Copies a text; false when the browser does not allow it. `navigator.clipboard` does not exist on a page that came over
 * plain http from another machine: there the old copy command works, as long as the user has just clicked or typed.
 */
export async function copyText(
  page: CopyPage,
  text: string,
  clipboard: TextClipboard | undefined = clipboardOf(page),
): Promise<boolean> {
  if (clipboard === undefined) return copyByCommand(page, text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(page, text);
  }
}

function clipboardOf(page: CopyPage): TextClipboard | undefined {
  const view = 'defaultView' in page ? (page as Document).defaultView : null;
  // oxlint-disable-next-line no-restricted-properties -- undefined without https: the caller falls back
  return view?.navigator.clipboard;
}

function copyByCommand(page: CopyPage, text: string): boolean {
  let isCopied = false;
  const onCopy = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    isCopied = event.clipboardData !== null;
  };
  page.addEventListener('copy', onCopy, { capture: true });
  try {
    page.execCommand('copy');
  } catch {
    return false;
  } finally {
    page.removeEventListener('copy', onCopy, { capture: true });
  }
  return isCopied;
}
