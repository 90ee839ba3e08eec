import type { Plugin } from 'vite';

/** Vite's own module, through which every `import()` of the page goes. */
const HELPER_ID = /vite\/preload-helper\.js$/;

/** Waits before a part that did not arrive is requested again, ms. */
const WAITS_MS = [500, 1_500, 4_000];

/** What the page does in place of one request: browsers request a module again that did not arrive. */
const REPEATS = `
const waitsMs = ${JSON.stringify(WAITS_MS)};
const waited = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function repeatedModule(load) {
  for (const waitMs of waitsMs) {
    try {
      return await load();
    } catch (error) {
      // What the browsers say of a request that failed. A module that arrived and threw is not repeated.
      if (!/dynamically imported module|module script/i.test(String(error))) throw error;
      await waited(waitMs);
    }
  }
  return load();
}
async function repeatedStyle(link) {
  for (const waitMs of waitsMs) {
    await waited(waitMs);
    const again = link.cloneNode();
    link.replaceWith(again);
    link = again;
    const isThere = await new Promise((resolve) => {
      again.addEventListener('load', () => resolve(true));
      again.addEventListener('error', () => resolve(false));
    });
    if (isThere) return;
  }
  // The next need of the part finds no link, and adds one.
  link.remove();
  throw new Error('The style sheet did not arrive.');
}
`;

const MODULE_REQUEST = 'return baseModule().catch(';
const STYLE_FAILURE = /if \(e\.type === "error"\) rej\(([^;]+)\);/;

/** Vite's module with requests that are repeated. Throws when Vite's module has another form than this function knows. */
export function withRepeats(code: string): string {
  if (!code.includes(MODULE_REQUEST) || !STYLE_FAILURE.test(code))
    throw new Error(
      'Vite loads parts of the page in another way than scripts/lib/repeated-loads.ts knows. Adapt it.',
    );
  const changed = code
    .replace(MODULE_REQUEST, 'return repeatedModule(baseModule).catch(')
    .replace(STYLE_FAILURE, 'if (e.type === "error") repeatedStyle(link).then(res, () => rej($1));');
  return `${REPEATS}${changed}`;
}

/** Requests parts of the page again that did not arrive, for about six seconds: a network that fails for a moment leaves no window without its tool. */
export function repeatedLoads(): Plugin {
  return {
    name: 'repeated-loads',
    apply: 'build',
    transform: { filter: { id: HELPER_ID }, handler: withRepeats },
  };
}
