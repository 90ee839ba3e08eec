/** Bid size less ask size in per cent of both, -100 to 100; null without a bid or an ask. Sizes in shares, 0 = none. */
export const quoteImbalance = ({
  bidSize,
  askSize,
}: {
  readonly bidSize: number;
  readonly askSize: number;
}): number | null => (bidSize > 0 && askSize > 0 ? ((bidSize - askSize) / (bidSize + askSize)) * 100 : null);
