import type { FastifyRequest } from 'fastify';
import { externalBrokerHttp } from '../../protocol/index.ts';
import { HttpRefusal } from '../http-kit/http-refusal.ts';
import type { Principal } from '../identity/identity.ts';
import type { ExternalRecords } from './external-records.ts';
import { checked } from './proxy-kit.ts';

/** Where the figures of accounts are kept. */
export type FiguresRecords = Pick<ExternalRecords, 'figures' | 'putFigures'>;

interface Callers {
  ofChange(request: FastifyRequest): Promise<{ readonly caller: Principal }>;
}

const NO_ACCOUNT = 'There is no such account of yours at the external broker.';

/** Reads and writes what clients have counted of their accounts at the broker. Records of the user: nothing here computes with them. */
export function figuresHandlers(callers: Callers, records: FiguresRecords) {
  return {
    async brokerFigures(request: FastifyRequest) {
      const { caller } = await callers.ofChange(request);
      const { account } = checked(externalBrokerHttp.brokerFigures.params, request.query);
      const found = await records.figures(caller.userId, account);
      if (found === undefined) throw new HttpRefusal(404, NO_ACCOUNT);
      return { Revision: found.revision, Figures: found.body };
    },
    async brokerPutFigures(request: FastifyRequest) {
      const { caller } = await callers.ofChange(request);
      const { Account, Seen, Figures } = checked(externalBrokerHttp.brokerPutFigures.body, request.body);
      const written = await records.putFigures(caller.userId, Account, Seen, Figures);
      if (written === undefined) throw new HttpRefusal(404, NO_ACCOUNT);
      return { IsStored: written.isStored, Revision: written.revision, Figures: written.body };
    },
  };
}
