import { MAX_FILE_BYTES } from '../workspace/workspace-file.ts';

/** Files to and from the user's machine. */

/** Offers a text as a file to be saved. */
export function saveAsFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has its own hold on the data once the save has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Lets the user choose a workspace file; null when they choose none. A file too large is not even read. */
export function chooseWorkspaceFile(): Promise<
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string } | null
> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  // In the document, so that the browser does not let go of it while the user chooses.
  input.hidden = true;
  document.body.append(input);
  return new Promise<Awaited<ReturnType<typeof chooseWorkspaceFile>>>((resolve) => {
    input.addEventListener('cancel', () => resolve(null));
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (file === undefined) {
        resolve(null);
        return;
      }
      if (file.size > MAX_FILE_BYTES) {
        resolve({ ok: false, message: 'This file is larger than 2 MB: it is not a workspace.' });
        return;
      }
      file.text().then(
        (text) => resolve({ ok: true, text }),
        () =>
          resolve({
            ok: false,
            message: 'This file could not be read. Check that it is still there, then try again.',
          }),
      );
    });
    input.click();
  }).finally(() => input.remove());
}
