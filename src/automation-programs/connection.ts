import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { CommandError, ExitCode } from './exit-codes.ts';

const connectionFile = v.strictObject({ url: v.string(), key: v.string() });
const OTHERS = 0o077;

/** Where the server is, and the key with which it is called. */
export interface Connection {
  readonly url: string;
  readonly key: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The file that holds address and key: TAPEDECK_CLIENT_FILE, or `tapedeck/client.json` in the user's folder of settings. */
export function connectionPath(env: Environment): string {
  const { TAPEDECK_CLIENT_FILE: named, XDG_CONFIG_HOME: settings, INIT_CWD: enteredIn = '.' } = env;
  // npm starts programs in the folder of the project; a path is one of the folder in which the command was entered.
  if (named !== undefined) return resolve(enteredIn, named);
  return join(settings ?? join(homedir(), '.config'), 'tapedeck', 'client.json');
}

/**
 * Address and key from TAPEDECK_URL and TAPEDECK_KEY, or what these lack from the file. Throws a CommandError when neither has them, and for a file
 * that other users of the machine may read.
 */
export function readConnection(env: Environment): Connection {
  const { TAPEDECK_URL: url, TAPEDECK_KEY: key } = env;
  if (url !== undefined && key !== undefined) return { url, key };
  const path = connectionPath(env);
  const file = readConnectionFile(path);
  if (file === undefined)
    throw wrong(`Set TAPEDECK_URL and TAPEDECK_KEY, or write {"url": …, "key": …} into ${path}.`);
  return { url: url ?? file.url, key: key ?? file.key };
}

/** Undefined when there is no file. */
function readConnectionFile(path: string): Connection | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  // Windows has no such bits.
  if (process.platform !== 'win32' && (found.mode & OTHERS) !== 0)
    throw wrong(`${path} holds a key and can be read by other users: run chmod 600 ${path}.`);
  const parsed = v.safeParse(connectionFile, jsonOf(readFileSync(path, 'utf8')));
  if (parsed.success) return parsed.output;
  throw wrong(`${path} must be JSON with two texts: {"url": …, "key": …}.`);
}

const wrong = (message: string): CommandError => new CommandError(ExitCode.Usage, message);

/** Undefined for a text that is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A warning about an address to which a key would be sent readable for the network; undefined for https and for this machine. */
export function plainTextWarning({ url }: Connection): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'http:') return undefined;
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(parsed.hostname)) return undefined;
  return `Warning: ${parsed.origin} is not encrypted; the network can read the key.`;
}
