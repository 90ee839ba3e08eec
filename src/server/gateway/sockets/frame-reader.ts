import {
  decode,
  requestNameOf,
  type FrameError,
  type Message,
  type SocketName,
} from '../../../protocol/index.ts';
import type { MessageMeter } from './message-meter.ts';

/** Bad frames in a row after which the connection is closed. */
const MAX_BAD_FRAMES = 20;

const BINARY: FrameError = {
  reason: 'not-json',
  message: 'Binary frames are not understood; send JSON text.',
  T: undefined,
};

/** Receives the messages of a connection, and the frames that are none. */
export interface FrameListener<S extends SocketName> {
  message(message: Message<S, 'toServer'>): void;
  /** A message beyond its rate: answer it with the text and do not serve it. */
  refused(message: Message<S, 'toServer'>, text: string): void;
  /** `count` bad frames came in a row. */
  bad(error: FrameError, count: number): void;
  /** Too many bad frames in a row: close the connection. */
  hopeless(): void;
  /** The connection keeps sending beyond its rates: close it without reading further. */
  tooMany(): void;
}

/** The message number at the start of a frame, where Tapedeck's client writes it: a message beyond its rate is recognised without parsing. */
const NUMBER_FIRST = /^\{"T":(\d{1,4})[,}]/;

/** Reads the frames of one connection as messages, and counts the bad ones. */
export function createFrameReader<S extends SocketName>(
  socket: S,
  meter: MessageMeter,
  on: FrameListener<S>,
): (text: string | undefined) => void {
  let badInARow = 0;
  /** Whether the message is served; undefined when its name is not known before the frame is parsed. */
  const early = (text: string): 'served' | 'refused' | 'close' | undefined => {
    const number = NUMBER_FIRST.exec(text)?.[1];
    const name = number === undefined ? undefined : requestNameOf(socket, Number(number));
    return name && meter.takeMessage(name);
  };
  return (text) => {
    if (!meter.takeFrame(text?.length ?? 0)) return on.tooMany();
    const known = text === undefined ? undefined : early(text);
    if (known === 'close') return on.tooMany();
    const read =
      text === undefined ? { ok: false as const, error: BINARY } : decode(socket, 'toServer', text);
    if (!read.ok) {
      badInARow += 1;
      if (badInARow > MAX_BAD_FRAMES) on.hopeless();
      else on.bad(read.error, badInARow);
      return;
    }
    badInARow = 0;
    const verdict = known ?? meter.takeMessage(read.value.name);
    if (verdict === 'served') on.message(read.value);
    else if (verdict === 'refused') on.refused(read.value, meter.refusalOf(read.value.name));
    else on.tooMany();
  };
}

/** The text that answers a bad frame. */
export function badFrameText(error: FrameError, count: number): string {
  return `${error.message} (${count} of ${MAX_BAD_FRAMES} bad frames in a row)`;
}
