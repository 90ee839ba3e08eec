import { describe, expect, it } from 'vitest';
import { blocksOf, contentsOf, isAvailable, linksOf, search } from './catalogue.ts';
import { note, table, text, type Topic } from './content.ts';

const page = (id: string, more: Partial<Topic> = {}): Topic => ({
  id,
  title: id,
  group: 'Tools',
  summary: '',
  concept: text(`The idea of ${id}.`),
  here: text(`The steps of ${id}.`),
  related: [],
  ...more,
});
const list = page('list', { title: 'Watch list', summary: 'Symbols you follow' });
const chain = page('chain', {
  title: 'Option chain',
  needs: ['option-chain'],
  concept: text('Strikes and greeks.'),
});
const saves = page('saves', {
  group: 'Dialogs',
  needs: ['list.saves', 'chart.saves'],
  here: [note('Keep a [watch list](list).')],
  related: ['chain'],
});
const all = [saves, list, chain];
const ids = (topics: readonly Topic[]) => topics.map(({ id }) => id);

describe('what the desk has', () => {
  it('a page without needs is always available; else one of its features must be there', () => {
    expect(isAvailable(list, new Set())).toBe(true);
    expect(isAvailable(saves, new Set(['list']))).toBe(false);
    expect(isAvailable(saves, new Set(['chart.saves']))).toBe(true);
  });

  it('the contents list what is available, group by group, and no empty group', () => {
    expect(contentsOf(all, new Set()).map(({ group, topics }) => [group, ids(topics)])).toEqual([
      ['Tools', ['list']],
    ]);
    expect(
      contentsOf(all, new Set(['option-chain', 'list.saves'])).map(({ group, topics }) => [
        group,
        ids(topics),
      ]),
    ).toEqual([
      ['Tools', ['list', 'chain']],
      ['Dialogs', ['saves']],
    ]);
  });

  it('the page of a tool that is not there explains the idea and says nothing of buttons', () => {
    expect(blocksOf(chain, new Set())).toEqual(chain.concept);
    expect(blocksOf(chain, new Set(['option-chain']))).toEqual([...chain.concept, ...chain.here]);
  });

  it('links are those of the texts and the related pages', () => {
    expect(linksOf(saves)).toEqual(['list', 'chain']);
    expect(linksOf(page('x', { concept: [table(['[a](one)'], ['[b](two)', 'c'])], here: [] }))).toEqual([
      'one',
      'two',
    ]);
  });
});

describe('search', () => {
  const everything = new Set(['option-chain', 'list.saves']);
  it('finds pages that hold every word, by the beginnings of words, whatever the case', () => {
    expect(ids(search(all, everything, 'GREE'))).toEqual(['chain']);
    expect(ids(search(all, everything, 'watch greeks'))).toEqual([]);
    expect(ids(search(all, everything, 'reeks'))).toEqual([]);
  });

  it('puts the page with the word in its title first', () => {
    expect(ids(search(all, everything, 'watch'))).toEqual(['list', 'saves']);
  });

  it('finds no page that this desk has not, and nothing for no words', () => {
    expect(ids(search(all, new Set(), 'greeks'))).toEqual([]);
    for (const nothing of ['', '  ', '?!']) expect(search(all, everything, nothing)).toEqual([]);
  });
});
