import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://desk.test/', pretendToBeVisual: true } },
    setupFiles: ['@tapedeck/plugin-api/testing/setup'],
    testTimeout: 60_000,
  },
});
