import type { TestServer } from '../support/server.ts';

/** An event of the stream, with its data. */
export interface StreamEvent {
  readonly name: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read data of any form
  readonly data: any;
}

/** A program that reads the stream of the API. */
export interface EventReader {
  readonly status: number;
  readonly headers: Headers;
  /** Everything that was read so far. */
  readonly seen: readonly StreamEvent[];
  /** The next event of a name that fits; it is read once. Rejects when the stream ends before it. */
  next(name: string, fits?: (data: StreamEvent['data']) => boolean): Promise<StreamEvent['data']>;
  /** Resolves once the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens a stream with a key, and reads it. */
export async function readStream(
  server: Pick<TestServer, 'url'>,
  query: string,
  key: string,
): Promise<EventReader> {
  const abort = new AbortController();
  const response = await fetch(`${server.url}/api/v1/stream?${query}`, {
    headers: { authorization: `Bearer ${key}` },
    signal: abort.signal,
  });
  const seen: StreamEvent[] = [];
  const unread: StreamEvent[] = [];
  let wake = (): void => {};
  let isEnded = false;
  const ended = (async () => {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? [];
          const event = { name, data: JSON.parse(data) };
          seen.push(event);
          unread.push(event);
        }
        wake();
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      isEnded = true;
      wake();
    }
  })();
  return {
    status: response.status,
    headers: response.headers,
    seen,
    ended,
    async next(name, fits = () => true) {
      for (;;) {
        const index = unread.findIndex((event) => event.name === name && fits(event.data));
        if (index >= 0) return unread.splice(index, 1)[0]?.data;
        if (isEnded) throw new Error(`the stream ended before ${name}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: () => abort.abort(),
  };
}
