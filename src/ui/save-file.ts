/** The address of a file's data is given up after this, ms: the browser has its own hold on the data once the save has begun. */
const KEEP_ADDRESS_MS = 10_000;

/** Offers data as a file to be saved. `page` is the document of the browser window in which the user saves it. */
export function saveFile(name: string, data: Blob, page: Document = document): void {
  const url = URL.createObjectURL(data);
  const link = page.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_ADDRESS_MS);
}

/** Offers a JSON text as a file to be saved. */
export const saveJsonFile = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'application/json' }));
