import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const SCOPE = 'https://example.com/tapedeck/push-worker/';

interface WorkerEvent {
  readonly data?: { json(): unknown } | null;
  readonly notification?: { close(): void };
  readonly waitUntil: (work: unknown) => void;
}

/** Runs the service worker with these open pages. Returns what it did, and the way to send it an event. */
function runWorker(pageUrls: readonly string[]) {
  const listeners = new Map<string, (event: WorkerEvent) => void>();
  const done: unknown[] = [];
  const pages = pageUrls.map((url) => ({ url, focus: () => done.push(['focus', url]) }));
  const self = {
    registration: {
      scope: SCOPE,
      showNotification: (title: string, options: object) => done.push([title, options]),
    },
    clients: {
      matchAll: async () => pages,
      openWindow: (url: string) => done.push(['open', url]),
    },
    addEventListener: (name: string, listener: (event: WorkerEvent) => void) => listeners.set(name, listener),
  };
  const source = readFileSync(new URL('../../../../public/push-worker.js', import.meta.url), 'utf8');
  runInNewContext(source, { self, URL });
  return {
    done,
    async send(name: string, event: Omit<WorkerEvent, 'waitUntil'>): Promise<void> {
      const work: unknown[] = [];
      listeners.get(name)?.({ ...event, waitUntil: (each) => work.push(each) });
      await Promise.all(work);
    },
    listened: () => [...listeners.keys()],
  };
}

it('shows a delivery under its id, so that a repetition replaces it, and handles nothing but notifications', async () => {
  const worker = runWorker([]);
  const notice = { id: 'one', title: 'Bought 10 SPY', text: 'Complete.', atMs: 7 };
  await worker.send('push', { data: { json: () => notice } });
  await worker.send('push', { data: null });
  expect(JSON.parse(JSON.stringify(worker.done))).toEqual([
    [
      'Bought 10 SPY',
      { body: 'Complete.', tag: 'one', timestamp: 7, icon: 'https://example.com/tapedeck/favicon.svg' },
    ],
  ]);
  expect(worker.listened()).toEqual(['push', 'notificationclick']);
});

it('focuses an open page of the workstation at a click, or opens it', async () => {
  const notification = { close: () => {} };
  const open = runWorker(['https://example.com/other', 'https://example.com/tapedeck/workspace/1']);
  await open.send('notificationclick', { notification });
  expect(open.done).toEqual([['focus', 'https://example.com/tapedeck/workspace/1']]);
  const closed = runWorker(['https://example.com/other']);
  await closed.send('notificationclick', { notification });
  expect(closed.done).toEqual([['open', 'https://example.com/tapedeck/workspace']]);
});
