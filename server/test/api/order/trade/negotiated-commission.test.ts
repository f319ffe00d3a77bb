// Orders under a commission group other than the customer's own: who may place them, and their
// charges.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { takeInstructions } from '../../../../src/modules/order/index.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { SELECT_ORDER } from '../../../../src/modules/order/record/queries.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { assertBooks, orderBody } from '../../../support/order.js';
import { reportOrder, standingNote } from '../../../support/order-exchange.js';
import { feeDesk, percent } from '../fee/fee-desk.js';

const BASE = '/api/v1/order/tradeorder';
const LIMITED = { priceType: 'LIMIT', limitPrice: '25.00', quantityRequested: '400' };

describe('a negotiated commission', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
    await app.db.query(sql`
      insert into customer_group (id, name, label, created_by, created_at, modified_by, modified_at)
      values (900, 'EXEMPT', 'Staff', 'test', now(), 'test', now())`);
  });
  after(async () => {
    await assertBooks(app);
    await app.stop();
  });

  const submit = (changes: object, role = 'DEALER') =>
    app.as(role).post(`${BASE}/submit`, orderBody({ ...LIMITED, ...changes }));

  const refused = async (changes: object, code: string, role = 'DEALER') => {
    const [before] = await app.db.query<{ n: bigint }>(sql`select count(*) as n from trade_order`);
    const { status, body } = await submit(changes, role);
    assert.deepEqual(
      [status, body.msgCode, body.errors[0].pointer],
      [422, code, '/commissionGroupName'],
    );
    const [after] = await app.db.query<{ n: bigint }>(sql`select count(*) as n from trade_order`);
    assert.deepEqual(after, before);
  };

  it('needs the permission, which only dealers and administrators have', async () => {
    for (const role of ['CLIENT', 'OPERATIONS']) {
      await refused({ commissionGroupName: 'EXEMPT' }, 'REFERENCE_MISMATCH', role);
    }
    const { status, body } = await submit({ commissionGroupName: 'PREMIUM' }, 'CLIENT');
    assert.equal(status, 201);
    assert.equal(body.result.commissionOverridden, false);
    assert.equal((await submit({ commissionGroupName: 'STANDARD' }, 'ADMIN')).status, 201);
  });

  it('refuses a group that does not exist or is not active', async () => {
    await refused({ commissionGroupName: 'NO-SUCH' }, 'UNKNOWN_REFERENCE');
    const idle = sql`update customer_group set active = false where name = 'STANDARD'`;
    await app.db.query(idle);
    await refused({ commissionGroupName: 'STANDARD' }, 'UNKNOWN_REFERENCE');
    await app.db.query(sql`update customer_group set active = true where name = 'STANDARD'`);
  });

  it('determines estimate, hold, note and total, and shows who granted it', async () => {
    const dry = await app
      .as('DEALER')
      .post(`${BASE}/validate`, orderBody({ ...LIMITED, commissionGroupName: 'EXEMPT' }));
    assert.equal(dry.status, 200, dry.text);
    const codes = dry.body.estimate.charges.map(({ code }: Json) => code);
    assert.ok(!codes.includes('COMMISSION'), codes.join());
    const usual = (await submit({})).body.result;
    const free = (await submit({ commissionGroupName: 'EXEMPT' })).body.result;
    // Commission of 1.35 % on 10,000.00, and VAT of 7.5 % on it.
    assert.equal(Math.round((usual.heldAmount - free.heldAmount) * 100), 13_500 + 1_013);
    assert.equal(free.commissionOverridden, true);
    assert.match(free.commissionOverriddenBy, /\S/);
    const row = await taken(free.id);
    await reportOrder(app, row, { status: '2', execId: 'X-1', fill: [400, '25.00'] });
    const noteId = await standingNote(app, row.id);
    const note = (await app.as('CLIENT').get(`/api/v1/order/contractnote/id/${noteId}`)).body;
    assert.ok(note.charges.length > 0);
    assert.ok(note.charges.every(({ code }: Json) => code !== 'COMMISSION'));
    assert.equal(note.netAmount, (await read(free.id)).orderTotal);
  });

  it('is a filter of the blotter', async () => {
    const idsOf = async (value: boolean) => {
      const { body } = await app
        .as('CLIENT')
        .get(`${BASE}/list?commissionOverridden=${value}&s=200`);
      return body.result.map((each: Json) => [each.commissionGroupName, each.commissionOverridden]);
    };
    assert.deepEqual(await idsOf(true), [
      ['EXEMPT', true],
      ['STANDARD', true],
    ]);
    assert.ok((await idsOf(false)).every(([, overridden]: Json) => overridden === false));
  });

  it('stays with the order when it is amended, and cannot be changed', async () => {
    const { body } = await submit({ commissionGroupName: 'EXEMPT' });
    const amend = (changes: object) =>
      app.as('CLIENT').put(`${BASE}/update`, orderBody({ ...LIMITED, id: body.id, ...changes }));
    const less = await amend({ quantityRequested: '300' });
    assert.equal(less.status, 200, less.text);
    assert.equal(less.body.result.commissionGroupName, 'EXEMPT');
    assert.equal(less.body.result.commissionOverridden, true);
    const other = await amend({ commissionGroupName: 'STANDARD' });
    assert.equal(other.body.msgCode, 'ORDER_TERM_FIXED');
  });

  it('refuses a group without a commission in the fee schedule', async () => {
    await feeDesk(app).change({
      rules: [
        percent('COMMISSION', 1, { customerGroups: ['PREMIUM'] }),
        percent('STAMP', 0.08, { payee: 'NRS', ledgerAccount: 'LIAB:STAMP' }),
      ],
    });
    await refused({ commissionGroupName: 'EXEMPT' }, 'COMMISSION_RULE_MISSING');
    assert.equal((await submit({ commissionGroupName: 'PREMIUM' })).status, 201);
  });

  async function taken(id: number): Promise<OrderRow> {
    const [row] = await app.db.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${BigInt(id)}`);
    assert.ok(row);
    const { session_name } = row;
    await app.db.transaction((tx) => takeInstructions(tx, session_name, app.context.clock.now()));
    return row;
  }

  const read = async (id: number): Promise<Json> =>
    (await app.as('CLIENT').get(`${BASE}/id/${id}`)).body;
});
