import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { allHttp } from '../../src/protocol/http-all.ts';
import { externalBrokerHttp, type HttpRoute } from '../../src/protocol/index.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const ROUTES = Object.entries<HttpRoute>({ ...allHttp, ...externalBrokerHttp });
const operation = v.object({
  operationId: v.string(),
  summary: v.string(),
  tags: v.array(v.string()),
  security: v.array(v.record(v.string(), v.array(v.string()))),
  parameters: v.optional(
    v.array(
      v.object({
        name: v.string(),
        in: v.picklist(['path', 'query']),
        required: v.boolean(),
        schema: v.looseObject({}),
      }),
    ),
    [],
  ),
  requestBody: v.optional(v.object({ required: v.boolean(), content: v.looseObject({}) })),
  responses: v.record(v.string(), v.looseObject({ description: v.string() })),
});
const openApi = v.looseObject({
  openapi: v.literal('3.1.1'),
  info: v.object({ title: v.string(), version: v.string(), description: v.string() }),
  paths: v.record(v.string(), v.record(v.picklist(['get', 'post']), operation)),
  components: v.object({
    schemas: v.record(v.string(), v.looseObject({})),
    securitySchemes: v.record(v.string(), v.looseObject({ type: v.string() })),
  }),
});

describe('the OpenAPI document', () => {
  const read = async () =>
    v.parse(openApi, await (await fetch(`${server.url}/api/docs/openapi.json`)).json());

  it('documents every call of the catalogue, and no other', async () => {
    const { paths } = await read();
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
    );
    expect(documented.toSorted()).toEqual(
      ROUTES.map(([name, route]) => `${name} ${route.method.toLowerCase()} ${route.path}`).toSorted(),
    );
  });

  it.each(ROUTES)(
    'documents for %s who may call it, its parameters and body, and its responses',
    async (_name, route) => {
      const operation = (await read()).paths[route.path]?.[route.method === 'GET' ? 'get' : 'post'];
      expect(operation?.summary).toBe(route.doc);
      expect(operation?.security.flatMap((requirement) => Object.keys(requirement))).toEqual(
        { none: [], bearer: ['bearer'], cookie: ['sessionCookie'] }[route.auth],
      );
      const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(
        operation?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
      ).toEqual(inPath);
      expect(operation?.requestBody !== undefined).toBe(route.body !== null);
      const statuses = Object.keys(operation?.responses ?? {});
      expect(statuses.some((status) => status === '200' || status === '303')).toBe(true);
      expect(statuses.includes('401')).toBe(route.auth !== 'none');
    },
  );

  it('documents bounds, optional parameters and the conflict of two writers', async () => {
    const { paths, components } = await read();
    const save = paths['/api/Settings/Save/{toolType}']?.post;
    expect(save?.parameters.map(({ name, required }) => [name, required])).toEqual([
      ['toolType', true],
      ['name', true],
      ['settingId', false],
    ]);
    expect(save?.parameters[1]?.schema).toMatchObject({ type: 'string', minLength: 1, maxLength: 100 });
    expect(paths['/api/DesktopUser/StoreSettings']?.post?.responses['409']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/StoreConflict' } } },
    });
    expect(components.schemas['StoreConflict']).toMatchObject({
      required: ['Error', 'Revision', 'Workspace', 'Settings'],
    });
  });

  it('refers to nothing that it does not hold', async () => {
    const text = await (await fetch(`${server.url}/api/docs/openapi.json`)).text();
    const { components } = await read();
    const references = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
    expect(references.length).toBeGreaterThan(10);
    for (const name of references) expect(components.schemas).toHaveProperty(name);
  });
});

describe('the page at /api/docs', () => {
  it('has a place for every call, no script, no inline style, and its style sheet is there', async () => {
    const page = await fetch(`${server.url}/api/docs`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await page.text();
    for (const [name, route] of ROUTES) {
      expect(html).toContain(`id="${name}"`);
      expect(html).toContain(`<code>${route.path}</code>`);
    }
    expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    const sheet = await fetch(`${server.url}/api/docs/docs.css`);
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(await sheet.text()).toContain('prefers-color-scheme: dark');
  });
});
