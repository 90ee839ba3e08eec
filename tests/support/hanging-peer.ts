import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

/** Opens a WebSocket that neither reads nor answers anything after its handshake, such as a machine that sleeps. */
export async function hangingPeer(port: number, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const key = Buffer.alloc(16).toString('base64');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  await once(socket, 'data');
  socket.pause();
  return socket;
}
