import {
  ALWAYS_ACTIVE,
  marketSymbol,
  type CommandArguments,
  type OpenPanel,
  type ToolPlatform,
} from '../../src/plugin-api/index.ts';
import { defaultTemplate } from './default-template.ts';
import type { KeptTicket } from './kept-tickets.ts';
import { offeredChange, offeredTicket, type Offer } from './offered-ticket.ts';
import { OrderForm } from './OrderForm.tsx';
import { withTemplate } from './order-templates.ts';
import { ticketText } from './ticket-labels.ts';
import { ticketFrom, withPrices, type Ticket } from './ticket.ts';
import type { TicketHandle } from './use-open-ticket.ts';

const WIDTH_PX = 660;
/** The command whose key goes to the ticket, and from the ticket back to the windows. */
const COMMAND = 'order.place';

/** What a tool or the user wants a ticket for. */
interface TicketRequest {
  /** Arguments of the command. */
  readonly args: CommandArguments;
  /** OrderId of the open order to replace; null for a new order. */
  readonly replaces: string | null;
  /** What a ticket that is opened now begins with. */
  readonly initial: Ticket;
}

/** The ticket of the panel. */
interface Shown {
  readonly panel: OpenPanel;
  readonly replaces: string | null;
  /** Null until it is on the page, and from when it leaves it. */
  handle: TicketHandle | null;
  kept: KeptTicket | null;
  /** A question about its input is open: there is nothing to do for another request until it is answered. */
  isQuestioned: boolean;
}

/** The part of a ticket that a question is about. */
type Questioned = Pick<Shown, 'handle' | 'isQuestioned'>;

/** A ticket that was in another browser window. */
interface Moved {
  readonly kept: KeptTicket;
  readonly begun: Ticket;
}

/**
 * The order ticket of a workstation, in a panel: there is one at most. A request while it is open brings it to the front and changes it by the rules of
 * `offeredTicket`; typed input that would go is questioned first.
 */
class TicketPanel {
  readonly #platform: ToolPlatform;
  #shown: Shown | null = null;
  /** A panel that is about to be on the page. */
  #opening: Promise<void> | null = null;

  constructor(platform: ToolPlatform) {
    this.#platform = platform;
  }

  /** Opens the ticket or changes the open one; resolves once it has the focus, or the user has kept the open one. */
  async show(request: TicketRequest): Promise<void> {
    while (this.#opening !== null) await this.#opening;
    const shown = this.#shown;
    const handle = shown?.handle ?? null;
    if (shown === null || handle === null) return this.#open(request, null);
    if (shown.isQuestioned) return undefined;
    const isSame = shown.replaces === request.replaces;
    const offer = isSame ? this.#offer(request, handle) : this.#anotherTicket(request, handle);
    if (offer.does === 'set' && offer.losesInput && !(await this.#mayReplace(shown, handle, offer.ticket)))
      return shown.panel.focus();
    // It may have been closed meanwhile.
    if (shown.handle === null) return this.#open(request, null);
    if (!isSame || !shown.panel.isHere()) return this.#openAgain(request, shown, handle, offer);
    if (offer.does === 'set') handle.begin(offer.ticket, offer.begun);
    return shown.panel.focus();
  }

  /** Opens a ticket in place of one that is in another browser window, or about another order. */
  #openAgain(request: TicketRequest, shown: Shown, handle: TicketHandle, offer: Offer): Promise<void> {
    const { ticket, begun } = offer.does === 'set' ? offer : handle.now();
    const isSame = shown.replaces === request.replaces;
    const kept = isSame && shown.kept !== null ? { ...shown.kept, ticket } : null;
    shown.panel.close();
    return this.#open({ ...request, initial: ticket }, kept === null ? null : { kept, begun });
  }

  #offer({ args, replaces, initial }: TicketRequest, handle: TicketHandle): Offer {
    if (replaces !== null) return offeredChange(handle.now(), (ticket) => withPrices(ticket, args));
    const open = handle.now();
    // A request without a symbol is about that of the open ticket.
    const start = open.ticket.symbol === '' ? initial : ticketFrom(args, open.ticket);
    const found = defaultTemplate(this.#platform);
    return offeredTicket(open, args, found.state === 'ready' ? withTemplate(start, found.template) : start);
  }

  #anotherTicket({ initial }: TicketRequest, handle: TicketHandle): Offer {
    return { does: 'set', ticket: initial, begun: initial, losesInput: handle.now().isEdited };
  }

  async #mayReplace(shown: Shown, handle: TicketHandle, next: Ticket): Promise<boolean> {
    // The question gives the focus back to it, whatever the answer.
    if (shown.panel.isHere()) shown.panel.focus();
    return this.#isAgreed(shown, {
      title: 'Replace the open ticket?',
      message: `The open ticket has not been sent: ${this.#textOf(handle.now().ticket)}.\n\nIt would become: ${this.#textOf(next)}.`,
      yes: 'Replace',
      no: 'Keep',
    });
  }

  /** Whether the user may close the ticket: typed input that would go is questioned first. */
  async #mayClose(shown: Questioned): Promise<boolean> {
    const open = shown.handle?.now();
    if (open?.isEdited !== true) return true;
    return this.#isAgreed(shown, {
      title: 'Discard this order?',
      message: `It has not been sent: ${this.#textOf(open.ticket)}.`,
      yes: 'Discard',
      no: 'Keep order',
    });
  }

  #textOf(ticket: Ticket): string {
    return ticketText(ticket, this.#platform.exchangeMs());
  }

  /** Whether typed input may go. The safe answer has the focus. */
  async #isAgreed(
    shown: Questioned,
    question: { readonly title: string; readonly message: string; readonly yes: string; readonly no: string },
  ): Promise<boolean> {
    shown.isQuestioned = true;
    const isAgreed = await this.#platform.dialogs.confirm({ ...question, focus: 'no' });
    shown.isQuestioned = false;
    return isAgreed;
  }

  async #open(request: TicketRequest, from: Moved | null): Promise<void> {
    this.#opening = this.#mount(request, from);
    try {
      await this.#opening;
    } finally {
      this.#opening = null;
    }
  }

  /** Opens the panel. */
  async #mount({ replaces, initial }: TicketRequest, from: Moved | null): Promise<void> {
    const platform = this.#platform;
    const shown: Omit<Shown, 'panel'> = {
      replaces,
      handle: null,
      kept: from?.kept ?? null,
      isQuestioned: false,
    };
    const memory = {
      load: () => from?.kept ?? null,
      store: (kept: KeptTicket) => {
        shown.kept = kept;
      },
    };
    const slot = {
      begun: from?.begun,
      hold: (handle: TicketHandle) => {
        shown.handle = handle;
        return () => {
          shown.handle = null;
        };
      },
    };
    const panel = await platform.dialogs.panel({
      id: 'order-ticket',
      title: replaces === null ? 'Order entry' : 'Replace order',
      width: WIDTH_PX,
      leaveKey: platform.commands.get(COMMAND)?.key ?? '',
      mayLeave: () => this.#mayClose(shown),
      content: ({ close }) => (
        <OrderForm
          platform={platform}
          initial={initial}
          window={ALWAYS_ACTIVE}
          onClose={close}
          memory={memory}
          slot={slot}
          {...(replaces === null ? {} : { replaces })}
        />
      ),
    });
    this.#shown = panel === null ? null : Object.assign(shown, { panel });
  }
}

const panels = new WeakMap<ToolPlatform, TicketPanel>();

/** The ticket panel of a workstation. */
function panelOf(platform: ToolPlatform): TicketPanel {
  const panel = panels.get(platform) ?? new TicketPanel(platform);
  panels.set(platform, panel);
  return panel;
}

/** Opens the ticket for a new order. */
export const showNewTicket = (platform: ToolPlatform, args: CommandArguments): Promise<void> =>
  panelOf(platform).show({
    args,
    replaces: null,
    initial: ticketFrom(args, { symbol: marketSymbol(platform) }),
  });

/** Opens the ticket that replaces an open order. `ticket`: the order as it is, with the prices that `args` name. */
export const showReplaceTicket = (
  platform: ToolPlatform,
  args: CommandArguments,
  orderId: string,
  ticket: Ticket,
): Promise<void> => panelOf(platform).show({ args, replaces: orderId, initial: ticket });
