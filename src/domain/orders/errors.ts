/** Order error codes and their texts (spec tools.md §8). Codes are zero or negative; -29 is not used. */
export const ORDER_ERRORS = {
  0: 'OK',
  '-1': 'Invalid order message format',
  '-2': 'Invalid order format',
  '-3': 'Trading not permitted',
  '-4': 'Account is closing only',
  '-5': 'Trade dollar limit exceeded',
  '-6': 'Insufficient DTBP',
  '-7': 'Long position exceeded',
  '-8': 'Long position exceeded',
  '-9': 'Short position exceeded',
  '-10': 'Option trading not allow for account',
  '-11': 'Error option position',
  '-12': 'Insufficient cover',
  '-13': 'Unknown order Id',
  '-14': 'Database is offline',
  '-15': 'Invalid trade condition',
  '-16': 'Invalid size',
  '-17': 'Cancelled by market',
  '-18': 'Cancel timeout',
  '-19': 'Cancel too late',
  '-20': 'Cancel already pending',
  '-21': 'Cancel too early',
  '-22': 'Market is offline',
  '-23': 'Account not logged in',
  '-24': 'Close long position first',
  '-25': 'No trade id specified',
  '-26': 'Not enough cash',
  '-27': 'Network error',
  '-28': 'Order server connection error',
  '-30': 'Bullet position exceeded',
  '-31': "Account can't log in",
  '-32': 'No stop server connection',
  '-33': 'Invalid cancel replace quantity',
  '-34': 'Stop order expired',
  '-35': 'Symbol cannot be shorted',
  '-36': 'No account',
  '-37': 'Firm symbol limit reached',
  '-38': 'Firm order limit reached',
  '-39': 'Account symbol position limit reached',
  '-40': 'Account order limit reached',
  '-41': 'Account symbol limit reached',
  '-42': 'Short limit exceeded',
  '-43': 'Account is locked',
  '-44': 'Order cannot be split',
  '-45': 'Open order limit reached',
  '-46': 'Wash sale',
  '-47': 'Price out of allowed range',
  '-48': 'Too frequent trades',
  '-49': 'This symbol trading is restricted',
  '-50': 'Position too big',
  '-51': 'Odd lot',
  '-52': 'Unknown route',
  '-53': 'Trade spoofing',
  '-54': 'Symbol Average Daily Volume is too low',
  '-55': 'Stop Order is not supported for this type of trade',
  '-56': 'Strategy order can only be cancelled as a whole',
  '-57': 'Option trade dollar limit exceeded',
  '-58': 'Selling covered call options is not allowed for account',
  '-59': 'Buying call and put opions is not allowed for account',
  '-60': 'Buying and selling option combinations is not allowed for account',
  '-61': 'Selling uncovered equity put options is not allowed for account',
  '-62': 'Selling uncovered equity call options is not allowed for account',
  '-63': 'Selling uncovered index options is not allowed for account',
  '-64': 'Max Shares per Trade limit exceeded',
  '-65': 'Total share limit above equity order price threshold exceeded',
  '-66': 'Total share limit at or below equity order price threshold exceeded',
  '-67': 'Contract limit per trade exceeded',
  '-68': 'Position share limit exceeded',
  '-69': 'Total share limit exceeded',
  '-70': 'Position contract limit exceeded',
  '-71': 'Total contract limit exceeded',
  '-72': 'Account is view only',
  '-73': 'Cash account cannot place margin or short trades',
  '-74': 'Account status does not allow trading',
  '-75': 'No permissions to trade in this country',
  '-76': 'No permissions to trade on this route',
  '-77': 'No permissions to place cash order',
  '-78': 'No permissions to place margin order',
  '-79': 'No permissions to place short order',
  '-80': 'No permission to trade equities',
  '-81': 'No permission to trade options',
  '-82': 'No permission to trade futures',
  '-83': 'Order placed via API can only be canceled via the same API',
  '-84': 'Order placed via API can only be replaced via the same API',
} as const satisfies Readonly<Record<string, string>>;

/** Names for the codes that are given by name somewhere; the full list is ORDER_ERRORS. */
export const OrderError = {
  Ok: 0, InvalidMessage: -1, InvalidOrderFormat: -2, NotPermitted: -3, DollarLimit: -5, OptionsNotAllowed: -10, InsufficientCover: -12, UnknownOrder: -13, DatabaseOffline: -14,
  InvalidCondition: -15, InvalidSize: -16, CancelledByMarket: -17, CancelTimeout: -18, CancelTooLate: -19, CancelPending: -20, CancelTooEarly: -21, MarketOffline: -22, NotLoggedIn: -23,
  CloseLongFirst: -24, NoOrderId: -25, NotEnoughCash: -26, NetworkError: -27, ServerConnection: -28, InvalidReplaceQuantity: -33, StopExpired: -34, NotShortable: -35, NoAccount: -36, AccountLocked: -43,
  OpenOrderLimit: -45, PriceOutOfRange: -47, TooFrequent: -48, SymbolRestricted: -49, MaxShares: -64, NoOptionPermission: -81,
} as const;
export type OrderErrorCode = (typeof OrderError)[keyof typeof OrderError];

const texts = new Map<number, string>(Object.entries(ORDER_ERRORS).map(([code, text]) => [Number(code), text]));

/** The catalogue's text of a code; an unknown code says so itself. */
export function orderErrorMessage(code: number): string {
  return texts.get(code) ?? `Unknown order error ${code}`;
}

const SERVER_REJECT = /^Order server reject: *(-?\d+)\s*$/;

/** Translates an order message 'Order server reject: <code>' to the code's text; any other message stays as it is. */
export function translateOrderMessage(message: string): string {
  const code = SERVER_REJECT.exec(message)?.[1];
  return code === undefined ? message : orderErrorMessage(Number(code));
}
