import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { parseInline, plainText, type Inline } from './inline.ts';

describe('the marks of a text', () => {
  it('tells words, strong words, code, keys and links apart', () => {
    expect(
      parseInline('Press {Ctrl+K}, type `SPY` and see **Market View**, or [read on](market-view).'),
    ).toEqual([
      { kind: 'text', text: 'Press ' },
      { kind: 'key', text: 'Ctrl+K' },
      { kind: 'text', text: ', type ' },
      { kind: 'code', text: 'SPY' },
      { kind: 'text', text: ' and see ' },
      { kind: 'strong', text: 'Market View' },
      { kind: 'text', text: ', or ' },
      { kind: 'link', text: 'read on', topic: 'market-view' },
      { kind: 'text', text: '.' },
    ]);
  });

  it('leaves what is no mark as it stands', () => {
    for (const text of ['', '2 * 3 * 4', 'a ** b', '[no link]', '(x)', '{}', '<b>no</b>'])
      expect(plainText(text)).toBe(text);
  });

  const words = fc.stringMatching(/^[a-z ]{1,12}$/);
  const part = fc.oneof(
    fc.record({
      kind: fc.constantFrom('text' as const, 'strong' as const, 'code' as const, 'key' as const),
      text: words,
    }),
    fc.record({ kind: fc.constant('link' as const), text: words, topic: fc.stringMatching(/^[a-z-]{1,8}$/) }),
  );
  const marked = (one: Inline) =>
    ({
      text: one.text,
      strong: `**${one.text}**`,
      code: `\`${one.text}\``,
      key: `{${one.text}}`,
      link: `[${one.text}](${one.kind === 'link' ? one.topic : ''})`,
    })[one.kind];

  test.prop([fc.array(part)])('reads back what was written', (parts) => {
    // Two plain pieces side by side are one.
    const written = parts.filter((one, index) => one.kind !== 'text' || parts[index - 1]?.kind !== 'text');
    expect(parseInline(written.map(marked).join(''))).toEqual(written);
  });
});
