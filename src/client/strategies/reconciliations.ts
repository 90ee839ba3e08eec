import type { Body } from '../../protocol/index.ts';
import type { ReconciledOrder, Reconciliations, RunSession } from './reconciliation-types.ts';
import type { StrategyRequests } from './strategy-requests.ts';

/** Loads comparisons over the trading connection. */
export class ReconciliationsStore implements Reconciliations {
  readonly #requests: StrategyRequests;

  constructor(requests: StrategyRequests) {
    this.#requests = requests;
  }

  sessions(Name: string, InstanceId: string): Promise<readonly RunSession[]> {
    return this.#sessions('requestStrategyReconciliations', { Name, InstanceId });
  }

  compare(Name: string, InstanceId: string, From: number): Promise<readonly RunSession[]> {
    return this.#sessions('compareStrategySession', { Name, InstanceId, From });
  }

  async orders(name: string, instanceId: string, from: number): Promise<readonly ReconciledOrder[]> {
    const orders: ReconciledOrder[] = [];
    for (;;) {
      const { Items, Total } = await this.#part(name, instanceId, from, orders.length);
      orders.push(...Items);
      if (Items.length === 0 || orders.length >= Total) return orders;
    }
  }

  #sessions<Name extends 'requestStrategyReconciliations' | 'compareStrategySession'>(
    name: Name,
    body: Body<Name>,
  ): Promise<readonly RunSession[]> {
    return this.#requests.load<Name, readonly RunSession[]>(name, body, (message) => {
      if (message.name !== 'strategyReconciliations') return undefined;
      const { Name, InstanceId, Items, Problem } = message.body;
      if (Name !== body.Name || InstanceId !== body.InstanceId) return undefined;
      return Problem === '' ? { value: Items } : { error: Problem };
    });
  }

  #part(
    Name: string,
    InstanceId: string,
    From: number,
    Start: number,
  ): Promise<Pick<Body<'reconciledOrders'>, 'Items' | 'Total'>> {
    return this.#requests.load('requestReconciledOrders', { Name, InstanceId, From, Start }, (message) =>
      message.name === 'reconciledOrders' &&
      message.body.Name === Name &&
      message.body.InstanceId === InstanceId &&
      message.body.From === From &&
      message.body.Start === Start
        ? { value: message.body }
        : undefined,
    );
  }
}
