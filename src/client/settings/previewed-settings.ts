import { createObservable } from '../observable.ts';
import type { Readable, UserSettings } from '../types.ts';
import { DEFAULT_SETTINGS, mergeSettings } from './user-settings.ts';

/** The saved settings, and those in effect: the saved ones with unsaved previews on top. */
export class PreviewedSettings {
  readonly #saved = createObservable(DEFAULT_SETTINGS);
  readonly #effective = createObservable(DEFAULT_SETTINGS);

  get saved(): Readable<UserSettings> {
    return this.#saved;
  }
  get effective(): Readable<UserSettings> {
    return this.#effective;
  }

  preview(change: Partial<UserSettings>): void {
    this.#effective.set({ ...this.#effective.get(), ...change });
  }
  revert(): void {
    this.#effective.set(this.#saved.get());
  }
  /** Saves one change and leaves the other previews as they are; without a change, saves all previews. */
  save(change?: Partial<UserSettings>): void {
    if (change === undefined) {
      this.#saved.set(this.#effective.get());
      return;
    }
    this.#saved.set({ ...this.#saved.get(), ...change });
    this.preview(change);
  }
  /** Replaces the saved settings and keeps what is previewed. */
  replaceSaved(next: UserSettings): void {
    const effective = mergeSettings(this.#saved.get(), this.#effective.get(), next);
    this.#saved.set(next);
    this.#effective.set(effective);
  }
  /** Replaces the saved settings and drops what is previewed. */
  load(next: UserSettings): void {
    this.#saved.set(next);
    this.#effective.set(next);
  }
}
