import { isProxyRange } from '../http-kit/client-address.ts';
import type { VariableReader } from '../variable-reader.ts';

/** How notices leave the server. */
export interface DeliveryConfig {
  /** Addresses and CIDR ranges beside those of the internet to which the server may connect for users. */
  readonly allowedRanges: readonly string[];
}

/** Reads the settings of deliveries. */
export function readDeliveryConfig(variables: VariableReader): DeliveryConfig {
  return {
    allowedRanges: variables.read<readonly string[]>(
      'TAPEDECK_DELIVERY_ALLOW',
      [],
      'addresses or ranges of addresses with commas between them, such as 10.1.2.3,192.168.7.0/24',
      parseRanges,
    ),
  };
}

function parseRanges(text: string): readonly string[] | undefined {
  const ranges = text.split(',').map((range) => range.trim());
  return ranges.every(isProxyRange) ? ranges : undefined;
}
