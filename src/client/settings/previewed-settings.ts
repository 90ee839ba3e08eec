import { createObservable } from '../observable.ts';
import type { Readable, UserSettings } from '../types.ts';
import { DEFAULT_SETTINGS, mergeSettings } from './user-settings.ts';

/** Receives the saved settings before and after the user has saved some. */
export type SaveListener = (before: UserSettings, after: UserSettings) => void;

/** The saved settings, and those in effect: the saved ones with unsaved previews on top. */
export class PreviewedSettings {
  readonly #saved = createObservable(DEFAULT_SETTINGS);
  readonly #effective = createObservable(DEFAULT_SETTINGS);
  readonly #listeners = new Set<SaveListener>();

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
    const before = this.#saved.get();
    if (change === undefined) this.#saved.set(this.#effective.get());
    else {
      this.#saved.set({ ...before, ...change });
      this.preview(change);
    }
    for (const listener of [...this.#listeners]) listener(before, this.#saved.get());
  }
  /** Calls the listener after each `save`; returns the function that ends it. */
  onSave(listener: SaveListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
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
