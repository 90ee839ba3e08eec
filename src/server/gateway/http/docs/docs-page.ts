import type { JsonSchema, OpenApiDocument, Operation } from './openapi.ts';

/** An OpenAPI document as a page that needs no script. `prefix` stands before the addresses of its files. */
export function docsPage(document: OpenApiDocument, prefix = ''): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const sections = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const list = sections.map(
    ({ name, calls: ofTag }) =>
      `<li><a href="#${escape(name)}">${escape(name)}</a><ul>${ofTag.map(({ operation, path }) => `<li><a href="#${escape(operation.operationId)}">${escape(shortOf(path))}</a></li>`).join('')}</ul></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(document.info.title)}</title>
<link rel="icon" type="image/svg+xml" href="${prefix}/favicon.svg">
<link rel="stylesheet" href="${prefix}/api/docs/docs.css">
</head>
<body>
<nav aria-label="Calls"><ul>${list.join('')}</ul></nav>
<main>
<h1>${escape(document.info.title)} <small>${escape(document.info.version)}</small></h1>
<p>${escape(document.info.description)}</p>
<p>The same as an OpenAPI ${escape(document.openapi)} document: <a href="${prefix}/api/docs/openapi.json">openapi.json</a>. A refused call has another status and a body with <code>Error</code>.</p>
${sections.map(({ name, calls: ofTag }) => `<section id="${escape(name)}"><h2>${escape(name)}</h2>${ofTag.map((call) => callOf(call.path, call.method, call.operation)).join('')}</section>`).join('\n')}
</main>
</body>
</html>
`;
}

function callOf(path: string, method: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    row(
      parameter.name,
      `${typeOf(parameter.schema)}, in the ${parameter.in}`,
      parameter.required,
      boundsOf(parameter.schema),
    ),
  );
  const statuses = Object.entries(operation.responses).map(
    ([status, { description }]) => `<dt>${escape(status)}</dt><dd>${escape(description)}</dd>`,
  );
  const answer = operation.responses['200']?.content?.['application/json'].schema;
  return `<article id="${escape(operation.operationId)}">
<h3><span class="method ${method.toLowerCase()}">${escape(method)}</span> <code>${escape(path)}</code></h3>
<p>${escape(operation.summary)}</p>
<p class="auth">${authOf(operation)}</p>
${parameters.length > 0 ? table('Parameters', parameters) : ''}
${operation.requestBody && !isEmptyObject(operation.requestBody.content['application/json'].schema) ? bodyOf(operation.requestBody.required ? 'Request body' : 'Request body, optional', operation.requestBody.content['application/json'].schema) : ''}
${answer ? bodyOf('Answer', answer) : ''}
<details><summary>Statuses</summary><dl>${statuses.join('')}</dl></details>
</article>`;
}

function authOf(operation: Operation): string {
  const [scheme] = operation.security.flatMap((requirement) => Object.keys(requirement));
  if (scheme === 'bearer') return 'Needs a token: <code>Authorization: Bearer …</code>';
  return scheme === 'sessionCookie' ? 'Needs the session cookie.' : 'No sign-in needed.';
}

function bodyOf(title: string, schema: JsonSchema): string {
  const variants = (schema.anyOf ?? [schema]).filter(isSchema).filter((variant) => variant.type !== 'null');
  return variants
    .map((variant, index) => {
      const item = variant.type === 'array' && isSchema(variant.items) ? variant.items : variant;
      const rows = Object.entries(item.properties ?? {}).map(([name, value]) =>
        isSchema(value)
          ? row(name, typeOf(value), (item.required ?? []).includes(name), boundsOf(value))
          : '',
      );
      const heading = `${index === 0 ? title : 'or'}${variant.type === 'array' ? ', a list of' : ''}`;
      return rows.length > 0
        ? table(heading, rows)
        : `<p class="plain">${escape(heading)}: ${escape(typeOf(variant))}</p>`;
    })
    .join('');
}

const table = (caption: string, rows: readonly string[]): string =>
  `<table><caption>${escape(caption)}</caption><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Bounds</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
const row = (name: string, type: string, isRequired: boolean, bounds: string): string =>
  `<tr><td><code>${escape(name)}</code>${isRequired ? '' : ' <small>optional</small>'}</td><td>${escape(type)}</td><td>${escape(bounds)}</td></tr>`;

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.filter(isSchema).map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${isSchema(schema.items) ? typeOf(schema.items) : 'anything'}`;
  if (isSchema(schema.additionalProperties))
    return `object of ${typeOf(schema.additionalProperties)} by name`;
  return String(schema.type ?? 'any JSON');
}

function boundsOf(schema: JsonSchema): string {
  const parts = [schema, ...(schema.anyOf ?? []).filter(isSchema)].flatMap((variant) => [
    rangeOf(variant.minLength, variant.maxLength, ' characters'),
    rangeOf(variant.minimum, variant.maximum, ''),
    variant.pattern === undefined ? '' : `matches ${variant.pattern}`,
  ]);
  return parts.filter((part) => part !== '').join(', ');
}

function rangeOf(min: number | undefined, max: number | undefined, unit: string): string {
  const number = (value: number): string => value.toLocaleString('en-US');
  if (min !== undefined && max !== undefined) return `${number(min)} to ${number(max)}${unit}`;
  if (min !== undefined) return `at least ${number(min)}${unit}`;
  return max === undefined ? '' : `at most ${number(max)}${unit}`;
}

/** A body that may be left out and would hold nothing. */
function isEmptyObject(schema: JsonSchema): boolean {
  return (schema.anyOf ?? [schema])
    .filter(isSchema)
    .every(
      (variant) =>
        variant.type === 'null' ||
        (variant.type === 'object' && Object.keys(variant.properties ?? {}).length === 0),
    );
}

const shortOf = (path: string): string => path.replace(/^\/api\/(\w+\/(?=\w))?/, '').replace(/^\//, '');

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The page's style sheet, served as a file because the content security policy requires that. */
export const DOCS_CSS = `:root { color-scheme: light dark; --text: #1b2126; --dim: #566069; --line: #d8dde2; --ground: #fff; --side: #f5f7f8; --accent: #0b63b0; --get: #0b6e3f; --post: #8a4b00; }
@media (prefers-color-scheme: dark) { :root { --text: #dde3e8; --dim: #98a4af; --line: #2e363d; --ground: #14181b; --side: #1a1f23; --accent: #74b3f0; --get: #62c793; --post: #e3a659; } }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 220px minmax(0, 1fr); font: 13px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 16px; background: var(--side); border-right: 1px solid var(--line); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav ul ul { margin: 2px 0 10px 10px; }
nav > ul > li > a { font-weight: 600; }
main { max-width: 860px; padding: 16px 28px 64px; }
h1 { font-size: 20px; margin: 0 0 8px; }
h2 { font-size: 15px; margin: 32px 0 0; padding-bottom: 4px; border-bottom: 1px solid var(--line); }
h3 { font-size: 13px; margin: 20px 0 4px; }
p { margin: 4px 0; }
small, .auth, caption { color: var(--dim); font-weight: 400; font-size: 12px; }
a { color: var(--accent); }
nav a { display: block; padding: 3px 0; min-height: 24px; text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { text-decoration: underline; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code { font: 12px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 38px; font: 600 11px/1.6 ui-monospace, monospace; }
.get { color: var(--get); }
.post { color: var(--post); }
table { width: 100%; table-layout: fixed; margin: 8px 0; border-collapse: collapse; font-size: 12px; }
caption { text-align: left; padding: 2px 0; }
th, td { text-align: left; vertical-align: top; padding: 3px 8px 3px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { font-weight: 600; color: var(--dim); }
th:first-child, th:nth-child(2) { width: 30%; }
details { margin: 6px 0; font-size: 12px; }
summary { cursor: pointer; color: var(--dim); }
dl { display: grid; grid-template-columns: 44px 1fr; margin: 4px 0; }
dd { margin: 0; }
@media (max-width: 720px) { body { grid-template-columns: minmax(0, 1fr); } nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); } main { padding: 16px; } }
`;
