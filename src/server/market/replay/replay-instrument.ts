import type { Instrument } from '../market-data.ts';
import type { Recording } from './recording.ts';

/** What the recording knows of a symbol's company; null or a neutral value where it has nothing. */
export function instrumentOf(recording: Recording, symbol: string): Instrument {
  const company = recording.companies.get(symbol);
  return {
    symbol,
    company: company?.company ?? symbol,
    exchange: company?.exchange ?? 'US',
    currency: 'USD',
    isEtf: company?.isEtf ?? false,
    sector: company?.sector ?? null,
    industry: company?.industry ?? null,
    sharesOutstanding: company?.sharesOutstanding ?? null,
    shortInterest: null,
    dividend: null,
    eps: null,
    shortable: !symbol.startsWith('$'),
  };
}
