/**
 * Performs the Dockerfile without a container runtime, and runs its result: each step of each stage in a folder of its own, then the server as the
 * stage's user, from a read-only file system with a writable data folder. Needs Linux, root, and the programs of util-linux.
 */
import { execFileSync, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDockerfile, type DockerfileStage } from './lib/dockerfile.ts';
import { StageFolder } from './lib/stage-folder.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** A stop takes less than 5 s; a container runtime kills after ten. */
const STOP_LIMIT_MS = 5_000;
const START_LIMIT_MS = 60_000;
const POLL_MS = 100;

const say = (line: string): void => console.log(line);

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

function check(isTrue: boolean, expectation: string): void {
  if (!isTrue) throw new Error(`Failed: ${expectation}`);
  say(`ok: ${expectation}`);
}

async function buildStages(stages: readonly DockerfileStage[], scratch: string): Promise<StageFolder> {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const folders = new Map<string, StageFolder>();
  let last: StageFolder | undefined;
  for (const stage of stages) {
    say(`── stage ${stage.name} (in place of ${stage.base}: the programs of this machine)`);
    last = new StageFolder(join(scratch, stage.name), { project: PROJECT, registry });
    await last.perform(stage, folders);
    folders.set(stage.name, last);
  }
  if (last === undefined) throw new Error('The Dockerfile has no stage.');
  return last;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

/** The process that `unshare` has started: process 1 of the container. */
function processOneOf(unshare: ChildProcess): number {
  return Number(readFileSync(`/proc/${unshare.pid}/task/${unshare.pid}/children`, 'utf8').trim());
}

async function becomesReady(url: string, server: ChildProcess): Promise<boolean> {
  const deadlineMs = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadlineMs && server.exitCode === null) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}

/** Runs a program of the container with its environment, and returns its exit code. */
async function exitCodeOf(
  folder: StageFolder,
  stage: DockerfileStage,
  command: readonly string[],
  environment: Record<string, string>,
): Promise<number> {
  const child = folder.start({ ...stage, command }, {}, environment);
  child.stdout?.pipe(process.stdout);
  child.stderr?.pipe(process.stderr);
  const [code] = await once(child, 'exit');
  return Number(code);
}

function checkProcess(processId: number, stage: DockerfileStage): void {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  const field = (name: string): string => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
  check(field('NSpid').endsWith('\t1'), 'the server is process 1');
  check(field('Uid').split('\t')[0] === stage.user?.split(':')[0], `the server runs as ${stage.user}`);
  check(/^0+$/.test(field('CapBnd')) && field('NoNewPrivs') === '1', 'the server has no capabilities');
}

async function runServer(folder: StageFolder, stage: DockerfileStage, scratch: string): Promise<void> {
  const data = join(scratch, 'volume');
  const [user = 0, group = 0] = (stage.user ?? '').split(':').map(Number);
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, user, group);
  const port = await freePort();
  const environment = {
    TAPEDECK_PORT: String(port),
    TAPEDECK_HOST: '127.0.0.1',
    TAPEDECK_SOCKET_PORTS: 'off',
  };
  const [volume = ''] = stage.volumes;
  const server = folder.start(stage, { [volume]: data }, environment);
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    const url = `http://127.0.0.1:${port}`;
    check(await becomesReady(`${url}/readyz`, server), `/readyz answers 200\n${output}`.trim());
    const processId = processOneOf(server);
    checkProcess(processId, stage);
    check((await fetch(url)).status === 200, 'the workstation is served');
    check((await exitCodeOf(folder, stage, stage.healthCheck, environment)) === 0, 'the health check passes');
    const write = ['node', '-e', `fs.writeFileSync('written', '')`];
    check((await exitCodeOf(folder, stage, write, environment)) !== 0, 'nothing can be written to the image');
    check(existsSync(join(data, 'tapedeck.db')), 'the database is in the volume');
    const exited = once(server, 'exit', { signal: AbortSignal.timeout(STOP_LIMIT_MS) });
    process.kill(processId, stage.stopSignal);
    const [code] = await exited;
    check(code === 0, `the server stops with code 0 within ${STOP_LIMIT_MS / 1000} s\n${output}`.trim());
    const failing = await exitCodeOf(folder, stage, stage.healthCheck, environment);
    check(failing === 1, 'the health check fails without a server');
  } catch (error) {
    say(output);
    throw error;
  } finally {
    server.kill('SIGKILL');
  }
}

async function main(): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !isInstalled('unshare'))
    throw new Error('This check makes file systems of its own: run it as root on Linux.');
  const stages = readDockerfile(readFileSync(join(PROJECT, 'Dockerfile'), 'utf8'));
  const stage = stages.at(-1);
  if (stage === undefined) throw new Error('The Dockerfile has no stage.');
  const scratch = mkdtempSync(join(tmpdir(), 'tapedeck-packaging-'));
  try {
    const folder = await buildStages(stages, scratch);
    say('── the server in its last stage');
    await runServer(folder, stage, scratch);
    if (isInstalled('systemd-analyze')) checkUnit(join(PROJECT, 'deploy/tapedeck.service'), scratch);
    else say('not run: systemd-analyze verify (systemd is not installed)');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Checks the unit of systemd with the program it starts replaced by one that exists here. */
function checkUnit(unit: string, scratch: string): void {
  const text = readFileSync(unit, 'utf8').replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true');
  const copy = join(scratch, 'tapedeck.service');
  writeFileSync(copy, text);
  execFileSync('systemd-analyze', ['verify', copy], { stdio: 'inherit' });
  say('ok: systemd-analyze verify');
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
