import { describe, expect, it } from 'vitest';
import { textsOf } from './source-text.ts';

const textsAs = (kind: string, source: string, file = 'src/a.tsx') =>
  textsOf(file, source)
    .filter((text) => text.kind === kind)
    .map(({ line, holder, text }) => ({ line, holder, text }));

describe('textsOf', () => {
  it('reads comments of every form without their marks, each once', () => {
    const source =
      '/** One.\n * Two. */\nconst a = 1; // Three.\n// Four.\nfunction b() {\n  /* Five. */\n}\n';
    expect(textsAs('comment', source).map(({ line, text }) => `${line} ${text}`)).toEqual([
      '1 One. Two.',
      '3 Three.',
      '4 Four.',
      '6 Five.',
    ]);
  });

  it('reads text between tags as a string, even if it looks like a comment', () => {
    const source = 'const a = <p>See // here {/* A comment. */} {count} times</p>;';
    expect(textsAs('string', source).map(({ text }) => text)).toEqual(['See // here', 'times']);
    expect(textsAs('comment', source).map(({ text }) => text)).toEqual(['A comment.']);
  });

  it('names what holds a string', () => {
    const source = `const NAME_TEXT = 'Enter a name';
      const view = <Field label="Name" hint={wide ? 'Wide' : \`Less than \${limit}\`} />;
      log.warn({ message: 'Late' }, 'Slow');
      if (mode === 'Fast') throw new Error('No mode');`;
    expect(textsAs('string', source)).toEqual([
      { line: 1, holder: 'NAME_TEXT', text: 'Enter a name' },
      { line: 2, holder: 'label', text: 'Name' },
      { line: 2, holder: 'hint', text: 'Wide' },
      { line: 2, holder: 'hint', text: 'Less than …' },
      { line: 3, holder: 'message', text: 'Late' },
      { line: 3, holder: 'warn', text: 'Slow' },
      { line: 4, holder: '===', text: 'Fast' },
      { line: 4, holder: 'Error', text: 'No mode' },
    ]);
  });

  it('leaves out module paths and literal types', () => {
    const source = `import a from './a.ts';\nexport * from './b.ts';\ntype Side = 'Buy';\nconst c = await import('./c.ts');`;
    expect(textsAs('string', source, 'src/a.ts')).toEqual([]);
  });

  it('recognises test titles, those of tables included', () => {
    const source = `describe('the book', () => { it.each([1])('keeps %s', () => f('x')); test.skipIf(w)('runs', g); });`;
    expect(textsAs('test title', source).map(({ text }) => text)).toEqual(['the book', 'keeps %s', 'runs']);
  });

  it('reads a name where it is declared and not where it is used', () => {
    const source = 'interface Ask { price: number }\nfunction sum({ own }: A, who = 1) { return own + who; }';
    expect(textsAs('name', source).map(({ text }) => text)).toEqual(['Ask', 'price', 'sum', 'own', 'who']);
  });
});
