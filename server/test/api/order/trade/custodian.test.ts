// Custodians: reference data, the custodians of a portfolio, and the custodian of an order and its
// notes.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { takeInstructions } from '../../../../src/modules/order/index.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { SELECT_ORDER } from '../../../../src/modules/order/record/queries.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { assertBooks, orderBody } from '../../../support/order.js';
import { reportOrder, standingNote } from '../../../support/order-exchange.js';
import { pdfPages } from '../../../support/pdf-text.js';

const BASE = '/api/v1/order/tradeorder';
const CUSTODIAN = '/api/v1/partner/custodian';
const OF_PORTFOLIO = '/api/v1/order/portfolio/custodian';
const NOTE = '/api/v1/order/contractnote';
const LIMITED = { priceType: 'LIMIT', limitPrice: '25.00', quantityRequested: '10' };
const KEEPER = {
  name: 'KEEPER',
  label: 'Keeper Trust',
  depositoryCode: 'KT-9',
  partyId: 'KEEP',
  settles: 'OWN',
  settlementAccount: '0099',
  email: 'desk@keeper.example',
};

describe('custodians', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
  });
  after(async () => {
    await assertBooks(app);
    await app.stop();
  });

  const submit = (changes: object = {}) =>
    app.as('CLIENT').post(`${BASE}/submit`, orderBody({ ...LIMITED, ...changes }));
  const amend = (id: number, changes: object) =>
    app.as('CLIENT').put(`${BASE}/update`, { ...orderBody({ ...LIMITED, ...changes }), id });
  const assign = (custodians: readonly object[], portfolioName = '0000000001') =>
    app.as('CLIENT').put(`${OF_PORTFOLIO}/assign`, { portfolioName, custodians });
  const proposed = (body: object) => app.as('OPERATIONS').put(`${CUSTODIAN}/propose`, body);
  const propose = async (body: object) => {
    const made = await proposed(body);
    assert.equal(made.status, 201, made.text);
    const path = `/api/v1/system/change/approve/id/${made.body.id}`;
    assert.equal((await app.as('OPERATIONS').put(path)).status, 403);
    assert.equal((await app.as('APPROVER').put(path)).status, 200);
  };
  const refusedWith = (reply: { status: number; body: Json }) => [
    reply.status,
    reply.body.msgCode,
    reply.body.errors?.[0].pointer,
  ];

  async function send(id: number) {
    const [row] = await app.db.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${BigInt(id)}`);
    assert.ok(row);
    const { session_name } = row;
    const sent = await app.db.transaction((tx) =>
      takeInstructions(tx, session_name, app.context.clock.now()),
    );
    const instruction = sent.find(({ clOrdId }) => clOrdId === row.cl_ord_id);
    assert.ok(instruction);
    return { row, instruction };
  }

  it('are proposed, approved by another person, and read', async () => {
    await propose({ ...KEEPER, name: 'keeper' });
    const { body: page } = await app.as('CLIENT').get(`${CUSTODIAN}/list/active`);
    assert.deepEqual(
      page.result.map(({ name, settles }: Json) => [name, settles]),
      [
        ['CUSTODY', 'OWN'],
        ['KEEPER', 'OWN'],
      ],
    );
    const { id, active, version, ...found } = page.result[1];
    assert.deepEqual([active, version], [true, 1]);
    for (const [member, value] of Object.entries(KEEPER)) assert.equal(found[member], value);
    assert.deepEqual((await app.as('CLIENT').get(`${CUSTODIAN}/id/${id}`)).body, page.result[1]);
    assert.equal((await app.as('CLIENT').get(`${CUSTODIAN}/id/999999`)).status, 404);
  });

  it('are refused with the name of the wrong member', async () => {
    const wrong = [
      ['name', 'TWO WORDS'],
      ['partyId', 'A\u0001B'],
      ['depositoryCode', 'Dépôt'],
      ['email', 'no address'],
    ] as const;
    for (const [member, value] of wrong) {
      const reply = await proposed({ ...KEEPER, [member]: value });
      assert.deepEqual(refusedWith(reply), [422, 'CUSTODIAN_REFUSED', `/${member}`], member);
    }
    const proposals = await app.db.query(
      sql`select from reference_change where kind = 'custodian' and state = 'PENDING'`,
    );
    assert.equal(proposals.length, 0);
  });

  it('are assigned together to a portfolio that the caller sees', async () => {
    const keeper = { custodianName: 'KEEPER', accountNo: 'K-77' };
    const cases: readonly (readonly [object[], string, string])[] = [
      [[{ custodianName: 'NO-SUCH' }], 'UNKNOWN_REFERENCE', '/custodians/0/custodianName'],
      [[keeper, { custodianName: 'keeper' }], 'INVALID_REQUEST', '/custodians/1/custodianName'],
      [
        [
          { ...keeper, standing: true },
          { custodianName: 'CUSTODY', standing: true },
        ],
        'INVALID_REQUEST',
        '/custodians/1/standing',
      ],
      [[{ ...keeper, accountNo: 'K\u0001' }], 'INVALID_REQUEST', '/custodians/0/accountNo'],
    ];
    for (const [custodians, code, pointer] of cases) {
      const [, msgCode, at] = refusedWith(await assign(custodians));
      assert.deepEqual([msgCode, at], [code, pointer]);
    }
    const unknown = await assign([keeper], '9999999999');
    assert.deepEqual(refusedWith(unknown), [422, 'UNKNOWN_REFERENCE', '/portfolioName']);
    const foreign = await app
      .asOffice('CLIENT', [2n])
      .put(`${OF_PORTFOLIO}/assign`, { portfolioName: '0000000001', custodians: [keeper] });
    assert.deepEqual(refusedWith(foreign), [422, 'UNKNOWN_REFERENCE', '/portfolioName']);
    const of = async (reader = app.as('CLIENT')) => reader.get(`${OF_PORTFOLIO}/id/1`);
    assert.deepEqual((await of()).body.custodians, []);
    const both = [keeper, { custodianName: 'CUSTODY', standing: true }];
    for (const _ of [1, 2]) {
      const done = await assign(both);
      assert.equal(done.status, 200, done.text);
      assert.deepEqual(
        done.body.result.custodians.map((each: Json) => [
          each.custodianName,
          each.accountNo,
          each.standing,
        ]),
        [
          ['CUSTODY', undefined, true],
          ['KEEPER', 'K-77', false],
        ],
      );
      assert.deepEqual((await of()).body, done.body.result);
    }
    assert.equal((await of(app.asOffice('CLIENT', [2n]))).status, 404);
    await assign([{ custodianName: 'CUSTODY', standing: true }]);
    assert.equal((await of()).body.custodians.length, 1);
    await assign(both);
  });

  it('list the portfolios that have them, page by page, of the offices of the caller', async () => {
    const second = await assign([{ custodianName: 'KEEPER', standing: true }], '0000000002');
    assert.equal(second.status, 200, second.text);
    const list = (query: string, reader = app.as('AUDITOR')) =>
      reader.get(`${OF_PORTFOLIO}/list?${query}`);
    const { body: all } = await list('custodianName=keeper');
    assert.equal(all.count, 2);
    assert.deepEqual(
      all.result.map((each: Json) => [each.portfolioName, each.accountNo, each.standing]),
      [
        ['0000000001', 'K-77', false],
        ['0000000002', undefined, true],
      ],
    );
    const [{ customerId, customerLabel }] = all.result;
    const { body: customer } = await app
      .as('AUDITOR')
      .get(`/api/v1/partner/customer/id/${customerId}`);
    assert.equal(customerLabel, customer.label);
    const pages = [1, 2, 3].map((page) => list(`custodianName=KEEPER&s=1&b=${page}`));
    assert.deepEqual(
      (await Promise.all(pages)).map(({ body }) => body.result.length),
      [1, 1, 0],
    );
    const offices = await app.db.query<{ office_id: bigint }>(
      sql`select distinct office_id from portfolio where name in ('0000000001', '0000000002')`,
    );
    for (const { office_id: office } of offices) {
      const [row] = await app.db.query<{ count: bigint }>(sql`
        select count(*) as count from portfolio
        where name in ('0000000001', '0000000002') and office_id = ${office}`);
      const { body } = await list('custodianName=KEEPER', app.asOffice('AUDITOR', [office]));
      assert.equal(BigInt(body.count), row?.count);
    }
    const none = await list('custodianName=NO-SUCH');
    assert.deepEqual(refusedWith(none), [422, 'UNKNOWN_REFERENCE', '/custodianName']);
    assert.deepEqual(refusedWith(await list('')), [400, 'INVALID_REQUEST', '/custodianName']);
    await assign([], '0000000002');
  });

  it("of an order belong to its portfolio, and default to the portfolio's default", async () => {
    const unknown = await submit({ custodianName: 'NO-SUCH' });
    assert.deepEqual(refusedWith(unknown), [422, 'UNKNOWN_REFERENCE', '/custodianName']);
    await propose({ name: 'OTHER', label: 'Other', settles: 'OWN' });
    const other = await submit({ custodianName: 'OTHER' });
    assert.deepEqual(refusedWith(other), [422, 'REFERENCE_MISMATCH', '/custodianName']);
    const standing = await submit();
    assert.equal(standing.body.result.custodianName, 'CUSTODY', standing.text);
    const named = await submit({ custodianName: 'KEEPER' });
    assert.equal(named.body.result.custodianName, 'KEEPER', named.text);
    const elsewhere = await submit({ portfolioName: '0000000002' });
    assert.equal(elsewhere.body.result.custodianName, undefined, elsewhere.text);
    const { body } = await app.as('CLIENT').get(`${BASE}/list?custodianName=KEEPER`);
    assert.deepEqual(
      body.result.map(({ id }: Json) => id),
      [named.body.id],
    );
  });

  it('of an order are shown on its instruction, its note and the PDF', async () => {
    const placed = await submit({ custodianName: 'KEEPER' });
    // The order keeps the account with which it was placed.
    await assign([
      { custodianName: 'KEEPER', accountNo: 'K-78' },
      { custodianName: 'CUSTODY', standing: true },
    ]);
    const { row, instruction } = await send(placed.body.id);
    assert.deepEqual(
      [instruction.custodianPartyId, instruction.custodianAccount],
      ['KEEP', 'K-77'],
    );
    await reportOrder(app, row, { status: '2', execId: 'K-1', fill: [10, '25.00'] });
    const id = await standingNote(app, row.id);
    const { body: note } = await app.as('CLIENT').get(`${NOTE}/id/${id}`);
    assert.deepEqual([note.custodianName, note.custodianLabel], ['KEEPER', 'Keeper Trust']);
    const pdf = await fetch(`${app.url}${NOTE}/pdf/id/${id}`, {
      headers: await app.header('CLIENT'),
    });
    const text = pdfPages(Buffer.from(await pdf.arrayBuffer())).join(' ');
    assert.match(text, /Settlement through Keeper Trust, participant KT-9, settlement account/);
    assert.match(text, /0099, your account K-77\./);
    for (const [custodian, count] of [
      ['KEEPER', 1],
      ['OTHER', 0],
    ] as const) {
      const listed = await app
        .as('CLIENT')
        .get(
          `/api/v1/order/customer/contractnote/id/${row.customer_id}?custodianName=${custodian}`,
        );
      assert.equal(listed.body.count, count, listed.text);
    }
  });

  it('of an order can be changed until it is sent', async () => {
    const { id } = (await submit({ custodianName: 'KEEPER' })).body;
    const mismatch = await amend(id, { custodianName: 'OTHER' });
    assert.deepEqual(refusedWith(mismatch), [422, 'REFERENCE_MISMATCH', '/custodianName']);
    const kept = await amend(id, { description: 'Same custodian' });
    assert.equal(kept.body.result.custodianName, 'KEEPER', kept.text);
    assert.equal(
      (await amend(id, { custodianName: 'CUSTODY' })).body.result.custodianName,
      'CUSTODY',
    );
    assert.equal(
      (await amend(id, { custodianName: 'KEEPER' })).body.result.custodianName,
      'KEEPER',
    );
    const { row, instruction } = await send(id);
    assert.equal(instruction.custodianAccount, 'K-78');
    await reportOrder(app, row, { status: '0', type: '0' });
    const fixed = await amend(id, { custodianName: 'CUSTODY' });
    assert.deepEqual(refusedWith(fixed), [409, 'CUSTODIAN_FIXED', '/custodianName']);
    const repeated = await amend(id, { custodianName: 'KEEPER', quantityRequested: '20' });
    assert.equal(repeated.status, 200, repeated.text);
    assert.equal(repeated.body.result.custodianName, 'KEEPER');
  });

  it('get no new orders once they are inactive, but orders can still be amended', async () => {
    const { id } = (await submit()).body;
    await propose({ name: 'CUSTODY', label: 'Closed', settles: 'OWN', active: false });
    const standing = await submit();
    assert.deepEqual(refusedWith(standing), [422, 'UNKNOWN_REFERENCE', '/custodianName']);
    assert.match(standing.body.errors[0].detail, /CUSTODY/);
    const named = await submit({ custodianName: 'CUSTODY' });
    assert.deepEqual(refusedWith(named), [422, 'UNKNOWN_REFERENCE', '/custodianName']);
    const kept = await amend(id, { quantityRequested: '11' });
    assert.equal(kept.body.result.custodianName, 'CUSTODY', kept.text);
    const assigned = await assign([{ custodianName: 'CUSTODY' }]);
    assert.deepEqual(refusedWith(assigned).slice(1), [
      'UNKNOWN_REFERENCE',
      '/custodians/0/custodianName',
    ]);
    await assign([]);
    assert.equal((await submit()).body.result.custodianName, undefined);
  });
});
