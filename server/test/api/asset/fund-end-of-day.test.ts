// Funds at the end of a day: orders deal once and income is paid once, even if the run is
// interrupted.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { priceFundOrders } from '../../../src/modules/asset/fund/dealing.js';
import { fundEndOfDay } from '../../../src/modules/asset/fund/end-of-day.js';
import { checkIntegrity } from '../../../src/modules/finance/integrity/integrity.js';
import { addDays } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import { API, type FundApp, SUBMIT, selectRegisterFaults, startFundApp } from './fund-app.js';

let app: FundApp;
before(async () => {
  app = await startFundApp();
});
after(() => app.stop());

const admin = () => app.as('ADMIN');
const checker = () => app.as('APPROVER');
const read = async (id: number) =>
  (await app.as('CLIENT').get(`${API}/fundtransaction/id/${id}`)).body;
const closing = async () => {
  const today = await currentBusinessDate(app.db);
  return { closing: today, next: addDays(today, 1) };
};

describe('price-fund-orders', () => {
  it('deals the orders of a fund that does not deal on approval', async () => {
    const fundName = await app.fund({ deals_on_approval: false });
    const customer = await app.depositor(1_000_000n);
    const body = { transType: 'SUBSCRIPTION', fundName, customerId: customer.id, amount: 1_000 };
    const { id } = (await app.order(body)).body;
    await app.value(fundName, 100);
    assert.equal((await read(id)).status, 'APPROVED');
    const today = await currentBusinessDate(app.db);
    await app.closeUntil(addDays(today, 1));
    const done = await read(id);
    assert.deepEqual([done.status, done.executionDate], ['EXECUTED', today]);
    await app.nextDay();
  });

  it('runs once, however often and on however many nodes it is started', async () => {
    const fundName = await app.fund({ deals_on_approval: false });
    const customer = await app.depositor(10_000_000n);
    const ids: number[] = [];
    for (let amount = 1_001; amount <= 1_010; amount += 1) {
      const body = { transType: 'SUBSCRIPTION', fundName, customerId: customer.id, amount };
      ids.push((await app.order(body)).body.id);
    }
    await app.value(fundName, 100);
    const day = await closing();
    const dealt = await Promise.all([1, 2, 3].map(() => priceFundOrders(app.context, day)));
    assert.equal(
      dealt.reduce((sum, count) => sum + count, 0),
      10,
    );
    assert.equal(await priceFundOrders(app.context, day), 0);
    for (const id of ids) assert.equal((await app.bookedBy(fundName, id)).length, 2);
    const [row] = await app.db.query<{ orders: bigint; subscribed_minor: bigint }>(sql`
      select d.orders, d.subscribed_minor from fund_dealing d join fund f on f.id = d.fund_id
      where f.name = ${fundName}`);
    assert.deepEqual(row, { orders: 10n, subscribed_minor: 1_005_500n });
    await app.nextDay();
  });

  it('has an equal result after a batch that was interrupted at any point', async () => {
    const fundName = await app.fund({ deals_on_approval: false, entry_fee: '1' });
    const customer = await app.depositor(1_000_000n);
    const order = { fundName, customerId: customer.id };
    await app.order({ ...order, transType: 'SUBSCRIPTION', amount: 1_000 });
    await app.value(fundName, 100);
    await priceFundOrders(app.context, await closing());
    await app.nextDay();
    await app.order({ ...order, transType: 'SUBSCRIPTION', amount: 500 });
    const { id } = (await app.order({ ...order, transType: 'REDEMPTION', units: 4 })).body;
    await app.value(fundName, 100);
    for (const table of TOUCHED) {
      await stopAt(table);
      await assert.rejects(priceFundOrders(app.context, await closing()), /stopped/, table);
      await app.db.pool.query(`drop trigger stop on ${table}`);
      assert.equal((await read(id)).status, 'APPROVED');
      const { units, heldUnits } = await app.holding(customer);
      assert.deepEqual([units, heldUnits], [9.9, 4]);
    }
    assert.equal(await priceFundOrders(app.context, await closing()), 2);
    const { units, heldUnits } = await app.holding(customer);
    assert.deepEqual([units, heldUnits], [10.85, 0]);
    assert.equal(await app.balanceOf(customer.accountId), 890_000n);
    await app.nextDay();
  });
});

// The tables that a batch writes to, in the order of the writes.
const TOUCHED = [
  'fund_holding',
  'fund_unit_movement',
  'fund_register',
  'fund_lot',
  'cash_hold',
  'journal',
  'journal_line',
  'fund_transaction',
  'fund_dealing',
  'outbox_event',
];

async function stopAt(table: string): Promise<void> {
  await app.db.pool.query(`create or replace function stop() returns trigger language plpgsql as
    $$ begin raise exception 'stopped'; end $$`);
  await app.db.pool.query(`create trigger stop before insert or update or delete on ${table}
    for each row execute function stop()`);
}

describe('pay-fund-income', () => {
  const propose = (fundName: string, incomePerUnit: number) =>
    admin().post(`${API}/fund/distribution/create`, { fundName, incomePerUnit });
  const endDay = async () => {
    const day = await closing();
    for (const step of fundEndOfDay) await step.run(app.context, day);
  };

  it('pays in cash or in units, less tax, once', async () => {
    const fundName = await app.fund({ income_policy: 'DISTRIBUTE', tax_class: 'DIVIDEND' });
    const reinvests = await app.holder(fundName, 10_000);
    const paid = await app.depositor(2_000_000n);
    await app.order({
      transType: 'SUBSCRIPTION',
      fundName,
      customerId: paid.id,
      amount: 20_000,
      incomeOption: 'PAY',
    });
    await app.value(fundName, 100);
    await app.nextDay();
    const made = await propose(fundName, 2.5);
    assert.equal(made.status, 201, made.text);
    const own = await admin().put(`${API}/fund/distribution/approve/id/${made.body.id}`);
    assert.deepEqual([own.status, own.body.msgCode], [403, 'OWN_WORK']);
    const approved = await checker().put(`${API}/fund/distribution/approve/id/${made.body.id}`);
    assert.deepEqual([approved.body.result.status, approved.body.result.holders], ['APPROVED', 2]);
    await endDay();
    const path = `${API}/fund/distribution/id/${made.body.id}`;
    const half = (await admin().get(path)).body;
    assert.deepEqual([half.status, half.holdersPaid], ['APPROVED', 1]);
    assert.equal(await app.balanceOf(paid.accountId), 45_000n);
    await app.value(fundName, 97.5);
    await endDay();
    await endDay();
    const done = (await admin().get(path)).body;
    assert.deepEqual(
      [done.status, done.holdersPaid, done.grossAmount, done.taxAmount],
      ['PAID', 2, 750, 75],
    );
    assert.equal((await app.holding(reinvests)).units, 102.3076);
    assert.equal((await app.holding(paid)).units, 200);
    assert.equal(await app.balanceOf(paid.accountId), 45_000n);
    const again = await checker().put(`${API}/fund/distribution/approve/id/${made.body.id}`);
    assert.deepEqual([again.status, again.body.msgArgs], [409, ['PAID']]);
    const list = (await admin().get(`${API}/fund/distribution/list?f=${done.fundId}`)).body;
    assert.equal(list.count, 1);
  });

  it('is refused for an accumulating fund or a zero amount, and may be rejected', async () => {
    const accumulates = await propose(await app.fund(), 1);
    assert.equal(accumulates.body.msgCode, 'FUND_DISTRIBUTION_REFUSED');
    const fundName = await app.fund({ income_policy: 'DISTRIBUTE' });
    assert.equal((await propose(fundName, 0)).body.msgCode, 'AMOUNT_NOT_POSITIVE');
    await app.value(fundName, 2.5);
    const tooMuch = await propose(fundName, 2.51);
    assert.deepEqual(
      [tooMuch.body.msgCode, tooMuch.body.msgArgs],
      ['FUND_DISTRIBUTION_REFUSED', ['incomePerUnit']],
    );
    const { id } = (await propose(fundName, 1)).body;
    const rejected = await checker().put(`${API}/fund/distribution/reject/id/${id}`);
    assert.equal(rejected.body.result.status, 'REJECTED');
    const missing = await checker().put(`${API}/fund/distribution/reject/id/999999`);
    assert.equal(missing.status, 404);
    assert.equal((await app.as('NOBODY').get(`${API}/fund/distribution/list`)).status, 401);
  });
});

it('afterwards the books balance, and every register is the sum of its holdings', async () => {
  assert.deepEqual(await selectRegisterFaults(app.db), []);
  assert.ok((await checkIntegrity({ db: app.db })).holds);
});

it('the check shows a holding that was changed by hand', async () => {
  const fundName = await app.fund();
  const customer = await app.holder(fundName, 1_000);
  await app.db.query(sql`
    update fund_holding set units = units + 1 where customer_id = ${BigInt(customer.id)}`);
  assert.equal((await selectRegisterFaults(app.db)).length, 2);
  assert.equal((await app.as('CLIENT').post(SUBMIT, {})).status, 400);
});
