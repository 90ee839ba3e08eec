/**
 * A text as one unmasked WebSocket text frame (RFC 6455 §5.2), one char per byte. Server frames are the same bytes for
 * every client, so a tick is framed once, and a batch for a client is a cheap string sum written in one system call.
 */
export function frameText(text: string): string {
  return frameOf(Buffer.from(text, 'utf8').toString('latin1'));
}

/** The frame of a payload that has one char per byte. */
export function frameOf(payload: string): string {
  const { length } = payload;
  if (length < 126) return `\x81${String.fromCharCode(length)}${payload}`;
  if (length < 65_536) return `\x81\x7e${String.fromCharCode(length >> 8, length & 0xff)}${payload}`;
  throw new RangeError(`a frame of ${length} bytes is too long for the tape`);
}

/** What a frame made by `frameText` carries, one char per byte. */
export function payloadOf(frame: string): string {
  return frame.slice(frame.charCodeAt(1) < 126 ? 2 : 4);
}
