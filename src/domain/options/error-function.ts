/**
 * Complementary error functions by W. J. Cody, "Rational Chebyshev approximations for the error function" (1969), to about 3e-16
 * relative over the whole range of doubles, tails included.
 */

const ONE_OVER_ROOT_PI = 0.564_189_583_547_756_3;
/** Up to here `erf` itself is approximated; 1 - erf loses nothing. */
const ERF_UNTIL = 0.468_75;
const MIDDLE_UNTIL = 4;
/** From here on e^(-x²) is 0 in doubles. */
const UNDERFLOW_FROM = 27.3;
/** Splits a double into two halves of 26 bits, so that their products are exact (Dekker). */
const SPLITTER = 134_217_729;

/** e^(-scale x²) with the rounding error of x² put back: accurate to the last digits where x² is in the hundreds. */
export function expOfSquare(x: number, scale: number): number {
  const square = x * x;
  if (!(scale * square < UNDERFLOW_FROM * UNDERFLOW_FROM)) return 0;
  const shifted = SPLITTER * x;
  const high = shifted - (shifted - x);
  const low = x - high;
  const lost = low * low - (square - high * high - 2 * high * low);
  return Math.exp(-scale * square) * (1 - scale * lost);
}

/** erf(x) for |x| <= 0.46875. */
function erfNearZero(x: number): number {
  const z = x * x;
  const above =
    (((0.185_777_706_184_603_15 * z + 3.161_123_743_870_565_5) * z + 113.864_154_151_050_16) * z +
      377.485_237_685_302) *
      z +
    3209.377_589_138_469_4;
  const below =
    (((z + 23.601_290_952_344_122) * z + 244.024_637_934_444_17) * z + 1282.616_526_077_372_3) * z +
    2844.236_833_439_171;
  return (x * above) / below;
}

/** e^(x²) erfc(x) for 0.46875 <= x <= 4. */
function scaledErfcMiddle(x: number): number {
  const above =
    (((((((2.153_115_354_744_038_3e-8 * x + 0.564_188_496_988_670_1) * x + 8.883_149_794_388_377) * x +
      66.119_190_637_141_63) *
      x +
      298.635_138_197_400_1) *
      x +
      881.952_221_241_769) *
      x +
      1712.047_612_634_070_7) *
      x +
      2051.078_377_826_071_6) *
      x +
    1230.339_354_797_997_2;
  const below =
    (((((((x + 15.744_926_110_709_835) * x + 117.693_950_891_312_5) * x + 537.181_101_862_009_9) * x +
      1621.389_574_566_690_3) *
      x +
      3290.799_235_733_459_7) *
      x +
      4362.619_090_143_247) *
      x +
      3439.367_674_143_721_6) *
      x +
    1230.339_354_803_749_5;
  return above / below;
}

/** e^(x²) erfc(x) for x >= 4. */
function scaledErfcFar(x: number): number {
  const z = 1 / (x * x);
  const above =
    ((((0.016_315_387_137_302_097 * z + 0.305_326_634_961_232_36) * z + 0.360_344_899_949_804_45) * z +
      0.125_781_726_111_229_26) *
      z +
      0.016_083_785_148_742_275) *
      z +
    0.000_658_749_161_529_837_8;
  const below =
    ((((z + 2.568_520_192_289_822) * z + 1.872_952_849_923_460_4) * z + 0.527_905_102_951_428_5) * z +
      0.060_518_341_312_441_32) *
      z +
    0.002_335_204_976_268_691_8;
  return (ONE_OVER_ROOT_PI - (z * above) / below) / x;
}

/** e^(x²) erfc(x): falls as 1/x to the right, grows as 2 e^(x²) to the left. */
export function scaledErfc(x: number): number {
  const size = Math.abs(x);
  if (size <= ERF_UNTIL) return Math.exp(x * x) * (1 - erfNearZero(x));
  const scaled = size <= MIDDLE_UNTIL ? scaledErfcMiddle(size) : scaledErfcFar(size);
  return x > 0 ? scaled : 2 / expOfSquare(size, 1) - scaled;
}
