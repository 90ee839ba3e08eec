import * as v from 'valibot';
import type { Entry } from './entry.ts';
import {
  accountField,
  changeField,
  clientIdField,
  dollarsField,
  errorCodeField,
  longText,
  priceField,
  symbolField,
  timeMsField,
} from './fields.ts';

const SETTLEMENT_TYPES = ['Expired', 'Exercised', 'Assigned'] as const;

/** What became of a position in an option that was over. Changes are signed: a long position leaves with a minus. */
export const settlementBody = v.object({
  /** Journal sequence number, in one row with the Serial of reports. */
  Serial: v.pipe(v.number(), v.integer(), v.minValue(1)),
  Account: accountField,
  Timestamp: timeMsField,
  SettlementType: v.picklist(SETTLEMENT_TYPES),
  Symbol: symbolField,
  Underlying: symbolField,
  /** Change of the option's position, contracts. */
  Contracts: changeField,
  /** Change of the underlying's position, at the strike; 0 = none. */
  Shares: changeField,
  Strike: priceField,
  /** What a share of the option was paid out at; 0 unless it settled in cash. */
  OptionPrice: priceField,
  /** Change of the account's cash, dollars. */
  Cash: dollarsField,
  /** Price of the underlying: its official close, with a ClientId its last price. Settlements of older releases lack it. */
  UnderlyingPrice: v.optional(priceField),
  /** The request of the holder who exercised before expiration; absent at expiration. */
  ClientId: v.optional(clientIdField),
});

/** Contracts that a request may name; an account never holds more. */
const MAX_CONTRACTS = 1e9;

/** Exercise of options before expiration. */
export const exercises = {
  optionExercise: {
    T: 34,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Exercises contracts of a long American-style option before expiration, during the regular session; answered by optionExerciseResult. The same ClientId twice makes one exercise; ClientIds of orders are counted apart.',
    body: v.strictObject({
      Account: accountField,
      ClientId: clientIdField,
      /** The option. */ Symbol: symbolField,
      Contracts: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_CONTRACTS)),
    }),
  },
  optionExerciseResult: {
    T: 134,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Answers optionExercise with the same ClientId. ErrorCode 0: exercised, durable, and Settlement states what moved; it is also sent with settlements. Otherwise an order error code or one of -90 to -93, and Message says why.',
    body: v.object({
      Account: accountField,
      ClientId: clientIdField,
      ErrorCode: errorCodeField,
      Message: longText,
      Settlement: v.optional(settlementBody),
    }),
  },
} as const satisfies Readonly<Record<string, Entry>>;
