import { readFileSync } from 'node:fs';
import type { Environment } from './variable-reader.ts';

/** Variables whose value may be in a file instead, which the variable with `_FILE` at its end names. */
const SECRET_VARIABLES = [
  'DATABASE_URL',
  'TAPEDECK_ALPACA_KEY',
  'TAPEDECK_ALPACA_SECRET',
  'TAPEDECK_BROKER_KEY',
  'TAPEDECK_BROKER_SECRET',
  'TAPEDECK_METRICS_TOKEN',
  'TAPEDECK_OIDC_CLIENT_SECRET',
  'TAPEDECK_SMTP_PASSWORD',
  'TAPEDECK_SMTP_URL',
] as const;

const SUFFIX = '_FILE';
/** Far longer than any secret: a path to something else is noticed. */
const MAX_SECRET_CHARACTERS = 8192;

/** An environment in which the content of files has replaced the variables that name them. */
export interface EnvironmentWithSecrets {
  readonly environment: Environment;
  /** One line for each file that cannot be used. The content of a file is never shown. */
  readonly problems: readonly string[];
}

/**
 * Reads secrets from the files that `DATABASE_URL_FILE` and the like name: container runtimes and systemd hand secrets over as files, so that they
 * are in no environment, which other programs can list. White space around the secret, such as the line end at its end, is removed.
 */
export function readSecretFiles(environment: Environment): EnvironmentWithSecrets {
  const secrets: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of SECRET_VARIABLES) {
    const path = environment[`${name}${SUFFIX}`]?.trim() ?? '';
    if (path === '') continue;
    if ((environment[name]?.trim() ?? '') !== '') {
      problems.push(`${name} and ${name}${SUFFIX} are both set; remove one of them.`);
      continue;
    }
    const read = readSecret(path);
    if ('problem' in read) problems.push(`${name}${SUFFIX} names ${path}, ${read.problem}`);
    else secrets[name] = read.secret;
  }
  return {
    environment: Object.keys(secrets).length === 0 ? environment : { ...environment, ...secrets },
    problems,
  };
}

function readSecret(path: string): { readonly secret: string } | { readonly problem: string } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    // Reading a file fails with a system error only.
    const { code } = error as NodeJS.ErrnoException;
    return {
      problem: `which cannot be read (${code ?? 'unknown error'}); it must be a file that the server's user may read.`,
    };
  }
  const secret = text.trim();
  if (secret === '') return { problem: 'which is empty; write the secret into it.' };
  if (secret.length > MAX_SECRET_CHARACTERS || secret.includes('\n'))
    return { problem: 'which is not a single line of text; write the secret alone into it.' };
  return { secret };
}
