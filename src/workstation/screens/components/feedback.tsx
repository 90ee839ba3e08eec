import { LineChart } from 'lucide-react';
import { Button, EmptyState, ErrorState, Skeleton, Spinner, type ToastTone } from '../../../ui/index.ts';
import { useDesk } from '../../desk-context.ts';
import type { Specimen } from './specimen.tsx';

const MESSAGES: Readonly<Record<ToastTone, string>> = {
  neutral: 'The list was copied.',
  success: 'Bought 100 SPY at 707.62.',
  warning: 'Quotes are delayed by 30 s.',
  error: 'The order was not sent: the connection to trading is lost. Send it again once it is back.',
};

function ToastButton({ tone }: { readonly tone: ToastTone }) {
  const { dialogs } = useDesk();
  return <Button onClick={() => dialogs.toast({ message: MESSAGES[tone], tone })}>Show a message</Button>;
}

/** What a view shows while it waits, has nothing, or failed. */
export const FEEDBACK: readonly Specimen[] = [
  {
    component: 'EmptyState',
    use: 'A view that has nothing: what it is for, and the first thing to do.',
    states: [
      {
        name: 'with an icon and an action',
        isWide: true,
        content: (
          <EmptyState
            icon={LineChart}
            title="No alerts"
            text="An alert reports that a price was reached."
            action={<Button tone="primary">Add an alert</Button>}
          />
        ),
      },
    ],
  },
  {
    component: 'ErrorState',
    use: 'A view that failed: what happened, and what to do next.',
    states: [
      {
        name: 'that can be tried again',
        isWide: true,
        content: (
          <ErrorState
            title="The bars of SPY did not arrive"
            text="The market data server did not answer within 10 s."
            onRetry={() => {}}
          />
        ),
      },
    ],
  },
  {
    component: 'Spinner',
    use: 'A wait of unknown length. It turns after 300 ms, so that quick waits do not blink.',
    states: [{ name: 'turning', content: <Spinner label="Loading bars" /> }],
  },
  {
    component: 'Skeleton',
    use: 'The place of rows to come, so that nothing jumps when they do.',
    states: [{ name: 'three rows', isWide: true, content: <Skeleton rows={3} label="Loading rows" /> }],
  },
  {
    component: 'ToastRegion',
    use: 'Short messages in the strip of the desk. Tools show them with platform.dialogs.toast; an error is read out at once.',
    states: (['neutral', 'success', 'warning', 'error'] as const).map((tone) => ({
      name: tone,
      content: <ToastButton tone={tone} />,
    })),
  },
];
