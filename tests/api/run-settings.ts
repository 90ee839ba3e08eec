/** What a start of a strategy states beside its code: regular hours, no limits, positions held overnight. */
export const RUN_SETTINGS = {
  Parameters: '',
  IntradayPositionsOnly: false,
  FirstTradingIntervalStart: 570,
  FirstTradingIntervalEnd: 960,
  SecondTradingIntervalStart: 0,
  SecondTradingIntervalEnd: 0,
  IncludeOffMarket: false,
  ShareLimit: -1,
  DollarLimit: -1,
};
