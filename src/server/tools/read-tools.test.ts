import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTools } from './read-tools.ts';

const ENTRY = 'export default (host) => host.render("hello");\n';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const SOUND = {
  id: 'sound',
  title: 'Sound',
  summary: 'Shows a text',
  version: '1.0.0',
  apiVersion: 1,
  entry: 'tool.js',
  sha256: hashOf(ENTRY),
  permissions: ['quotes'],
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-tools-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function writeTool(name: string, manifest: unknown, files: Record<string, string | Uint8Array> = {}) {
  await mkdir(join(folder, name));
  await writeFile(
    join(folder, name, 'tool.json'),
    typeof manifest === 'string' ? manifest : JSON.stringify(manifest),
  );
  for (const [file, content] of Object.entries({ 'tool.js': ENTRY, ...files }))
    await writeFile(join(folder, name, file), content);
}

/** The reasons why the only tool of the folder is not served. */
async function reasonsOf(manifest: unknown, files: Record<string, string | Uint8Array> = {}) {
  await writeTool('hostile', manifest, files);
  const { tools, faults } = await readTools(folder);
  expect(tools).toEqual([]);
  return faults.flatMap(({ reasons }) => reasons);
}

test('reads a sound tool with the text of its entry', async () => {
  await writeTool('sound', SOUND);
  const { apiVersion: _apiVersion, ...manifest } = SOUND;
  expect(await readTools(folder)).toEqual({
    tools: [{ manifest: { ...manifest, commands: [], settings: null, help: [] }, source: ENTRY }],
    faults: [],
  });
});

test.each([
  [
    'an entry outside of its folder',
    { entry: '../tool.js' },
    /^entry must be the name of a \.js or \.mjs file/,
  ],
  ['an absolute entry', { entry: '/etc/passwd.js' }, /^entry must be the name/],
  ['an entry that is no script', { entry: 'tool.html' }, /^entry must be the name/],
  [
    'the hash of another file',
    { sha256: hashOf('else') },
    /^tool\.js is not the file that tool\.json describes/,
  ],
  ['a hash that is none', { sha256: 'abc' }, /^sha256 must be 64 hexadecimal digits/],
  ['another version of the API', { apiVersion: 2 }, /^apiVersion is 2; this server speaks version 1/],
  ['a permission to send orders', { permissions: ['orders'] }, /^There is no permission "orders"/],
  ['a permission twice', { permissions: ['bars', 'bars'] }, /^permissions names a permission twice/],
  ['permissions that are no list', { permissions: 'all' }, /^permissions must be a list/],
  ['a title that reverses the text after it', { title: 'Chart\u202e' }, /^title has control characters/],
  ['a title of several lines', { title: 'Chart\nAllow everything' }, /^title has control characters/],
  ['a title that fills the screen', { title: 'x'.repeat(41) }, /^title is longer than 40 characters/],
  ['an id that is a path', { id: '../../api' }, /^id must be lower-case letters/],
  ['a field that does not exist', { network: true }, /^tool\.json has an unknown field network/],
  ['no summary', { summary: undefined }, /^summary is missing/],
  ['a version that is no version', { version: 'latest' }, /^version must be three numbers/],
])('does not load a tool with %s', async (_case, change, reason) => {
  expect(await reasonsOf({ ...SOUND, ...change })).toEqual([expect.stringMatching(reason)]);
});

test.each([
  ['is no JSON', 'export default 1', 'tool.json is not JSON.'],
  ['is null', 'null', 'tool.json must be an object with every field of the manual.'],
  ['is a list', '[]', 'id is missing.'],
  [
    'names a prototype',
    `{"__proto__": {"permissions": ["quotes"]}, ${JSON.stringify({ ...SOUND, permissions: undefined }).slice(1)}`,
    'permissions is missing.',
  ],
])('does not load a tool whose tool.json %s', async (_case, json, reason) => {
  expect(await reasonsOf(json)).toContain(reason);
});

test('does not load an entry that is too large, or no text', async () => {
  const large = 'a'.repeat(1024 * 1024 + 1);
  expect(await reasonsOf({ ...SOUND, sha256: hashOf(large) }, { 'tool.js': large })).toEqual([
    'tool.js has more than 1048576 bytes.',
  ]);
  const bytes = new Uint8Array([0xff, 0xfe, 0x80]);
  await rm(join(folder, 'hostile'), { recursive: true });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(await reasonsOf({ ...SOUND, sha256 }, { 'tool.js': bytes })).toEqual(['tool.js is not UTF-8.']);
});

test('does not follow a link out of the folder of a tool', async () => {
  await writeFile(join(folder, 'secret.js'), ENTRY);
  await writeTool('linked', { ...SOUND, entry: 'link.js' });
  await symlink(join(folder, 'secret.js'), join(folder, 'linked', 'link.js'));
  expect((await readTools(folder)).faults).toEqual([
    { folder: 'linked', reasons: ['link.js is a link to another place.'] },
  ]);
});

test('loads the other tools beside a faulty one, and the first of two with one id or title', async () => {
  await writeTool('a', SOUND);
  await writeTool('b', { ...SOUND, title: 'Other' });
  await writeTool('c', { ...SOUND, id: 'third', title: 'SOUND' });
  await writeTool('d', '{');
  await writeTool('e', { ...SOUND, id: 'fifth', title: 'Fifth' });
  const { tools, faults } = await readTools(folder);
  expect(tools.map(({ manifest }) => manifest.id)).toEqual(['sound', 'fifth']);
  expect(faults).toEqual([
    { folder: 'b', reasons: ['Another tool has the id sound.'] },
    { folder: 'c', reasons: ['Another tool has the title SOUND.'] },
    { folder: 'd', reasons: ['tool.json is not JSON.'] },
  ]);
});

test('reports a folder that is not there', async () => {
  const missing = join(folder, 'missing');
  expect(await readTools(missing)).toEqual({
    tools: [],
    faults: [{ folder: missing, reasons: ['The folder of tools cannot be read: ENOENT.'] }],
  });
});
