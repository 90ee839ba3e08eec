import { expect, it } from 'vitest';
import { passThroughFromWire, passThroughToWire, withoutPassThrough } from './pass-through-fields.ts';

it('carries a pass-through field from the ticket to the wire and from there to the order request', () => {
  const body = passThroughToWire({ repeatReason: 'Hotkey' });
  expect(body).toEqual({ RepeatReason: 'Hotkey' });
  expect(passThroughFromWire(body)).toEqual({ repeatReason: 'Hotkey' });
});

it('leaves out a pass-through field without a value', () => {
  expect(passThroughToWire({})).not.toHaveProperty('RepeatReason');
  expect(passThroughFromWire({ RepeatReason: undefined })).not.toHaveProperty('repeatReason');
});

it('removes the pass-through fields of a message and keeps all others', () => {
  const body = { RepeatReason: 'Hotkey', Quantity: 100 } as const;
  expect(withoutPassThrough(body)).toEqual({ Quantity: 100 });
  expect(body).toHaveProperty('RepeatReason', 'Hotkey');
});
