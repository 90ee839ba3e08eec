import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { parseInline, plainText, type Inline } from './inline.ts';

describe('the marks of a text', () => {
  it('parses text, strong text, code, keys and links', () => {
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

  const plainTexts = fc.stringMatching(/^[a-z ]{1,12}$/);
  const part = fc.oneof(
    fc.record({
      kind: fc.constantFrom('text' as const, 'strong' as const, 'code' as const, 'key' as const),
      text: plainTexts,
    }),
    fc.record({
      kind: fc.constant('link' as const),
      text: plainTexts,
      topic: fc.stringMatching(/^[a-z-]{1,8}$/),
    }),
  );
  const marked = (part: Inline) =>
    ({
      text: part.text,
      strong: `**${part.text}**`,
      code: `\`${part.text}\``,
      key: `{${part.text}}`,
      link: `[${part.text}](${part.kind === 'link' ? part.topic : ''})`,
    })[part.kind];

  test.prop([fc.array(part)])('reads back what was written', (parts) => {
    // Two plain pieces side by side are part.
    const written = parts.filter((part, index) => part.kind !== 'text' || parts[index - 1]?.kind !== 'text');
    expect(parseInline(written.map(marked).join(''))).toEqual(written);
  });
});
