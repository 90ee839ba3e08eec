import {
  readTemplate,
  TEMPLATE_SAVE_TYPE,
  type OrderTemplate,
  type ToolPlatform,
} from '../../src/plugin-api/index.ts';
import { heldNow, opensPosition } from './closing-orders.ts';
import { withTemplate } from './order-templates.ts';
import type { Ticket } from './ticket.ts';

/** What new orders of the account begin with. */
export type DefaultTemplate =
  | { readonly state: 'none' }
  /** The saves have not arrived yet. */
  | { readonly state: 'loading' }
  | { readonly state: 'unreadable'; readonly name: string }
  | { readonly state: 'ready'; readonly template: OrderTemplate };

const NONE: DefaultTemplate = { state: 'none' };

/** The account that templates are a default of; null where orders go to a broker that keeps no groups. */
const accountOf = ({ session, tradingApi }: Pick<ToolPlatform, 'session' | 'tradingApi'>): string | null =>
  tradingApi.get().capabilities.lacks.groups === undefined ? session.get().account : null;

/** Id of the save that is the default of the account; null without one. */
export function defaultTemplateId(
  platform: Pick<ToolPlatform, 'session' | 'settings' | 'tradingApi'>,
): string | null {
  const account = accountOf(platform);
  return account === null ? null : (platform.settings.get().orderTemplates[account] ?? null);
}

/** The default of the account now. A template that was deleted is none. */
export function defaultTemplate(platform: ToolPlatform): DefaultTemplate {
  const id = defaultTemplateId(platform);
  if (id === null) return NONE;
  const saves = platform.savedDocuments.get()?.get();
  if (saves?.isLoaded !== true) return { state: 'loading' };
  const save = saves.rows.find(({ Id, Type }) => Id === id && Type === TEMPLATE_SAVE_TYPE);
  if (save === undefined) return NONE;
  const template = readTemplate(save.Data);
  return template === null ? { state: 'unreadable', name: save.Name } : { state: 'ready', template };
}

/** Makes a template the default of the account, or none with null. Rejects with an Error whose message can be shown. */
export async function setDefaultTemplate(platform: ToolPlatform, id: string | null): Promise<void> {
  const account = accountOf(platform);
  if (account === null) return;
  const { [account]: _before, ...others } = platform.settings.saved.get().orderTemplates;
  await platform.settings.save({ orderTemplates: id === null ? others : { ...others, [account]: id } });
}

/** Loads the saves where the account has a default, so that orders that are sent at once find it. */
export function loadDefaultTemplate(platform: ToolPlatform): void {
  if (defaultTemplateId(platform) === null) return;
  platform.savedDocuments.open().then(
    (store) => void store.load(),
    () => {
      // Orders that need the template say that it is not loaded.
    },
  );
}

/** The ticket of a new order with the default exits of its account, or why it cannot be sent yet. An order that closes a position has none. */
export function withDefaultTemplate(
  platform: ToolPlatform,
  ticket: Ticket,
): { readonly ok: true; readonly ticket: Ticket } | { readonly ok: false; readonly message: string } {
  const found = defaultTemplate(platform);
  if (found.state === 'none' || !opensPosition(ticket.side, heldNow(platform, ticket.symbol)))
    return { ok: true, ticket };
  switch (found.state) {
    case 'ready':
      return { ok: true, ticket: withTemplate(ticket, found.template) };
    case 'loading':
      loadDefaultTemplate(platform);
      return { ok: false, message: 'The default template of the account is not loaded yet.' };
    case 'unreadable':
      return { ok: false, message: `The default template "${found.name}" cannot be read.` };
  }
}
