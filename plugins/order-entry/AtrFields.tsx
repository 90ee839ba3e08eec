import { MAX_ATR_PERIOD, MIN_ATR_PERIOD } from '../../src/domain/orders/groups/atr-terms.ts';
import { NumberField, Select } from '../../src/ui/index.ts';
import form from './OrderForm.module.css';
import type { Ticket } from './ticket.ts';
import type { TicketFieldsProps } from './TicketFields.tsx';

const BAR_SIZES = [
  { value: 'Day', label: 'Days' },
  { value: 'ThirtyMinutes', label: '30 minutes' },
  { value: 'FiveMinutes', label: '5 minutes' },
  { value: 'OneMinute', label: '1 minute' },
] as const satisfies readonly { value: Ticket['atr']['bars']; label: string }[];

/** Which average true range the exits are multiples of. */
export function AtrFields({ ticket, change }: Pick<TicketFieldsProps, 'ticket' | 'change'>) {
  const { atr } = ticket;
  return (
    <div className={form.pair}>
      <NumberField
        label="ATR period"
        value={atr.period}
        min={MIN_ATR_PERIOD}
        max={MAX_ATR_PERIOD}
        step={1}
        onChange={(period) => change({ atr: { ...atr, period } })}
      />
      <Select
        label="ATR bars"
        value={atr.bars}
        options={BAR_SIZES}
        onChange={(bars) => change({ atr: { ...atr, bars } })}
      />
    </div>
  );
}
