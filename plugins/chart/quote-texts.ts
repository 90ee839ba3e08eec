import { changePercent } from '../../src/domain/columns/figures.ts';
import {
  formatQuotePrice,
  formatSignedPercent,
  formatSignedPrice,
  UNKNOWN_TEXT,
} from '../../src/plugin-api/index.ts';

/** What is known of a symbol's day, in dollars; 0 = not known. */
interface DayFigures {
  readonly last: number;
  readonly previousClose: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
}

/** The day figures above a chart as texts. `isUp`: null without a change. */
export interface QuoteTexts {
  readonly last: string;
  readonly change: string;
  readonly percent: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly isUp: boolean | null;
}

const price = (dollars = 0): string => (dollars > 0 ? formatQuotePrice(dollars) : UNKNOWN_TEXT);

/** As the columns of the lists say it: a change is up from 0 on, and its percent is 100 without a previous close. */
export function quoteTexts(record: DayFigures | undefined): QuoteTexts {
  const others = {
    last: price(record?.last),
    open: price(record?.open),
    high: price(record?.high),
    low: price(record?.low),
  };
  if (record === undefined || !(record.last > 0))
    return { ...others, change: UNKNOWN_TEXT, percent: UNKNOWN_TEXT, isUp: null };
  const change = record.last - record.previousClose;
  return {
    ...others,
    change: formatSignedPrice(change),
    percent: formatSignedPercent(changePercent(record.last, record.previousClose)),
    isUp: change >= 0,
  };
}
