import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { CertificateFiles } from './config.ts';
import type { Logger } from './logging.ts';

export interface ServerCertificateOptions {
  readonly files: CertificateFiles;
  readonly logger: Pick<Logger, 'warn' | 'error' | 'info'>;
  /** Receives warnings for the operator, a line each. */
  readonly say: (line: string) => void;
  readonly nowMs: () => number;
  /** How often the files are checked for a change, ms. */
  readonly checkMs?: number;
}

interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** Renewals are rare, and the old certificate is valid for weeks after one. */
const CHECK_MS = 10_000;

/** What is wrong with the files, and what to do. */
class CertificateError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CertificateError';
  }
}

/**
 * The certificate for TLS without a proxy. Reads its files at the start and again when their content changes; connections that are open keep
 * the certificate they were opened with. The files are compared by content, because certificate tools replace links and folders.
 */
export class ServerCertificate {
  readonly #options: ServerCertificateOptions;
  readonly #servers = new Set<Server>();
  readonly #timer: NodeJS.Timeout;
  #pair: Pair;
  /** The newest pair that was read, usable or not, so that an unusable one is reported once. */
  #seen: Pair | undefined;
  #hasWarned = false;
  #lastProblem = '';

  /** Throws when the files cannot be used. An expired certificate can: it is reported. */
  constructor(options: ServerCertificateOptions) {
    this.#options = options;
    this.#pair = this.#seen = readPair(options.files);
    checkPair(this.#pair, options.files);
    this.#warnOfDates();
    this.#timer = setInterval(() => this.#check(), options.checkMs ?? CHECK_MS);
    this.#timer.unref();
  }

  /** For a server that is created. */
  get pair(): Pair {
    return this.#pair;
  }

  /** Gives the server each new certificate from now on. */
  keepCurrent(server: Server): void {
    this.#servers.add(server);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const { files, logger } = this.#options;
    try {
      const pair = readPair(files);
      if (pair.cert !== this.#seen?.cert || pair.key !== this.#seen.key) {
        this.#seen = pair;
        checkPair(pair, files);
        this.#refuseWorse(pair);
        this.#pair = pair;
        this.#hasWarned = false;
        for (const server of this.#servers) server.setSecureContext(pair);
        logger.info({ validUntil: new X509Certificate(pair.cert).validTo }, 'the certificate was renewed');
      }
      this.#lastProblem = '';
      this.#warnOfDates();
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem === this.#lastProblem) return;
      this.#lastProblem = problem;
      logger.error({ problem }, 'the changed certificate is not used; the server keeps the one it has');
    }
  }

  /** A certificate that browsers refuse must not take the place of one that they accept. */
  #refuseWorse({ cert }: Pair): void {
    const { files, nowMs } = this.#options;
    if (dateProblemOf(cert, nowMs()) === undefined || dateProblemOf(this.#pair.cert, nowMs()) !== undefined)
      return;
    const { validFrom, validTo } = new X509Certificate(cert);
    throw new CertificateError(
      `The certificate in ${files.certificate} is valid from ${validFrom} to ${validTo}, so browsers refuse it now. Check the renewal, and the clock of this machine.`,
    );
  }

  /** Once for each certificate. */
  #warnOfDates(): void {
    const { files, logger, say, nowMs } = this.#options;
    const { validFrom, validTo } = new X509Certificate(this.#pair.cert);
    const found = dateProblemOf(this.#pair.cert, nowMs());
    if (this.#hasWarned || found === undefined) return;
    this.#hasWarned = true;
    const problem =
      found === 'expired'
        ? `has expired (${validTo}): browsers refuse it. Renew it; the server reads the new file by itself.`
        : `is not valid before ${validFrom}: check the clock of this machine.`;
    say(`Warning: the certificate in ${files.certificate} ${problem}`);
    logger.warn({ validFrom, validTo }, 'the certificate is not valid now');
  }
}

/** Why browsers refuse a certificate at a time, host UTC ms; undefined when they do not because of its dates. */
function dateProblemOf(cert: string, nowMs: number): 'expired' | 'early' | undefined {
  const { validFrom, validTo } = new X509Certificate(cert);
  if (Date.parse(validTo) <= nowMs) return 'expired';
  return Date.parse(validFrom) > nowMs ? 'early' : undefined;
}

/** Opens the certificate of the files; undefined without files. Throws when they cannot be used. */
export function openCertificate(
  files: CertificateFiles | undefined,
  options: Pick<ServerCertificateOptions, 'logger' | 'say' | 'checkMs'>,
): ServerCertificate | undefined {
  return files && new ServerCertificate({ files, nowMs: () => Date.now(), ...options });
}

function readPair({ certificate, key }: CertificateFiles): Pair {
  return { cert: readPem('TAPEDECK_TLS_CERT', certificate), key: readPem('TAPEDECK_TLS_KEY', key) };
}

function readPem(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // Reading a file fails with a system error only.
    const { code } = error as NodeJS.ErrnoException;
    throw new CertificateError(
      `${variable} names ${path}, which cannot be read (${code}). Name a PEM file that the server's user may read.`,
    );
  }
}

/** Throws when TLS could not be served with the pair. */
function checkPair(pair: Pair, files: CertificateFiles): void {
  const certificate = attempt(
    () => new X509Certificate(pair.cert),
    `TAPEDECK_TLS_CERT names ${files.certificate}, which holds no certificate in PEM form.`,
  );
  const key = attempt(
    () => createPrivateKey(pair.key),
    `TAPEDECK_TLS_KEY names ${files.key}, which holds no private key in PEM form, or one with a password. Store the key without a password.`,
  );
  if (!certificate.checkPrivateKey(key))
    throw new CertificateError(
      `The key in ${files.key} does not belong to the certificate in ${files.certificate}. Set TAPEDECK_TLS_CERT and TAPEDECK_TLS_KEY to a pair; the server's own certificate comes first in its file.`,
    );
  attempt(
    () => createSecureContext(pair),
    `The certificates in ${files.certificate} cannot be used for TLS. Check the whole chain with \`openssl x509\`.`,
  );
}

function attempt<Value>(make: () => Value, message: string): Value {
  try {
    return make();
  } catch {
    throw new CertificateError(message);
  }
}
