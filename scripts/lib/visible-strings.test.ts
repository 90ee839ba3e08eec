import { describe, expect, it } from 'vitest';
import { visibleStrings } from './visible-strings.ts';

const shown = (source: string) => visibleStrings('src/a.tsx', source).map(({ text }) => text);

describe('visibleStrings', () => {
  it('lists texts of elements, labelled attributes and messages', () => {
    const source = `const a = <Field label="size" placeholder={'any'}>Quantity</Field>;
      const LIMIT_MESSAGE = 'too many';
      throw new Error('The order is unknown.');`;
    expect(shown(source)).toEqual(['size', 'any', 'Quantity', 'too many', 'The order is unknown.']);
  });

  it('leaves out class names, keys, values that are compared, and formats', () => {
    const source = `const a = <p className="Wide row" id="Quantity">{b === 'Working' && c}</p>;
      const query = 'select id from users';
      const css = 'grid-template: 1fr 2fr';
      const path = '/data/file name';`;
    expect(shown(source)).toEqual([]);
  });
});
