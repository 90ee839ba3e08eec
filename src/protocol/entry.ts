import type { GenericSchema } from 'valibot';

/** The three sockets of the server, each on a port of its own. */
export type SocketName = 'trading' | 'streaming' | 'data';
/** The receiver of a message. */
export type Direction = 'toServer' | 'toClient';

/** One message of the wire: its number, where it travels, its body, and the line docs/protocol.md prints for it. */
export interface Entry {
  readonly T: number;
  readonly socket: SocketName;
  readonly direction: Direction;
  readonly body: GenericSchema;
  readonly doc: string;
}
