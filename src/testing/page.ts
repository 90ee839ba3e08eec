import { screen } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { MemoryServer } from '../client/testing/memory-server.ts';
import type { MessageName } from '../protocol/index.ts';
import { closeAfterTest } from './rendered.ts';

/** Messages on the page, without the places of messages that are empty. */
export function shownAlerts(): string[] {
  return screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '');
}

/** Replaces what is in a field. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== '') await user.type(field, text);
}

/**
 * Opens a menu by its button and chooses an entry. A menu that was chosen from before is on the page until it has faded out, and takes no
 * click: it has to go first.
 */
export async function chooseFromMenu(user: UserEvent, button: HTMLElement, name: string): Promise<void> {
  await expect.poll(() => screen.queryByRole('menu')).toBeNull();
  await user.click(button);
  await user.click(await screen.findByRole('menuitem', { name }));
}

/** Fills in the login that is on the page, or about to be, and sends it. */
export async function fillLogin(user: UserEvent, password: string): Promise<void> {
  await fill(user, await screen.findByRole('textbox', { name: 'Username' }), 'ann');
  await fill(user, screen.getByLabelText('Password', { selector: 'input' }), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

/** Resolves when the element has the focus. */
export async function untilFocused(element: () => HTMLElement): Promise<void> {
  await expect.poll(() => element() === document.activeElement).toBe(true);
}

/** Holds back what a server in memory sends. */
export interface Hold {
  /** Sends what is held back; holds again from the next message of that name on, or never. */
  release(next?: MessageName): void;
}

/** Holds back what the server sends, from the next message of that name on. */
export function holdFrom(server: MemoryServer, name: MessageName): Hold {
  let holdsAt: MessageName | undefined = name;
  let isHolding = false;
  let held: (() => void)[] = [];
  const send = server.send;
  const pass = (message: MessageName, go: () => void): void => {
    if (message === holdsAt) isHolding = true;
    if (isHolding) held.push(() => pass(message, go));
    else go();
  };
  server.send = (socket, message, body) => pass(message, () => send(socket, message, body));
  return {
    release(next) {
      holdsAt = next;
      isHolding = false;
      const waiting = held;
      held = [];
      for (const go of waiting) go();
    },
  };
}

/** A file that the page has offered to be saved. */
export interface SavedFile {
  readonly name: string;
  readonly data: Blob;
}

/** Collects the files that the page offers to be saved, in place of the browser's download. Restored after the test. */
export function collectSavedFiles(): readonly SavedFile[] {
  const files: SavedFile[] = [];
  const blobs = new Map<string, Blob>();
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL(blob: Blob): string {
        const url = `blob:${blobs.size + 1}`;
        blobs.set(url, blob);
        return url;
      }
      static override revokeObjectURL(): void {}
    },
  );
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    const data = blobs.get(this.href);
    if (data !== undefined) files.push({ name: this.download, data });
  });
  closeAfterTest(() => click.mockRestore());
  return files;
}
