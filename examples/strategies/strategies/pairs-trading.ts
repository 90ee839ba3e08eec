// Trades the spread of two related symbols back to its mean: long the cheap leg, short the dear one. After Gatev, Goetzmann and Rouwenhorst, Pairs Trading, 2006.
//
// One run trades both legs: it is called with the bars of the first symbol, and holds a position in each.
//
// Spread   ln(first) - ln(second); its z-score counts standard deviations from the mean of the last 60 days
// Entry    z below -2: buy the first symbol and short the second; z above 2: the other way round; at the next open
// Exit     z is back within half a deviation, or after 40 days; the next entry waits until z has been back
// Size     the same dollars in each leg
// Assumes  two symbols that earn their money alike, and shares of the dear one that can be borrowed
// Weak     when the two part for good: the loss has no bound but the 40 days. A leg that is rejected leaves the other one unhedged:
//          the missing leg is sent again on the next day

const first = symbol(param('first', 'KO'));
const second = symbol(param('second', 'PEP'));
bars('day');
warmUp(param('days', 60));

const days = param('days', 60); // of the mean, 20 to 120
const entryZ = param('entryZ', 2); // standard deviations, 1.5 to 3
const exitZ = param('exitZ', 0.5); // standard deviations, 0 to 1
const maxDays = param('maxDays', 40); // 10 to 60
const dollars = param('dollars', 25_000); // of a leg

// The spread that the pair is to hold: 1 long (the first symbol is bought), -1 short, 0 none.
let side = 0;
let age = 0; // days since the entry
let isBack = true; // z has been near the mean since the last exit

const spreadAgo = (bar: number): number => Math.log(first.close.ago(bar)) - Math.log(second.close.ago(bar));

function zScore(): number {
  let [sum, squares] = [0, 0];
  for (let bar = 0; bar < days; bar += 1) sum += spreadAgo(bar);
  const mean = sum / days;
  for (let bar = 0; bar < days; bar += 1) squares += (spreadAgo(bar) - mean) ** 2;
  return (spreadAgo(0) - mean) / Math.sqrt(squares / days);
}

/** Brings a leg to its side of the spread. */
function hold(leg: TradedSymbol, wanted: number): void {
  if (wanted === Math.sign(leg.position.quantity) || leg.hasOpenOrders()) return;
  const shares = Math.floor(dollars / leg.close.last);
  if (wanted > 0) leg.goLong(shares);
  else if (wanted < 0) leg.goShort(shares);
  else leg.goFlat();
}

onBar(() => {
  const z = zScore();
  plot('z', z);
  // On a day on which the second symbol did not trade, its last close is of another day.
  if (!Number.isFinite(z) || !second.hasEnded) return;
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
  hold(first, side);
  hold(second, -side);
});
