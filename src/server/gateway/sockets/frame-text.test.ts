import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { frameText } from './frame-text.ts';

describe('frameText', () => {
  it('makes frames a WebSocket client reads back, alone and joined, at every length form', async () => {
    const texts = [
      '',
      'a',
      'x'.repeat(125),
      'y'.repeat(126),
      'z'.repeat(65_535),
      'naïve — 漢字 🙂',
      JSON.stringify({ T: 303, S: 'SPY' }),
    ];
    const server = createServer();
    const sockets = new WebSocketServer({ noServer: true });
    server.on('upgrade', (request, transport, head) => {
      sockets.handleUpgrade(request, transport, head, () =>
        transport.write(texts.map(frameText).join(''), 'latin1'),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const received: string[] = [];
    await new Promise<void>((resolve, reject) => {
      client.on('error', reject);
      client.on('message', (payload) => {
        received.push(String(payload));
        if (received.length === texts.length) resolve();
      });
    });
    client.terminate();
    sockets.close();
    server.close();
    expect(received).toEqual(texts);
  });

  it('refuses what would need the long length form', () => {
    expect(() => frameText('x'.repeat(65_536))).toThrow(RangeError);
  });
});
