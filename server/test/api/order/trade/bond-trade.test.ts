// Bond trades: priced clean, paid dirty. The comments show how each amount was calculated by hand.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { selectSums } from '../../../../src/modules/order/trade/summary-queries.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { Problem } from '../../../../src/platform/http/reply/problem.js';
import { bringUnits } from '../../../support/holding.js';
import { assertBooks } from '../../../support/order.js';
import { type Desk, openDesk, type Terms } from '../../../support/order-desk.js';

// 14.55 % FGN APR 2029: pays 7.275 per 100 on 26 April and 26 October. One unit has a face value of
// 1,000 naira.
const BOND = 'FG142029S1';

describe('trades of a bond', () => {
  let desk: Desk;
  let portfolio: string;
  before(async () => {
    desk = await openDesk();
    await desk.receive(1_000_000_000n);
    await desk.db.query(sql`
      update security_price set previous_close = 98, last = 98
      where security_id = (select id from security where name = ${BOND})`);
    portfolio = '0000000001';
    await bringUnits(
      desk.db,
      sql`select p.id as portfolio_id, s.id as security_id, 1000 as quantity,
        97000000 as cost_minor
        from portfolio p, security s where p.name = ${portfolio} and s.name = ${BOND}`,
    );
    await desk.setDate('2026-11-16');
  });
  after(() => desk.stop());
  afterEach(() => assertBooks(desk));

  // An order that is valid for several days may have a note for each date, but not more notes than
  // units. Each note after the first adds 4.00 and tax, and each rounding of accrued interest, CSCS
  // and the three VAT lines adds half a kobo.
  const FIFTY_NOTES = 49n * 430n + 5n * 25n;
  const NOTES_OF_33_DATES = 32n * 430n + 82n;

  const terms = (changes: Terms = {}): Terms => ({
    security: BOND,
    quantity: 50,
    limit: '98.00',
    portfolio,
    ...changes,
  });

  async function linesOf(journalId: bigint | null): Promise<(readonly [string, bigint])[]> {
    const lines = await desk.db.query<{ acct_type: string; amount_minor: bigint }>(sql`
      select a.acct_type, l.amount_minor from journal_line l join account a on a.id = l.account_id
      where l.journal_id = ${journalId} order by l.line_no`);
    return lines.map(({ acct_type, amount_minor }) => [acct_type, amount_minor]);
  }

  it('a buy of 50 at 98.00 pays 439.70 of accrued interest and 531.10 of charges', async () => {
    // The trade settles on the 17th, 22 of 182 days after 26 October: 7.275 x 22 / 182 = 0.8793956
    // per 100, or 439.6978 for a face value of 50,000. Charges on 49,000.00 clean: commission
    // 490.00, CSCS 0.05, alert 4.00, VAT 36.75, 0.00 and 0.30.
    const row = await desk.send(terms());
    assert.equal(row.order_value_minor, 4_900_000n);
    assert.equal(row.open_total_minor, 4_997_080n);
    assert.equal(await desk.held(row.id), 4_997_080n);
    const before = await desk.holding(row);
    await desk.say(row, '2', { fill: [50, '98.00'] });
    await desk.endOfDay('2026-11-16', '2026-11-17');
    const [note] = await desk.notes(row.id);
    assert.ok(note);
    assert.equal(note.settlement_date, '2026-11-17');
    assert.equal(note.accrued_from, '2026-10-26');
    assert.equal(note.accrued_days, 22);
    assert.equal(note.accrued_minor, 43_970n);
    assert.equal(note.charges_minor, 53_110n);
    assert.deepEqual(await linesOf(note.journal_id), [
      ['CUSTOMER_CASH', 4_997_080n],
      ['CLEAR:CSCS', -4_943_970n],
      ['INC:COMM', -49_000n],
      ['LIAB:CSCS', -5n],
      ['LIAB:ALERT', -400n],
      ['LIAB:VAT', -3_705n],
    ]);
    assert.deepEqual(await linesOf(note.settlement_journal_id), [
      ['CLEAR:CSCS', 4_943_970n],
      ['BANK:CLIENT', -4_943_970n],
    ]);
    const holding = await desk.holding(row);
    // Clean price plus charges. Accrued interest is not a cost, because the buyer gets it back with
    // the coupon.
    assert.equal(holding.cost_minor - before.cost_minor, 4_900_000n + 53_110n);
    const [sums] = await selectSums(desk.db, sql`t.id = ${row.id}`);
    assert.equal(sums?.bought.toFixed(2), '49000.00');
  });

  it('a sale of 50 at 98.00 brings the accrued interest, which is not a gain', async () => {
    await desk.setDate('2026-11-16');
    const row = await desk.send(terms({ side: 'SELL' }));
    const before = await desk.holding(row);
    await desk.say(row, '2', { fill: [50, '98.00'] });
    await desk.endOfDay('2026-11-16', '2026-11-17');
    const [note] = await desk.notes(row.id);
    assert.ok(note);
    assert.deepEqual(await linesOf(note.journal_id), [
      ['CUSTOMER_UNSETTLED', -4_890_860n],
      ['CLEAR:CSCS', 4_943_970n],
      ['INC:COMM', -49_000n],
      ['LIAB:CSCS', -5n],
      ['LIAB:ALERT', -400n],
      ['LIAB:VAT', -3_705n],
    ]);
    assert.equal((await linesOf(note.settlement_journal_id)).length, 4);
    const holding = await desk.holding(row);
    const gain = holding.realised_gain_minor - before.realised_gain_minor;
    const cost = before.cost_minor - holding.cost_minor;
    assert.equal(gain, 4_900_000n - 53_110n - cost, 'after the charges');
  });

  it('the accrued interest follows the settlement date across a weekend', async () => {
    // A trade on Friday the 20th settles on Monday the 23rd, after 28 days: 50,000 x 7.275 % x 28 /
    // 182.
    await desk.setDate('2026-11-20');
    const row = await desk.send(terms());
    await desk.say(row, '1', { fill: [20, '98.00'] });
    await desk.say(row, '2', { fill: [30, '97.90'] });
    const [note] = await desk.notes(row.id);
    assert.equal(note?.accrued_days, 28);
    assert.equal(note?.accrued_minor, 55_962n);
  });

  it('a trade that settles on the coupon date has no accrued interest', async () => {
    await desk.setDate('2026-10-23');
    const row = await desk.send(terms());
    await desk.say(row, '2', { fill: [50, '98.00'] });
    const [note] = await desk.notes(row.id);
    assert.equal(note?.settlement_date, '2026-10-26');
    assert.deepEqual([note?.accrued_days, note?.accrued_minor], [0, 0n]);
    assert.equal(note?.accrued_from, '2026-10-26');
  });

  it('a 30/360 bond counts months of thirty days', async () => {
    // 26 October to 17 November is 21 days of 360: 50,000 x 14.55 % x 21 / 360 = 424.375.
    await desk.setDate('2026-11-16');
    const day = (count: string) =>
      desk.db.query(sql`update security set day_count = ${count} where name = ${BOND}`);
    await day('THIRTY_360');
    const row = await desk.send(terms());
    await desk.say(row, '2', { fill: [50, '98.00'] });
    await day('ACT_ACT_ICMA');
    const [note] = await desk.notes(row.id);
    assert.deepEqual([note?.accrued_days, note?.accrued_minor], [21, 42_438n]);
  });

  it('a lasting buy holds the interest accrued at the settlement of its last day', async () => {
    // A trade on the last day, Friday 15 January, settles on Monday the 18th, after 84 days:
    // 1,678.85.
    await desk.setDate('2026-11-16');
    const row = await desk.send(terms({ term: 'GTD', ends: '2027-01-15' }));
    assert.equal(await desk.held(row.id), 4_900_000n + 53_110n + 167_885n + FIFTY_NOTES);
    await desk.say(row, '1', { fill: [20, '98.00'] });
    await desk.endOfDay('2026-11-16', '2026-11-17');
    const [note] = await desk.notes(row.id);
    // A face value of 20,000 accrues 175.879 by the 17th.
    assert.equal(note?.accrued_minor, 17_588n);
    assert.equal(await desk.held(row.id), await desk.needed(row.id));
    await desk.cancel(row.id);
    await desk.take();
    const { pending_cl_ord_id, cl_ord_id } = await desk.order(row.id);
    await desk.say(row, '4', { clOrdId: pending_cl_ord_id ?? '', origClOrdId: cl_ord_id });
    assert.equal(await desk.held(row.id), 0n);
  });

  it('a buy that lives over a coupon date holds a whole coupon', async () => {
    await desk.setDate('2027-04-12');
    const row = await desk.submit(terms({ term: 'GTD', ends: '2027-05-14' }));
    assert.equal(await desk.held(row.id), 4_900_000n + 53_110n + 363_750n + NOTES_OF_33_DATES);
    await desk.cancel(row.id);
  });

  it('an amendment holds for the longer life, before and after the exchange accepts', async () => {
    await desk.setDate('2026-11-16');
    const row = await desk.send(terms({ term: 'GTD', ends: '2026-11-20' }));
    await desk.say(row, '0');
    const short = await desk.held(row.id);
    await desk.amend(row.id, terms({ term: 'GTD', ends: '2027-01-15' }));
    await desk.take();
    const long = 4_900_000n + 53_110n + 167_885n + FIFTY_NOTES;
    assert.ok(short < long);
    assert.equal(await desk.held(row.id), long);
    const { pending_cl_ord_id, cl_ord_id } = await desk.order(row.id);
    const answer = { clOrdId: pending_cl_ord_id ?? '', origClOrdId: cl_ord_id };
    await desk.say(row, '0', { ...answer, type: '5' });
    assert.equal(await desk.held(row.id), long);
    assert.equal(await desk.held(row.id), await desk.needed(row.id));
    await desk.say(await desk.order(row.id), '4');
    assert.equal(await desk.held(row.id), 0n);
  });

  it('a bust reverses the accrued interest, and a correction charges it again', async () => {
    await desk.setDate('2026-11-16');
    const row = await desk.send(terms());
    const before = (await desk.available(row)) + (await desk.held(row.id));
    await desk.say(row, '1', { execId: 'BA', fill: [20, '98.00'] });
    await desk.say(row, '2', { execId: 'BB', fill: [30, '98.00'] });
    assert.equal(await desk.available(row), before - 4_997_080n);
    await desk.say(row, '2', { type: 'G', execId: 'BC', ref: 'BB', fill: [30, '97.00'] });
    const [, corrected] = await desk.notes(row.id);
    assert.equal(corrected?.accrued_minor, 43_970n);
    await desk.say(row, '1', { type: 'H', execId: 'BD', ref: 'BA' });
    const standing = (await desk.notes(row.id)).filter(({ reversed }) => !reversed);
    // A face value of 30,000 accrues 263.8187.
    assert.deepEqual(
      standing.map(({ accrued_minor }) => accrued_minor),
      [26_382n],
    );
    await desk.say(row, '1', { type: 'H', execId: 'BE', ref: 'BB' });
    // The order is open again, so all money is either available or held.
    assert.equal((await desk.available(row)) + (await desk.held(row.id)), before);
    await desk.say(row, '4');
    assert.equal(await desk.available(row), before);
  });

  it('422: a bond whose trade settles on or after its maturity cannot be traded', async () => {
    await desk.setDate('2029-04-25');
    await assert.rejects(desk.submit(terms()), (error: unknown) => {
      assert.ok(error instanceof Problem);
      assert.equal(error.kind.code, 'SECURITY_NOT_TRADABLE');
      return true;
    });
    await desk.setDate('2026-11-16');
  });
});
