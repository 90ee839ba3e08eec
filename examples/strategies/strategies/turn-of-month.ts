// Holds the index fund over the turn of the month, when salaries and pension plans are invested. After Lakonishok and Smidt, Are Seasonal Anomalies Real?, 1988.
//
// Entry    on the last session of the month, a quarter of an hour before the close
// Exit     on the third session of the next month at the same time
// Size     the same dollars each month
// Assumes  an index fund; the exchange calendar says which session is the last one, before the month has ended
// Weak     in a falling market: there is no stop, and about five positions of twelve a year lose

symbol('SPY');
bars('5 minutes');
allow('LongOnly');

const capital = param('capital', 50_000); // dollars
const exitSession = param('exitSession', 3); // of the next month, 1 to 5

let session = 0; // of the month

schedule({ day: 'month start', time: '15:45' }, () => {
  session = 0;
});

schedule('15:45', () => {
  session += 1;
  if (position.isLong && session === exitSession) goFlat();
});

schedule({ day: 'month end', time: '15:45' }, (bar) => {
  if (position.isFlat) buy(Math.floor(capital / bar.close));
});
