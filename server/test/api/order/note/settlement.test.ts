// From fill to settlement: notes over several days, settlement dates, journal lines and the end of
// day.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { checkIntegrity } from '../../../../src/modules/finance/integrity/integrity.js';
import { orderEndOfDay } from '../../../../src/modules/order/end-of-day.js';
import { businessDate } from '../../../../src/platform/calendar/business-date.js';
import type { Context } from '../../../../src/platform/context.js';
import { type Sql, sql } from '../../../../src/platform/database/sql.js';
import { bringUnits } from '../../../support/holding.js';
import { assertBooks } from '../../../support/order.js';
import { type Desk, openDesk } from '../../../support/order-desk.js';

const NOTHING = { 'expire-orders': 0, 'issue-contract-notes': 0, 'settle-trades': 0 };

describe('after the trade', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
    await desk.receive(1_000_000_000n);
  });
  after(() => desk.stop());
  afterEach(() => assertBooks(desk));

  /**
   * Returns a journal's lines: account code without office and currency, and amount, debit
   * positive.
   */
  async function linesOf(journalId: bigint | null): Promise<(readonly [string, bigint])[]> {
    const lines = await desk.db.query<{ acct_type: string; amount_minor: bigint }>(sql`
      select a.acct_type, l.amount_minor from journal_line l join account a on a.id = l.account_id
      where l.journal_id = ${journalId} order by l.line_no`);
    return lines.map(({ acct_type, amount_minor }) => [acct_type, amount_minor]);
  }

  async function portfolioWith(least: number): Promise<string> {
    const [seller] = await desk.db.query<{ name: string; id: bigint }>(sql`
      select p.name, p.id from holding h join portfolio p on p.id = h.portfolio_id
      join security s on s.id = h.security_id where s.name = 'ACCESS' order by p.id limit 1`);
    assert.ok(seller);
    await bringUnits(
      desk.db,
      sql`select ${seller.id}::bigint as portfolio_id, id as security_id,
        ${least}::bigint as quantity, 0 as cost_minor from security where name = 'ACCESS'`,
    );
    return seller.name;
  }

  it('a buy of 10,000 at 25.00 costs 254,638.68 and is booked line by line', async () => {
    await desk.setDate('2026-11-16');
    const row = await desk.send({ quantity: 10_000 });
    await desk.say(row, '2', { fill: [10_000, '25.00'] });
    await desk.endOfDay('2026-11-16', '2026-11-17');
    const [note] = await desk.notes(row.id);
    assert.ok(note);
    assert.equal(note.charges_minor, 463_868n);
    assert.deepEqual(await linesOf(note.journal_id), [
      ['CUSTOMER_CASH', 25_463_868n],
      ['CLEAR:CSCS', -25_000_000n],
      ['INC:COMM', -337_500n],
      ['LIAB:SEC', -75_000n],
      ['LIAB:STAMP', -20_000n],
      ['LIAB:ALERT', -400n],
      ['LIAB:VAT', -30_968n],
    ]);
    assert.deepEqual(await linesOf(note.settlement_journal_id), [
      ['CLEAR:CSCS', 25_000_000n],
      ['BANK:CLIENT', -25_000_000n],
    ]);
  });

  it('a sale of 10,000 at 25.00 brings 244,555.07, cleared on the settlement date', async () => {
    await desk.setDate('2026-11-16');
    const terms = {
      side: 'SELL',
      quantity: 10_000,
      portfolio: await portfolioWith(10_000),
    } as const;
    const row = await desk.send(terms);
    const before = await desk.available(row);
    await desk.say(row, '2', { fill: [10_000, '25.00'] });
    assert.equal(await desk.available(row), before);
    await desk.endOfDay('2026-11-16', '2026-11-17');
    const [note] = await desk.notes(row.id);
    assert.ok(note);
    assert.deepEqual(await linesOf(note.journal_id), [
      ['CUSTOMER_UNSETTLED', -24_455_507n],
      ['CLEAR:CSCS', 25_000_000n],
      ['INC:COMM', -337_500n],
      ['LIAB:NGX', -75_000n],
      ['LIAB:CSCS', -75_000n],
      ['LIAB:STAMP', -20_000n],
      ['LIAB:ALERT', -400n],
      ['LIAB:VAT', -36_593n],
    ]);
    assert.deepEqual(await linesOf(note.settlement_journal_id), [
      ['CLEAR:CSCS', -25_000_000n],
      ['BANK:CLIENT', 25_000_000n],
      ['CUSTOMER_UNSETTLED', 24_455_507n],
      ['CUSTOMER_CASH', -24_455_507n],
    ]);
    assert.equal(await desk.available(row), before + 24_455_507n);
  });

  it('a million costs 18,541.80 to buy and 21,766.80 to sell', async () => {
    await desk.setDate('2026-11-16');
    const buy = await desk.send({ quantity: 40_000 });
    await desk.say(buy, '2', { fill: [40_000, '25.00'] });
    assert.equal((await desk.notes(buy.id))[0]?.charges_minor, 1_854_180n);
    const portfolio = await portfolioWith(40_000);
    const sale = await desk.send({ side: 'SELL', quantity: 40_000, portfolio });
    await desk.say(sale, '2', { fill: [40_000, '25.00'] });
    assert.equal((await desk.notes(sale.id))[0]?.charges_minor, 2_176_680n);
  });

  it('a trade settles on the next business day, across a weekend and a holiday', async () => {
    const dates: readonly (readonly [string, string])[] = [
      ['2026-11-20', '2026-11-23'],
      // Christmas is a Friday, and the following Monday replaces Boxing Day as a holiday.
      ['2026-12-24', '2026-12-29'],
      ['2026-12-31', '2027-01-04'],
    ];
    for (const [traded, settles] of dates) {
      await desk.setDate(traded);
      const row = await desk.send();
      await desk.say(row, '2', { fill: [100, '25.00'] });
      const [note] = await desk.notes(row.id);
      assert.equal(note?.trade_date, traded);
      assert.equal(note?.settlement_date, settles);
    }
  });

  it('a GTC order has a note per day, and its hold covers each without other money', async () => {
    await desk.endOfDay('2027-01-29', '2027-02-01');
    const row = await desk.send({ term: 'GTC', ends: '2027-02-02' });
    const quoted = await desk.held(row.id);
    await desk.leave(row, 0n);
    await desk.say(row, '1', { fill: [40, '25.00'] });
    await desk.endOfDay('2027-02-01', '2027-02-02');
    const [first] = await desk.notes(row.id);
    assert.equal(first?.quantity, 40n);
    assert.equal((await desk.order(row.id)).order_status, 'EXECUTING');
    assert.ok((await desk.available(row)) >= 0n);
    await desk.say(row, '2', { fill: [60, '25.00'] });
    const [, second] = await desk.notes(row.id);
    assert.equal(second?.trade_date, '2027-02-02');
    assert.equal(second?.quantity, 60n);
    // The second note adds 4.00, the tax on it, and one kobo of rounding. The hold allows for more
    // rounding.
    const taken = (first?.net_minor ?? 0n) + (second?.net_minor ?? 0n);
    assert.equal(taken, 255_064n + 431n);
    assert.equal(quoted, 255_064n + 435n);
    assert.ok((await desk.available(row)) >= 0n);
    await desk.giveBack(row);
  });

  it('a fill that is reported a day late has the date of the deal', async () => {
    await desk.setDate('2027-03-01');
    const row = await desk.send();
    await desk.endOfDay('2027-03-01', '2027-03-02');
    assert.equal((await desk.order(row.id)).order_status, 'EXPIRED');
    await desk.say(row, '1', { fill: [60, '25.00'], tradeDate: '2027-03-01' });
    await desk.say(row, '1', { fill: [10, '25.00'], tradeDate: '2027-02-26' });
    const notes = (await desk.notes(row.id)).filter(({ reversed }) => !reversed);
    assert.deepEqual(
      notes.map(({ trade_date, settlement_date, quantity }) => [
        trade_date,
        settlement_date,
        quantity,
      ]),
      [
        ['2027-03-01', '2027-03-02', 60n],
        ['2027-03-02', '2027-03-03', 10n],
      ],
    );
    await desk.endOfDay('2027-03-02', '2027-03-03');
    const settled = (await desk.notes(row.id)).map((note) => note.settled);
    assert.deepEqual(settled, [true, true]);
  });

  it('a bust of a noted day reverses only that note, at once', async () => {
    await desk.setDate('2027-02-03');
    const row = await desk.send({ term: 'GTC' });
    await desk.say(row, '1', { execId: 'G1', fill: [40, '25.00'] });
    await desk.endOfDay('2027-02-03', '2027-02-04');
    await desk.say(row, '1', { fill: [30, '25.00'] });
    await desk.say(row, '1', { type: 'H', ref: 'G1' });
    const [first] = await desk.notes(row.id);
    assert.equal(first?.reversed, true);
    assert.equal((await desk.notes(row.id)).length, 1);
    await desk.say(row, '4');
    const standing = (await desk.notes(row.id)).filter(({ reversed }) => !reversed);
    assert.deepEqual(
      standing.map(({ quantity, trade_date }) => [quantity, trade_date]),
      [[30n, '2027-02-04']],
    );
  });

  it('the end of a day expires due orders, and a second run does nothing', async () => {
    await desk.setDate('2027-02-08');
    await desk.endOfDay('2027-02-05', '2027-02-08');
    const unsent = await desk.submit();
    const filled = await desk.send();
    await desk.say(filled, '1', { fill: [40, '25.00'] });
    const lasting = await desk.send({ term: 'GTC' });
    await desk.say(lasting, '0');
    const done = await desk.endOfDay('2027-02-08', '2027-02-09');
    assert.deepEqual(done, { 'expire-orders': 2, 'issue-contract-notes': 0, 'settle-trades': 1 });
    assert.deepEqual(await desk.endOfDay('2027-02-08', '2027-02-09'), NOTHING);
    assert.equal((await desk.order(unsent.id)).order_status, 'EXPIRED');
    assert.equal((await desk.order(filled.id)).quantity_filled, 40n);
    assert.equal((await desk.order(lasting.id)).order_status, 'EXECUTING');
    assert.deepEqual(await desk.take(), []);
    await desk.say(filled, '2', { fill: [60, '25.00'] });
    assert.equal((await desk.order(filled.id)).order_status, 'EXPIRED');
    assert.equal((await desk.order(filled.id)).quantity_filled, 100n);
    await desk.say(lasting, '4');
  });

  it('an interrupted step is resumed and processes each record once', async () => {
    await desk.setDate('2027-02-15');
    for (let count = 0; count < 3; count += 1) {
      const row = await desk.send();
      await desk.say(row, '2', { fill: [100, '25.00'] });
    }
    const settle = orderEndOfDay.find(({ name }) => name === 'settle-trades');
    assert.ok(settle);
    const day = { closing: businessDate('2027-02-15'), next: businessDate('2027-02-16') };
    const dies = breakingAfter(desk.context, 1);
    await assert.rejects(settle.run(dies, day), /the node died/);
    const before = await settled();
    assert.ok((await settle.run(desk.context, day)) >= 3);
    assert.equal(await settle.run(desk.context, day), 0);
    assert.ok((await settled()) >= before + 3n);
    const [twice] = await desk.db.query<{ count: bigint }>(sql`
      select count(*) as count from (
        select source_id from journal where narration like 'Settlement%' and reversal_of_id is null
        group by source_id having count(*) > 1) t`);
    assert.equal(twice?.count, 0n);
  });

  it('the invariants compare the accounts with each note', async () => {
    // The tests above have left settled and busted notes with several dates.
    await desk.setDate('2027-04-07');
    const buy = await desk.send({ quantity: 100 });
    await desk.say(buy, '2', { fill: [100, '25.00'] });
    const portfolio = await portfolioWith(100);
    const sale = await desk.send({ side: 'SELL', quantity: 100, portfolio });
    await desk.say(sale, '2', { fill: [100, '25.00'] });
    const ofNote = ({ id }: typeof buy, change: Sql) => sql`
      update contract_note set ${change} where order_id = ${id}`;
    const ofJournals = ({ id }: typeof buy, by: bigint) => sql`
      update journal set source_id = source_id + ${by}::bigint
      where source_type = 'CONTRACT_NOTE' and source_id = ${by < 0n ? -by : 0n}
        + (select id from contract_note where order_id = ${id})`;
    const ofProceeds = (by: bigint) => sql`
      update account_balance set balance_minor = balance_minor + ${by}::bigint where account_id = (
        select a.unsettled_account_id from contract_note n join account a
          on a.id = n.cash_account_id where n.order_id = ${sale.id})`;
    const cases: readonly (readonly [breaking: Sql, mending: Sql, numbers: number[]])[] = [
      [ofNote(buy, sql`settled_at = now()`), ofNote(buy, sql`settled_at = null`), [46, 47]],
      [ofNote(sale, sql`settled_at = now()`), ofNote(sale, sql`settled_at = null`), [46, 47]],
      [ofNote(buy, sql`accrued_minor = 1`), ofNote(buy, sql`accrued_minor = 0`), [46, 47]],
      [
        ofNote(sale, sql`net_minor = net_minor + 1`),
        ofNote(sale, sql`net_minor = net_minor - 1`),
        [46, 47],
      ],
      [ofProceeds(1n), ofProceeds(-1n), [46]],
      // The totals are right, but the journals do not belong to any note.
      [ofJournals(buy, 9_000_000n), ofJournals(buy, -9_000_000n), [47]],
    ];
    assert.deepEqual(await broken(), []);
    for (const [breaking, mending, numbers] of cases) {
      await tamper(breaking);
      assert.deepEqual(await broken(), numbers);
      await tamper(mending);
    }
    assert.deepEqual(await broken(), []);
  });

  /** Returns the numbers of the settlement invariants that do not hold. */
  async function broken(): Promise<number[]> {
    const { invariants } = await checkIntegrity(desk);
    return invariants
      .filter(({ number, holds }) => !holds && (number === 46 || number === 47))
      .map(({ number }) => number);
  }

  /** Runs a change without the triggers that would prevent it. */
  async function tamper(change: Sql): Promise<void> {
    await desk.db.transaction(async (tx) => {
      await tx.query(sql`alter table journal disable trigger user`);
      await tx.query(change);
      await tx.query(sql`alter table journal enable trigger user`);
    });
  }

  async function settled(): Promise<bigint> {
    const [row] = await desk.db.query<{ count: bigint }>(
      sql`select count(*) as count from contract_note where settled_at is not null`,
    );
    return row?.count ?? 0n;
  }

  /**
   * Returns a context whose transactions fail after this many statements, as if the node had died.
   */
  function breakingAfter(context: Context, statements: number): Context {
    const db: Context['db'] = {
      ...context.db,
      transaction: (work, options) =>
        context.db.transaction((tx) => {
          let left = statements;
          return work({
            ...tx,
            query: (statement) => {
              left -= 1;
              if (left < 0) throw new Error('the node died');
              return tx.query(statement);
            },
          });
        }, options),
    };
    return { ...context, db };
  }
});
