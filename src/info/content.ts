import type { PictureName } from './pictures.ts';

/** Headings of the contents, in their order. */
export const GROUPS = [
  'First steps',
  'The desk',
  'Tools',
  'Dialogs',
  'Your account',
  'Third-party tools',
] as const;
export type Group = (typeof GROUPS)[number];

/** One page of the help. Texts may hold `**strong**`, `` `code` ``, `{Ctrl+K}` for keys and `[text](topic)` for links. */
export interface Topic {
  /** As in the address: `/info#/{id}`. */
  readonly id: string;
  readonly title: string;
  readonly group: Group;
  /** One sentence for the contents and the search. */
  readonly summary: string;
  /**
   * Features of the desk (`chart`, `market-view.columns`) of which one must be there for the page to say how it is done here and to be
   * in the contents. Without one the page explains the idea only. Absent = always.
   */
  readonly needs?: readonly string[];
  /** What it means to a trader. */
  readonly concept: readonly Block[];
  /** How it is done on this desk. */
  readonly here: readonly Block[];
  readonly related: readonly string[];
}

export type Block =
  | { readonly kind: 'text' | 'heading' | 'note'; readonly text: string }
  | { readonly kind: 'list' | 'steps'; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'picture'; readonly name: PictureName; readonly alt: string };

export const text = (...paragraphs: readonly string[]): Block[] =>
  paragraphs.map((paragraph) => ({ kind: 'text', text: paragraph }));
export const heading = (text: string): Block => ({ kind: 'heading', text });
/** Something that is easily missed. */
export const note = (text: string): Block => ({ kind: 'note', text });
export const list = (...items: readonly string[]): Block => ({ kind: 'list', items });
/** Things to do one after the other. */
export const steps = (...items: readonly string[]): Block => ({ kind: 'steps', items });
export const table = (head: readonly string[], ...rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  head,
  rows,
});
export const picture = (name: PictureName, alt: string): Block => ({ kind: 'picture', name, alt });
