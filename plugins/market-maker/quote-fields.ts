/** What the quote detail shows below the prices, in reading order: ids of the column catalogue, and the labels of a narrow list. */
export const QUOTE_FIELDS: readonly { readonly id: string; readonly label: string }[] = [
  { id: 'Open', label: 'Open' },
  { id: 'PreviousClose', label: 'Prev close' },
  { id: 'DayRange', label: 'Day range' },
  { id: 'YearRange', label: '52 wk hi/lo' },
  { id: 'Volume', label: 'Volume' },
  { id: 'VWAP', label: 'VWAP' },
  { id: 'VolumeP', label: 'Vol % of prev' },
  { id: 'MarketCap', label: 'Mkt cap' },
  { id: 'PE', label: 'P/E' },
  { id: 'EPS', label: 'EPS' },
  { id: 'Dividend', label: 'Dividend' },
  { id: 'Yield', label: 'Yield' },
  { id: 'ShortInterest', label: 'Short int' },
  { id: 'SharesOutstanding', label: 'Shares out' },
];
