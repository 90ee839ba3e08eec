import { expect, it } from 'vitest';
import { withRepeats } from './repeated-loads.ts';

const HELPER = `
  const handleSettle = (e) => {
    if (e.type === "error") rej(new Error("Unable to preload CSS"));
    else res(e);
  };
  return baseModule().catch(handlePreloadError);
`;

it('puts the repeats into the module of Vite', () => {
  const code = withRepeats(HELPER);
  expect(code).toContain('return repeatedModule(baseModule).catch(handlePreloadError);');
  expect(code).toContain(
    'if (e.type === "error") repeatedStyle(link).then(res, () => rej(new Error("Unable to preload CSS")));',
  );
});

it.each(['return baseModule().catch(', 'if (e.type === "error") rej('])(
  'fails the build when Vite no longer has `%s`',
  (part) => {
    expect(() => withRepeats(HELPER.replace(part, 'something('))).toThrow(/Vite loads parts of the page/);
  },
);
