/** Reads the parts of a source file that people read: declared names, comments, strings and test titles. */
import ts from 'typescript';

export type TextKind = 'name' | 'comment' | 'string' | 'test title';

export interface SourceText {
  readonly kind: TextKind;
  /** 1-based line on which the text begins. */
  readonly line: number;
  readonly text: string;
  /** What holds a string: an attribute, property, constant or function name; empty at the top of an expression. */
  readonly holder: string;
}

/** Holder of a string that a value is compared with. */
export const COMPARED = '===';

const TEST_FUNCTIONS = new Set(['describe', 'it', 'test']);

/** Texts of one file in order of position. `file` decides the dialect: .ts, .tsx or .mjs. */
export function textsOf(file: string, source: string): SourceText[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: { at: number; read: SourceText }[] = [];
  const add = (kind: TextKind, at: number, text: string, holder = ''): void => {
    if (text.trim() === '') return;
    const line = tree.getLineAndCharacterOfPosition(at).line + 1;
    found.push({ at, read: { kind, line, text: text.replaceAll(/\s+/g, ' ').trim(), holder } });
  };
  /** Where text that looks like a comment is none, in order of position. */
  const literals: Span[] = [];
  const visit = (node: ts.Node): void => {
    if (LITERALS.has(node.kind)) literals.push({ start: node.getStart(tree), end: node.end });
    const name = declaredName(node);
    if (name !== undefined) add('name', name.getStart(), name.text);
    else if (ts.isJsxText(node)) add('string', node.getStart(), node.text, elementOf(node));
    else if (ts.isStringLiteralLike(node)) addString(node, node.text);
    else if (ts.isTemplateExpression(node))
      addString(node, node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  const addString = (node: ts.Expression, text: string): void => {
    if (isModulePath(node) || ts.isLiteralTypeNode(node.parent)) return;
    const holder = holderOf(node);
    add(TEST_FUNCTIONS.has(holder) ? 'test title' : 'string', node.getStart(), text, holder);
  };
  visit(tree);
  for (const comment of commentsIn(source, literals)) add('comment', comment.at, comment.text);
  return found.toSorted((left, right) => left.at - right.at).map(({ read }) => read);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Tokens that may contain `//`. The text between two tags is shown on the screen. */
const LITERALS = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.JsxText,
]);

/** Comments outside of the literals. To visit every token for them takes most of the time of the check. */
function commentsIn(source: string, literals: readonly Span[]): { at: number; text: string }[] {
  const comments: { at: number; text: string }[] = [];
  const starts = /\/[/*]/g;
  let literal = 0;
  for (let start = starts.exec(source); start !== null; start = starts.exec(source)) {
    const at = start.index;
    while ((literals[literal]?.end ?? Infinity) <= at) literal += 1;
    const { start: literalStart, end: literalEnd } = literals[literal] ?? { start: Infinity, end: Infinity };
    if (literalStart <= at) {
      starts.lastIndex = literalEnd;
      continue;
    }
    const isBlock = source[at + 1] === '*';
    const close = source.indexOf(isBlock ? '*/' : '\n', at + 2);
    const end = close < 0 ? source.length : close + (isBlock ? 2 : 0);
    const text = source.slice(at, end).replaceAll(/^\s*(\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, '');
    comments.push({ at, text });
    starts.lastIndex = end;
  }
  return comments;
}

/** The identifier that a declaration introduces, if it introduces one. */
function declaredName(node: ts.Node): ts.Identifier | undefined {
  if (!ts.isIdentifier(node)) return undefined;
  const { parent } = node;
  return isNamingDeclaration(parent) && parent.name === node ? node : undefined;
}

const NAMING_DECLARATIONS = new Set([
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.BindingElement,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.PropertySignature,
  ts.SyntaxKind.PropertyDeclaration,
  ts.SyntaxKind.PropertyAssignment,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.MethodSignature,
]);

const isNamingDeclaration = (node: ts.Node): node is ts.NamedDeclaration =>
  NAMING_DECLARATIONS.has(node.kind);

const isModulePath = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node.parent) ||
  ts.isExportDeclaration(node.parent) ||
  ts.isExternalModuleReference(node.parent) ||
  (ts.isCallExpression(node.parent) && node.parent.expression.kind === ts.SyntaxKind.ImportKeyword);

const isCompared = (node: ts.Node): boolean =>
  ts.isCaseClause(node.parent) ||
  (ts.isBinaryExpression(node.parent) && node.parent.operatorToken.getText().endsWith('=='));

function elementOf(node: ts.JsxText): string {
  const { parent } = node;
  return ts.isJsxElement(parent) ? `<${parent.openingElement.tagName.getText()}>` : '<>';
}

/** Climbs from a string to the attribute, property, constant or call that it is given to. */
function holderOf(node: ts.Node): string {
  if (isCompared(node)) return COMPARED;
  for (let child = node, { parent } = node; parent !== undefined; child = parent, parent = parent.parent) {
    if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText();
    if (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) return parent.name.getText();
    if (ts.isJsxElement(parent)) return `<${parent.openingElement.tagName.getText()}>`;
    if (ts.isCallExpression(parent) && parent.expression !== child) return calledName(parent.expression);
    if (ts.isNewExpression(parent) && parent.expression !== child) return parent.expression.getText();
    if (ts.isBlock(parent) || ts.isSourceFile(parent)) break;
  }
  return '';
}

/** `it` of `it('…')`, of `it.each(…)('…')` and of `it.skipIf(…)('…')`; the method of `log.warn('…')`. */
function calledName(callee: ts.Expression): string {
  let root: ts.Expression = callee;
  while (ts.isCallExpression(root) || ts.isPropertyAccessExpression(root)) root = root.expression;
  if (ts.isIdentifier(root) && TEST_FUNCTIONS.has(root.text)) return root.text;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText().slice(0, 40);
}
