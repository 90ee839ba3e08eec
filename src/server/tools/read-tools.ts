import { createHash } from 'node:crypto';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readToolManifest, TOOL_LIMITS, type ToolManifest } from '../../tool-channel/index.ts';

/** A third-party tool that is served: its manifest and the text of its entry, which has the hash of the manifest. */
export interface ThirdPartyTool {
  readonly manifest: ToolManifest;
  readonly source: string;
}

/** A folder of a tool that is not served, and every reason as a sentence. */
export interface ToolFault {
  readonly folder: string;
  readonly reasons: readonly string[];
}

/** The tools of a server. They are read once: a file that changes later changes nothing before the next start. */
export interface ThirdPartyTools {
  readonly tools: readonly ThirdPartyTool[];
  readonly faults: readonly ToolFault[];
}

/** Without a folder of tools. */
export const NO_TOOLS: ThirdPartyTools = { tools: [], faults: [] };

const MAX_MANIFEST_BYTES = 64 * 1024;
const MAX_TOOLS = 50;

/** Reads the tools in the folders of `folder`. A faulty tool does not stop the others; a folder that cannot be read is a fault, too. Never rejects. */
export async function readTools(folder: string): Promise<ThirdPartyTools> {
  let names: string[];
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    names = entries
      .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
      .map(({ name }) => name)
      .toSorted();
  } catch (error) {
    return {
      tools: [],
      faults: [{ folder, reasons: [`The folder of tools cannot be read: ${codeOf(error)}.`] }],
    };
  }
  const tools: ThirdPartyTool[] = [];
  const faults: ToolFault[] = [];
  for (const name of names) {
    const read = await readTool(join(folder, name));
    const reasons = Array.isArray(read) ? read : refusalOf(read, tools);
    // `readTool` returns a list of reasons, or the tool.
    if (reasons.length > 0) faults.push({ folder: name, reasons });
    else if (!Array.isArray(read)) tools.push(read);
  }
  return { tools, faults };
}

/** Why a sound tool is not served beside those that were read before it. */
function refusalOf({ manifest: { id, title } }: ThirdPartyTool, others: readonly ThirdPartyTool[]): string[] {
  if (others.length >= MAX_TOOLS) return [`A server serves ${MAX_TOOLS} tools at most.`];
  return [
    ...(others.some((other) => other.manifest.id === id) ? [`Another tool has the id ${id}.`] : []),
    ...(others.some((other) => other.manifest.title.toLowerCase() === title.toLowerCase())
      ? [`Another tool has the title ${title}.`]
      : []),
  ];
}

async function readTool(folder: string): Promise<ThirdPartyTool | string[]> {
  const json = await readWithin(folder, 'tool.json', MAX_MANIFEST_BYTES);
  if (!json.ok) return [json.reason];
  const manifest = readToolManifest(json.bytes.toString('utf8'));
  if (!manifest.ok) return [...manifest.error];
  const { entry, sha256 } = manifest.value;
  const file = await readWithin(folder, entry, TOOL_LIMITS.entryBytes);
  if (!file.ok) return [file.reason];
  const actual = createHash('sha256').update(file.bytes).digest('hex');
  if (actual !== sha256)
    return [
      `${entry} is not the file that tool.json describes: its SHA-256 is ${actual}. If the change is meant, run \`npm run tool-hash -- FOLDER\`.`,
    ];
  try {
    return {
      manifest: manifest.value,
      source: new TextDecoder('utf-8', { fatal: true }).decode(file.bytes),
    };
  } catch {
    return [`${entry} is not UTF-8.`];
  }
}

type ReadFile =
  { readonly ok: true; readonly bytes: Buffer } | { readonly ok: false; readonly reason: string };

/** Reads a file that has to be in the folder itself: a link that leads out of it is refused. */
async function readWithin(folder: string, name: string, maxBytes: number): Promise<ReadFile> {
  try {
    const path = await realpath(join(folder, name));
    if (path !== join(await realpath(folder), name))
      return { ok: false, reason: `${name} is a link to another place.` };
    const { size } = await stat(path);
    if (size > maxBytes) return { ok: false, reason: `${name} has more than ${maxBytes} bytes.` };
    return { ok: true, bytes: await readFile(path) };
  } catch (error) {
    return { ok: false, reason: `${name} cannot be read: ${codeOf(error)}.` };
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
