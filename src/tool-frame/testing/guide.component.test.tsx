import { expect, test } from 'vitest';
import GUIDE from '../../../docs/third-party-tools.md?raw';
import { readToolManifest } from '../../tool-channel/index.ts';
import type { ToolEntry } from '../tool-api.ts';
import { runTool, type ToolTestWorld } from './run-tool.ts';

/** The blocks of a language, in their order. */
const blocksOf = (language: string): readonly string[] =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].flatMap(
    ([, text]) => text ?? [],
  );
const manifests = blocksOf('json').map((json): object => JSON.parse(json));
const entries = blocksOf('js').filter((code) => code.includes('export default'));

/** Runs the entry of a block; what it shows. */
async function shown(code: string, world: ToolTestWorld): Promise<string> {
  const module: { readonly default: ToolEntry } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  );
  const tool = await runTool(module.default, world);
  expect(tool.refusals).toEqual([]);
  return tool.root.textContent;
}

test('the manifests of the guide are sound', () => {
  const [whole] = manifests;
  expect(manifests.length).toBeGreaterThan(1);
  for (const manifest of manifests) {
    const parts = { ...whole, ...manifest, sha256: 'a'.repeat(64) };
    const read = readToolManifest(JSON.stringify(parts));
    expect(read).toMatchObject({ ok: true });
  }
});

test('the entries of the guide run', async () => {
  const world: ToolTestWorld = {
    permissions: ['quotes', 'link:read', 'settings'],
    symbol: 'SPY',
    settings: { days: 7, order: 'old' },
  };
  const texts = await Promise.all(entries.map((code) => shown(code, world)));
  expect(texts).toEqual(['Bid–Ask–', '7 days, oldest first']);
});
