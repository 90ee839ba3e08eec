const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);
/** From here on the tail is a continued fraction. */
const TAIL_FROM = 7.07106781186547;
/** Beyond this a double holds no tail any more. */
const NOTHING_FROM = 38;

/** Density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / ROOT_TWO_PI;
}

/**
 * Standard normal distribution function, to about 1e-15 absolute, and to at least seven digits of the lower tail: the
 * rational approximation of J. F. Hart ("Computer Approximations", 1968, no. 5666), beyond it a continued fraction.
 */
export function normalCdf(x: number): number {
  const size = Math.abs(x);
  let tail = 0;
  if (size < TAIL_FROM) {
    const above =
      (((((3.526_249_659_989_11e-2 * size + 0.700_383_064_443_688) * size + 6.373_962_203_531_65) * size +
        33.912_866_078_383) *
        size +
        112.079_291_497_871) *
        size +
        221.213_596_169_931) *
        size +
      220.206_867_912_376;
    const below =
      ((((((8.838_834_764_831_84e-2 * size + 1.755_667_163_182_64) * size + 16.064_177_579_207) * size +
        86.780_732_202_946_1) *
        size +
        296.564_248_779_674) *
        size +
        637.333_633_378_831) *
        size +
        793.826_512_519_948) *
        size +
      440.413_735_824_752;
    tail = (Math.exp(-0.5 * size * size) * above) / below;
  } else if (size < NOTHING_FROM) {
    tail = normalDensity(size) / (size + 1 / (size + 2 / (size + 3 / (size + 4 / (size + 0.65)))));
  }
  return x > 0 ? 1 - tail : tail;
}
