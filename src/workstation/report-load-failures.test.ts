import { expect, test } from 'vitest';
import type { ToastOptions } from '../ui/index.ts';
import { reportLoadFailures } from './report-load-failures.ts';

test('reports a part that cannot be loaded, once for many that fail together, and again later', () => {
  const page = new EventTarget();
  const shown: ToastOptions[] = [];
  let nowMs = 0;
  const end = reportLoadFailures(
    page,
    {
      show: (options) => {
        shown.push(options);
      },
    },
    () => nowMs,
  );
  page.dispatchEvent(new Event('vite:preloadError'));
  page.dispatchEvent(new Event('vite:preloadError'));
  expect(shown).toEqual([
    {
      message: 'A part of the page could not be loaded. Check the connection, then reload the page.',
      tone: 'error',
    },
  ]);
  nowMs = 10_000;
  page.dispatchEvent(new Event('vite:preloadError'));
  expect(shown).toHaveLength(2);
  end();
  nowMs = 20_000;
  page.dispatchEvent(new Event('vite:preloadError'));
  expect(shown).toHaveLength(2);
});
