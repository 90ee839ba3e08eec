import type { SecretBox } from '../secret-box.ts';
import type { SystemValues } from '../storage/repositories.ts';

/** The keys by which push services recognize this installation, base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const NAME = 'vapid-keys';
const PURPOSE = 'vapid';

/** The keys of the installation, made and stored (encrypted) at first use. */
export class StoredVapidKeys {
  readonly #system: SystemValues;
  readonly #secrets: SecretBox;
  #loading: Promise<VapidKeys> | undefined;

  constructor(system: SystemValues, secrets: SecretBox) {
    this.#system = system;
    this.#secrets = secrets;
  }

  get(): Promise<VapidKeys> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      // A database that is away for a moment must not spoil every later call.
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #load(): Promise<VapidKeys> {
    const stored = await this.#system.get(NAME);
    const text = stored === undefined ? undefined : await this.#secrets.open(PURPOSE, stored);
    // Sealed below alone.
    if (text !== undefined) return JSON.parse(text) as VapidKeys;
    const { default: webPush } = await import('web-push');
    const keys = webPush.generateVAPIDKeys();
    await this.#system.set(NAME, await this.#secrets.seal(PURPOSE, JSON.stringify(keys)));
    return keys;
  }
}
