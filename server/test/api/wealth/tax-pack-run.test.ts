// Runs that issue tax packs for many customers, and the pack of a customer who traded.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { contentOf } from '../../../src/modules/wealth/tax-pack/collect.js';
import type { PackFigures } from '../../../src/modules/wealth/tax-pack/content.js';
import { issueNext } from '../../../src/modules/wealth/tax-pack/run.js';
import { taxYearOf } from '../../../src/modules/wealth/tax-rule/rule.js';
import { selectCustomer } from '../../../src/modules/wealth/valuation/queries.js';
import { present } from '../../../src/platform/assert.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { onSnapshot } from '../../../src/platform/database/snapshot.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { type Desk, openDesk } from '../../support/order-desk.js';
import type { Depositor } from '../asset/app.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';

const API = '/api/v1/wealth/tax-pack';

describe('a run of tax packs', () => {
  let app: WealthApp;
  before(async () => {
    app = await startWealthApp();
  });
  after(() => app.stop());

  let shares = 0;

  async function holder(): Promise<Depositor> {
    const owner = await app.holder();
    shares += 1;
    const share = await app.share(`RUN-${shares}`, [['2026-03-05', 10, 100]]);
    await app.bring(await app.portfolio(owner), share, { quantity: 100, costMinor: 90_000n });
    return owner;
  }

  const start = (body: object) => app.as('OPERATIONS').post(`${API}/run/start`, body);

  async function started(body: object): Promise<bigint> {
    const reply = await start(body);
    assert.equal(reply.status, 202, reply.text);
    return BigInt(reply.body.result.id);
  }

  // The run's own job may process the run at the same time.
  async function finish(id: bigint): Promise<void> {
    while (await issueNext(app.context, id));
  }

  const runOf = async (id: bigint): Promise<Json> =>
    (await app.as('AUDITOR').get(`${API}/run/id/${id}`)).body;

  const idsOf = (owners: readonly Depositor[]) => owners.map((owner) => owner.id);

  it('issues one for each customer with assets, and counts the others', async () => {
    const owners = [await holder(), await app.holder(), await holder()];
    const id = await started({ customerIds: idsOf(owners) });
    await finish(id);
    const { state, year, done, issued, empty, unchanged, refused } = await runOf(id);
    assert.deepEqual([state, year, done], ['DONE', 2026, 3]);
    assert.deepEqual([issued, empty, unchanged, refused], [2, 1, 0, 0]);
    const { body } = await app.as('AUDITOR').get(`${API}/list?run=${id}&y=2026&inForce=true`);
    assert.deepEqual(
      body.result.map((each: Json) => [each.customerId, each.runId, each.totals[0].value]),
      [
        [owners[2]?.id, Number(id), 1_000],
        [owners[0]?.id, Number(id), 1_000],
      ],
    );
    const again = await started({ customerIds: idsOf(owners), y: 2026 });
    await finish(again);
    assert.deepEqual([(await runOf(again)).unchanged, (await runOf(again)).issued], [2, 0]);
  });

  it('continues after an interruption, and issues none twice', async () => {
    const owners = [await holder(), await holder(), await holder()];
    await app.db.query(sql`
      create function stop_run() returns trigger language plpgsql as
        $$ begin raise exception 'killed'; end $$`);
    await app.db.query(sql`
      create trigger killed before update on tax_pack_run for each row
        when (new.issued = 2) execute function stop_run()`);
    const id = await started({ customerIds: idsOf(owners) });
    await assert.rejects(finish(id), /killed/);
    assert.equal((await runOf(id)).done, 1);
    await app.db.query(sql`drop trigger killed on tax_pack_run`);
    // Two processes work at once, as after an expired lease.
    await Promise.all([finish(id), finish(id)]);
    const { state, done, issued } = await runOf(id);
    assert.deepEqual([state, done, issued], ['DONE', 3, 3]);
    const { body } = await app.as('AUDITOR').get(`${API}/list?run=${id}`);
    assert.equal(body.count, 3);
  });

  it('of final packs counts customers whose year is open as refused', async () => {
    const owner = await holder();
    const id = await started({ customerIds: [owner.id], final: true });
    await finish(id);
    const { refused, refusals, final } = await runOf(id);
    assert.deepEqual([refused, final], [1, true]);
    assert.deepEqual(
      refusals.map((each: Json) => each.code),
      ['TAX_YEAR_OPEN'],
    );
  });

  it('accepts a group, an office or all, and needs exactly one selection', async () => {
    const [{ count } = { count: 0 }] = await app.db.query<{ count: number }>(
      sql`select count(*)::int as count from customer`,
    );
    assert.equal((await start({ all: true })).body.result.customers, count);
    assert.equal((await start({ customerGroupName: 'STANDARD' })).status, 202);
    const codeOf = async (body: object) => {
      const { status, body: reply } = await start(body);
      return [status, reply.msgCode];
    };
    assert.deepEqual(await codeOf({}), [400, 'INVALID_REQUEST']);
    assert.deepEqual(await codeOf({ customerIds: [999_999] }), [422, 'UNKNOWN_REFERENCE']);
    assert.deepEqual(await codeOf({ customerGroupName: 'NONE' }), [422, 'UNKNOWN_REFERENCE']);
    assert.deepEqual(await codeOf({ all: true, y: 2027 }), [422, 'VALUATION_DATE_REFUSED']);
    const { body } = await app.as('AUDITOR').get(`${API}/run/list`);
    assert.ok(body.count >= 5);
  });
});

describe('the pack of a customer who traded', () => {
  const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'] as const;
  let desk: Desk;
  let owner: bigint;
  let day = 0;
  before(async () => {
    desk = await openDesk();
    await desk.setDate(DAYS[0]);
    await desk.receive(10n ** 11n);
    const [row] = await desk.db.query<{ customer_id: bigint }>(
      sql`select customer_id from portfolio where name = '0000000001'`,
    );
    owner = present(row, 'the desk has a portfolio').customer_id;
    // Limits low enough for a small trade to reach.
    await desk.db.query(sql`
      insert into capital_gains_rule (id, name, version_no, valid_from, body)
      select nextval('capital_gains_rule_id'), name, version_no + 1, valid_from, jsonb_set(body,
        '{threshold,proceedsBelow}', '300000')
      from capital_gains_rule where name = 'NG/EQUITY' order by version_no desc limit 1`);
  });
  after(() => desk.stop());

  async function deal(side: 'BUY' | 'SELL', quantity: number, price: string): Promise<void> {
    const [on, next] = [DAYS[day], DAYS[day + 1]];
    assert.ok(on !== undefined && next !== undefined);
    await desk.db.query(sql`
      update security_price set previous_close = ${price}::numeric, last = ${price}::numeric`);
    const order = await desk.send({ security: 'GTCO', side, quantity, limit: price });
    await desk.say(order, '2', { fill: [quantity, price] });
    await desk.endOfDay(on, next);
    day += 1;
  }

  const figures = (): Promise<PackFigures> =>
    onSnapshot(desk.db, async (tx) => {
      const customer = present(await selectCustomer(tx, owner), 'the customer exists');
      const today = await currentBusinessDate(tx);
      const request = {
        customer,
        yearOf: () => taxYearOf(2026),
        today,
        at: desk.context.clock.now(),
      };
      return (await contentOf({ tx, context: desk.context }, request)).figures;
    });

  it('has the charges of all trades, and relief for purchases after a sale', async () => {
    await deal('BUY', 20_000, '25.00');
    await deal('SELL', 12_000, '32.00');
    await deal('BUY', 3_000, '30.00');
    const { tables, totals } = await figures();
    const [charged] = await desk.db.query<{ minor: bigint; bought: bigint }>(sql`
      select sum(charges_minor)::bigint as minor,
        sum(net_minor) filter (where side = 'BUY' and trade_date = ${DAYS[2]})::bigint as bought
      from contract_note where customer_id = ${owner} and reversed_at is null`);
    const cents = (text: string | undefined) => Math.round(Number(text ?? '0') * 100);
    const sum = tables.charges.reduce((all, { amount }) => all + cents(amount), 0);
    assert.equal(sum, Number(charged?.minor));
    assert.ok(tables.charges.length > 2, 'commission, fees and duties apart');
    const [relief, ...others] = tables.reinvestment;
    assert.equal(others.length, 0);
    assert.deepEqual(
      [relief?.proceeds, cents(relief?.reinvested)],
      ['384000', Number(charged?.bought)],
    );
    // The part of the gain that corresponds to the reinvested part of the proceeds.
    const relieved = (cents(relief?.taxGain) * Number(charged?.bought)) / 38_400_000;
    assert.equal(cents(relief?.relieved), Math.round(relieved));
    const [sold] = tables.disposals;
    assert.equal(cents(sold?.gainAverage), cents(relief?.taxGain));
    const own = totals.find(({ currency }) => currency === 'NGN');
    assert.equal(cents(own?.chargeableGain), cents(relief?.taxGain) - cents(relief?.relieved));
    assert.equal(tables.windows[0]?.chargeable, 'yes');
  });
});
