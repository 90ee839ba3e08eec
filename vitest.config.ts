import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { bundledParts } from './scripts/lib/bundled-parts.ts';

/** The slowest files. They start first, so that no worker has one left when the others have finished. */
const SLOW_FILES = [
  'tests/docs/how-to.test.ts',
  'tests/api/plugin-api-package.test.ts',
  'tests/api/postgres-start.test.ts',
  'tests/api/process.test.ts',
  'tests/api/replay.test.ts',
  'src/testing/leaks.component.test.tsx',
  'src/testing/leaks-other-tools.component.test.tsx',
  'src/server/admin/main.test.ts',
  'tests/api/one-path.test.ts',
  'tests/api/live-as-backtest.test.ts',
  'tests/api/optimize-command.test.ts',
  'tests/api/optimizations.test.ts',
  'tests/faults/kill-nine.test.ts',
];

class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => SLOW_FILES.some((path) => moduleId.endsWith(path));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

/** Tests that render into a document; all others run without one. */
const COMPONENT_TESTS = ['src/**/*.component.test.tsx', 'plugins/**/*.component.test.tsx'];
const WARNING_TESTS = ['src/testing/react-warnings.component.test.tsx'];
const componentTest = {
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://desk.test/', pretendToBeVisual: true } },
  setupFiles: ['src/testing/real-timers.ts', 'src/testing/component-setup.ts'],
};

/** Of the programs that whole suites bundle (tests/support/programs.ts). */
const BUNDLE = process.env['TAPEDECK_TEST_PROGRAMS'];

export default defineConfig({
  test: {
    // Longer than any wait in a test (tests/support/until.ts), so that the wait reports what is missing.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    fsModuleCache: true,
    sequence: { sequencer: SlowFilesFirst },
    // The files of a worker share their modules, and component tests their document: importing them again for each file takes longer than most
    // tests. What a test stubs or puts on the page is undone after it (src/testing/real-timers.ts, component-setup.ts).
    isolate: false,
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        plugins: BUNDLE === undefined ? [] : [bundledParts(BUNDLE)],
        test: {
          name: 'node',
          include: [
            'src/**/*.test.{ts,tsx}',
            'plugins/**/*.test.{ts,tsx}',
            'layouts/**/*.test.ts',
            'tests/{api,bench,conformance,faults,fuzz,simulation,docs,stored}/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: COMPONENT_TESTS,
          globalSetup: ['tests/support/shared-postgres.ts', 'tests/support/shared-folder.ts'],
          setupFiles: ['src/testing/real-timers.ts'],
        },
      },
      {
        // What ships: React's development build keeps a stack for each element that it creates, and checks each attribute. Both take a third of these tests.
        extends: true,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          ...componentTest,
          name: 'component',
          include: COMPONENT_TESTS,
          exclude: WARNING_TESTS,
          env: { NODE_ENV: 'production' },
        },
      },
      {
        // React's development build, which is the only one that warns.
        extends: true,
        test: { ...componentTest, name: 'warnings', include: WARNING_TESTS },
      },
    ],
  },
});
