import type { AnyPlugin } from '../../plugin-api/index.ts';

/** The checks of a tool, in the order in which findings are listed. */
export const CHECKS = [
  'declaration',
  'columns',
  'studies',
  'settings',
  'help',
  'imports',
  'colours',
  'contexts',
  'stored-state',
  'keys',
  'accessibility',
  'keyboard',
  'links',
  'pop-out',
  'hidden',
] as const;
/** One of these checks. */
export type CheckName = (typeof CHECKS)[number];

/** A file of a tool's folder. */
export interface ToolSource {
  /** Path in the project. */
  readonly path: string;
  readonly text: string;
}

/** A tool as the checks read it. */
export interface CheckedTool {
  readonly plugin: AnyPlugin;
  /** Path of its folder in the project: `plugins/chart`. */
  readonly folder: string;
  /** Its code and style sheets, without tests. */
  readonly sources: readonly ToolSource[];
}

/** What a check found, as a line: the check, what is wrong, and what to do. */
export type Finding = `${CheckName}: ${string}`;

/** Makes a finding of two sentences: what is wrong, and what to do. */
export const finding = (check: CheckName, problem: string, remedy: string): Finding =>
  `${check}: ${problem} ${remedy}`;
