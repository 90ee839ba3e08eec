import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const RUN = new URL('./run.mjs', import.meta.url).href;
const PACKAGE = fileURLToPath(new URL('../../package.json', import.meta.url));

/** A program that drains for 100 ms on SIGTERM and then ends with code 3. */
const CHILD = `
  process.on('SIGTERM', () => setTimeout(() => { console.log('drained'); process.exit(3); }, 100));
  process.on('SIGINT', () => process.exit(4));
  setInterval(() => {}, 1000);
  console.log('running');`;
const CAPTURING = `
  const { capture } = await import(${JSON.stringify(RUN)});
  const captured = capture(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  console.log('running');
  const { code } = await captured;
  console.log('ended with ' + code);
  process.exit(5);`;
const WRAPPER = `
  const { main, run } = await import(${JSON.stringify(RUN)});
  await main(() => run(process.execPath, ['-e', ${JSON.stringify(CHILD)}]));`;

let started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started = [];
});

function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], WRAPPER, NODE: process.execPath, ...env },
  });
  started.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    output: () => output,
    closed: once(child, 'close'),
    isRunning: () => expect.poll(() => output).toContain('running'),
  };
}

describe('a script that wraps a program', () => {
  it.each([
    ['SIGTERM', 3],
    ['SIGINT', 4],
  ] as const)('passes %s on, waits for the program and ends with its code', async (signal, code) => {
    const wrapper = start(process.execPath, ['--input-type=module', '-e', WRAPPER]);
    await wrapper.isRunning();
    wrapper.child.kill(signal);
    const [ended] = await wrapper.closed;
    expect(ended).toBe(code);
    if (signal === 'SIGTERM') expect(wrapper.output()).toContain('drained');
  });

  it('ends a command whose output it keeps, and then itself', async () => {
    const wrapper = start(process.execPath, ['--input-type=module', '-e', CAPTURING]);
    await wrapper.isRunning();
    wrapper.child.kill('SIGTERM');
    const [ended] = await wrapper.closed;
    expect(ended).toBe(5);
    expect(wrapper.output()).toContain('ended with 143');
  });

  it('ends the program when npm has ended the shell between them', async () => {
    const shell = start('sh', ['-c', '"$NODE" --input-type=module -e "$WRAPPER"; exit $?'], {
      npm_lifecycle_event: 'soak',
    });
    await shell.isRunning();
    shell.child.kill('SIGTERM');
    // The pipe closes when the last process that writes to it is gone.
    await shell.closed;
    expect(shell.output()).toContain('drained');
  });
});

it('npm start leaves no shell between npm and the server, so that npm waits for it', () => {
  const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { scripts: { start: string } };
  expect(scripts.start).toMatch(/^exec node scripts\/start\.mjs /);
});
