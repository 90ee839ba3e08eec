import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import type { ApiV1Route } from '../../src/protocol/api-v1-route.ts';
import { apiV1 } from '../../src/protocol/api-v1.ts';

const ENTRY = 'src/automation-client/index.ts';
/** The only module whose types come from the table of routes, and the type that is written out. */
const ROUTES = { file: 'src/automation-client/api-routes.ts', type: 'ApiRoutes' };
const IMPORT = /(from|import\()\s*'(\.[^']*)\.ts'/g;

/**
 * The declarations of `@tapedeck/client`, by file name. They are complete in themselves: the types of the routes, which the sources derive from
 * schemas, are written out. Throws when the sources do not compile.
 */
export function clientDeclarations(root: string): ReadonlyMap<string, string> {
  const program = programOf(root);
  const files = new Map<string, string>();
  const { diagnostics } = program.emit(
    undefined,
    (path, text) => files.set(relative(root, path).replaceAll('\\', '/'), text),
    undefined,
    true,
  );
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length > 0) throw new Error(messagesOf(problems));
  files.set(declarationOf(ROUTES.file), writtenOut(root, program));
  return reachable(files);
}

function programOf(root: string): ts.Program {
  const path = join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram([join(root, ENTRY)], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    incremental: false,
    rootDir: root,
  });
}

const messagesOf = (problems: readonly ts.Diagnostic[]): string =>
  ts.formatDiagnostics(problems, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => '',
    getNewLine: () => '\n',
  });

const declarationOf = (file: string): string => file.replace(/\.ts$/, '.d.ts');

/** The entry and what it refers to, beside one another. Throws when that leads out of the folder. */
function reachable(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const folder = dirname(ENTRY);
  const found = new Map<string, string>();
  const waiting = [declarationOf(ENTRY)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const text = files.get(file);
    if (text === undefined || dirname(file) !== folder)
      throw new Error(`The declarations of the client refer to ${file}, which is not part of it.`);
    const name = relative(folder, file);
    if (found.has(name)) continue;
    found.set(
      name,
      text.replaceAll(IMPORT, (_, before: string, path: string) => `${before} '${path}.js'`),
    );
    for (const [, , path = ''] of text.matchAll(IMPORT)) waiting.push(join(folder, `${path}.d.ts`));
  }
  return found;
}

function writtenOut(root: string, program: ts.Program): string {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(root, ROUTES.file));
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  const symbol = module?.exports?.get(ts.escapeLeadingUnderscores(ROUTES.type));
  if (symbol === undefined) throw new Error(`${ROUTES.file} does not export ${ROUTES.type}.`);
  const doc = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const lines = checker
    .getDeclaredTypeOfSymbol(symbol)
    .getProperties()
    .map((route) => {
      const type = printed(checker, checker.getTypeOfSymbol(route), '  ');
      return `${commentOf(ROUTE_DOCS.get(route.name) ?? '', '  ')}  readonly ${route.name}: ${type};\n`;
    });
  return `${commentOf(doc, '')}export type ${ROUTES.type} = {\n${lines.join('')}};\n`;
}

const ROUTE_DOCS: ReadonlyMap<string, string> = new Map(
  Object.entries<ApiV1Route>(apiV1).map(([name, { doc }]) => [name, doc]),
);

const commentOf = (doc: string, indent: string): string =>
  doc === '' ? '' : `${indent}/** ${doc.replaceAll('\n', ' ')} */\n`;

/** A type of JSON values as its source text. Throws for a type that JSON has no form of. */
function printed(checker: ts.TypeChecker, type: ts.Type, indent: string): string {
  if (type.isUnion()) {
    // true | false, which the checker has in place of boolean.
    if ((type.flags & ts.TypeFlags.Boolean) !== 0) return 'boolean';
    return type.types.map((member) => printed(checker, member, indent)).join(' | ');
  }
  if (type.isStringLiteral()) return `'${type.value}'`;
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    if (item !== undefined) return `readonly ${grouped(printed(checker, item, indent))}[]`;
  }
  if ((type.flags & ts.TypeFlags.Object) !== 0) return printedObject(checker, type, indent);
  const simple = SIMPLE.find(([flag]) => (type.flags & flag) !== 0)?.[1];
  if (simple === undefined) throw new Error(`${checker.typeToString(type)} has no form in JSON.`);
  return simple;
}

const SIMPLE: readonly (readonly [ts.TypeFlags, string])[] = [
  [ts.TypeFlags.String, 'string'],
  [ts.TypeFlags.Number, 'number'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.Null, 'null'],
];

const grouped = (text: string): string => (/ \| (?![^{]*\})/.test(text) ? `(${text})` : text);

function printedObject(checker: ts.TypeChecker, type: ts.Type, indent: string): string {
  const inner = `${indent}  `;
  const lines = type.getProperties().map((property) => {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const propertyType = checker.getTypeOfSymbol(property);
    const value = isOptional ? checker.getNonNullableType(propertyType) : propertyType;
    const doc = ts.displayPartsToString(property.getDocumentationComment(checker));
    const name = `readonly ${property.name}${isOptional ? '?' : ''}`;
    // An optional field may be undefined as well: it is left out of the JSON.
    const end = isOptional ? ' | undefined' : '';
    return `${commentOf(doc, inner)}${inner}${name}: ${printed(checker, value, inner)}${end};\n`;
  });
  return lines.length === 0 ? 'Readonly<Record<never, never>>' : `{\n${lines.join('')}${indent}}`;
}
