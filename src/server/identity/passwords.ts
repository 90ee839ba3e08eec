import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** What a hash costs: memory in KiB, passes over it, and lanes. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's argon2id setting: 19 MiB, two passes, one lane. */
const COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MAX_AT_ONCE = 2;
const MAX_WAITING = 200;

interface Parameters extends PasswordCost {
  readonly salt: Buffer;
  readonly hashBytes: number;
}

/** More passwords wait to be checked than the server will get to; the caller should try again shortly. */
export class TooBusyError extends Error {
  constructor() {
    super('Too many sign-ins at once; try again in a few seconds.');
    this.name = 'TooBusyError';
  }
}

let running = 0;
const waiting: (() => void)[] = [];

/** Every hash takes 19 MiB and a core: two at a time, the others in a bounded queue. */
async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (running >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new TooBusyError();
    // The one who finishes hands its place over without giving it back.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function derive(password: string, parameters: Parameters): Promise<Buffer> {
  const { memory, passes, parallelism, salt, hashBytes } = parameters;
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        // The same password typed on two machines may be composed differently.
        argon2(
          'argon2id',
          {
            message: password.normalize('NFKC'),
            nonce: salt,
            memory,
            passes,
            parallelism,
            tagLength: hashBytes,
          },
          (error, key) => (error ? reject(error) : resolve(key)),
        );
      }),
  );
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const prefixOf = ({ memory, passes, parallelism }: PasswordCost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;

/** Hashes a password into a PHC string. */
export async function hashPassword(password: string, cost: PasswordCost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, { ...cost, salt, hashBytes: HASH_BYTES });
  return `${prefixOf(cost)}${base64(salt)}$${base64(hash)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** True when the password belongs to the PHC string. A string that is no argon2id hash fits no password. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(phc) ?? [];
  if (!salt || !hash) return false;
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive(password, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hashBytes: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

const nobodysHash = `${prefixOf(COST)}${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(HASH_BYTES))}`;

/** Takes as long as a real check, so that the response time does not reveal whether a user name exists. */
export async function verifyNobody(password: string): Promise<false> {
  await verifyPassword(password, nobodysHash);
  return false;
}

/** No letters that are mistaken for one another when copied by hand. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A new password of four groups of five characters, about 115 bits. */
export function generatePassword(): string {
  const group = (): string => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
