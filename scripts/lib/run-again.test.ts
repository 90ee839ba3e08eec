import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const RUN = new URL('./run.mjs', import.meta.url).href;
const RUN_AGAIN = new URL('./run-again.mjs', import.meta.url).href;

let folder: string;
let script: ChildProcess;
let output: string;
let closed: Promise<unknown[]>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-run-again-'));
  await mkdir(join(folder, 'src', 'deep'), { recursive: true });
});
afterEach(async () => {
  script.kill('SIGKILL');
  await closed;
  await rm(folder, { recursive: true });
});

const PROGRAM = `
  import './src/deep/version.mjs';
  process.on('SIGTERM', () => { console.log('drained'); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log('running');`;
const writeVersion = (code: string) => writeFile(join(folder, 'src', 'deep', 'version.mjs'), code);

async function start(): Promise<void> {
  const program = join(folder, 'program.mjs');
  await writeFile(program, PROGRAM);
  const code = `
    const { main } = await import(${JSON.stringify(RUN)});
    const { runAgainOnChange } = await import(${JSON.stringify(RUN_AGAIN)});
    await main(() => runAgainOnChange({
      command: process.execPath,
      args: [${JSON.stringify(program)}],
      watched: [${JSON.stringify(join(folder, 'src'))}],
      isSource: (path) => path.endsWith('.mjs'),
      say: console.log,
    }));`;
  script = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'] },
  });
  closed = once(script, 'close');
  output = '';
  script.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
}

it('restarts the program after a change of a source, and stops it at a signal', async () => {
  await writeVersion('console.log("version 1");');
  await start();
  await expect.poll(() => output).toContain('version 1\nrunning');
  await writeFile(join(folder, 'src', 'notes.txt'), 'not a source');
  await writeVersion('console.log("version 2");');
  await expect.poll(() => output).toContain('version 2\nrunning');
  expect(output).toMatch(/version 1\nrunning\ndrained\n.*version\.mjs has changed\. Restarting…\n/);
  expect(output).not.toContain('notes.txt');
  script.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
  expect(output).toMatch(/version 2\n[^]*drained\n$/);
});

it('starts a program that has ended by itself again at the next change', async () => {
  await writeVersion('process.exit(7);');
  await start();
  await expect.poll(() => output).toContain('The server ended with code 7.');
  await writeVersion('console.log("repaired");');
  await expect.poll(() => output).toContain('repaired\nrunning');
  script.kill('SIGINT');
  await closed;
});

it('ends at a signal while no program runs', async () => {
  await writeVersion('process.exit(7);');
  await start();
  await expect.poll(() => output).toContain('The server ended with code 7.');
  script.kill('SIGTERM');
  expect(await closed).toEqual([7, null]);
});
