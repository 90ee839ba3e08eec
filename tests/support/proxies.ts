import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from './server.ts';

const HOSTING_PAGE = fileURLToPath(new URL('../../docs/hosting.md', import.meta.url));
const DOCUMENTED_NAME = 'tapedeck.example.com';
const DOCUMENTED_SERVER = '127.0.0.1:4600';
const START_LIMIT_MS = 20_000;
/** Large answers wait in a file of nginx. */
const BUFFERING =
  'proxy_buffering on; proxy_request_buffering on; proxy_buffers 4 8k; proxy_busy_buffers_size 8k;';

export type ProxyName = 'caddy' | 'nginx';

/** Where a proxy listens, and the server behind it. */
export interface ProxyPorts {
  readonly listen: number;
  readonly server: number;
  /** Where the server listens; 127.0.0.1 unless given. */
  readonly serverHost?: '127.0.0.1' | '[::1]';
  /** The proxy passes only this path on, as the page on hosting says; everything unless given. */
  readonly prefix?: string;
  /** nginx collects answers and requests before it passes them on, as without the line of the documentation. */
  readonly isBuffering?: boolean;
  /** The proxy removes the prefix. */
  readonly isPrefixRemoved?: boolean;
}

export interface TestProxy {
  stop(): Promise<void>;
}

/** The path of an installed program. Debian keeps nginx off the search path of ordinary users. */
function pathOf(program: string): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const folder = folders.find((candidate) => existsSync(join(candidate, program)));
  if (folder === undefined)
    throw new Error(
      `These tests need ${program}: install it (Debian and Ubuntu: apt-get install nginx-light caddy; macOS: brew install nginx caddy).`,
    );
  return join(folder, program);
}

/** The configuration of a proxy as the page on hosting shows it. */
async function documented(language: string): Promise<string> {
  const page = await readFile(HOSTING_PAGE, 'utf8');
  const block = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page)?.[1];
  if (block === undefined) throw new Error(`docs/hosting.md shows no configuration in ${language}.`);
  return block;
}

/** Starts the proxy with its documented configuration for `localhost`, a certificate of its own and these ports. */
export async function startProxy(name: ProxyName, ports: ProxyPorts): Promise<TestProxy> {
  const { folder, remove } = await temporaryFolder();
  const child = await { caddy: startCaddy, nginx: startNginx }[name](folder, ports);
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await remove();
  };
  try {
    await accepts(ports.listen, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

async function startCaddy(folder: string, ports: ProxyPorts): Promise<ChildProcess> {
  const { listen, server, serverHost = '127.0.0.1', prefix, isPrefixRemoved = false } = ports;
  let site = (await documented('caddyfile')).replace(
    `${DOCUMENTED_NAME} {`,
    `https://localhost:${listen} {\n\ttls internal`,
  );
  if (prefix !== undefined && isPrefixRemoved)
    site = site.replace(/reverse_proxy .*/, (line) => `handle_path ${prefix}/* {\n${line}\n}`);
  else if (prefix !== undefined) site = site.replace('reverse_proxy', `reverse_proxy ${prefix}/*`);
  site = site.replace(DOCUMENTED_SERVER, `${serverHost}:${server}`);
  const global = `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tstorage file_system ${folder}\n}\n`;
  const file = join(folder, 'Caddyfile');
  await writeFile(file, global + site);
  return spawn(pathOf('caddy'), ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: 'ignore',
  });
}

async function startNginx(folder: string, ports: ProxyPorts): Promise<ChildProcess> {
  const { listen, server, serverHost = '127.0.0.1', prefix = '', isPrefixRemoved = false } = ports;
  const [certificate, key] = [join(folder, 'site.pem'), join(folder, 'site.key')];
  const request =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  await promisify(execFile)('openssl', [...request.split(' '), '-keyout', key, '-out', certificate]);
  const site = (await documented('nginx'))
    .replace('listen 443 ssl', `listen 127.0.0.1:${listen} ssl`)
    .replace('listen [::]:443 ssl', `listen [::1]:${listen} ssl`)
    .replace('location / {', `location ${prefix}/ {`)
    .replace('proxy_buffering off;', (line) => (ports.isBuffering ? BUFFERING : line))
    .replace(`/etc/ssl/${DOCUMENTED_NAME}.pem`, certificate)
    .replace(`/etc/ssl/${DOCUMENTED_NAME}.key`, key)
    .replace(DOCUMENTED_NAME, 'localhost')
    .replace(DOCUMENTED_SERVER, `${serverHost}:${server}${isPrefixRemoved ? '/' : ''}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off;\npid ${join(folder, 'nginx.pid')};\nerror_log ${join(folder, 'error.log')};\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}}\n`,
  );
  return spawn(pathOf('nginx'), ['-p', folder, '-e', join(folder, 'error.log'), '-c', file], {
    stdio: 'ignore',
  });
}

/** Resolves when the port completes TLS handshakes; rejects when the program ends before. Caddy listens before it has a certificate. */
async function accepts(port: number, child: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`The proxy ended with code ${child.exitCode}.`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const options = { port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false };
      const socket = connect(options, () => {
        resolve(true);
        socket.destroy();
      });
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The proxy did not open port ${port} in time.`);
}
