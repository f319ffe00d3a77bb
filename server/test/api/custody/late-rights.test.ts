// Fills of rights that arrive, are busted or are corrected after the rights have lapsed or were
// taken up.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { lapseElections, reportEnded } from '../../../src/modules/custody/election/lapse.js';
import type { OrderRow } from '../../../src/modules/order/record/order.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { assertBooks } from '../../support/order.js';
import { type Desk, openDesk } from '../../support/order-desk.js';
import { addShare } from '../../support/stored-event.js';

const LAST_DAY = '2026-11-16';
const NEXT = '2026-11-17';
const DAY = { closing: businessDate(LAST_DAY), next: businessDate(NEXT) };
const RIGHT = 'ACCESSRT';

describe('a late fill of rights', () => {
  let desk: Desk;
  let rightId: bigint;
  let call: { readonly id: bigint; readonly name: string };

  // The rights trade for the last time on the first day, which is after the call's deadline.
  beforeEach(async () => {
    desk = await openDesk();
    await desk.setDate(LAST_DAY);
    await desk.receive(10n ** 9n);
    rightId = await addShare(desk.db, RIGHT);
    await desk.db.query(sql`
      update security set security_type = 'RIGHT', tradable_from = '2026-11-02',
        tradable_to = ${LAST_DAY} where id = ${rightId}`);
    await desk.db.query(sql`
      insert into security_price (security_id, previous_close, last, price_date, priced_at)
      values (${rightId}, 25, 25, ${LAST_DAY}, now())`);
    const [event] = await desk.db.query<{ id: bigint; name: string }>(sql`
      insert into corporate_action (id, name, label, kind, participation, security_id, status,
        progress, entitled_version, qualification_date, ex_date, deadline, claim_days,
        register_basis, created_by, created_at, modified_by, modified_at)
      values (nextval('corporate_action_id'), 'CALL1', 'Call', 'EXRI', 'VOLU', ${rightId},
        'CONFIRMED', 'ENTITLED', 1, '2026-11-02', '2026-11-02', '2026-11-13T14:00:00Z', 20,
        'TRADED', 'test', now(), 'test', now()) returning id, name`);
    assert.ok(event);
    call = event;
    await desk.db.query(sql`
      insert into corporate_action_option (corporate_action_id, number, type, is_default, currency,
        price, new_security_id)
      select ${event.id}, o.number, o.type, o.type = 'LAPS', 'NGN', o.price,
        case o.type when 'EXER' then s.id end
      from (values (1, 'EXER', 20.5), (2, 'LAPS', null)) as o (number, type, price)
      cross join security s where s.name = 'ACCESS'`);
  });
  afterEach(() => desk.stop());

  async function move(kind: 'OPENING' | 'TAKE_UP', quantity: number, costMinor: number) {
    await desk.db.query(sql`
      select move_holdings(jsonb_build_array(jsonb_build_object('portfolioId', p.id, 'securityId',
        ${rightId}::bigint, 'kind', ${kind}::text, 'effectiveDate', '2026-11-16', 'currency', 'NGN',
        'sourceType', ${kind === 'OPENING' ? kind : 'ELECTION'}::text,
        'sourceId', 1000000 + ${Math.abs(quantity)}::int,
        'sourceLine', 1, 'quantity', ${quantity}::int, 'costMinor', ${costMinor}::int,
        'proceedsMinor', 0, 'gainMinor', 0, 'pendingQuantity', 0)))
      from portfolio p where p.name = '0000000001'`);
  }

  const send = async (side: 'BUY' | 'SELL', quantity: number) => {
    const order = await desk.send({ side, quantity, limit: '25.00', security: RIGHT });
    await desk.say(order, '0');
    return order;
  };
  const endDay = async (order: OrderRow) => {
    await desk.say(order, 'C');
    await desk.endOfDay(LAST_DAY, NEXT);
  };
  const lapse = () => lapseElections.run(desk.context, DAY);
  const fillLate = (order: OrderRow, quantity: number, execId: string) =>
    desk.say(order, 'C', {
      ...{ type: 'F', execId, fill: [quantity, '25.00'], cum: quantity, leaves: 0 },
      tradeDate: LAST_DAY,
    });
  const shareCost = async (order: OrderRow) => {
    const [row] = await desk.db.query<{ cost: bigint }>(sql`
      select h.cost_minor as cost from holding h join security s on s.id = h.security_id
      where h.portfolio_id = ${order.portfolio_id} and s.name = 'ACCESS'`);
    return row?.cost ?? 0n;
  };
  const elections = () =>
    desk.db.query(sql`
      select state, quantity::int from election where corporate_action_id = ${call.id}
      order by id`);
  const items = () =>
    desk.db.query<{ id: bigint; text: string; exec_id: string; order_id: bigint }>(sql`
      select id, order_id, exec_id, message_text as text from unmatched_report
      where reason = 'RIGHTS_ENDED' order by id`);
  const position = async (order: OrderRow) => {
    const { quantity, cost_minor, held_quantity } = await desk.holding(order);
    return [quantity, cost_minor, held_quantity];
  };

  it('that sells lapsed rights makes fewer of them lapse', async () => {
    await move('OPENING', 100, 50_000);
    const sell = await send('SELL', 60);
    const before = await shareCost(sell);
    await endDay(sell);
    assert.equal(await lapse(), 1);
    assert.equal((await shareCost(sell)) - before, 50_000n);
    assert.equal(await fillLate(sell, 60, 'L1'), 'APPLIED');
    assert.deepEqual(await position(sell), [-60n, -30_000n, 0n], 'until the end of the day');
    assert.equal(await lapse(), 2);
    assert.deepEqual(await position(sell), [0n, 0n, 0n]);
    assert.equal((await shareCost(sell)) - before, 20_000n, 'the cost of 40 rights');
    assert.deepEqual(await elections(), [
      { state: 'CANCELLED', quantity: 100 },
      { state: 'LAPSED', quantity: 40 },
    ]);
    const [note] = await desk.notes(sell.id);
    const { realised_gain_minor: gain } = await desk.holding(sell);
    assert.ok(note);
    assert.equal(gain, 150_000n - 30_000n - note.charges_minor);
    assert.equal(await lapse(), 0, 'once');
    assert.deepEqual(await items(), []);
    await assertBooks(desk);
  });

  it('that buys rights makes them lapse, too, and its bust makes fewer lapse', async () => {
    await move('OPENING', 100, 50_000);
    const buy = await send('BUY', 70);
    await endDay(buy);
    await lapse();
    assert.equal(await fillLate(buy, 70, 'L1'), 'APPLIED');
    assert.equal(await lapse(), 1);
    assert.deepEqual((await position(buy))[0], 0n);
    await desk.say(buy, 'C', { type: 'H', execId: 'L2', ref: 'L1', cum: 0, leaves: 0 });
    assert.deepEqual((await position(buy))[0], -70n);
    await lapse();
    assert.deepEqual(await position(buy), [0n, 0n, 0n]);
    const states = await elections();
    assert.deepEqual(states.at(-1), { state: 'LAPSED', quantity: 100 });
    assert.deepEqual(await items(), []);
    await assertBooks(desk);
  });

  it('that removes rights already taken up is a work item', async () => {
    const buy = await send('BUY', 80);
    const filled = { execId: 'F1', fill: [80, '25.00'] as const, cum: 80, leaves: 0 };
    await desk.say(buy, '2', filled);
    await desk.endOfDay(LAST_DAY, NEXT);
    await move('TAKE_UP', -80, -200_000);
    assert.equal(await lapse(), 0);
    await desk.say(buy, '0', { type: 'H', execId: 'F2', ref: 'F1', cum: 0, leaves: 0 });
    assert.deepEqual((await position(buy))[0], -80n);
    assert.equal(await lapse(), 1);
    assert.equal(await lapse(), 0, 'once');
    const [item, ...others] = await items();
    assert.deepEqual([item?.order_id, item?.exec_id, others], [buy.id, 'F2', []]);
    assert.match(item?.text ?? '', /^Corporate action CALL1 has ended the rights.* -80 of them/);
    await desk.db.query(sql`update unmatched_report set resolved = true`);
    assert.equal(await lapse(), 0, 'a person has closed it');
    assert.equal((await items()).length, 1);
  });

  it('that arrives after the call is closed is a work item', async () => {
    const buy = await send('BUY', 70);
    await endDay(buy);
    await lapse();
    await desk.db.query(sql`
      update corporate_action set progress = 'CLOSED', closed_on = ${NEXT} where id = ${call.id}`);
    assert.equal(await fillLate(buy, 70, 'L1'), 'APPLIED');
    assert.equal(await lapse(), 1);
    assert.deepEqual((await position(buy))[0], 70n, 'nothing is lost');
    const [item] = await items();
    assert.equal(item?.exec_id, 'L1');
    assert.match(item?.text ?? '', /CALL1 .* 70 of them/);
    await assertBooks(desk);
  });

  it('needs a person if a transfer left the rights, even after earlier reports', async () => {
    await desk.db.query(sql`
      update corporate_action set progress = 'CLOSED' where id = ${call.id}`);
    const portfolios = await desk.db.query<{ id: bigint; name: string }>(
      sql`select id, name from portfolio order by id limit 3`,
    );
    const transfer = (portfolioId: bigint, sourceId: number) =>
      desk.db.query(sql`
        select move_holdings(jsonb_build_array(jsonb_build_object(
          'portfolioId', ${portfolioId}::bigint, 'securityId', ${rightId}::bigint,
          'kind', 'TRANSFER_IN', 'effectiveDate', '2026-11-16', 'currency', 'NGN',
          'sourceType', 'TRANSFER', 'sourceId', ${sourceId}::int,
          'sourceLine', 1, 'quantity', 7, 'costMinor', 0, 'proceedsMinor', 0, 'gainMinor', 0,
          'pendingQuantity', 0)))`);
    for (const [place, { id }] of portfolios.entries()) await transfer(id, 900_000 + place);
    // Reads the positions in pages of one.
    const report = () => reportEnded(desk.context, DAY, 1);
    assert.equal(await report(), 3);
    assert.equal(await report(), 0, 'once');
    const [item] = await items();
    assert.equal(item?.order_id, null);
    assert.match(
      item?.text ?? '',
      /^Corporate action CALL1 has ended the rights. Portfolio 0000000001 has 7 of ACCESSRT after/,
    );
    // A later transfer causes another work item.
    const [, , last] = portfolios;
    await transfer(last?.id ?? 0n, 900_009);
    assert.equal(await report(), 1);
    await desk.db.query(sql`update unmatched_report set resolved = true, resolution = 'sold'`);
    assert.equal(await report(), 0, 'also once a person has closed it');
  });
});
