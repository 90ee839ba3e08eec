/** The picture as PNG in base64; null when the browser cannot make one. */
async function pngOf(canvas: HTMLCanvasElement): Promise<string | null> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) return null;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  // A part at a time: a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

/** The picture in base64, scaled down until it has at most so many characters; null when the browser cannot make one. */
export async function boundedPngOf(canvas: HTMLCanvasElement, maxChars: number): Promise<string | null> {
  for (let shown = canvas; shown.width > 200; shown = halved(shown)) {
    const png = await pngOf(shown);
    if (png === null || png.length <= maxChars) return png;
  }
  return null;
}

function halved(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const smaller = canvas.ownerDocument.createElement('canvas');
  smaller.width = Math.round(canvas.width / 2);
  smaller.height = Math.round(canvas.height / 2);
  smaller.getContext('2d')?.drawImage(canvas, 0, 0, smaller.width, smaller.height);
  return smaller;
}
