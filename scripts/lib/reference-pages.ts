import { dirname, join } from 'node:path';
import ts from 'typescript';

/** A name that a module exports. */
export interface ReferenceEntry {
  readonly name: string;
  /** What it is, for the headings of a page. */
  readonly kind: 'component' | 'hook' | 'function' | 'class' | 'value' | 'type';
  /** Its declaration, without comments about the whole. */
  readonly declaration: string;
  readonly doc: string;
  /** The code of its examples. */
  readonly examples: readonly string[];
}

/** The declarations of a package by path, as `declarationsOf` returns them. */
export type Declarations = ReadonlyMap<string, string>;

type Declared = ts.Statement & { readonly modifiers?: ts.NodeArray<ts.ModifierLike> };

/** Reads one module after another, each once. */
class Reader {
  readonly #declarations: Declarations;
  readonly #parsed = new Map<string, ts.SourceFile>();

  constructor(declarations: Declarations) {
    this.#declarations = declarations;
  }

  /** The names of a module with the statements that declare them, in the order of the module. */
  namesOf(path: string): ReadonlyMap<string, readonly Declared[]> {
    const file = this.#file(path);
    const names = new Map<string, readonly Declared[]>();
    for (const statement of file.statements) {
      if (ts.isExportDeclaration(statement)) this.#addExported(path, statement, names);
      else if (isExported(statement))
        for (const name of declaredNames(statement)) names.set(name, [...(names.get(name) ?? []), statement]);
    }
    return names;
  }

  #addExported(
    path: string,
    { exportClause, moduleSpecifier }: ts.ExportDeclaration,
    names: Map<string, readonly Declared[]>,
  ): void {
    // `export {}` marks a module.
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return;
    // What packages of others export is documented there.
    if (!moduleSpecifier.text.startsWith('.')) return;
    const from = join(dirname(path), moduleSpecifier.text.replace(/\.js$/, '.d.ts')).replaceAll('\\', '/');
    const all = this.namesOf(from);
    if (exportClause === undefined) for (const [name, found] of all) names.set(name, found);
    else if (ts.isNamedExports(exportClause))
      for (const { name, propertyName } of exportClause.elements) {
        const found = all.get((propertyName ?? name).text);
        if (found !== undefined) names.set(name.text, found);
      }
  }

  #file(path: string): ts.SourceFile {
    const text = this.#declarations.get(path);
    if (text === undefined) throw new Error(`There is no declaration ${path}.`);
    const file =
      this.#parsed.get(path) ??
      ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
    this.#parsed.set(path, file);
    return file;
  }
}

const isExported = (statement: ts.Statement): statement is Declared =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  // Every other statement that is exported by a modifier is a declaration.
  const { name } = statement as ts.DeclarationStatement;
  return name === undefined ? [] : [name.getText()];
}

/** What a module exports, by name. */
export function referenceOf(declarations: Declarations, path: string): readonly ReferenceEntry[] {
  return [...new Reader(declarations).namesOf(path)]
    .map(([name, statements]) => entryOf(name, statements))
    .toSorted((before, after) => before.name.localeCompare(after.name, 'en'));
}

function entryOf(name: string, statements: readonly Declared[]): ReferenceEntry {
  const docs = statements.flatMap((statement) => ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc));
  const tags = docs.flatMap(({ tags: found = [] }) => [...found]);
  const notes = tags
    .filter(({ tagName }) => tagName.text !== 'example')
    .map((tag) => noteOf(tag))
    .filter((note) => note !== '');
  const paragraphs = docs.map(({ comment }) => textOf(comment)).filter((text) => text !== '');
  return {
    name,
    kind: kindOf(name, statements),
    declaration: statements.map(declarationText).join('\n'),
    doc: [...new Set(paragraphs), ...notes].join('\n\n'),
    examples: tags
      .filter(({ tagName }) => tagName.text === 'example')
      .map(({ comment }) => codeOf(ts.getTextOfJSDocComment(comment) ?? '')),
  };
}

function noteOf(tag: ts.JSDocTag): string {
  const text = textOf(tag.comment);
  if (ts.isJSDocParameterTag(tag)) return `\`${tag.name.getText()}\`: ${text}`;
  if (tag.tagName.text === 'returns') return `Returns ${text}`;
  return tag.tagName.text === 'throws' ? `Throws ${text}` : text;
}

/** A comment as one paragraph: its lines are broken where the source had to. */
const textOf = (comment: ts.JSDoc['comment']): string =>
  (ts.getTextOfJSDocComment(comment) ?? '').replaceAll(/\s*\n\s*/g, ' ').trim();

const codeOf = (comment: string): string => /```tsx?\n(.*?)\n?```/s.exec(comment)?.[1] ?? comment.trim();

function declarationText(statement: Declared): string {
  const text = statement.getText().replace(/^export (declare )?/, '');
  return text.replace(/^(default )/, '').trim();
}

function kindOf(name: string, statements: readonly Declared[]): ReferenceEntry['kind'] {
  const isCode = statements.some((statement) => !isTypeOnly(statement));
  if (!isCode) return 'type';
  if (statements.some(ts.isClassDeclaration)) return 'class';
  const text = statements.map((statement) => statement.getText()).join('\n');
  if (/^use[A-Z]/.test(name)) return 'hook';
  if (/^[A-Z][a-z]/.test(name) && /JSX\.Element|ReactNode|React\.|Provider/.test(text)) return 'component';
  return statements.some(ts.isFunctionDeclaration) || /: (<[^>]*>)?\([^)]*\) =>/.test(text)
    ? 'function'
    : 'value';
}

const isTypeOnly = (statement: ts.Statement): boolean =>
  ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);

/** Titles of the groups of a page, in their order. */
const GROUPS: readonly (readonly [ReferenceEntry['kind'], string])[] = [
  ['hook', 'Hooks'],
  ['component', 'Components'],
  ['function', 'Functions'],
  ['class', 'Classes'],
  ['value', 'Values'],
  ['type', 'Types'],
];

/** A module of a package, as its page introduces it. */
export interface ReferenceModule {
  readonly specifier: string;
  /** What it is for, in Markdown. */
  readonly about: string;
}

/** The page of a module. Throws for a name without a docstring. */
export function referencePage(module: ReferenceModule, entries: readonly ReferenceEntry[]): string {
  const silent = entries.filter(({ doc }) => doc === '').map(({ name }) => name);
  if (silent.length > 0)
    throw new Error(`${module.specifier} exports names without a docstring: ${silent.join(', ')}.`);
  const groups = GROUPS.flatMap(([kind, title]) => {
    const members = entries.filter((entry) => entry.kind === kind);
    return members.length === 0 ? [] : [{ title, members }];
  });
  const parts = [
    `# ${module.specifier}`,
    'Generated from the types of the package by `npm run docs`; do not edit by hand.',
    module.about,
    ...groups.map(
      ({ title, members }) => `**${title}**: ${members.map(({ name }) => linkTo(name)).join(', ')}`,
    ),
    ...groups.flatMap(({ title, members }) => [`## ${title}`, ...members.flatMap(sectionOf)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

const linkTo = (name: string): string => `[${name}](#${name.toLowerCase()})`;

const sectionOf = ({ name, doc, declaration, examples }: ReferenceEntry): readonly string[] => [
  `### ${name}`,
  doc,
  fenced('ts', declaration),
  ...examples.map((example) => fenced('tsx', example)),
];

const fenced = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;
