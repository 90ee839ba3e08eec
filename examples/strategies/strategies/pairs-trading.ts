// Trades the spread of two related symbols back to its mean: long the cheap leg, short the dear one. After Gatev, Goetzmann and Rouwenhorst, Pairs Trading, 2006.
//
// A run trades one symbol, so a pair is two runs of this file on one account: one with leg = first, one with leg = second.
// Both compute the same z-score of the same closes, and so open and close their legs on the same bars.
//
// Spread   ln(first) - ln(second); its z-score counts standard deviations from the mean of the last 60 days
// Entry    z below -2: buy the first symbol and short the second; z above 2: the other way round; at the next open
// Exit     z is back within half a deviation, or after 40 days; the next entry waits until z has been back
// Size     the same dollars in each leg
// Assumes  two symbols that earn their money alike, and shares of the dear one that can be borrowed
// Weak     when the two part for good: the loss has no bound but the 40 days. A leg that is rejected leaves the other one unhedged:
//          each run sends its missing leg again on the next day

const first = param('first', 'KO');
const second = param('second', 'PEP');
const isFirst = param('leg', 'first') === 'first';
symbol(isFirst ? first : second);
bars('day');
warmUp(param('days', 60));

const days = param('days', 60); // of the mean, 20 to 120
const entryZ = param('entryZ', 2); // standard deviations, 1.5 to 3
const exitZ = param('exitZ', 0.5); // standard deviations, 0 to 1
const maxDays = param('maxDays', 40); // 10 to 60
const dollars = param('dollars', 25_000); // of a leg

// Bars of the other leg: they are read here, and traded by the other run.
const other = security(isFirst ? second : first);

// The spread that the pair holds: 1 long (the first symbol is bought), -1 short, 0 none. It follows from the closes alone and not from
// the fills of this leg, so that both runs agree on it.
let side = 0;
let age = 0; // days since the entry
let isBack = true; // z has been near the mean since the last exit
// After a restart a live run knows nothing but its position: what it has counted is kept.
loadState((state) => {
  ({ side, age, isBack } = state);
});

function spreadAgo(bar: number): number {
  const [own, its] = [Math.log(close.ago(bar)), Math.log(other.close.ago(bar))];
  return isFirst ? own - its : its - own;
}

function zScore(): number {
  let [sum, squares] = [0, 0];
  for (let bar = 0; bar < days; bar += 1) sum += spreadAgo(bar);
  const mean = sum / days;
  for (let bar = 0; bar < days; bar += 1) squares += (spreadAgo(bar) - mean) ** 2;
  return (spreadAgo(0) - mean) / Math.sqrt(squares / days);
}

onBar((bar) => {
  const z = zScore();
  plot('z', z);
  // On a day on which the other symbol did not trade, its last close is of another day.
  if (!Number.isFinite(z) || !other.hasEnded) return;
  if (Math.abs(z) <= exitZ) isBack = true;
  if (side === 0) {
    if (isBack && Math.abs(z) >= entryZ) {
      side = z < 0 ? 1 : -1;
      age = 0;
      isBack = false;
    }
  } else {
    age += 1;
    // side * z rises from -2 towards 0 as the spread returns.
    if (side * z >= -exitZ || age >= maxDays) side = 0;
  }
  saveState({ side, age, isBack });

  const wanted = isFirst ? side : -side;
  if (wanted === Math.sign(position.quantity) || hasOpenOrders()) return;
  const shares = Math.floor(dollars / bar.close);
  if (wanted > 0) goLong(shares);
  else if (wanted < 0) goShort(shares);
  else goFlat();
});
