/** Types of the two packages that the options bench runs against; they ship none. */
declare module 'black-scholes' {
  export function blackScholes(
    spot: number,
    strike: number,
    years: number,
    volatility: number,
    rate: number,
    callPut: 'call' | 'put',
  ): number;
}

declare module 'greeks' {
  type OneGreek = (
    spot: number,
    strike: number,
    years: number,
    volatility: number,
    rate: number,
    callPut: 'call' | 'put',
    scale?: number,
  ) => number;
  export const getDelta: OneGreek;
  export const getRho: OneGreek;
  export const getTheta: OneGreek;
  export function getGamma(
    spot: number,
    strike: number,
    years: number,
    volatility: number,
    rate: number,
  ): number;
  export function getVega(
    spot: number,
    strike: number,
    years: number,
    volatility: number,
    rate: number,
  ): number;
}
