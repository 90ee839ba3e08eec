import {
  catalogue,
  decode,
  decodeValue,
  type Body,
  type Direction,
  type FrameError,
  type Message,
  type SocketName,
} from '../../protocol/index.ts';
import { ok, type Result } from '../../domain/assert/assert.ts';

const isPrice = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1e9;
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && Number.isSafeInteger(value);
const isText = (value: unknown): value is string => typeof value === 'string';

function isTrade(frame: Record<string, unknown>): boolean {
  return (
    isText(frame.S) &&
    isPrice(frame.P) &&
    isCount(frame.V) &&
    isCount(frame.TV) &&
    isText(frame.X) &&
    isCount(frame.TS)
  );
}

function isQuote(frame: Record<string, unknown>): boolean {
  return (
    isText(frame.S) &&
    isPrice(frame.B) &&
    isCount(frame.BS) &&
    isText(frame.BE) &&
    isPrice(frame.A) &&
    isCount(frame.AS) &&
    isText(frame.AE) &&
    isCount(frame.TS)
  );
}

type ToClient = Extract<Direction, 'toClient'>;
type Read<S extends SocketName> = Result<Message<S, 'toClient'>, FrameError>;
/** A trade or a quote of the streaming socket. */
export type Tick =
  | { readonly name: 'trade'; readonly body: Body<'trade'> }
  | { readonly name: 'quote'; readonly body: Body<'quote'> };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a trade or a quote, of which there are thousands a second, without the schema library; null for any other or a malformed message. */
function tickOf(value: unknown): Tick | null {
  if (typeof value !== 'object' || value === null) return null;
  // Each field is checked before it is relied on.
  const frame = value as Record<string, unknown>;
  if (frame.T === catalogue.trade.T)
    return isTrade(frame) ? { name: 'trade', body: frame as unknown as Body<'trade'> } : null;
  if (frame.T === catalogue.quote.T)
    return isQuote(frame) ? { name: 'quote', body: frame as unknown as Body<'quote'> } : null;
  return null;
}

function readStreaming(value: unknown): Read<'streaming'> {
  const tick = tickOf(value);
  // A frame that the quick check rejects is validated by the schema, which states the error.
  return tick === null ? decodeValue<'streaming', ToClient>('streaming', 'toClient', value) : ok(tick);
}

/** Reads one frame of the server: one message, or on the streaming socket an array of them. */
export function readFrame<S extends SocketName>(socket: S, text: string): readonly Read<S>[] {
  if (socket !== 'streaming') return [decode<S, ToClient>(socket, 'toClient', text)];
  const value = parsed(text);
  const read =
    value === undefined
      ? [decode<'streaming', ToClient>('streaming', 'toClient', text)]
      : Array.isArray(value)
        ? value.map(readStreaming)
        : [readStreaming(value)];
  // S is the streaming socket here.
  return read as unknown as readonly Read<S>[];
}
