// The settlement date (SettlDate) in an exchange's fill: a later date than the calendar's is used,
// and any different date opens a work item.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { moveSettlements } from '../../../../src/modules/order/note/settlement-follow.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import type { Work } from '../../../../src/platform/context.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { assertBooks } from '../../../support/order.js';
import { type Desk, openDesk, type Terms } from '../../../support/order-desk.js';

const MONDAY = '2026-11-16';
/** The calendar's settlement date for a trade on Monday. */
const TUESDAY = '2026-11-17';
const WEDNESDAY = '2026-11-18';
const FRIDAY = '2026-11-20';
const SATURDAY = '2026-11-21';

describe('a settlement date stated by the exchange', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
    await desk.receive(1_000_000_000n);
  });
  after(() => desk.stop());
  afterEach(() => assertBooks(desk));

  async function send(terms: Terms = {}): Promise<OrderRow> {
    await desk.setDate(MONDAY);
    return desk.send(terms);
  }

  type Fill = readonly [units: number, stated: string | undefined];

  /** Fills an order with these fills, the last of which completes it. */
  async function fill(row: OrderRow, fills: readonly Fill[]): Promise<void> {
    let cum = 0;
    for (const [units, settlementDate] of fills) {
      cum += units;
      const status = cum === Number(row.quantity) ? '2' : '1';
      const said = { fill: [units, '25.00'], cum } as const;
      await desk.say(
        row,
        status,
        settlementDate === undefined ? said : { ...said, settlementDate },
      );
    }
  }

  const dates = async (row: OrderRow): Promise<string[]> =>
    (await desk.notes(row.id)).filter(({ reversed }) => !reversed).map((n) => n.settlement_date);

  async function reasons(row: OrderRow): Promise<string[]> {
    const items = await desk.db.query<{ reason: string }>(sql`
      select reason from unmatched_report where order_id = ${row.id} and not resolved order by id`);
    return items.map(({ reason }) => reason);
  }

  const CASES: readonly {
    readonly name: string;
    readonly fills: readonly Fill[];
    readonly settles: string;
    readonly reasons: readonly string[];
  }[] = [
    { name: 'as the calendar has it', fills: [[100, TUESDAY]], settles: TUESDAY, reasons: [] },
    { name: 'later, and is taken', fills: [[100, FRIDAY]], settles: FRIDAY, reasons: [] },
    {
      name: 'later, once for all fills of the date',
      fills: [
        [30, undefined],
        [30, WEDNESDAY],
        [40, WEDNESDAY],
      ],
      settles: WEDNESDAY,
      reasons: [],
    },
    {
      name: 'earlier than the calendar has it',
      fills: [[100, MONDAY]],
      settles: TUESDAY,
      reasons: ['SETTLEMENT_DATE_DIFFERS'],
    },
    {
      name: 'on a closed day',
      fills: [[100, SATURDAY]],
      settles: TUESDAY,
      reasons: ['SETTLEMENT_DATE_DIFFERS'],
    },
    {
      name: 'months later',
      fills: [[100, '2027-03-15']],
      settles: TUESDAY,
      reasons: ['SETTLEMENT_DATE_DIFFERS'],
    },
    {
      name: 'otherwise than of another fill of the date: the calendar’s holds',
      fills: [
        [50, FRIDAY],
        [50, TUESDAY],
      ],
      settles: TUESDAY,
      reasons: ['SETTLEMENT_DATE_DIFFERS'],
    },
  ];

  for (const { name, fills, settles, reasons: expected } of CASES) {
    for (const term of ['DAY', 'GTC'] as const) {
      it(`${name} (${term})`, async () => {
        const row = await send({ term });
        await fill(row, fills);
        assert.deepEqual(await dates(row), [settles]);
        assert.deepEqual(await reasons(row), expected);
      });
    }
  }

  it('is kept when notes follow the calendar, and the note settles on it', async () => {
    const row = await send();
    await fill(row, [[100, FRIDAY]]);
    const move = () => systemWork(desk.context, 'test', (work) => moveSettlements(work, sql`true`));
    assert.equal(await move(), 0);
    await desk.endOfDay(MONDAY, TUESDAY);
    await desk.endOfDay(TUESDAY, WEDNESDAY);
    assert.deepEqual(await settled(row), [false]);
    await desk.endOfDay('2026-11-19', FRIDAY);
    assert.deepEqual(await settled(row), [true]);
  });

  const settled = async (row: OrderRow) => (await desk.notes(row.id)).map((note) => note.settled);

  it('keeps the note when the calendar’s date changes to an earlier one', async () => {
    await desk.db.query(sql`
      insert into market_holiday (exchange_id, holiday, label)
      values (${desk.exchangeId}, ${TUESDAY}, 'Declared')`);
    const row = await send();
    await fill(row, [[100, WEDNESDAY]]);
    await desk.db.query(sql`
      delete from market_holiday
      where exchange_id = ${desk.exchangeId} and holiday = ${TUESDAY}`);
    const ofOrder = sql`n.order_id = ${row.id}`;
    const move = (work: Work) => moveSettlements(work, ofOrder);
    assert.equal(await systemWork(desk.context, 'test', move), 0);
    const notes = await desk.notes(row.id);
    assert.deepEqual(
      notes.map((note) => [note.settlement_date, note.reversed]),
      [[WEDNESDAY, false]],
    );
  });

  it('is replaced when a correction states the calendar’s date', async () => {
    const row = await send();
    await desk.say(row, '2', {
      ...{ execId: 'S1', fill: [100, '25.00'], cum: 100, settlementDate: FRIDAY },
    });
    assert.deepEqual(await dates(row), [FRIDAY]);
    await desk.say(row, '2', {
      ...{ type: 'G', ref: 'S1', fill: [100, '25.00'], cum: 100, settlementDate: TUESDAY },
    });
    assert.deepEqual(await dates(row), [TUESDAY]);
    assert.deepEqual(await reasons(row), []);
  });

  it("determines the end of a bond's accrual", async () => {
    const row = await send({ security: 'FG142029S1', quantity: 10 });
    await fill(row, [[10, WEDNESDAY]]);
    const other = await send({ security: 'FG142029S1', quantity: 10 });
    await fill(other, [[10, undefined]]);
    const [later, usual] = [await desk.notes(row.id), await desk.notes(other.id)];
    const days = (notes: typeof later) => notes[0]?.accrued_days ?? 0;
    assert.ok(days(later) > days(usual), `${days(later)} ${days(usual)}`);
  });
});
