/** Exported names that must have a docstring and have none. Present ones are counted per file; the counts may only go down. */
import ts from 'typescript';
import type { FileCount } from './falling-counts.ts';

interface Rule {
  readonly group: string;
  /** What lacks a docstring, for the message of the check. */
  readonly missing: string;
  readonly files: RegExp;
  readonly applies: (statement: ts.Statement) => boolean;
}

/** A port is an interface with methods: what one part of the server offers to another. */
const isPort = (statement: ts.Statement): boolean =>
  ts.isInterfaceDeclaration(statement) && statement.members.some((member) => ts.isMethodSignature(member));

export const RULES: readonly Rule[] = [
  {
    group: 'export',
    missing: 'exported names',
    files: /^src\/(client|domain|plugin-api|ui)\//,
    applies: () => true,
  },
  { group: 'port', missing: 'exported interfaces with methods', files: /^src\/server\//, applies: isPort },
];

/** Tests and their helpers are read with the code that they test. */
const EXEMPT = /\.test\.tsx?$|\/testing\//;

/** An exported name without a docstring. */
export interface UndocumentedName {
  readonly group: string;
  /** 1-based. */
  readonly line: number;
  readonly name: string;
}

/** The exported names of one file that lack a docstring. Of overloads one must have it; of a name that is type and value, both. */
export function undocumentedNames(file: string, source: string): UndocumentedName[] {
  const rules = EXEMPT.test(file) ? [] : RULES.filter((rule) => rule.files.test(file));
  if (rules.length === 0) return [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const exported = tree.statements.filter(isExported);
  const documented = new Set(exported.filter(hasDocstring).flatMap(keysOf));
  return exported.flatMap((statement) => {
    const rule = rules.find(({ applies }) => applies(statement));
    if (rule === undefined || hasDocstring(statement)) return [];
    if (keysOf(statement).every((key) => documented.has(key))) return [];
    const line = tree.getLineAndCharacterOfPosition(statement.getStart()).line + 1;
    return [{ group: rule.group, line, name: namesOf(statement).join(', ') }];
  });
}

/** Undocumented names per group, in the order of the rules. Overloads of one function count once. */
export function countUndocumented(file: string, found: readonly UndocumentedName[]): FileCount[] {
  return RULES.flatMap(({ group }) => {
    const names = new Set(found.filter((each) => each.group === group).map(({ name }) => name));
    return names.size === 0 ? [] : [{ file, group, count: names.size }];
  });
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

const hasDocstring = (statement: ts.Statement): boolean => ts.getJSDocCommentsAndTags(statement).length > 0;

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  // Every other statement that can be exported by a modifier is a declaration.
  const { name } = statement as ts.DeclarationStatement;
  return [name?.getText() ?? 'default'];
}

/** Overloads share a key. A constant and a type of one name do not. */
const keysOf = (statement: ts.Statement): string[] =>
  namesOf(statement).map((name) => `${statement.kind} ${name}`);
