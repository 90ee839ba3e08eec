/** Offers a JSON text as a file to be saved. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has its own hold on the data once the save has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
