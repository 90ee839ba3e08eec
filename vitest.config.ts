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
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
