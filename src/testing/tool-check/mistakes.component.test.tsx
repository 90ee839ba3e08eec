import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Square } from 'lucide-react';
import { useEffect, type ComponentType } from 'react';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  definePlugin,
  defineState,
  instrumentContext,
  type ContributedColumn,
  type PluginManifest,
  type ToolProps,
} from '../../plugin-api/index.ts';
import { installCanvas } from '../install-canvas.ts';
import type { CheckedTool, Finding, ToolSource } from './checked-tool.ts';
import { columnFindings } from './column-checks.ts';
import { declarationFindings, helpFindings } from './declaration-checks.ts';
import { pageFindings } from './page-checks.ts';
import { sourceFindings } from './source-checks.ts';
import { storedFindings } from './stored-checks.ts';

beforeEach(installCanvas);

interface State {
  readonly Symbol: string;
}
type View = ComponentType<ToolProps<State>>;

/** Enough for tools that do nothing; a mistake that is a missing change is known only when it ends. */
const PATIENCE_MS = 3_000;
/** Where the code of the mistakes is, as the stack of a call shows it. */
const FOLDER = 'src/testing/tool-check';
const Faultless: View = () => <p>Nothing to report</p>;
const manifest: PluginManifest<State> = {
  id: 'mistaken',
  title: 'Mistaken',
  summary: 'A tool with a mistake',
  icon: Square,
  permission: null,
  isSingleton: false,
  isHiddenInDemo: false,
  state: defineState({ schema: v.object({ Symbol: v.string() }), initial: { Symbol: '' }, migrations: [] }),
  linking: { sends: [], receives: [] },
  commands: [{ id: 'clear', title: 'Clear', run: (tool) => tool.update({ Symbol: '' }) }],
  toolbar: ['clear'],
  titleOf: () => 'Mistaken',
  helpTopic: 'workspaces',
  savedItemType: null,
  load: async () => ({ default: Faultless }),
};

/** A tool without a mistake but that of its view, of its manifest or of its files. */
function mistaken(
  change: Partial<PluginManifest<State>> & { readonly view?: View },
  sources: readonly ToolSource[] = [],
): CheckedTool {
  const { view = Faultless, ...declared } = change;
  const plugin = definePlugin<State>({ ...manifest, load: async () => ({ default: view }), ...declared });
  return { plugin, folder: FOLDER, sources };
}
const code = (text: string): readonly ToolSource[] => [{ path: `${FOLDER}/View.tsx`, text }];
const checksOf = (findings: readonly Finding[]): readonly string[] => [
  ...new Set(findings.map((each) => each.split(':', 1)[0] ?? '')),
];

test('a tool without a mistake has no finding', async () => {
  const tool = mistaken({}, code("import { useToolState } from '../../plugin-api/index.ts';"));
  expect([...declarationFindings(tool), ...sourceFindings(tool), ...(await pageFindings(tool))]).toEqual([]);
});

describe('a mistake in a window', () => {
  const inEffect = (effect: (props: ToolProps<State>) => void | (() => void)): View =>
    function Mistake({ tool }) {
      useEffect(() => effect({ tool }), [tool]);
      return <p>A mistake</p>;
    };
  test.each<readonly [name: string, change: Parameters<typeof mistaken>[0], check: string, remedy: string]>([
    [
      'a key that the workstation has',
      { commands: [{ id: 'clear', title: 'Clear', key: 'Control+K', run: () => {} }] },
      'keys',
      'palette.open',
    ],
    [
      'a listener on the document, which it removes when it is closed',
      {
        view: inEffect(() => {
          const onKey = () => {};
          document.addEventListener('keydown', onKey);
          return () => document.removeEventListener('keydown', onKey);
        }),
      },
      'pop-out',
      'keydown on document',
    ],
    [
      'a context that it publishes and does not declare',
      { view: inEffect(({ tool }) => tool.publish(instrumentContext('AAPL'))) },
      'contexts',
      "Add 'fdc3.instrument' to linking.sends in plugins/mistaken/manifest.ts",
    ],
    [
      'contexts that it listens for and does not declare',
      { view: inEffect(({ tool }) => tool.onContext(() => {})) },
      'contexts',
      "Add 'fdc3.instrument' to linking.receives in plugins/mistaken/manifest.ts",
    ],
    [
      'a subscription while it is hidden',
      { view: inEffect(({ tool }) => tool.platform.symbols.watch(['AAPL'])) },
      'hidden',
      'subscriptions to symbols',
    ],
    [
      'an interval while it is hidden',
      {
        view: inEffect(() => {
          const timer = setInterval(() => {}, 1_000);
          return () => clearInterval(timer);
        }),
      },
      'hidden',
      'intervals',
    ],
    [
      'frames that it paints while it is hidden',
      {
        view: inEffect(() => {
          const paint = () => {
            frame = requestAnimationFrame(paint);
          };
          let frame = requestAnimationFrame(paint);
          return () => cancelAnimationFrame(frame);
        }),
      },
      'hidden',
      'animation frames',
    ],
    [
      'a button without a name',
      {
        view: () => (
          <button type="button">
            <Square size={14} aria-hidden />
          </button>
        ),
      },
      'accessibility',
      'button-name',
    ],
    ['text that only a click can use', { view: () => <p onClick={() => {}}>Reset</p> }, 'keyboard', 'Reset'],
    [
      'symbols that it receives and does not show',
      { linking: { sends: [], receives: ['fdc3.instrument'] } },
      'links',
      'shows nothing of one',
    ],
  ])('is found: %s', async (_, change, check, remedy) => {
    const findings = await pageFindings(mistaken(change), PATIENCE_MS);
    expect(checksOf(findings)).toEqual([check]);
    expect(findings.join('\n')).toContain(remedy);
  });
});

describe('a mistake in the code', () => {
  test.each<readonly [name: string, sources: readonly ToolSource[], check: string, remedy: string]>([
    [
      'an import outside the door',
      code("import { create } from '../../client/create-platform.ts';"),
      'imports',
      'src/client/create-platform.ts',
    ],
    [
      'an import of another tool that is loaded later',
      code("const chart = await import('../../../plugins/chart/state.ts');"),
      'imports',
      'plugins/chart/state.ts',
    ],
    ['an import of Node', code("import { join } from 'node:path';"), 'imports', 'node:path'],
    [
      'a colour of one theme',
      [{ path: `${FOLDER}/View.module.css`, text: '.price { color: #fff; }' }],
      'colours',
      'var(--text-muted)',
    ],
    [
      'a named colour',
      [{ path: `${FOLDER}/View.module.css`, text: '.a { background: white; }' }],
      'colours',
      'white',
    ],
    [
      'a context that it sends undeclared',
      code('tool.publish(instrumentContext(symbol));'),
      'contexts',
      'sends:',
    ],
    ['contexts that it receives undeclared', code('useLinked(tool, show);'), 'contexts', 'receives:'],
  ])('is found: %s', (_, sources, check, remedy) => {
    const findings = sourceFindings(mistaken({}, sources));
    expect(checksOf(findings)).toEqual([check]);
    expect(findings.join('\n')).toContain(remedy);
  });

  test('is found: contexts that it declares and does not use, without a button for its link', () => {
    const tool = mistaken({ linking: { sends: ['fdc3.instrument'], receives: ['fdc3.instrument'] } });
    expect(sourceFindings(tool)).toEqual([
      expect.stringContaining('publishes nothing'),
      expect.stringContaining('does not listen'),
      expect.stringContaining("Add 'link' to toolbar"),
    ]);
  });

  test('is none: a colour that is mixed with a token, and one in a comment', () => {
    const text =
      '/* #fff */ .a { --mark: color-mix(in srgb, #d9a400 var(--strength), var(--surface-panel)); }';
    expect(sourceFindings(mistaken({}, [{ path: `${FOLDER}/View.module.css`, text }]))).toEqual([]);
  });
});

describe('a mistake in the manifest', () => {
  test.each<readonly [name: string, change: Parameters<typeof mistaken>[0], check: string, remedy: string]>([
    ['a button without a command', { toolbar: ['reload'] }, 'declaration', 'no command of the plugin'],
    ['a window without a title', { titleOf: () => '' }, 'declaration', 'titleOf'],
  ])('is found: %s', (_, change, check, remedy) => {
    const findings = declarationFindings(mistaken(change));
    expect(checksOf(findings)).toEqual([check]);
    expect(findings.join('\n')).toContain(remedy);
  });
});

describe('a mistake in the help', () => {
  const page = {
    id: 'mistaken',
    title: 'Mistaken',
    summary: 'A page.',
    concept: [{ kind: 'text' as const, text: 'A text.' }],
    here: [],
  };
  test('is none: a page that the manifest declares', async () => {
    expect(await helpFindings(mistaken({ helpTopic: 'mistaken', help: async () => [page] }))).toEqual([]);
  });

  test.each<[string, Partial<PluginManifest<State>>, string]>([
    ['a help page that is not there', { helpTopic: 'mistaken' }, 'src/info/topics/mistaken.ts'],
    ['a page without a text', { help: async () => [{ ...page, concept: [] }] }, 'needs a concept'],
    [
      'a page of the workstation',
      { help: async () => [{ ...page, id: 'settings' }] },
      'has a help page "settings"',
    ],
    ['pages that do not load', { help: () => Promise.reject(new Error('no file')) }, 'no file'],
  ])('is found: %s', async (_, change, problem) => {
    const findings = await helpFindings(mistaken(change));
    expect(checksOf(findings)).toEqual(['help']);
    expect(findings.join('\n')).toContain(problem);
  });
});

describe('a mistake in a column', () => {
  const column = {
    id: 'width',
    label: 'Width',
    shortLabel: 'Width',
    help: 'Ask less bid.',
    format: 'price',
    needs: [],
  } as const;
  test.each<readonly [name: string, value: ContributedColumn['value'], problem: string]>([
    ['it reads what it does not declare', ({ previousClose }) => previousClose, "Add 'facts' to needs"],
    ['it divides by what is not known', ({ bid, ask }) => bid / ask, 'Return null for an unknown value'],
    [
      'it fails',
      () => {
        throw new Error('no size');
      },
      'has failed: no size',
    ],
  ])('is found: %s', (_, value, problem) => {
    const findings = columnFindings(mistaken({ columns: [{ ...column, value }] }));
    expect(checksOf(findings)).toEqual(['columns']);
    expect(findings.join('\n')).toContain(problem);
  });

  test('is none: a column that declares what it reads', () => {
    const value: ContributedColumn['value'] = ({ last, yearHigh }) =>
      last > 0 && yearHigh > 0 ? last / yearHigh : null;
    expect(columnFindings(mistaken({ columns: [{ ...column, needs: ['facts'], value }] }))).toEqual([]);
  });

  test.each([
    ['two columns with the same id', [column, column], 'Two columns have the id "width".'],
    ['an id that is no id', [{ ...column, id: 'Width' }], 'must be lower-case words'],
    ['a column without a help text', [{ ...column, help: '' }], 'lacks a label'],
  ])('is found: %s', (_, columns, problem) => {
    const declared = columns.map((each) => ({ ...each, value: () => 1 }));
    const findings = declarationFindings(mistaken({ columns: declared }));
    expect(checksOf(findings)).toEqual(['declaration']);
    expect(findings.join('\n')).toContain(problem);
  });
});

describe('a mistake in the stored state', () => {
  /** What the check finds with these stored states of version 0, 1, …; the state has a version for each of `migrations`. */
  function findingsWith(stored: readonly unknown[], change: Partial<PluginManifest<State>['state']> = {}) {
    const fixtures = mkdtempSync(join(tmpdir(), 'tapedeck-tool-check-'));
    try {
      mkdirSync(join(fixtures, 'tool-mistaken'));
      stored.forEach((data, version) =>
        writeFileSync(join(fixtures, 'tool-mistaken', `${version}.json`), JSON.stringify(data)),
      );
      return storedFindings(mistaken({ state: { ...manifest.state, ...change } }), fixtures);
    } finally {
      rmSync(fixtures, { recursive: true });
    }
  }

  test('is none: a state that is read as it was stored', () => {
    expect(findingsWith([{ Symbol: 'SPY' }])).toEqual([]);
  });

  test('is found: a new field without a migration', () => {
    const schema = v.object({ Symbol: v.string(), Rows: v.number() });
    expect(findingsWith([{ Symbol: 'SPY' }], { schema })).toEqual([
      expect.stringMatching(/^stored-state: .*Add a migration from version 0/),
    ]);
  });

  test('is found: a version without a fixture', () => {
    const migrations = [{ name: 'rename', up: (old: State) => old }];
    expect(findingsWith([{ Symbol: 'SPY' }], { migrations })).toEqual([
      expect.stringMatching(/^stored-state: .*version 1 has no fixture/),
    ]);
  });

  test('is found: a state that changes each time it is stored', () => {
    const schema = v.object({
      Symbol: v.pipe(
        v.string(),
        v.transform((symbol) => `${symbol}!`),
      ),
    });
    expect(findingsWith([{ Symbol: 'SPY' }], { schema })).toEqual([
      expect.stringMatching(/^stored-state: .*is another one after it is stored/),
    ]);
  });
});
