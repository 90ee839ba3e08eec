/** Test files share a worker: no file leaves fake timers to the next one. */
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.useRealTimers();
});
