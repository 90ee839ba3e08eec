import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Typed rules that the fast linter cannot know, and what each room may not touch. Import rules: .dependency-cruiser.cjs. */
export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'test-results/**', 'scripts/**/*.mjs'] },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin, 'react-hooks': reactHooks },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        {
          checksVoidReturn: {
            attributes: false,
            arguments: false,
            properties: false,
            inheritedMethods: false,
            returns: false,
            variables: false,
          },
        },
      ],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  {
    // A page that came over plain http from another machine lacks these.
    files: [
      'src/{client,ui,plugin-api,workstation,info}/**/*.{ts,tsx}',
      'plugins/**/*.{ts,tsx}',
      'layouts/**/*.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { property: 'randomUUID', message: 'Use randomId of plugin-api or client: this needs https.' },
        { property: 'subtle', message: 'This needs https.' },
        { property: 'clipboard', message: 'Use copyText of ui: this needs https.' },
        { object: 'navigator', property: 'locks', message: 'This needs https.' },
        { object: 'navigator', property: 'serviceWorker', message: 'This needs https.' },
      ],
    },
  },
  {
    files: ['src/domain/**/*.ts', 'src/protocol/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        'fetch',
        'setTimeout',
        'setInterval',
        'setImmediate',
        'queueMicrotask',
        'requestAnimationFrame',
        'localStorage',
        'WebSocket',
        'document',
        'window',
        'process',
        'performance',
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now' },
        { object: 'Math', property: 'random' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Time comes in as an argument.',
        },
      ],
    },
  },
);
