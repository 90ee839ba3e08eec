import { describe, expect, it } from 'vitest';
import { readOrdersCsv } from './orders-csv.ts';

const HEADER = 'symbol,side,quantity,type,price,stop,tif\n';

describe('orders of a CSV file', () => {
  it('are read with their types and times by label, name or key, and numbers as people write them', () => {
    const { orders, problems } = readOrdersCsv(
      `\uFEFF${HEADER}spy,buy,"1,000",lmt,$662.50,,gtc\nAAPL, Sell ,50,Stop Limit,99,100.5,Good till cancelled\nMSFT,sell short,7,MKT,,,\n`,
    );
    expect(problems).toEqual([]);
    expect(orders).toMatchObject([
      {
        Symbol: 'SPY',
        Side: 'Buy',
        Quantity: 1000,
        Type: 'Limit',
        Price: 662.5,
        StopPrice: null,
        Tif: 'GoodTillCancel',
      },
      {
        Symbol: 'AAPL',
        Side: 'Sell',
        Quantity: 50,
        Type: 'StopLimit',
        Price: 99,
        StopPrice: 100.5,
        Tif: 'GoodTillCancel',
      },
      { Symbol: 'MSFT', Side: 'Short', Quantity: 7, Type: 'Market', Price: null, Tif: 'Day', Route: null },
    ]);
  });

  it('may have their columns in any sequence and under other names, and take their type from their prices', () => {
    const { orders, problems } = readOrdersCsv(
      'Qty;Action;Ticker;Limit price;Stop price\n100;Buy;SPY;;\n100;Buy;SPY;600;\n100;Buy;SPY;;700\n100;Buy;SPY;701;700\n',
    );
    expect([problems, orders.map(({ Type }) => Type)]).toEqual([
      [],
      ['Market', 'Limit', 'Stop', 'StopLimit'],
    ]);
  });

  it.each([
    ['SPY,hold,100,,,,', '"hold" is no side: use Buy, Sell or Short'],
    ['SPY,Buy,many,,,,', '"many" is no quantity'],
    ['SPY,Buy,1.5,,,,', 'the quantity must be a whole number from 1 to 1,000,000'],
    ['SPY,Buy,,,,,', 'the quantity must be a whole number from 1 to 1,000,000'],
    ['SPY,Buy,100,LMT,cheap,,', '"cheap" is no price'],
    ['SPY,Buy,100,LMT,,,', 'the price is missing'],
    ['SPY,Buy,100,LMT,1.005,,', 'the price goes in steps of 0.01'],
    ['SPY,Buy,100,MKT,600,,', 'this type has no price'],
    ['SPY,Buy,100,STOP,,,', 'the stop price is missing'],
    ['SPY,Buy,100,BEST,,,', '"BEST" is no order type: use MKT, LMT, STOP or STOP LMT'],
    ['SPY,Buy,100,,,,SOON', '"SOON" is no time in force: use DAY, GTC, IOC, FOK, OPG or GTX'],
    ['SPY,Buy,100,STOP,,600,IOC', 'STOP orders cannot be IOC'],
    ['$SPX,Buy,100,,,,', '"$SPX" is no symbol that can be traded'],
    [',Buy,100,,,,', '"" is no symbol that can be traded'],
    ['SPY260306C00100000,Short,1,,,,', 'an option is written with Sell, not with Short'],
  ])('are left out where a line is wrong, with its number and the reason: %s', (line, problem) => {
    const { orders, problems } = readOrdersCsv(`${HEADER}\n${line}\nSPY,Buy,1,,,,\n`);
    expect([problems, orders.length]).toEqual([[`Line 3: ${problem}.`], 1]);
  });

  it('are none without the columns that every order needs', () => {
    expect(readOrdersCsv('symbol,price\nSPY,600\n')).toEqual({
      orders: [],
      problems: [
        'The first line has no column "side", "quantity". It names the columns: symbol, side, quantity, type, price, stop, tif, target, stop loss, exit tif, template.',
      ],
    });
    expect(readOrdersCsv('').orders).toEqual([]);
  });

  it('are as many as fit into the basket', () => {
    const { orders, problems } = readOrdersCsv(`${HEADER}SPY,Buy,1,,,,\nSPY,Buy,2,,,,\n`, 1);
    expect([orders.map(({ Quantity }) => Quantity), problems]).toEqual([
      [1],
      ['Line 3: the basket is full, it takes 200 orders.'],
    ]);
  });
});
