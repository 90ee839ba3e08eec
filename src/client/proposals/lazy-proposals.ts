import { LazyStore } from '../documents/lazy-store.ts';
import type { ReceivedBy } from '../message-receivers.ts';
import { reportLater } from '../observable.ts';
import type { ProposalStore } from './proposal-store.ts';

/** The proposals of programs; the code of the store comes with the first one. */
export class LazyProposals extends LazyStore<ReceivedBy<'proposals'>, ProposalStore> {
  constructor(deps: ConstructorParameters<typeof ProposalStore>[0]) {
    super(
      async () => new (await import('./proposal-store.ts')).ProposalStore(deps),
      () => false,
    );
  }

  override onTrading(message: ReceivedBy<'proposals'>): void {
    if (this.get() !== null) return super.onTrading(message);
    if (message.name !== 'orderProposals' || message.body.Items.length === 0) return;
    // In the order of the messages: all of them wait for the same load.
    this.open().then((store) => store.onTrading(message), reportLater);
  }
}
