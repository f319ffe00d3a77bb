// Agents: reference data, the agent of an order, and the agent's share of the commission on each
// note.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { takeInstructions } from '../../../../src/modules/order/index.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { SELECT_ORDER } from '../../../../src/modules/order/record/queries.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { assertBooks, orderBody } from '../../../support/order.js';
import { reportOrder, standingNote } from '../../../support/order-exchange.js';

const BASE = '/api/v1/order/tradeorder';
const AGENT = '/api/v1/partner/agent';
const EARNED = '/api/v1/order/agentcommission';
const LIMITED = { priceType: 'LIMIT', limitPrice: '25.00', quantityRequested: '10' };

describe('agents', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
  });
  after(async () => {
    await assertBooks(app);
    await app.stop();
  });

  const assign = (body: object, role = 'CLIENT') =>
    app.as(role).put(`${AGENT}/customer/assign`, body);
  const submit = (changes: object = {}, role = 'DEALER') =>
    app.as(role).post(`${BASE}/submit`, orderBody({ ...LIMITED, ...changes }));
  const propose = async (body: object) => {
    const made = await app.as('OPERATIONS').put(`${AGENT}/propose`, body);
    assert.equal(made.status, 201, made.text);
    const path = `/api/v1/system/change/approve/id/${made.body.id}`;
    assert.equal((await app.as('APPROVER').put(path)).status, 200);
  };

  async function taken(id: number): Promise<OrderRow> {
    const [row] = await app.db.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${BigInt(id)}`);
    assert.ok(row);
    const { session_name } = row;
    await app.db.transaction((tx) => takeInstructions(tx, session_name, app.context.clock.now()));
    return row;
  }

  /** The sum of all lines on firm accounts with this code, in minor units. */
  async function booked(code: string): Promise<number> {
    const [row] = await app.db.query<{ minor: bigint }>(sql`
      select coalesce(sum(l.amount_minor), 0)::bigint as minor
      from journal_line l join account a on a.id = l.account_id where a.acct_type = ${code}`);
    return Number(row?.minor);
  }

  const sums = async (name: string) => {
    const { body } = await app.as('CLIENT').get(`${EARNED}/summary?agentName=${name}`);
    return body.result.map(({ earned, takenBack, amount }: Json) => [earned, takenBack, amount]);
  };

  it('are proposed with sorted shares, approved by another person, and read', async () => {
    const shares = [
      { validFrom: '2020-01-01', percent: 12.5 },
      { validFrom: '2099-01-01', percent: 50 },
    ];
    const body = { name: 'second', label: 'Second', shares };
    const reversed = { ...body, shares: [...shares].reverse() };
    const wrong = await app.as('OPERATIONS').put(`${AGENT}/propose`, reversed);
    assert.deepEqual(
      [wrong.status, wrong.body.msgCode, wrong.body.errors[0].pointer],
      [422, 'AGENT_REFUSED', '/shares/1/validFrom'],
    );
    const coarse = { ...body, shares: [{ validFrom: '2020-01-01', percent: 1.23456 }] };
    const refused = await app.as('OPERATIONS').put(`${AGENT}/propose`, coarse);
    assert.equal(refused.body.msgCode, 'TOO_MANY_DECIMALS');
    await propose(body);
    const { body: page } = await app.as('CLIENT').get(`${AGENT}/list/active`);
    const found = page.result.find(({ name }: Json) => name === 'SECOND');
    assert.deepEqual(found.shares, shares);
    assert.deepEqual((await app.as('CLIENT').get(`${AGENT}/id/${found.id}`)).body, found);
    assert.equal((await app.as('CLIENT').get(`${AGENT}/id/999999`)).status, 404);
  });

  it('are assigned to visible customers only', async () => {
    const unknown = await assign({ customerId: 1, agentName: 'NO-SUCH' });
    assert.deepEqual([unknown.status, unknown.body.errors[0].pointer], [422, '/agentName']);
    const foreign = await app
      .asOffice('CLIENT', [2n])
      .put(`${AGENT}/customer/assign`, { customerId: 1, agentName: 'INTRODUCER' });
    assert.deepEqual([foreign.status, foreign.body.errors[0].pointer], [422, '/customerId']);
    const done = await assign({ customerId: 1, agentName: 'introducer' });
    assert.equal(done.body.result.agentName, 'INTRODUCER', done.text);
    const { body } = await app.as('CLIENT').get(`${AGENT}/customer/id/1`);
    assert.equal(body.agentName, 'INTRODUCER');
    const hidden = await app.asOffice('CLIENT', [2n]).get(`${AGENT}/customer/id/1`);
    assert.equal(hidden.status, 404);
  });

  it('earn their share of the commission, which changes nothing for the customer', async () => {
    const placed = await submit({ quantityRequested: '10000' }, 'CLIENT');
    assert.equal(placed.body.result.agentName, 'INTRODUCER', placed.text);
    const row = await taken(placed.body.id);
    await reportOrder(app, row, { status: '2', execId: 'A-1', fill: [10_000, '25.00'] });
    const noteId = await standingNote(app, row.id);
    const note = (await app.as('CLIENT').get(`/api/v1/order/contractnote/id/${noteId}`)).body;
    const lines = note.charges.map(({ code, onCode, amount }: Json) => [code, onCode, amount]);
    assert.ok(lines.some((line: Json) => String(line) === 'COMMISSION,,3375'));
    assert.ok(lines.some((line: Json) => String(line) === 'VAT,COMMISSION,253.13'));
    assert.equal(await booked('EXP:AGENT-COMMISSION'), 101_250);
    assert.equal(await booked('LIAB:AGENT-COMMISSION'), -101_250);
    assert.deepEqual(await sums('INTRODUCER'), [[1012.5, 0, 1012.5]]);
    const { body } = await app.as('CLIENT').get(`${EARNED}/list?agentName=INTRODUCER`);
    const [line] = body.result;
    assert.deepEqual(
      [line.contractNoteId, line.sharePercent, line.amount, line.orderId],
      [Number(noteId), 30, 1012.5, placed.body.id],
    );
    // A bust reverses the share.
    const bust = { status: '0', execId: 'A-2', type: 'H', ref: 'A-1', cum: 0, leaves: 10_000 };
    await reportOrder(app, row, bust);
    assert.equal(await booked('EXP:AGENT-COMMISSION'), 0);
    assert.equal(await booked('LIAB:AGENT-COMMISSION'), 0);
    assert.deepEqual(await sums('INTRODUCER'), [[1012.5, 1012.5, 0]]);
  });

  it('keep the share of the trade date when it changes', async () => {
    await propose({
      name: 'INTRODUCER',
      label: 'Sample',
      shares: [
        { validFrom: '2020-01-01', percent: 10 },
        { validFrom: '2099-01-01', percent: 90 },
      ],
    });
    const placed = await submit({ quantityRequested: '333' }, 'CLIENT');
    const row = await taken(placed.body.id);
    await reportOrder(app, row, { status: '2', execId: 'B-1', fill: [333, '25.00'] });
    // 1.35 % of 8,325.00 is 112.39, of which a tenth is 11.24.
    assert.equal(await booked('EXP:AGENT-COMMISSION'), 1_124);
  });

  it('of an order may differ from that of the customer only with the permission', async () => {
    const wanted = async (changes: object, role: string, code: string) => {
      const { status, body } = await submit(changes, role);
      assert.deepEqual([status, body.msgCode, body.errors[0].pointer], [422, code, '/agentName']);
    };
    await wanted({ agentName: 'SECOND' }, 'CLIENT', 'REFERENCE_MISMATCH');
    await wanted(
      { agentName: 'SECOND', portfolioName: '0000000002' },
      'CLIENT',
      'REFERENCE_MISMATCH',
    );
    await wanted({ agentName: 'NO-SUCH' }, 'DEALER', 'UNKNOWN_REFERENCE');
    assert.equal((await submit({ agentName: 'INTRODUCER' }, 'CLIENT')).status, 201);
    const other = await submit({ agentName: 'SECOND' });
    assert.equal(other.body.result.agentName, 'SECOND', other.text);
    const { body } = await app.as('CLIENT').get(`${BASE}/list?agentName=SECOND`);
    assert.deepEqual(
      body.result.map(({ id }: Json) => id),
      [other.body.id],
    );
    const amend = (agentName: string) =>
      app
        .as('DEALER')
        .put(`${BASE}/update`, { ...orderBody({ ...LIMITED, agentName }), id: other.body.id });
    assert.equal((await amend('INTRODUCER')).body.result.agentName, 'INTRODUCER');
    await taken(other.body.id);
    assert.equal((await amend('SECOND')).body.msgCode, 'ORDER_TERM_FIXED');
  });

  it('get no new orders once they are inactive, or removed from the customer', async () => {
    await propose({
      name: 'INTRODUCER',
      label: 'Sample',
      active: false,
      shares: [{ validFrom: '2020-01-01', percent: 10 }],
    });
    assert.equal((await submit({}, 'CLIENT')).body.result.agentName, undefined);
    assert.equal((await submit({ agentName: 'INTRODUCER' })).body.msgCode, 'UNKNOWN_REFERENCE');
    await assign({ customerId: 1, agentName: 'SECOND' });
    assert.equal((await submit({}, 'CLIENT')).body.result.agentName, 'SECOND');
    await assign({ customerId: 1 });
    assert.equal((await submit({}, 'CLIENT')).body.result.agentName, undefined);
  });
});
