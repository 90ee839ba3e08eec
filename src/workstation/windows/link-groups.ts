import type { LinkGroup } from '../../plugin-api/index.ts';

/** The groups in which windows can be linked. Distinguished by colour, letter and shape, each of which is enough. */
export interface LinkGroupMark {
  readonly group: LinkGroup;
  readonly letter: string;
  readonly colour: string;
  readonly shape: string;
  /** The shape as an SVG path in a square of 16. */
  readonly path: string;
}

/** The groups in which windows can be linked, with the marks that distinguish them also without colours. */
export const LINK_GROUPS: readonly LinkGroupMark[] = [
  { group: 1, letter: 'A', colour: 'Blue', shape: 'circle', path: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Z' },
  { group: 2, letter: 'B', colour: 'Green', shape: 'square', path: 'M2 2h12v12H2Z' },
  { group: 3, letter: 'C', colour: 'Red', shape: 'diamond', path: 'M8 .5 15.5 8 8 15.5.5 8Z' },
  {
    group: 4,
    letter: 'D',
    colour: 'Violet',
    shape: 'hexagon',
    path: 'M4.2 1.5h7.6L15.6 8l-3.8 6.5H4.2L.4 8Z',
  },
  { group: 5, letter: 'E', colour: 'Teal', shape: 'triangle', path: 'M8 .3 16 15.2H0Z' },
  { group: 6, letter: 'F', colour: 'Orange', shape: 'shield', path: 'M1.5 1h13v8L8 15.5 1.5 9Z' },
  {
    group: 7,
    letter: 'G',
    colour: 'Pink',
    shape: 'octagon',
    path: 'M4.9 1h6.2L15 4.9v6.2L11.1 15H4.9L1 11.1V4.9Z',
  },
  { group: 8, letter: 'H', colour: 'Olive', shape: 'flag', path: 'M1 2h14l-3 6 3 6H1Z' },
];

/** True for a number that is a link group, none (0) among them. */
export function isLinkGroup(value: unknown): value is LinkGroup {
  return value === 0 || LINK_GROUPS.some(({ group }) => group === value);
}

/** `A, blue circle`. */
export function linkGroupName({ letter, colour, shape }: LinkGroupMark): string {
  return `${letter}, ${colour.toLowerCase()} ${shape}`;
}
