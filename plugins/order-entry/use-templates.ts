import { useEffect, useRef } from 'react';
import {
  type SavedTemplate,
  templatesAmong,
  type ToolPlatform,
  useReadable,
} from '../../src/plugin-api/index.ts';
import { defaultTemplate, defaultTemplateId, loadDefaultTemplate } from './default-template.ts';
import { withTemplate } from './order-templates.ts';
import type { Ticket } from './ticket.ts';
import type { TicketForm } from './use-ticket-form.ts';

const NO_STATE = { rows: [], isLoaded: false } as const;
const NO_SAVES = { get: () => NO_STATE, subscribe: () => () => {} };

/** The saves as they are known; none before their code is loaded. */
function useSaves(platform: ToolPlatform) {
  const store = useReadable(platform.savedDocuments);
  return useReadable(store ?? NO_SAVES);
}

/** The templates of the user, which are loaded for it. Those that cannot be read are left out. */
export function useSavedTemplates(platform: ToolPlatform): readonly SavedTemplate[] {
  const { savedDocuments } = platform;
  useEffect(() => {
    savedDocuments.open().then(
      (store) => void store.load(),
      () => {
        // The list is empty; the next ticket tries again.
      },
    );
  }, [savedDocuments]);
  return templatesAmong(useSaves(platform).rows);
}

/** Gives a new ticket the default exits of its account, as soon as they are known. A ticket that was edited, or kept from before, stays as it is. */
export function useDefaultTemplate(platform: ToolPlatform, form: TicketForm, isNew: boolean): void {
  const saves = useSaves(platform);
  const untouched = useRef<Ticket | null>(isNew ? form.ticket : null);
  const id = useReadable(platform.settings, () => defaultTemplateId(platform));
  const { ticket, begin } = form;
  useEffect(() => {
    if (untouched.current === null || id === null) return;
    const found = defaultTemplate(platform);
    if (found.state === 'loading') return loadDefaultTemplate(platform);
    const isUntouched = untouched.current === ticket;
    untouched.current = null;
    // An order that closes a position is sent without exits, and has them again when its side is changed.
    if (isUntouched && found.state === 'ready') begin(withTemplate(ticket, found.template));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `begin` is new at each render; what it does is the same
  }, [platform, saves, id, ticket]);
}
