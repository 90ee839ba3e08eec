import type { AnyPlugin, Command } from '../../plugin-api/index.ts';
import { keyText } from '../../ui/index.ts';

/** A line of the map of keys. */
export interface KeyRow {
  readonly key: string;
  readonly title: string;
}
/** Keys that belong together. */
export interface KeyGroup {
  readonly title: string;
  readonly rows: readonly KeyRow[];
}

const ARROW = /Arrow(?:Left|Right|Up|Down)$/;
const ARROWS_TEXT = '← → ↑ ↓';
/** What the four arrow keys do together, by the keys held with them. */
const ARROW_TITLES: Readonly<Record<string, string>> = {
  'Control+Alt+': 'Go to the window at that side',
  'Alt+Shift+': 'Move window to that side, or trade places with the window there',
  'Control+Alt+Shift+': 'Make window narrower, wider, shorter, taller',
};

/** Keys that work where they are without being commands. */
const TAB_ROWS: readonly KeyRow[] = [
  { key: '← →', title: 'Go to the next workspace' },
  { key: keyText('Alt+Shift+← →'), title: 'Move the tab' },
  { key: 'F2', title: 'Rename workspace' },
  { key: keyText('Del'), title: 'Delete workspace' },
];

function rowsOf(commands: readonly Command[]): readonly KeyRow[] {
  const rows = new Map<string, KeyRow>();
  for (const { key, title } of commands) {
    if (key === undefined) continue;
    const held = key.replace(ARROW, '');
    const together = ARROW.test(key) ? ARROW_TITLES[held] : undefined;
    // A sign is typed as the keyboard has it: with Shift on some, without on others.
    if (together === undefined) rows.set(key, { key: keyText(key.replace(/^Shift\+(?=\W$)/, '')), title });
    // The text of the keys that are held ends with a plus sign, or on a Mac without one.
    else rows.set(held, { key: keyText(`${held}${ARROWS_TEXT}`), title: together });
  }
  return [...rows.values()];
}

/** The group of a command in the map of keys and in their editor: windows, a tool, or the workstation. */
export function groupsOf(tools: readonly Pick<AnyPlugin, 'id' | 'title'>[]): (command: Command) => string {
  const toolTitles = new Map(tools.map(({ id, title }) => [id, title]));
  return ({ id }) => {
    const [first = ''] = id.split('.', 1);
    return first === 'window' ? 'Windows' : (toolTitles.get(first) ?? 'Workstation');
  };
}

/** All keys of the workstation and of the tools, by what they are about. */
export function keyMap(
  commands: readonly Command[],
  tools: readonly Pick<AnyPlugin, 'id' | 'title' | 'keys'>[],
): readonly KeyGroup[] {
  const groupOf = groupsOf(tools);
  const withKeys = commands.filter(({ key }) => key !== undefined);
  const titles = new Set(['Windows', 'Workstation', ...withKeys.map(groupOf)]);
  const groups = [...titles].map((title) => ({
    title,
    rows: rowsOf(withKeys.filter((command) => groupOf(command) === title)),
  }));
  const inTools = tools.map(({ title, keys = [] }) => ({
    title: `In a window of ${title}`,
    rows: keys.map((row) => ({ ...row, key: keyText(row.key) })),
  }));
  return [...groups, { title: 'Tabs of workspaces', rows: TAB_ROWS }, ...inTools].filter(
    ({ rows }) => rows.length > 0,
  );
}
