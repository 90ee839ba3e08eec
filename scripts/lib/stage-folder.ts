import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, lstatSync, mkdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { DockerfileStage, DockerfileStep } from './dockerfile.ts';

/** Folders of a merged-usr system that are links into /usr. */
const LINKED_FOLDERS = ['bin', 'sbin', 'lib', 'lib64'];
/** Prepares the folder $1 as the root of a system: the programs of this machine, its devices, and processes of its own. */
const MOUNT_SYSTEM = [
  'mount --rbind /usr "$1/usr"',
  'mount -o remount,bind,ro "$1/usr"',
  'mount --rbind /dev "$1/dev"',
  'mount -t proc proc "$1/proc"',
].join('\n');
/** Variables by which this machine reaches a package registry. */
const NETWORK_VARIABLES = /^(https?_proxy|no_proxy|node_extra_ca_certs|npm_config_registry)$/i;

/**
 * The folder of one stage of a Dockerfile, with the file system that the stage leaves. The programs of the base image are those of this machine:
 * /usr is mounted into the folder. Commands run in it with the folder as their root, so that they find nothing else of this machine.
 */
export class StageFolder {
  readonly root: string;
  readonly #project: string;
  readonly #registry: string;
  #workingFolder = '/';

  constructor(root: string, { project, registry }: { project: string; registry: string }) {
    this.root = root;
    this.#project = project;
    this.#registry = registry;
    for (const name of ['usr', 'dev', 'proc', 'tmp', 'root'])
      mkdirSync(join(root, name), { recursive: true });
    for (const name of LINKED_FOLDERS) {
      const path = `/${name}`;
      if (existsSync(path) && lstatSync(path).isSymbolicLink())
        symlinkSync(readlinkSync(path), join(root, name));
    }
    cpSync('/etc', join(root, 'etc'), { recursive: true, verbatimSymlinks: true });
  }

  get workingFolder(): string {
    return this.#workingFolder;
  }

  /** Performs the steps of a stage; `others` are the folders of the stages before. */
  async perform(stage: DockerfileStage, others: ReadonlyMap<string, StageFolder>): Promise<void> {
    for (const step of stage.steps) await this.#performStep(step, others);
  }

  async #performStep(step: DockerfileStep, others: ReadonlyMap<string, StageFolder>): Promise<void> {
    switch (step.kind) {
      case 'workdir':
        this.#workingFolder = step.path;
        mkdirSync(join(this.root, step.path), { recursive: true });
        break;
      case 'copy': {
        const from = step.from === undefined ? this.#project : others.get(step.from)?.root;
        if (from === undefined) throw new Error(`COPY names the stage ${step.from}, which does not exist.`);
        for (const source of step.sources) this.#copy(join(from, source), step.target);
        break;
      }
      case 'run':
        await this.#run(step.command);
        break;
    }
  }

  /** A folder is copied with its content, a file under its name into a target that ends in a slash. */
  #copy(source: string, target: string): void {
    const path = join(this.root, resolve(this.#workingFolder, target));
    const isInto = target.endsWith('/') && !statSync(source).isDirectory();
    cpSync(source, isInto ? join(path, basename(source)) : path, { recursive: true, verbatimSymlinks: true });
  }

  async #run(command: string): Promise<void> {
    const network = Object.entries(process.env).filter(([name]) => NETWORK_VARIABLES.test(name));
    const child = spawn(
      'unshare',
      [
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        'sh',
        '-ec',
        `${MOUNT_SYSTEM}\nexec /usr/sbin/chroot "$1" sh -ec "cd $2 && $3"`,
        'sh',
        this.root,
        this.#workingFolder,
        command,
      ],
      {
        stdio: 'inherit',
        env: {
          PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
          HOME: '/root',
          npm_config_registry: this.#registry,
          ...Object.fromEntries(network),
        },
      },
    );
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`A step ended with code ${code}: ${command}`);
  }

  /**
   * Starts the command of a stage as a container with a read-only file system does: as the user of the stage, as process 1, without any
   * capability, with its volumes writable and nothing else. `volumes` gives the folder of each.
   */
  start(
    stage: DockerfileStage,
    volumes: Readonly<Record<string, string>>,
    environment: Readonly<Record<string, string>>,
  ): ChildProcess {
    const [user = '0', group = user] = (stage.user ?? '0').split(':');
    const mounts = Object.entries(volumes).map(([path, folder]) => `mount --bind "${folder}" "$1${path}"`);
    const script = [
      'mount --bind "$1" "$1"',
      MOUNT_SYSTEM,
      ...mounts,
      'mount -o remount,bind,ro "$1"',
      'root="$1"; folder="$2"; shift 2',
      `exec /usr/sbin/chroot "$root" setpriv --reuid ${user} --regid ${group} --clear-groups --no-new-privs --bounding-set -all --inh-caps -all \\`,
      'env -C "$folder" "$@"',
    ].join('\n');
    return spawn(
      'unshare',
      [
        ...['--mount', '--pid', '--fork', '--kill-child'],
        ...['sh', '-ec', script, 'sh', this.root, this.#workingFolder, ...stage.command],
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...stage.environment, ...environment } },
    );
  }
}
