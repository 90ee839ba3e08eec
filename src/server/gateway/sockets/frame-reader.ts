import { decode, type FrameError, type Message, type SocketName } from '../../../protocol/index.ts';

/** Bad frames in a row after which the peer is given up. */
export const MAX_BAD_FRAMES = 20;

const BINARY: FrameError = {
  reason: 'not-json',
  message: 'Binary frames are not understood; send JSON text.',
  T: undefined,
};

/** Turns the frames of one connection into messages and keeps count of those that are none. */
export function createFrameReader<S extends SocketName>(
  socket: S,
  on: {
    message: (message: Message<S, 'toServer'>) => void;
    /** `count` bad frames came in a row. */
    bad: (error: FrameError, count: number) => void;
    hopeless: () => void;
  },
): (text: string | undefined) => void {
  let badInARow = 0;
  return (text) => {
    const read =
      text === undefined ? { ok: false as const, error: BINARY } : decode(socket, 'toServer', text);
    if (read.ok) {
      badInARow = 0;
      on.message(read.value);
      return;
    }
    badInARow += 1;
    if (badInARow > MAX_BAD_FRAMES) on.hopeless();
    else on.bad(read.error, badInARow);
  };
}

/** What the peer is told of a bad frame. */
export function badFrameText(error: FrameError, count: number): string {
  return `${error.message} (${count} of ${MAX_BAD_FRAMES} bad frames in a row)`;
}
