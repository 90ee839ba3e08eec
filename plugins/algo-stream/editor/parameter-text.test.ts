import { expect, it } from 'vitest';
import { knownParameters, parameterAt, parameterNote, typedParameter } from './parameter-text.ts';

it('completes names only inside of the first text of param()', () => {
  expect(typedParameter("const a = param('fa")).toBe('fa');
  expect(typedParameter('param("')).toBe('');
  expect(typedParameter("param('fast', 'x")).toBeNull();
  expect(typedParameter("symbol('S")).toBeNull();
});

it('explains a parameter with its value and line, or that the default applies', () => {
  const parameters = knownParameters('# speed\nfast = 12');
  const line = "const fast = param('fast', 10) + param('slow', 30);";
  const found = parameterAt(line, line.indexOf('fast', 15) + 2);
  expect(found).toEqual({ name: 'fast', from: 21, to: 25 });
  expect(parameterAt(line, 3)).toBeNull();
  expect(parameterNote(parameters, 'fast')).toBe('Parameter fast = 12, line 2 of the parameters.');
  expect(parameterNote(parameters, 'slow')).toBe(
    'Parameter slow: not in the parameters, so the default applies.',
  );
});
