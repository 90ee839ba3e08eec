/** Checks file and function sizes against scripts/size-limits.json; with `--lower`, takes smaller sizes into that list. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compareWithList, LIMITS, offencesOf, type LintReport, type Offence } from './lib/size-limits.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const LIST = at('scripts/size-limits.json');

function measure(): Offence[] {
  const args = [
    at('node_modules/oxlint/bin/oxlint'),
    ...['-c', at('scripts/size-limits.oxlintrc.json'), '--format', 'json'],
    ...['src', 'plugins', 'layouts', 'scripts', 'tests'],
  ];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: at('.'),
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  if (!stdout.startsWith('{')) throw new Error(`oxlint wrote no report: ${stdout}${stderr}`);
  // The report is oxlint's own; offencesOf rejects diagnostics of another form.
  return offencesOf(JSON.parse(stdout) as LintReport);
}

const found = measure();
// The list is written by this program alone.
const listed = JSON.parse(readFileSync(LIST, 'utf8')) as Offence[];
const { broken, stale } = compareWithList(found, listed);

if (process.argv.includes('--lower') && broken.length === 0) {
  writeFileSync(LIST, `[\n${found.map((offence) => `  ${JSON.stringify(offence)}`).join(',\n')}\n]\n`);
  console.log(`${found.length} exceptions are listed; ${stale.length} were lowered or removed.`);
} else {
  for (const line of broken) console.error(`Over the limit: ${line}`);
  for (const line of stale) console.error(`Lower the exception (npm run size-limits -- --lower): ${line}`);
  if (broken.length > 0) {
    const limits = Object.entries(LIMITS).map(([rule, limit]) => `${rule} ${limit}`);
    console.error(
      `Limits: ${limits.join(', ')}. Split what is new or has grown; listed exceptions never grow.`,
    );
  }
  if (broken.length + stale.length > 0) process.exitCode = 1;
}
