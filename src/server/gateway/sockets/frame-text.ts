/**
 * A text as one unmasked WebSocket text frame (RFC 6455 §5.2), one char per byte. Server frames are the same bytes for
 * every client, so a tick is framed once, and a batch for a client is a cheap string sum written in one system call.
 */
export function frameText(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  const length = bytes.length;
  const payload = bytes.toString('latin1');
  if (length < 126) return `\x81${String.fromCharCode(length)}${payload}`;
  if (length < 65_536) return `\x81\x7e${String.fromCharCode(length >> 8, length & 0xff)}${payload}`;
  throw new RangeError(`a frame of ${length} bytes is too long for the tape`);
}
