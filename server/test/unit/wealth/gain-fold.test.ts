// Gains in known examples, at average cost and by FIFO: sales, shorts and corporate actions.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buy, fold, gains, lots, type Moved, sell, shown } from './gain-case.js';

const TWO_LOTS: readonly Moved[] = [
  buy('2026-01-05', 10_000, '254638.68'),
  buy('2026-02-02', 5_000, '152784.93'),
];
const SOLD: readonly Moved[] = [...TWO_LOTS, sell('2026-03-02', 8_000, '250424.50')];

describe('gains of sales', () => {
  it('deduct the charges of a sale from its proceeds', () => {
    const folded = fold([
      { on: '2026-01-05', kind: 'BUY', by: 1, quantity: 2_000, cost: '82400.00' },
      { on: '2026-01-05', kind: 'CHARGES', by: 1, cost: '1531.79' },
      { on: '2026-01-06', kind: 'SELL', by: 2, quantity: -1_000, proceeds: '43000.00' },
      { on: '2026-01-06', kind: 'CHARGES', by: 2, proceeds: '-940.10' },
    ]);
    assert.deepEqual(gains(folded, 'AVERAGE'), ['94.00']);
    assert.deepEqual(gains(folded, 'FIFO'), ['94.00']);
    const [disposal] = folded.disposals;
    assert.equal(shown(disposal?.chargesMinor), '940.10');
    assert.equal(shown(disposal?.outcome.FIFO.netProceedsMinor), '42059.90');
    assert.equal(shown(disposal?.outcome.FIFO.costMinor), '41965.90');
  });

  it('take the oldest units first by FIFO, and the average of all otherwise', () => {
    const folded = fold(SOLD);
    assert.deepEqual(gains(folded, 'AVERAGE'), ['33131.91']);
    assert.deepEqual(gains(folded, 'FIFO'), ['46713.56']);
    assert.deepEqual(lots(folded, 'AVERAGE'), [['2026-01-05', 7_000, '190131.02']]);
    assert.deepEqual(lots(folded), [
      ['2026-01-05', 2_000, '50927.74'],
      ['2026-02-02', 5_000, '152784.93'],
    ]);
  });

  it('are equal by both methods once all is sold', () => {
    const folded = fold([...SOLD, sell('2026-04-01', 7_000, '191730.25')]);
    assert.deepEqual(gains(folded, 'AVERAGE'), ['33131.91', '1599.23']);
    assert.deepEqual(gains(folded, 'FIFO'), ['46713.56', '-11982.42']);
    assert.deepEqual(lots(folded), []);
    assert.deepEqual(lots(folded, 'AVERAGE'), []);
  });

  it('share net proceeds over lots by quantity, with the largest remainder', () => {
    const folded = fold([
      buy('2026-01-05', 1, '1.00'),
      buy('2026-01-06', 1, '1.00'),
      buy('2026-01-07', 1, '1.00'),
      sell('2026-01-08', 3, '10.00'),
    ]);
    const parts = folded.disposals[0]?.outcome.FIFO.lots.map((lot) => shown(lot.netProceedsMinor));
    assert.deepEqual(parts, ['3.34', '3.33', '3.33']);
  });

  it('treat only the lot with an unknown cost as unknown', () => {
    const folded = fold([
      {
        on: '2026-01-05',
        kind: 'TRANSFER_IN',
        quantity: 1_000,
        unknown: true,
        acquired: '2019-05-06',
      },
      buy('2026-01-06', 500, '10000.00'),
      sell('2026-01-07', 1_000, '21000.00'),
      sell('2026-01-08', 500, '11000.00'),
    ]);
    assert.deepEqual(gains(folded, 'FIFO'), [undefined, '1000.00']);
    assert.deepEqual(gains(folded, 'AVERAGE'), [undefined, undefined]);
    assert.equal(folded.disposals[0]?.outcome.FIFO.lots[0]?.acquiredOn, '2019-05-06');
  });

  it('use the date of acquisition of units that were transferred in', () => {
    const folded = fold([
      buy('2026-01-06', 500, '10000.00'),
      {
        on: '2026-01-07',
        kind: 'TRANSFER_IN',
        quantity: 100,
        cost: '900.00',
        acquired: '2020-02-03',
      },
      sell('2026-01-08', 100, '2000.00'),
    ]);
    assert.deepEqual(gains(folded, 'FIFO'), ['1100.00']);
  });

  it('realise nothing when units are transferred out', () => {
    const folded = fold([
      ...TWO_LOTS,
      { on: '2026-03-02', kind: 'TRANSFER_OUT', quantity: -12_000 },
    ]);
    assert.deepEqual(folded.disposals, []);
    assert.deepEqual(lots(folded), [['2026-02-02', 3_000, '91670.96']]);
  });

  it('treat charges whose sale was reversed as a loss', () => {
    const folded = fold([
      ...TWO_LOTS,
      { on: '2026-03-02', kind: 'CHARGES', by: 9, proceeds: '-12.34' },
    ]);
    assert.deepEqual(gains(folded, 'FIFO'), ['-12.34']);
  });
});

describe('gains of short positions', () => {
  const covered = [sell('2026-01-05', 1_000, '41081.67'), buy('2026-01-06', 1_000, '42273.61')];

  it('are the net proceeds less the cost of the cover', () => {
    const folded = fold([...covered, buy('2026-01-07', 100, '4180.30')]);
    assert.deepEqual(gains(folded, 'AVERAGE'), ['-1191.94']);
    assert.deepEqual(gains(folded, 'FIFO'), ['-1191.94']);
    assert.equal(folded.disposals[0]?.kind, 'COVER');
    assert.deepEqual(lots(folded), [['2026-01-07', 100, '4180.30']]);
    assert.deepEqual(lots(folded, 'AVERAGE'), [['2026-01-07', 100, '4180.30']]);
  });

  it('keep a short sale as a lot of negative quantity, and cover the oldest first', () => {
    const folded = fold([
      buy('2026-01-05', 100, '1000.00'),
      sell('2026-01-06', 300, '3600.00'),
      sell('2026-01-07', 100, '1500.00'),
      buy('2026-01-08', 250, '3000.00'),
    ]);
    assert.deepEqual(gains(folded, 'FIFO'), ['200.00', '150.00']);
    assert.deepEqual(gains(folded, 'AVERAGE'), ['200.00', '250.00']);
    assert.deepEqual(lots(folded), [['2026-01-07', -50, '-750.00']]);
    assert.deepEqual(lots(folded, 'AVERAGE'), [['2026-01-06', -50, '-650.00']]);
  });
});

describe('corporate actions and lots', () => {
  it('scale each lot by a bonus, and leave its cost and date', () => {
    const folded = fold([...SOLD, { on: '2026-03-05', kind: 'BONUS', quantity: 1_400 }]);
    assert.deepEqual(lots(folded), [
      ['2026-01-05', 2_400, '50927.74'],
      ['2026-02-02', 6_000, '152784.93'],
    ]);
    assert.deepEqual(lots(folded, 'AVERAGE'), [['2026-01-05', 8_400, '190131.02']]);
  });

  it('scale lots by a reverse split, and sell the fraction at its cost', () => {
    const folded = fold([
      buy('2026-01-05', 1_003, '12036.00'),
      { on: '2026-02-02', kind: 'SPLIT', by: 7, quantity: -753 },
      {
        ...{ on: '2026-02-02', kind: 'CASH_IN_LIEU', by: 7, line: 3 },
        ...{ cost: '-36.00', proceeds: '39.30', gain: '3.30' },
      },
    ]);
    assert.deepEqual(gains(folded, 'AVERAGE'), ['3.30']);
    assert.deepEqual(gains(folded, 'FIFO'), ['3.30']);
    assert.deepEqual(lots(folded), [['2026-01-05', 250, '12000.00']]);
  });

  it('return capital by units, from no lot more than its cost', () => {
    const folded = fold([
      buy('2026-01-05', 500, '300.00'),
      buy('2026-01-06', 500, '1500.00'),
      {
        ...{ on: '2026-02-02', kind: 'CAPITAL_RETURN' },
        ...{ cost: '-1800.00', proceeds: '2500.00', gain: '700.00' },
      },
    ]);
    assert.deepEqual(gains(folded, 'AVERAGE'), ['700.00']);
    assert.deepEqual(gains(folded, 'FIFO'), ['950.00']);
    assert.deepEqual(lots(folded), [
      ['2026-01-05', 500, '0.00'],
      ['2026-01-06', 500, '250.00'],
    ]);
  });

  it('move a part of each lot to the shares of a spin-off', () => {
    const folded = fold([
      buy('2026-01-05', 1_000, '20000.00'),
      buy('2026-01-06', 1_001, '28024.00'),
      { on: '2026-02-02', kind: 'SPIN_OFF', by: 7, cost: '-9004.50' },
      {
        on: '2026-02-02',
        kind: 'SPIN_OFF',
        by: 7,
        line: 2,
        security: 2,
        quantity: 500,
        cost: '9004.50',
      },
      {
        ...{ on: '2026-02-02', kind: 'CASH_IN_LIEU', by: 7, line: 3, security: 2 },
        ...{ cost: '-4.50', proceeds: '5.25', gain: '0.75' },
      },
    ]);
    assert.deepEqual(gains(folded, 'FIFO'), ['0.75']);
    assert.deepEqual(lots(folded), [
      ['2026-01-05', 1_000, '16250.00'],
      ['2026-01-06', 1_001, '22769.50'],
    ]);
    assert.deepEqual(lots(folded, 'FIFO', 2), [
      ['2026-01-05', 250, '3748.13'],
      ['2026-01-06', 250, '5251.87'],
    ]);
  });

  it('move all lots into the shares of a merger, and bear the cash by their cost', () => {
    const folded = fold([
      buy('2026-01-05', 1_007, '20140.00'),
      {
        ...{ on: '2026-02-02', kind: 'MERGER_OUT', by: 7, quantity: -1_007 },
        ...{ cost: '-20140.00', proceeds: '1208.40', gain: '-50.35' },
      },
      {
        on: '2026-02-02',
        kind: 'MERGER_IN',
        by: 7,
        line: 2,
        security: 2,
        quantity: 604,
        cost: '18881.25',
      },
      {
        ...{ on: '2026-02-02', kind: 'CASH_IN_LIEU', by: 7, line: 3, security: 2 },
        ...{ cost: '-6.25', proceeds: '6.00', gain: '-0.25' },
      },
    ]);
    assert.deepEqual(gains(folded, 'AVERAGE'), ['-50.35', '-0.25']);
    assert.deepEqual(gains(folded, 'FIFO'), ['-50.35', '-0.25']);
    assert.deepEqual(lots(folded), []);
    assert.deepEqual(lots(folded, 'FIFO', 2), [['2026-01-05', 604, '18875.00']]);
    assert.equal(folded.disposals[0]?.quantity, 0n);
  });

  it('sell all units in a merger for cash', () => {
    const folded = fold([
      buy('2026-01-05', 635, '26035.00'),
      {
        ...{ on: '2026-02-02', kind: 'MERGER_OUT', by: 7, quantity: -635 },
        ...{ cost: '-26035.00', proceeds: '28575.00', gain: '2540.00' },
      },
    ]);
    assert.deepEqual(gains(folded, 'FIFO'), ['2540.00']);
    assert.equal(folded.disposals[0]?.quantity, 635n);
  });

  it('carry the cost of rights into shares that are taken up, or back to the share', () => {
    const folded = fold([
      buy('2026-01-05', 1_000, '35000.00'),
      { on: '2026-02-02', kind: 'RIGHTS', by: 7, cost: '-318.18' },
      {
        on: '2026-02-02',
        kind: 'RIGHTS',
        by: 7,
        line: 2,
        security: 2,
        quantity: 166,
        cost: '318.18',
      },
      { on: '2026-02-10', kind: 'TAKE_UP', by: 8, security: 2, quantity: -100, cost: '-191.67' },
      { on: '2026-02-10', kind: 'TAKE_UP', by: 8, line: 2, quantity: 100, cost: '3791.67' },
      { ...sell('2026-02-11', 50, '100.00'), security: 2 },
      { on: '2026-02-20', kind: 'LAPSE', by: 9, security: 2, quantity: -16, cost: '-30.67' },
      { on: '2026-02-20', kind: 'LAPSE', by: 9, line: 2, cost: '30.67' },
    ]);
    assert.deepEqual(gains(folded, 'AVERAGE'), ['4.16']);
    assert.deepEqual(gains(folded, 'FIFO'), ['4.16']);
    assert.deepEqual(lots(folded, 'AVERAGE'), [['2026-01-05', 1_100, '38504.16']]);
    assert.deepEqual(lots(folded, 'FIFO', 2), []);
    const total = lots(folded).reduce((sum, [, , cost]) => sum + Number(cost), 0);
    assert.equal(total.toFixed(2), '38504.16');
    assert.deepEqual(
      lots(folded).map(([on]) => on),
      ['2026-01-05', '2026-02-10'],
    );
  });

  it('treat rights that lapse where no share is left as a loss', () => {
    const folded = fold([
      { ...buy('2026-01-05', 10, '5.00'), security: 2 },
      { on: '2026-02-20', kind: 'LAPSE', security: 2, quantity: -10, cost: '-5.00', gain: '-5.00' },
    ]);
    assert.deepEqual(gains(folded, 'FIFO'), ['-5.00']);
    assert.deepEqual(gains(folded, 'AVERAGE'), ['-5.00']);
  });

  it('redeem a part of the cost of each lot of a bond', () => {
    const folded = fold([
      buy('2026-01-05', 100, '90000.00'),
      buy('2026-01-06', 100, '100000.00'),
      {
        ...{ on: '2026-02-02', kind: 'PARTIAL_REDEMPTION' },
        ...{ cost: '-47500.00', proceeds: '50000.00', gain: '2500.00' },
      },
    ]);
    assert.deepEqual(gains(folded, 'FIFO'), ['2500.00']);
    assert.deepEqual(lots(folded), [
      ['2026-01-05', 100, '67500.00'],
      ['2026-01-06', 100, '75000.00'],
    ]);
  });

  it('come before the trades of their date', () => {
    const folded = fold([
      buy('2026-01-05', 100, '100.00'),
      sell('2026-02-02', 100, '80.00'),
      { on: '2026-02-02', kind: 'BONUS', quantity: 100 },
    ]);
    assert.deepEqual(gains(folded, 'FIFO'), ['30.00']);
    assert.deepEqual(lots(folded), [['2026-01-05', 100, '50.00']]);
  });

  it('write off worthless units at their cost', () => {
    const folded = fold([
      ...TWO_LOTS,
      {
        ...{ on: '2026-02-03', kind: 'WRITE_OFF', quantity: -15_000 },
        ...{ cost: '-407423.61', gain: '-407423.61' },
      },
    ]);
    assert.deepEqual(gains(folded, 'FIFO'), ['-407423.61']);
  });
});
