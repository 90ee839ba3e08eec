import { encode } from '../../../src/protocol/index.ts';
import { clientFrame, flood } from './harness/attack-socket.ts';
import type { IsolationRow } from './harness/row.ts';

const SOCKETS = 5;
const FRAMES_A_WRITE = 256;

export const row: IsolationRow = {
  name: `${SOCKETS} sockets of heartbeats at wire speed`,
  async misbehave({ users: [user], openTrading, signal }) {
    if (!user) return;
    const frame = clientFrame(encode('heartbeat', { Sent: 1 }));
    const frames = Buffer.concat(Array.from({ length: FRAMES_A_WRITE }, () => frame));
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openTrading(user)));
    await Promise.all(sockets.map((socket) => flood(socket, frames, signal)));
  },
};
