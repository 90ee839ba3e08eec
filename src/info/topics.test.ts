import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { plugins } from '../../plugins/index.ts';
import { FIRST_TOPIC, HOME_TOPIC } from '../workstation/help/help-channel.ts';
import { isAvailable, linksOf, textsOf } from './catalogue.ts';
import { plainText } from './inline.ts';
import { pictures } from './pictures.ts';
import { topics } from './topics/index.ts';

const pictureFolder = fileURLToPath(new URL('../../public/help/', import.meta.url));
const ids = topics.map(({ id }) => id);
const registered = new Set(plugins.all.map(({ id }) => id));
/** The pages of the tools. */
const toolTopics: ReadonlyMap<string, string> = new Map(
  plugins.all.map(({ helpTopic, id }) => [helpTopic, id]),
);
/** The pages of dialogs and screens of the specification. */
const DIALOGS = [
  'workspaces',
  'layouts',
  'symbol-lookup',
  'market-screen-filter',
  'chart-date-range',
  'chart-studies',
  'manage-saves',
  'columns',
  'alert-price',
  'notifications',
  'drawing-appearance',
  'edit-strategy',
  'start-strategy',
  'start-public-strategy',
  'strategy-instance-details',
  'import-symbols',
  'profile',
  'change-password',
  'contact-info',
  'settings',
  'linking',
  'connections',
  'keyboard',
  'demo',
  'external-broker',
];

/** Width and height of a WebP file, px, from its first bytes. */
function sizeOfWebp(bytes: Buffer): { width: number; height: number } {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}

describe('the pages of the help', () => {
  it('every tool of the desk has the page that its help button opens', () => {
    for (const { id, helpTopic } of plugins.all)
      expect(ids, `the help topic "${helpTopic}" of ${id}`).toContain(helpTopic);
  });

  it('every tool and dialog has a page, also those that this desk does not have yet', () => {
    expect(ids).toEqual(expect.arrayContaining([...toolTopics.keys(), ...DIALOGS, FIRST_TOPIC]));
    expect(ids).not.toContain(HOME_TOPIC);
  });

  it('the page of a tool is in the contents when the tool is registered, and not before', () => {
    for (const topic of topics.filter(({ id }) => toolTopics.has(id))) {
      expect(topic.needs, topic.id).toEqual([toolTopics.get(topic.id)]);
      expect(isAvailable(topic, registered), topic.id).toBe(true);
      expect(isAvailable(topic, new Set()), topic.id).toBe(false);
    }
  });

  it('what a page needs is a tool, or a command of one', () => {
    for (const feature of topics.flatMap(({ needs }) => needs ?? []))
      expect([...registered]).toContain(feature.split('.', 1)[0]);
  });

  it('ids are words of an address, and each stands once', () => {
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('every file of a page is in the list', () => {
    const files = readdirSync(fileURLToPath(new URL('topics/', import.meta.url)))
      .filter((name) => name !== 'index.ts')
      .map((name) => name.replace(/\.ts$/, ''));
    expect(files.toSorted()).toEqual(ids.toSorted());
  });

  it.each(topics)(
    '$id: says what it means first, then how it is done, and leads on to pages that exist',
    (topic) => {
      const conceptTexts = topic.concept.flatMap(textsOf).map(plainText).join(' ').split(/\s+/);
      expect(conceptTexts.length).toBeGreaterThan(30);
      expect(topic.concept[0]?.kind).toBe('text');
      expect(topic.here.length).toBeGreaterThan(0);
      expect(topic.summary).toMatch(/\.$/);
      for (const link of linksOf(topic)) expect(ids, `${topic.id} links to ${link}`).toContain(link);
      expect(topic.related).not.toContain(topic.id);
      expect(new Set(topic.related).size).toBe(topic.related.length);
    },
  );

  it('no text has a mark that was not closed', () => {
    for (const topic of topics)
      for (const text of [...topic.concept, ...topic.here].flatMap(textsOf))
        expect(plainText(text), topic.id).not.toMatch(/\*\*|\{|\}|\]\(/);
  });
});

describe('the pictures', () => {
  const files = readdirSync(pictureFolder);

  it('each is there in both themes, as large as the page lays it out, at two device pixels for one', () => {
    for (const [name, size] of Object.entries(pictures)) {
      for (const theme of ['light', 'dark'])
        expect(sizeOfWebp(readFileSync(`${pictureFolder}${name}-${theme}.webp`)), `${name}-${theme}`).toEqual(
          { width: size.width * 2, height: size.height * 2 },
        );
    }
  });

  it('each is shown on a page with words in its place, and no file is left over', () => {
    const shown = topics
      .flatMap(({ concept, here }) => [...concept, ...here])
      .flatMap((block) => (block.kind === 'picture' ? [block] : []));
    expect([...new Set(shown.map(({ name }) => name))].toSorted()).toEqual(Object.keys(pictures).toSorted());
    for (const { alt } of shown) expect(alt.length).toBeGreaterThan(30);
    expect(files.toSorted()).toEqual(
      Object.keys(pictures)
        .flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`])
        .toSorted(),
    );
  });

  it('together they weigh less than 1.5 MB', () => {
    expect(files.reduce((sum, name) => sum + readFileSync(`${pictureFolder}${name}`).length, 0)).toBeLessThan(
      1_500_000,
    );
  });
});
