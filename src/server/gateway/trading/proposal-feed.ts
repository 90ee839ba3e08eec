import { encode, type Body } from '../../../protocol/index.ts';
import type { OrderProposal, Proposals } from '../../automation/proposals.ts';
import type { Principal } from '../../identity/identity.ts';
import { ProposalDecisions } from '../automation/proposal-decisions.ts';
import type { GatewayDeps } from '../deps.ts';
import { proposalToWire } from '../translate/proposals.ts';

/** The proposals of programs on one trading connection: what waits and every change of the user, and the user's decisions. */
export class ProposalFeed {
  readonly #proposals: Proposals;
  readonly #decisions: ProposalDecisions;
  readonly #address: string;
  readonly #send: (frame: string) => void;
  #end = (): void => {};

  constructor(
    deps: GatewayDeps,
    proposals: Proposals,
    { address, send }: { readonly address: string; readonly send: (frame: string) => void },
  ) {
    this.#proposals = proposals;
    this.#decisions = new ProposalDecisions({ ...deps, proposals });
    this.#address = address;
    this.#send = send;
  }

  /** Call when the account is selected: sends what waits for the user, then every change. A demo session has no API keys. */
  start({ userId, isDemo }: Principal): void {
    this.#end();
    if (isDemo) return;
    this.#end = this.#proposals.listen(userId, (proposal) => this.#publish([proposal], false));
    this.#publish(this.#proposals.pendingOf(userId), true);
  }

  /** Serves a decision. Its outcome is published to all pages of the user; one that does not count is answered here. */
  async decide({ Id, Decision }: Body<'orderProposalDecide'>, principal: Principal): Promise<void> {
    const user = { principal, address: this.#address };
    const refusal = await this.#decisions.decide(user, Id, Decision);
    if (refusal !== undefined) this.#send(encode('orderProposalResult', { Id, Message: refusal }));
  }

  /** Ends the subscription: the account is no longer selected. */
  stop(): void {
    this.#end();
    this.#end = () => {};
  }

  #publish(proposals: readonly OrderProposal[], IsSnapshot: boolean): void {
    const Items = proposals.map((proposal) => proposalToWire(proposal, this.#proposals));
    this.#send(encode('orderProposals', { Items, IsSnapshot }));
  }
}
