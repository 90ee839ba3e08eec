import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'plugins/**/*.test.{ts,tsx}',
      'layouts/**/*.test.ts',
      'tests/{api,faults,fuzz,simulation,docs}/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    // Longer than any wait in a test (tests/support/until.ts), so that the wait reports what is missing.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
  },
});
