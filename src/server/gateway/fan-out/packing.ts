import { frameOf, payloadOf } from '../sockets/frame-text.ts';

/** How messages that wait for one client become frames. */
export interface Packing {
  add(frame: string): void;
  /** All that was added since, as frames; empty when nothing was. */
  take(): string;
}

/** Bytes of a frame of several messages, about; far below what one frame can carry. */
const BATCH_BYTES = 32 * 1024;

/** One message a frame. */
export function singly(): Packing {
  let frames = '';
  return {
    add(frame) {
      frames += frame;
    },
    take() {
      const taken = frames;
      frames = '';
      return taken;
    },
  };
}

/** Many messages a frame, as a JSON array: a browser spends more on receiving a frame than on reading the message in it. */
export function inBatches(): Packing {
  let frames = '';
  let payloads = '';
  const close = (): void => {
    if (payloads === '') return;
    frames += frameOf(`[${payloads}]`);
    payloads = '';
  };
  return {
    add(frame) {
      payloads = payloads === '' ? payloadOf(frame) : `${payloads},${payloadOf(frame)}`;
      if (payloads.length > BATCH_BYTES) close();
    },
    take() {
      close();
      const taken = frames;
      frames = '';
      return taken;
    },
  };
}
