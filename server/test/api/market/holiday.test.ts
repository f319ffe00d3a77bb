// Exchange holidays: changes to one year at a time with four-eyes approval, and their immediate
// effect on orders.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { replaceRule } from '../../../src/modules/market/rule/queries.js';
import {
  moveSettlements,
  settlementFollowJob,
} from '../../../src/modules/order/note/settlement-follow.js';
import { present } from '../../../src/platform/assert.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { parseJson } from '../../../src/platform/json/json.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { Json } from '../../support/app.js';
import { assertBooks } from '../../support/order.js';
import { pdfPages } from '../../support/pdf-text.js';
import { type MarketDesk, openMarketDesk } from '../order/exchange/market-desk.js';

const PATH = '/api/v1/order/exchange/holiday';
const PROPOSE = `${PATH}/propose`;
const DECLARED = { date: '2026-12-09', label: 'Declared by the government' };

describe('the holidays of an exchange', () => {
  let desk: MarketDesk;
  before(async () => {
    desk = await openMarketDesk();
  });
  after(() => desk.stop());

  const year = async (): Promise<Json> => (await desk.caller.get(`${PATH}?x=NSE&y=2026`)).body;
  const propose = (holidays: readonly object[], more: object = {}) =>
    desk.caller.put(PROPOSE, { exchange: 'NGX', year: 2026, holidays, ...more });
  const withDeclared = (table: Json): Json[] =>
    [...table.holidays, DECLARED].sort((one, other) => (one.date < other.date ? -1 : 1));

  /** Fills an order completely, so that its note is issued, and returns its id. */
  async function filled(terms: object = {}): Promise<number> {
    const { id } = await desk.accepted(terms);
    await desk.take();
    await desk.say(id, '2', { fill: [100, '25.00'] });
    return id;
  }

  async function standingDates(orderId: number): Promise<string> {
    const notes = await desk.db.query<{ date: string }>(sql`
      select settlement_date as date from contract_note
      where order_id = ${orderId} and reversed_at is null order by trade_date`);
    return notes.map(({ date }) => date).join(' ');
  }

  async function standingNote(orderId: number | undefined): Promise<number> {
    const [note] = await desk.db.query<{ id: bigint }>(sql`
      select id from contract_note where order_id = ${orderId} and reversed_at is null`);
    return Number(present(note, 'the order has its note').id);
  }

  async function lastEvent(): Promise<bigint> {
    const [row] = await desk.db.query<{ id: bigint }>(sql`
      select coalesce(max(id), 0)::bigint as id from outbox_event`);
    return row?.id ?? 0n;
  }

  /** Lists the type, note and order of each contract note event after this event id. */
  async function noteEvents(since: bigint): Promise<unknown[]> {
    const rows = await desk.db.query<{ type: string; note: bigint; order: bigint }>(sql`
      select type, subject_id as note, (data ->> 'orderId')::bigint as "order" from outbox_event
      where id > ${since} and type like 'contract-note.%' order by id`);
    return rows.map(({ type, note, order }) => [type, Number(note), Number(order)]);
  }

  /** Returns the text of a note's PDF. */
  async function pdfText(noteId: number): Promise<string> {
    const reply = await fetch(`${desk.url}/api/v1/order/contractnote/pdf/id/${noteId}`);
    assert.equal(reply.status, 200);
    return pdfPages(Buffer.from(await reply.arrayBuffer())).join('\n');
  }

  /** Makes shares settle this many business days after the trade. */
  async function changeLag(businessDays: number): Promise<void> {
    await desk.db.transaction(async (tx) => {
      const [exchange] = await tx.query<{ id: bigint }>(sql`
        update exchange set rules_version = gen_random_uuid() where name = 'NGX' returning id`);
      const of = { exchangeId: present(exchange, 'the exchange of the demonstration').id };
      await replaceRule(tx, { ...of, assetClass: 'EQUITY', rule: 'SETTLEMENT_LAG' }, [
        { validFrom: businessDate('2026-06-01'), businessDays },
      ]);
    });
  }

  async function issued(): Promise<number> {
    const [row] = await desk.db.query<{ count: bigint }>(sql`
      select count(*) as count from outbox_event where type = 'contract-note.issued'`);
    return Number(row?.count ?? 0n);
  }

  /** Runs the job queued by a calendar change and returns how many notes it issued. */
  async function follow(): Promise<number> {
    const before = await issued();
    const asked = await desk.db.query<{ id: bigint; data: string }>(sql`
      select id, data::text from job where kind = 'exchange-calendar.follow'`);
    assert.ok(asked.length > 0, 'the change asked for it');
    for (const { id, data } of asked) {
      await settlementFollowJob.run(desk.context, {
        ...{ id, attempt: 1, data: parseJson(data) },
        signal: new AbortController().signal,
      });
    }
    return (await issued()) - before;
  }

  describe('success', () => {
    it('are listed by year, in order of date', async () => {
      const { exchange, holidays } = await year();
      assert.equal(exchange, 'NGX');
      assert.equal(holidays[0].date, '2026-01-01');
      assert.ok(holidays.some(({ date }: Json) => date === '2026-12-25'));
    });

    it('apply once a second person approves, for pending orders and new ones', async () => {
      await desk.at('16:00', '2026-12-08');
      const end = `${DECLARED.date}T00:00:00.000Z`;
      const day = await desk.accepted();
      const dated = await desk.accepted({ orderTermName: 'GTD', orderEndDate: end });
      const holidays = withDeclared(await year());
      await desk.change('order/exchange/holiday/propose', {
        ...{ exchange: 'NGX', year: 2026, holidays },
        reason: 'declared today',
      });
      assert.deepEqual((await year()).holidays, holidays);
      const late = await desk.submit({ orderTermName: 'GTD', orderEndDate: end });
      assert.equal(late.body.msgCode, 'ORDER_DATE_PASSED');
      const next = await desk.accepted();
      assert.equal((await desk.order(next.id)).expire_date, '2026-12-10');
      await desk.at('11:00', DECLARED.date);
      assert.deepEqual(await desk.take(), []);
      // Day orders move to the next session. An order with an end date is not sent after that date.
      await desk.at('11:00', '2026-12-10');
      const taken = (await desk.take()).map(({ clOrdId }) => clOrdId);
      assert.deepEqual(taken, [`${day.name}-1`, `${next.name}-1`]);
      await desk.endOfDay('2026-12-10', '2026-12-11');
      assert.equal((await desk.order(dated.id)).order_status, 'EXPIRED');
      await desk.at('11:00');
    });

    it('move settlement dates', async () => {
      await desk.at('11:00', '2026-12-08');
      const { id } = await desk.accepted();
      await desk.take();
      await desk.say(id, '2', { fill: [100, '25.00'] });
      await desk.endOfDay('2026-12-08', '2026-12-10');
      const { body } = await desk.caller.get('/api/v1/order/customer/contractnote/id/1');
      const note = body.result.find((each: Json) => each.orderId === id);
      assert.equal(note.settlementDate, '2026-12-10');
      await desk.at('11:00');
    });

    it('move all unsettled notes of a trade date if they are declared late, and back', async () => {
      const calm = (await year()).holidays;
      const late = { date: '2026-12-16', label: 'Declared the evening before' };
      const declared = [...calm, late].sort((one, other) => (one.date < other.date ? -1 : 1));
      const change = async (holidays: readonly Json[]) => {
        const body = { exchange: 'NGX', year: 2026, holidays, reason: 'declared today' };
        await desk.change('order/exchange/holiday/propose', body);
      };
      await desk.at('11:00', '2026-12-14');
      const settled = await filled();
      await desk.endOfDay('2026-12-14', '2026-12-15');
      await desk.at('11:00', '2026-12-15');
      const unsettled = [await filled(), await filled({ orderType: 'SELL' })];
      const all = [settled, ...unsettled];
      const dates = () => Promise.all(all.map(standingDates));
      assert.deepEqual(await dates(), ['2026-12-15', '2026-12-16', '2026-12-16']);

      await change(declared);
      assert.deepEqual(await dates(), ['2026-12-15', '2026-12-16', '2026-12-16']);
      const events = await lastEvent();
      const before = await Promise.all(unsettled.map(standingNote));
      assert.equal(await follow(), 2);
      assert.deepEqual(await dates(), ['2026-12-15', '2026-12-17', '2026-12-17']);
      const moved = await Promise.all(unsettled.map(standingNote));
      assert.deepEqual(await noteEvents(events), [
        ['contract-note.reversed', before[0], unsettled[0]],
        ['contract-note.issued', moved[0], unsettled[0]],
        ['contract-note.reversed', before[1], unsettled[1]],
        ['contract-note.issued', moved[1], unsettled[1]],
      ]);
      for (const id of before) assert.match(await pdfText(id), /Settlement on 2026-12-16/);
      for (const id of moved) assert.match(await pdfText(id), /Settlement on 2026-12-17/);
      assert.equal(await follow(), 0);
      await change(calm);
      assert.equal(await follow(), 2);
      assert.deepEqual(await dates(), ['2026-12-15', '2026-12-16', '2026-12-16']);

      // The end of day does not wait for the job that follows the calendar change.
      await change(declared);
      await desk.endOfDay('2026-12-15', '2026-12-17');
      assert.deepEqual(await dates(), ['2026-12-15', '2026-12-17', '2026-12-17']);
      assert.equal(await follow(), 0);
      await assertBooks(desk);
      await desk.at('11:00');
    });

    it('move each note once if three nodes process them, and no settled one', async () => {
      await desk.at('11:00', '2026-12-21');
      const partly = await desk.accepted({ orderTermName: 'GTC' });
      const late = await desk.accepted({ orderTermName: 'GTC' });
      await desk.take();
      await desk.say(partly.id, '1', { fill: [40, '25.00'] });
      await desk.endOfDay('2026-12-21', '2026-12-22');
      await desk.at('11:00', '2026-12-22');
      await desk.say(partly.id, '2', { fill: [60, '25.00'], cum: 100 });
      await desk.say(late.id, '2', { fill: [100, '25.00'], tradeDate: '2026-12-21' });
      const dates = () => Promise.all([partly.id, late.id].map(standingDates));
      assert.deepEqual(await dates(), ['2026-12-22 2026-12-23', '2026-12-22']);

      const before = await issued();
      await changeLag(2);
      const look = () =>
        systemWork(desk.context, 'test', (work) => moveSettlements(work, sql`true`));
      await Promise.all([look(), look(), look()]);
      assert.deepEqual(await dates(), ['2026-12-22 2026-12-24', '2026-12-23']);
      assert.equal((await issued()) - before, 2);
      assert.equal(await look(), 0);
      await assertBooks(desk);
      await changeLag(1);
      await desk.at('11:00');
    });
  });

  describe('403', () => {
    it('cannot be approved by their proposer', async () => {
      const { body } = await propose((await year()).holidays);
      const own = await desk.caller.put(`/api/v1/system/change/approve/id/${body.id}`, undefined);
      assert.deepEqual([own.status, own.body.msgCode], [403, 'OWN_WORK']);
    });
  });

  describe('422', () => {
    it('cannot be added to or removed from days that have begun', async () => {
      const { holidays } = await year();
      const early = { date: '2026-01-02', label: 'Too late' };
      for (const wish of [[holidays[0], early, ...holidays.slice(1)], holidays.slice(1)]) {
        const reply = await propose(wish);
        assert.deepEqual([reply.status, reply.body.msgCode], [422, 'HOLIDAY_PAST'], reply.text);
      }
    });

    it('must be in the year, in order, without duplicates, and for a known exchange', async () => {
      const { holidays } = await year();
      const wrong = [
        [...holidays, { date: '2027-01-04', label: 'Next year' }],
        [...holidays].reverse(),
        [...holidays, holidays.at(-1)],
      ];
      for (const wish of wrong) {
        assert.equal((await propose(wish)).body.msgCode, 'HOLIDAYS_WRONG');
      }
      const other = await propose(holidays, { exchange: 'NASD' });
      assert.equal(other.body.msgCode, 'UNKNOWN_REFERENCE');
    });
  });

  describe('dry run', () => {
    it('proposes nothing', async () => {
      const list = '/api/v1/system/change/list?kind=holiday-year';
      const { count } = (await desk.caller.get(list)).body;
      const body = { exchange: 'NGX', year: 2026, holidays: (await year()).holidays };
      const reply = await desk.caller.put(PROPOSE, body, { prefer: 'dry-run' });
      assert.equal(reply.status, 200, reply.text);
      assert.equal((await desk.caller.get(list)).body.count, count);
    });
  });
});
