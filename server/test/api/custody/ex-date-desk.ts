// A desk on the day before an ex-date: announces corporate actions, begins the ex-date, and then
// reads order terms and prices.

import assert from 'node:assert/strict';
import { adjustExPrices } from '../../../src/modules/custody/market/ex-date.js';
import {
  adjustLiveOrders,
  followApproval,
  marketFollowJob,
} from '../../../src/modules/custody/market/follow.js';
import { changeSecurities } from '../../../src/modules/custody/market/security-change.js';
import { selectEvents } from '../../../src/modules/custody/record/queries.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { type Sql, sql } from '../../../src/platform/database/sql.js';
import { parseJson, toJson } from '../../../src/platform/json/json.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { type Desk, openDesk } from '../../support/order-desk.js';

export const TODAY = '2026-11-16';
export const EX_DATE = '2026-11-17';
export const DAY = { closing: businessDate(TODAY), next: businessDate(EX_DATE) };

interface Announced {
  readonly kind: string;
  readonly security?: string;
  /** Columns of the option: `cash_per_unit`, or `new_units` and `old_units`. */
  readonly option?: Sql;
  readonly event?: Sql;
}

export const bonusOf = (added: number, old: number) =>
  sql`new_units = ${added}, old_units = ${old}`;

export type ExDateDesk = Awaited<ReturnType<typeof openExDateDesk>>;

// Stores an event, as the approval of a proposal does.
async function store({ db }: Desk, { kind, security = 'ACCESS', option, event }: Announced) {
  const [row] = await db.query<{ id: bigint; name: string }>(sql`
    insert into corporate_action (id, name, label, kind, participation, security_id, status,
      qualification_date, ex_date, payment_date, claim_days, register_basis, created_by,
      created_at, modified_by, modified_at)
    select nextval('corporate_action_id'), 'E' || currval('corporate_action_id'), ${kind},
      ${kind}, 'MAND', s.id, 'CONFIRMED', ${TODAY}, ${EX_DATE}, ${EX_DATE}, 20, 'TRADED', 'test',
      now(), 'test', now()
    from security s where s.name = ${security} returning id, name`);
  assert.ok(row);
  if (event !== undefined) {
    await db.query(sql`update corporate_action set ${event} where id = ${row.id}`);
  }
  await db.query(sql`
    insert into corporate_action_option (corporate_action_id, number, type, is_default, currency)
    values (${row.id}, 1, 'CASH', true, 'NGN')`);
  if (option !== undefined) {
    await db.query(sql`
      update corporate_action_option set ${option} where corporate_action_id = ${row.id}`);
  }
  return row;
}

/** Opens a desk on the day before the ex-date, with money for the first customer. */
export async function openExDateDesk() {
  const desk = await openDesk();
  await desk.setDate(TODAY);
  await desk.receive(10n ** 11n);
  // The demonstration's price bars run up to the current day.
  await desk.db.query(sql`delete from security_price_day where price_date >= ${TODAY}`);

  async function begin() {
    await desk.endOfDay(TODAY, EX_DATE);
    // The business date moves once all steps have run.
    await desk.setDate(TODAY);
    await adjustLiveOrders(desk.context, DAY);
    await desk.db.query(sql`
      update security_price set previous_close = last, open = null, volume = 0,
        price_date = ${EX_DATE}`);
    await adjustExPrices(desk.context, DAY);
    await changeSecurities(desk.context, DAY);
    await desk.setDate(EX_DATE);
  }

  async function price(security = 'ACCESS') {
    const [row] = await desk.db.query<{ last: string; previous: string }>(sql`
      select last::text as last, previous_close::text as previous from security_price p
      join security s on s.id = p.security_id where s.name = ${security}`);
    return row;
  }

  const terms = async (id: bigint) => {
    const row = await desk.order(id);
    const { limit_price: limit, stop_price: stop } = row;
    return [row.order_status, row.quantity, limit?.toFixed(2), stop?.toFixed(2)];
  };

  // Has the same effect as approving a version of the terms.
  const follow = (id: bigint) =>
    systemWork(desk.context, 'test', async (work) => {
      const [event] = await selectEvents(work.tx, sql`a.id = ${id}`);
      await followApproval(work, event ?? assert.fail());
    });

  async function run(eventId: bigint) {
    const signal = new AbortController().signal;
    await marketFollowJob.run(desk.context, {
      id: 1n,
      data: parseJson(toJson({ eventId })),
      signal,
      attempt: 1,
    });
  }

  const announce = (event: Announced) => store(desk, event);
  return { ...desk, announce, begin, price, terms, follow, run };
}
