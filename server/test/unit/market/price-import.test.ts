// Rows of imported prices: valid rows, and the errors of invalid ones.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PRICE_TABLE } from '../../../src/modules/market/price-import/csv.js';
import { judgeRow, type PriceCells } from '../../../src/modules/market/price-import/row.js';
import { SATURDAY_SUNDAY } from '../../../src/platform/calendar/business-calendar.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { readRowFile } from '../../../src/platform/row-file/table.js';

const readPriceCsv = (csv: string) => readRowFile({ member: 'csv', content: csv }, PRICE_TABLE);

const setting = {
  today: businessDate('2026-11-16'),
  securities: new Map([['ACCESS', { id: 1n, weekend: SATURDAY_SUNDAY }]]),
};
const sound: PriceCells = {
  security: 'access ',
  date: '2026-11-13',
  open: '22.50',
  high: '23',
  low: '22.1',
  close: '22.9',
  volume: '1000',
};
const codeOf = (cells: PriceCells) => {
  const judgement = judgeRow({ ...sound, ...cells }, setting);
  return 'code' in judgement ? judgement.code : 'SOUND';
};

describe('a row of prices', () => {
  it('is valid with low <= open, close <= high', () => {
    assert.equal(codeOf({}), 'SOUND');
    assert.equal(codeOf({ open: '5', high: '5', low: '5', close: '5' }), 'SOUND');
    assert.equal(codeOf({ date: '2026-11-16' }), 'SOUND');
  });
  it('needs no volume', () => {
    const judgement = judgeRow({ ...sound, volume: '' }, setting);
    assert.ok(!('code' in judgement));
    assert.equal(judgement.volume, 0n);
  });
  const refusals: readonly (readonly [string, PriceCells])[] = [
    ['UNKNOWN_SECURITY', { security: 'NOSUCH' }],
    ['UNKNOWN_SECURITY', { security: '' }],
    ['DATE_WRONG', { date: '13/11/2026' }],
    ['DATE_WRONG', { date: '2026-02-30' }],
    ['DATE_IN_FUTURE', { date: '2026-11-17' }],
    ['NOT_A_BUSINESS_DAY', { date: '2026-11-14' }],
    ['NUMBER_WRONG', { open: 'x' }],
    ['NUMBER_WRONG', { close: '' }],
    ['NUMBER_WRONG', { high: 'NaN' }],
    ['NUMBER_WRONG', { low: '-22' }],
    ['NUMBER_WRONG', { low: '0' }],
    ['NUMBER_WRONG', { open: '1,234.5' }],
    ['NUMBER_WRONG', { volume: '-1' }],
    ['NUMBER_WRONG', { volume: '1.5' }],
    ['BAR_INCONSISTENT', { low: '22.6' }],
    ['BAR_INCONSISTENT', { high: '22.8' }],
    ['BAR_INCONSISTENT', { low: '24', high: '23' }],
  ];
  for (const [code, cells] of refusals) {
    it(`is refused as ${code}: ${JSON.stringify(cells)}`, () => assert.equal(codeOf(cells), code));
  }
});

describe('a file of prices', () => {
  it('may have its columns in any order and by their usual names', async () => {
    const { rows } = await readPriceCsv(
      '\ufeffDate;Symbol;Close Price;Open;High;Low\r\n2026-11-13;"ACCESS";4;3;5;2\r\n\r\n',
    );
    assert.deepEqual(rows, [
      { date: '2026-11-13', security: 'ACCESS', close: '4', open: '3', high: '5', low: '2' },
    ]);
  });
  it('is refused without a column, and if it is not CSV', async () => {
    await assert.rejects(readPriceCsv('date,symbol\n'), /has no column open/);
    await assert.rejects(readPriceCsv(''), /has no rows/);
    const broken = readPriceCsv('security,date,open,high,low,close\n"ACCESS');
    await assert.rejects(broken, /is not CSV/);
  });
  it('accepts short rows, which then lack figures', async () => {
    const {
      rows: [row],
    } = await readPriceCsv('security,date,open,high,low,close\nACCESS,2026-11-13,3');
    assert.equal(row?.close, '');
  });
  it('is refused with more rows than one call accepts', () =>
    assert.rejects(
      readPriceCsv(`security,date,open,high,low,close\n${'A,B,1,1,1,1\n'.repeat(10_001)}`),
      /more than 10000 rows/,
    ));
});
