import { helpHash } from '../workstation/help/help-channel.ts';
import { keyText } from '../ui/key-text.ts';
import { isAvailable, type ContentsGroup } from './catalogue.ts';
import type { Block, Topic } from './content.ts';
import { parseInline } from './inline.ts';
import { pictureAddress, pictures, type PictureName } from './pictures.ts';

type Attributes = Readonly<Record<string, string>>;

/** An element with attributes and children; texts become text nodes, never markup. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function themeNow(): 'light' | 'dark' {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

/** Address of a topic within this page. */
export const hashOf: (topic: string) => string = helpHash;

function inline(source: string): Node[] {
  return parseInline(source).map((part) => {
    switch (part.kind) {
      case 'text':
        return document.createTextNode(part.text);
      case 'strong':
        return el('strong', {}, part.text);
      case 'code':
        return el('code', {}, part.text);
      case 'key':
        return el('kbd', {}, keyText(part.text));
      case 'link':
        return el('a', { href: hashOf(part.topic) }, part.text);
    }
  });
}

function renderPicture(name: PictureName, alt: string): HTMLElement {
  const { width, height } = pictures[name];
  return el(
    'figure',
    {},
    el('img', {
      src: pictureAddress(name, themeNow()),
      alt,
      width: String(width),
      height: String(height),
      'data-picture': name,
    }),
  );
}

/** Puts the pictures of the other theme in place, after it changed. */
export function repaintPictures(root: ParentNode): void {
  for (const image of root.querySelectorAll<HTMLImageElement>('img[data-picture]')) {
    // Written by renderPicture alone.
    image.src = pictureAddress(image.dataset['picture'] as PictureName, themeNow());
  }
}

/** A block of a page. Headings of the idea stand beside "How to do it here", those of the steps below it. */
function renderBlock(block: Block, part: 'concept' | 'here'): HTMLElement {
  switch (block.kind) {
    case 'text':
      return el('p', {}, ...inline(block.text));
    case 'heading':
      return part === 'concept' ? el('h2', { class: 'part' }, block.text) : el('h3', {}, block.text);
    case 'note':
      return el('p', { class: 'note' }, ...inline(block.text));
    case 'list':
      return el('ul', {}, ...block.items.map((item) => el('li', {}, ...inline(item))));
    case 'steps':
      return el('ol', {}, ...block.items.map((item) => el('li', {}, ...inline(item))));
    case 'picture':
      return renderPicture(block.name, block.alt);
    case 'table': {
      const head = el('tr', {}, ...block.head.map((cell) => el('th', { scope: 'col' }, ...inline(cell))));
      const rows = block.rows.map((row) =>
        el(
          'tr',
          {},
          ...row.map((cell, column) =>
            column === 0 ? el('th', { scope: 'row' }, ...inline(cell)) : el('td', {}, ...inline(cell)),
          ),
        ),
      );
      return el('table', {}, el('thead', {}, head), el('tbody', {}, ...rows));
    }
  }
}

/** The list of pages of this desk, by group. */
export function renderContents(groups: readonly ContentsGroup[], current: string): HTMLElement[] {
  return groups.map(({ group, topics }) => {
    const id = `group-${group.toLowerCase().replaceAll(' ', '-')}`;
    const links = topics.map(({ id: topic, title }) =>
      el(
        'li',
        {},
        el('a', { href: hashOf(topic), ...(topic === current ? { 'aria-current': 'page' } : {}) }, title),
      ),
    );
    return el('section', {}, el('h2', { id }, group), el('ul', { 'aria-labelledby': id }, ...links));
  });
}

function titled(topic: Topic): HTMLElement {
  return el(
    'li',
    {},
    el('a', { href: hashOf(topic.id) }, topic.title),
    el('span', {}, ...inline(topic.summary)),
  );
}

/** What a search found. */
export function renderFound(topics: readonly Topic[]): HTMLElement {
  return el('ul', { class: 'found', 'aria-label': 'Pages found' }, ...topics.map(titled));
}

/** One page: the idea, how it is done here, and where to read on. */
export function renderTopic(topic: Topic, all: readonly Topic[], features: ReadonlySet<string>): HTMLElement {
  const isHere = isAvailable(topic, features);
  const related = all
    .filter(({ id }) => topic.related.includes(id))
    .filter((other) => isAvailable(other, features));
  return el(
    'article',
    {},
    el('h1', { tabindex: '-1' }, topic.title),
    ...topic.concept.map((block) => renderBlock(block, 'concept')),
    ...(isHere
      ? topic.here.length === 0
        ? []
        : [el('h2', {}, 'How to do it here'), ...topic.here.map((block) => renderBlock(block, 'here'))]
      : [
          el(
            'p',
            { class: 'note' },
            'This desk has no such tool at present, so this page explains the idea only.',
          ),
        ]),
    ...(related.length === 0
      ? []
      : [
          el('h2', {}, 'See also'),
          el(
            'ul',
            { class: 'related' },
            ...related.map((other) => el('li', {}, el('a', { href: hashOf(other.id) }, other.title))),
          ),
        ]),
  );
}

/** The start page: every page with a sentence about it. */
export function renderHome(groups: readonly ContentsGroup[]): HTMLElement {
  return el(
    'article',
    {},
    el('h1', { tabindex: '-1' }, 'Tips & Tricks'),
    el(
      'p',
      {},
      'What the tools of this desk are for, and how to use them. Each page begins with the idea; the steps follow.',
    ),
    ...groups.flatMap(({ group, topics }) => [
      el('h2', {}, group),
      el('ul', { class: 'found' }, ...topics.map(titled)),
    ]),
  );
}

/** What an address of no page shows. */
export function renderUnknown(topic: string, home: string): HTMLElement {
  return el(
    'article',
    {},
    el('h1', { tabindex: '-1' }, 'There is no such page'),
    el(
      'p',
      {},
      'The help has no page named ',
      el('strong', {}, topic.slice(0, 80)),
      '. It may have been renamed; search for it, or begin at the contents.',
    ),
    el('p', {}, el('a', { href: hashOf(home) }, 'Go to the contents')),
  );
}
