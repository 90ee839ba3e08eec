import { applyChange, type PageBlock } from './how-to-pages.ts';

/** The names of a tool in its four spellings. */
export interface ToolNames {
  /** `sector-map`: id, folder and help topic. */
  readonly id: string;
  /** `Sector Map`: the title. */
  readonly title: string;
  /** `SectorMap`: its component. */
  readonly component: string;
  /** `sectorMap`: its manifest. */
  readonly variable: string;
}

/** What exists already, as far as names matter. */
export interface Taken {
  /** Folders of `plugins`. */
  readonly tools: readonly string[];
  /** Ids of help topics. */
  readonly topics: readonly string[];
  /** Titles of the tools. */
  readonly titles: readonly string[];
  /** Folders of `tests/fixtures/stored`. */
  readonly fixtures: readonly string[];
}

/** A file with its new text. */
export interface WrittenFile {
  /** Path in the project. */
  readonly path: string;
  readonly text: string;
  readonly isNew: boolean;
}

/** The tool of the page, whose names become those of the new tool. */
const EXAMPLE = 'last-price';
const NAME_FORM = /^[a-z]+(-[a-z]+)*$/;
const MAX_NAME_LENGTH = 40;
/** The commands of a tool begin with its id, and these begin the commands of the shell; the last two are names of files. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['account', 'administration', 'alerts', 'edit', 'help', 'layout', 'link', 'notifications', 'option'],
  ...['order', 'palette', 'profile', 'session', 'settings', 'theme', 'user', 'window', 'workspace'],
  ...['index', 'testing'],
]);

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The names that follow from an id such as `sector-map`. */
export function toolNames(id: string): ToolNames {
  const parts = id.split('-').map(capitalised);
  const component = parts.join('');
  return {
    id,
    title: parts.join(' '),
    component,
    variable: component.charAt(0).toLowerCase() + component.slice(1),
  };
}

/** Whether TypeScript accepts a variable of that name. */
function isVariable(name: string): boolean {
  try {
    new Function(`'use strict'; const ${name} = 0;`);
    return true;
  } catch {
    return false;
  }
}

/** Why no tool can have that name, as a sentence that says what to do; null when it can. */
export function nameProblem(id: string, taken: Taken): string | null {
  if (!NAME_FORM.test(id))
    return `"${id}" is no name of a tool. Use lower-case words joined by hyphens, such as sector-map.`;
  if (id.length > MAX_NAME_LENGTH)
    return `The name has ${id.length} characters. Use at most ${MAX_NAME_LENGTH}.`;
  const { title, component, variable } = toolNames(id);
  if (taken.tools.includes(id)) return `There is a tool ${id} in plugins/${id}. Choose another name.`;
  if (RESERVED.has(id))
    return `The name ${id} is reserved: commands or files of the workstation have it. Choose another name.`;
  if (taken.titles.includes(title)) return `A tool has the title "${title}". Choose another name.`;
  if (taken.topics.includes(id))
    return `The help has a page ${id} (src/info/topics/${id}.ts). Choose another name.`;
  if (taken.fixtures.includes(`tool-${id}`))
    return `Releases have stored states of a tool ${id} (tests/fixtures/stored/tool-${id}). Choose another name.`;
  if (!isVariable(variable) || component in globalThis || variable in globalThis)
    return `The name ${id} means something in the language: it cannot be a name in the code. Add a word, such as ${id}-list.`;
  return null;
}

const wordOf = (name: string): RegExp => new RegExp(`(?<![\\w-])${name}(?![\\w-])`);

function renamed(text: string, names: ToolNames): string {
  const example = toolNames(EXAMPLE);
  return text
    .replaceAll(example.id, names.id)
    .replaceAll(example.title, names.title)
    .replaceAll(example.component, names.component)
    .replaceAll(example.variable, names.variable);
}

/**
 * The files of a new tool: the blocks of `docs/how-to/add-a-tool.md` with the names of the tool. `read` returns the text of a file of the project.
 * Throws an error that says what to do when the page does not fit the project, or when the code of the page has one of the names already.
 */
export function filesOfTool(
  id: string,
  blocks: readonly PageBlock[],
  read: (path: string) => string,
): readonly WrittenFile[] {
  const names = toolNames(id);
  return blocks.map((block) => {
    const before = block.kind === 'change' ? read(block.path) : '';
    for (const name of [names.component, names.variable])
      if (/\.(ts|tsx)$/.test(block.path) && wordOf(name).test(block.text + before))
        throw new Error(
          `The code of a tool uses the name ${name} for something else. Add a word, such as ${id}-list.`,
        );
    const change = { ...block, path: renamed(block.path, names), text: renamed(block.text, names) };
    return {
      path: change.path,
      text: block.kind === 'change' ? applyChange(before, change) : change.text,
      isNew: block.kind === 'new file',
    };
  });
}
