import { lazy, Suspense } from 'react';
import { useReadable } from '../../plugin-api/index.ts';
import { useDesk } from '../desk-context.ts';

const OrderRequests = lazy(async () => ({ default: (await import('./OrderRequests.tsx')).OrderRequests }));

/** Shows on every page the orders that programs propose. The code comes with the first one. */
export function OrderRequestsHost() {
  const proposals = useReadable(useDesk().platform.proposals);
  return proposals === null ? null : (
    <Suspense>
      <OrderRequests proposals={proposals} />
    </Suspense>
  );
}
