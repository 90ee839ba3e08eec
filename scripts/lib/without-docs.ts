import { parseAst, type Plugin } from 'vite';

const CATALOGUES = /[\\/]src[\\/]protocol[\\/][^\\/]+\.ts$/;

/** Leaves the descriptions of messages and calls out of the client: only the server's documentation shows them, and they are a tenth of the first load. */
export function withoutDocs(): Plugin {
  return {
    name: 'without-docs',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: { id: CATALOGUES },
      handler: (code) => ({ code: emptyDocs(code), map: null }),
    },
  };
}

/** TypeScript with the text of each property `doc` of an object empty. */
export function emptyDocs(code: string): string {
  const texts: { readonly start: number; readonly end: number }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    const { key, value } = node;
    if (node.type === 'Property' && isNode(key) && key['name'] === 'doc' && isText(value)) texts.push(value);
    else Object.values(node).forEach(visit);
  };
  visit(parseAst(code, { lang: 'ts' }));
  return texts.reduceRight((left, { start, end }) => `${left.slice(0, start)}''${left.slice(end)}`, code);
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
const isText = (value: unknown): value is Node =>
  isNode(value) && (value.type === 'TemplateLiteral' || typeof value['value'] === 'string');
