/** Files to and from the user's machine. */

/** No file of this project comes near this; a larger one is another one. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** The text of a file that the user has chosen, or why it cannot be read. */
export type ChosenFile =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** Lets the user choose an exported file; null when they choose none. A file too large is not even read. */
export function chooseExportedFile(): Promise<ChosenFile | null> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  // In the document, so that the browser does not let go of it while the user chooses.
  input.hidden = true;
  document.body.append(input);
  return new Promise<ChosenFile | null>((resolve) => {
    input.addEventListener('cancel', () => resolve(null));
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (file === undefined) {
        resolve(null);
        return;
      }
      if (file.size > MAX_FILE_BYTES) {
        resolve({
          ok: false,
          message: 'This file is larger than 256 MB: it was not exported from Tapedeck.',
        });
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
