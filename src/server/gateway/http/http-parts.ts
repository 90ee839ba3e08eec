import type { Ports } from '../../config.ts';
import type { AddressOf } from '../../http-kit/client-address.ts';
import type { PublicAddress } from '../../http-kit/public-address.ts';
import type { SharedParts } from '../shared-parts.ts';

/** How the HTTP server is reached, and what it shares with the sockets. */
export interface HttpParts {
  /** Final once all four listen. */
  readonly ports: () => Ports;
  readonly addressOf: AddressOf;
  readonly publicAddress: PublicAddress;
  readonly shared: Pick<SharedParts, 'registry' | 'turns' | 'proposals'>;
}
