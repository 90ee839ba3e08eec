import { posix } from 'node:path';
import { finding, type CheckedTool, type Finding } from './checked-tool.ts';

/** What a tool may import beside its own folder and packages. */
const DOOR = ['src/plugin-api/', 'src/ui/', 'src/domain/'];
/** Tools that show what another tool stores, with its parts: each may import that one. */
const FAMILIES: Readonly<Record<string, string>> = { 'strategy-editor': 'plugins/algo-stream/' };
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab|lch)\(|:[^;{]*(?<![\w-])(?:white|black|red|green|blue|orange|yellow|gr[ae]y)\b/gi;
/** Not of a theme, and what depends on one: a colour that is mixed with a token. */
const NOT_READ = /\/\*[\s\S]*?\*\/|color-mix\((?=[^;]*var\()(?:[^()]|\([^()]*\))*\)/g;

/** The checks that read the files of a tool. */
export function sourceFindings(tool: CheckedTool): Finding[] {
  return [importFindings, colourFindings, contextFindings].flatMap((check) => check(tool));
}

const isCode = ({ path }: { readonly path: string }): boolean => /\.tsx?$/.test(path);

/** Imports only through the door: `.dependency-cruiser.cjs` has the same rule for the lint. */
function importFindings({ plugin, sources, folder }: CheckedTool): Finding[] {
  const base = FAMILIES[plugin.id];
  const allowed = [...DOOR, `${folder}/`, ...(base === undefined ? [] : [base])];
  return sources.filter(isCode).flatMap(({ path, text }) =>
    [...text.matchAll(IMPORT)].flatMap(([, specifier = '']): Finding[] => {
      if (specifier.startsWith('node:'))
        return [
          finding('imports', `${path} imports ${specifier}, which browsers do not have.`, 'Remove it.'),
        ];
      if (!specifier.startsWith('.')) return [];
      const target = posix.join(posix.dirname(path), specifier);
      return allowed.some((prefix) => target.startsWith(prefix))
        ? []
        : [
            finding(
              'imports',
              `${path} imports ${target}.`,
              'Import from src/plugin-api/index.ts, src/ui or src/domain; if the platform lacks it, add it to src/plugin-api.',
            ),
          ];
    }),
  );
}

/** Colours that a theme cannot change would be unreadable in one of the two; `src/ui/styles/tokens.test.ts` computes the contrast of the tokens. */
function colourFindings({ sources }: CheckedTool): Finding[] {
  return sources
    .filter(({ path }) => path.endsWith('.css'))
    .flatMap(({ path, text }) =>
      [...text.replaceAll(NOT_READ, '').matchAll(COLOUR)].map(([colour]) =>
        finding(
          'colours',
          `${path} has the colour ${colour.replace(/^:\s*/, '')}, which is the same in both themes.`,
          'Use a token of src/ui/styles/tokens.css, such as var(--text-muted).',
        ),
      ),
    );
}

/** Sends and receives what the manifest declares. The shell delivers nothing else. */
function contextFindings({ plugin, folder, sources }: CheckedTool): Finding[] {
  const code = sources.filter(isCode).map(({ text }) => text);
  const uses = (pattern: RegExp): boolean => code.some((text) => pattern.test(text));
  const manifest = `${folder}/manifest.ts`;
  const { sends, receives } = plugin.linking;
  const isSending = uses(/\.publish\(|\bpublishSymbol\b|\bsymbolTool\(/);
  const isReceiving = uses(/\buseLinked\(|\.onContext\(/);
  const findings: Finding[] = [];
  const add = (problem: string, remedy: string) => findings.push(finding('contexts', problem, remedy));
  if (isSending && sends.length === 0)
    add(
      'It publishes a context but declares none, so nothing is delivered.',
      `Add sends: ['fdc3.instrument'] to linking in ${manifest}.`,
    );
  if (!isSending && sends.length > 0)
    add(
      `It declares that it sends ${sends.join(', ')}, but publishes nothing.`,
      `Call tool.publish, or remove it from linking.sends in ${manifest}.`,
    );
  if (isReceiving && receives.length === 0)
    add(
      'It listens for contexts of linked windows but declares none, so it receives nothing.',
      `Add receives: ['fdc3.instrument'] to linking in ${manifest}.`,
    );
  if (!isReceiving && receives.length > 0)
    add(
      `It declares that it receives ${receives.join(', ')}, but does not listen.`,
      `Call useLinked in its component, or remove it from linking.receives in ${manifest}.`,
    );
  for (const type of ['tapedeck.interval', 'tapedeck.crosshair'] as const)
    if (uses(new RegExp(`\\.publish\\(\\{\\s*type: '${type}'`)) && !sends.includes(type))
      add(
        `It publishes ${type}, which it does not declare.`,
        `Add '${type}' to linking.sends in ${manifest}.`,
      );
  if (sends.length + receives.length > 0 && !plugin.toolbar.includes('link'))
    add('Its windows can be linked, but have no button for it.', `Add 'link' to toolbar in ${manifest}.`);
  return findings;
}
