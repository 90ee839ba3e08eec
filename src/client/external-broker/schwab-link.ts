import { externalBrokerHttp } from '../../protocol/index.ts';
import type { ExternalBrokerHost } from '../trading-api/external-link.ts';
import type { SchwabOrderBody } from '../../domain/orders/schwab/index.ts';
import { BrokerLink } from './broker-link.ts';
import type { BrokerLogin, ExternalLink, LinkDialect } from './link-dialect.ts';
import { SchwabClient } from './schwab-client.ts';
import { SCHWAB_ORDERS } from './schwab-orders.ts';
import { TokenKeeper, TOO_SHORT_MS } from './token-keeper.ts';

/** A login by tokens that are renewed before they end. */
interface TokenLogin extends BrokerLogin {
  readonly tokens: TokenKeeper;
}

const SCHWAB_LINK: LinkDialect<SchwabOrderBody, TokenLogin> = {
  broker: 'schwab',
  orders: SCHWAB_ORDERS,
  loginPath: externalBrokerHttp.brokerLogin.path,
  createLogin(host, { onRenewed, onLost }) {
    const tokens = new TokenKeeper({ clock: host.clock, fetch: host.fetch, onRefreshed: onRenewed, onLost });
    return {
      tokens,
      isUsable: () => tokens.accessToken() !== null,
      take(server) {
        if (server.AccessToken === null) return 'none';
        tokens.take(server.AccessToken, server.ExpiresIn);
        return tokens.remainingMs() > TOO_SHORT_MS ? 'ready' : 'renewing';
      },
      rest: () => tokens.rest(),
      forget: () => tokens.forget(),
    };
  },
  createClient: (host, { tokens }) =>
    new SchwabClient({
      baseUrl: host.baseUrl,
      fetch: host.outsideFetch,
      accessToken: () => tokens.accessToken(),
      renew: (rejected) => tokens.renew(rejected),
    }),
};

/** The link to a broker that speaks Schwab's dialect. */
export const createSchwabLink = (host: ExternalBrokerHost): ExternalLink => new BrokerLink(host, SCHWAB_LINK);
