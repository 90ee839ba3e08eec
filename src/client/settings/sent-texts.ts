/** Enough for hours of failing requests. */
const MAX_KEPT = 200;

/** Two hashes of 32 bits (FNV-1a with two multipliers) and the length: texts of hundreds of kilobytes are compared by thirty characters. */
function fingerprint(text: string): string {
  let [first, second] = [0x811c9dc5, 0x9e3779b9];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
  }
  return `${text.length}:${first >>> 0}:${second >>> 0}`;
}

/**
 * Recognises the workspaces and settings of requests whose outcome is unknown: an answer that was lost, or a page that was closed before it. When
 * the server turns out to hold them, they are this user's own earlier changes and not another writer's.
 */
export class SentTexts {
  #fingerprints: readonly string[];
  #requests: number;

  /** @param fingerprints what an earlier page has sent, by its `list` */
  constructor(fingerprints: readonly string[] = []) {
    this.#fingerprints = fingerprints;
    this.#requests = fingerprints.length;
  }

  /** How many requests there are at most. */
  get requests(): number {
    return this.#requests;
  }

  /** The texts so far, as fingerprints that can be stored. */
  list(): readonly string[] {
    return this.#fingerprints;
  }

  /** Adds the texts of a request that is sent now. */
  add(...texts: readonly string[]): void {
    this.#requests++;
    const added = texts.map(fingerprint);
    this.#fingerprints = [...this.#fingerprints.filter((each) => !added.includes(each)), ...added].slice(
      -MAX_KEPT,
    );
  }

  has(text: string): boolean {
    return this.#fingerprints.length > 0 && this.#fingerprints.includes(fingerprint(text));
  }

  /** To be called when the server's revision is known again: it refuses every request that was made before. */
  clear(): void {
    this.#fingerprints = [];
    this.#requests = 0;
  }
}
