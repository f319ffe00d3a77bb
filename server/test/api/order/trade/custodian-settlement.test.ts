// Custodians that pay and deliver themselves: orders without holds, notes on the receivable from
// custodians, and the payments that settle them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { takeInstructions } from '../../../../src/modules/order/index.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { SELECT_ORDER } from '../../../../src/modules/order/record/queries.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { closeDays } from '../../../support/end-of-day.js';
import { assertBooks, orderBody } from '../../../support/order.js';
import { reportOrder, standingNote } from '../../../support/order-exchange.js';
import { pdfPages } from '../../../support/pdf-text.js';

const V1 = '/api/v1';
const BASE = `${V1}/order/tradeorder`;
const SETTLEMENT = `${V1}/order/custodian/settlement`;
const LIMITED = { priceType: 'LIMIT', limitPrice: '25.00', quantityRequested: '10000' };

describe('custodians that settle themselves', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
    await propose({ name: 'GLOBAL', label: 'Global Custody', settles: 'CUSTODIAN' });
    await propose({ name: 'OWNER', label: 'Owner Trust', settles: 'OWN' });
    const custodians = [
      { custodianName: 'GLOBAL', accountNo: 'G-1', standing: true },
      { custodianName: 'OWNER' },
    ];
    const body = { portfolioName: '0000000001', custodians };
    const done = await app.as('CLIENT').put(`${V1}/order/portfolio/custodian/assign`, body);
    assert.equal(done.status, 200, done.text);
  });
  after(async () => {
    await assertBooks(app);
    await app.stop();
  });

  const propose = async (body: object) => {
    const made = await app.as('OPERATIONS').put(`${V1}/partner/custodian/propose`, body);
    assert.equal(made.status, 201, made.text);
    const path = `${V1}/system/change/approve/id/${made.body.id}`;
    assert.equal((await app.as('APPROVER').put(path)).status, 200);
  };
  const submit = (changes: object = {}) =>
    app.as('CLIENT').post(`${BASE}/submit`, orderBody({ ...LIMITED, ...changes }));
  const rowOf = async (id: number): Promise<OrderRow> => {
    const [row] = await app.db.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${BigInt(id)}`);
    assert.ok(row);
    return row;
  };
  /** Submits an order, sends it to the exchange, and fills it. Returns its contract note. */
  const traded = async (
    changes: object,
    execId: string,
  ): Promise<{ row: OrderRow; note: Json }> => {
    const placed = await submit(changes);
    assert.equal(placed.status, 201, placed.text);
    const row = await rowOf(placed.body.id);
    const { session_name } = row;
    await app.db.transaction((tx) => takeInstructions(tx, session_name, app.context.clock.now()));
    const fill: [number, string] = [Number(row.quantity), '25.00'];
    await reportOrder(app, row, { status: '2', execId, fill });
    return { row, note: await noteOf(row.id) };
  };
  const noteOf = async (orderId: bigint): Promise<Json> => {
    const id = await standingNote(app, BigInt(orderId));
    return (await app.as('CLIENT').get(`${V1}/order/contractnote/id/${id}`)).body;
  };
  /** The sum of all lines on accounts with this code, in minor units. */
  const booked = async (code: string): Promise<number> => {
    const [row] = await app.db.query<{ minor: bigint }>(sql`
      select coalesce(sum(l.amount_minor), 0)::bigint as minor
      from journal_line l join account a on a.id = l.account_id where a.acct_type = ${code}`);
    return Number(row?.minor);
  };
  const stock = () =>
    app.db.query(sql`select security_id, quantity, held_quantity, cost_minor from holding
      where portfolio_id = 1 order by security_id`);
  const customerCash = async () => {
    const [row] = await app.db.query<{ balance: bigint; held: bigint }>(sql`
      select sum(b.balance_minor)::bigint as balance, sum(b.held_minor)::bigint as held
      from account a join account_balance b on b.account_id = a.id where a.customer_id = 1`);
    return row;
  };
  const enter = (body: object, role = 'FINANCE') =>
    app.as(role).post(`${SETTLEMENT}/create`, { custodianName: 'GLOBAL', ...body });
  const decide = (step: string, id: number, body?: object) =>
    app.as('APPROVER').put(`${SETTLEMENT}/${step}/id/${id}`, body);
  const due = async (query = '') =>
    (await app.as('FINANCE').get(`${SETTLEMENT}/due/list?custodianName=GLOBAL${query}`)).body;
  const refusedWith = ({ status, body }: { status: number; body: Json }) => [
    status,
    body.msgCode,
    body.errors?.[0]?.pointer,
  ];

  it('need no money and no units of the customer, and move none', async () => {
    const [cash, units] = [await customerCash(), await stock()];
    const held = await submit({ quantityRequested: '100' });
    assert.equal(held.body.result.heldAmount ?? 0, 0, held.text);
    // The customer has neither the money for this buy nor the units for this sale.
    const buy = await app
      .as('CLIENT')
      .post(`${BASE}/validate`, orderBody({ ...LIMITED, quantityRequested: '9000000' }));
    const sell = await app
      .as('CLIENT')
      .post(`${BASE}/validate`, orderBody({ ...LIMITED, orderType: 'SELL' }));
    assert.deepEqual(
      [buy.body.msgCode, sell.body.msgCode],
      ['TRADE_ORDER_VALID', 'TRADE_ORDER_VALID'],
    );
    const own = await submit({ orderType: 'SELL', custodianName: 'OWNER', securityName: 'GEREGU' });
    assert.equal(own.body.msgCode, 'INSUFFICIENT_HOLDING', own.text);
    const cancelled = await app.as('CLIENT').put(`${BASE}/cancel/id/${held.body.id}`);
    assert.equal(cancelled.status, 200, cancelled.text);
    assert.deepEqual([await customerCash(), await stock()], [cash, units]);
  });

  it('take and release the hold when an amendment changes the custodian', async () => {
    const before = await customerCash();
    const { id, result } = (await submit({ custodianName: 'OWNER' })).body;
    const hold = result.heldAmount;
    assert.ok(hold > 250_000);
    const amend = (custodianName: string) =>
      app.as('CLIENT').put(`${BASE}/update`, { ...orderBody({ ...LIMITED, custodianName }), id });
    assert.equal((await amend('GLOBAL')).body.result.heldAmount, 0);
    assert.deepEqual(await customerCash(), before);
    assert.equal((await amend('OWNER')).body.result.heldAmount, hold);
    await app.as('CLIENT').put(`${BASE}/cancel/id/${id}`);
    const sell = { orderType: 'SELL', securityName: 'GEREGU' };
    const sold = (await submit(sell)).body;
    const refused = await app.as('CLIENT').put(`${BASE}/update`, {
      ...orderBody({ ...LIMITED, ...sell, custodianName: 'OWNER' }),
      id: sold.id,
    });
    assert.equal(refused.body.msgCode, 'INSUFFICIENT_HOLDING', refused.text);
    await app.as('CLIENT').put(`${BASE}/cancel/id/${sold.id}`);
  });

  // A buy of 10,000 at 25: commission 1.35 % 3,375.00, SEC fee 0.3 % 750.00, stamp duty 0.08 %
  // 200.00, alert 4.00, and VAT of 7.5 % on three of them: 253.13, 56.25 and 0.30.
  const BOUGHT = 250_000 + 3375 + 750 + 200 + 4 + 253.13 + 56.25 + 0.3;
  // A sale of 4,000 at 25: commission 1,350.00, NGX and CSCS fees 0.3 % 300.00 each, stamp duty
  // 80.00, alert 4.00, and VAT of 101.25, 22.50, 22.50 and 0.30.
  const SOLD = 100_000 - 1350 - 300 - 300 - 80 - 4 - 101.25 - 22.5 - 22.5 - 0.3;
  const minor = (amount: number) => Math.round(amount * 100);

  let bought: Json;
  let boughtOrder: bigint;
  const named = () => ({ direction: 'RECEIPT', contractNoteIds: [bought.id] });

  it('owe the net amount of a note, which the end of the day does not settle', async () => {
    const [cash, units] = [await customerCash(), await stock()];
    const { row, note } = await traded({}, 'C-1');
    assert.deepEqual([note.netAmount, note.custodianSettles, note.settled], [BOUGHT, true, false]);
    assert.equal(await booked('RECEIVABLE:CUSTODIAN'), minor(BOUGHT));
    assert.deepEqual([await customerCash(), await stock()], [cash, units]);
    assert.equal(await rowOf(Number(row.id)).then((each) => each.held_minor), 0n);
    const pdf = await fetch(`${app.url}${V1}/order/contractnote/pdf/id/${note.id}`, {
      headers: await app.header('CLIENT'),
    });
    const text = pdfPages(Buffer.from(await pdf.arrayBuffer())).join(' ');
    assert.match(text, /Settlement through Global Custody, your account G-1\. The custodian pays/);

    [bought, boughtOrder] = [note, row.id];
    const early = await enter({ ...named(), amount: BOUGHT });
    assert.deepEqual(refusedWith(early), [
      422,
      'CUSTODIAN_SETTLEMENT_REFUSED',
      '/contractNoteIds/0',
    ]);
    await closeDays(app.as('ADMIN'), note.settlementDate);
    await closeDays(app.as('ADMIN'));
    // The end of the day does not settle the note, because the custodian has not paid.
    assert.equal((await noteOf(row.id)).status, 'ISSUED');
    const [open] = (await due()).result;
    assert.deepEqual(
      [open.id, open.owedByCustodian, open.overdue, open.orderName],
      [note.id, BOUGHT, true, note.orderName],
    );
    const { body: sums } = await app.as('FINANCE').get(`${SETTLEMENT}/due/summary`);
    assert.deepEqual(
      sums.result.map((each: Json) => [each.custodianName, each.balance, each.overdue]),
      [['GLOBAL', BOUGHT, BOUGHT]],
    );
  });

  it('are settled only with the exact amount that they owe', async () => {
    const wrong: readonly (readonly [object, string, string])[] = [
      [{ amount: BOUGHT - 1 }, 'CUSTODIAN_SETTLEMENT_REFUSED', '/amount'],
      [{ amount: BOUGHT + 1 }, 'CUSTODIAN_SETTLEMENT_REFUSED', '/amount'],
      [{ direction: 'PAYMENT' }, 'CUSTODIAN_SETTLEMENT_REFUSED', '/amount'],
      [{ amount: '254638.681' }, 'TOO_MANY_DECIMALS', '/amount'],
      [{ custodianName: 'NO-SUCH' }, 'UNKNOWN_REFERENCE', '/custodianName'],
      [{ custodianName: 'OWNER' }, 'CUSTODIAN_SETTLEMENT_REFUSED', '/contractNoteIds/0'],
      [{ contractNoteIds: [bought.id, 999_999] }, 'UNKNOWN_REFERENCE', '/contractNoteIds/1'],
      [{ contractNoteIds: [bought.id, bought.id] }, 'INVALID_REQUEST', '/contractNoteIds/1'],
    ];
    for (const [changes, code, pointer] of wrong) {
      const refused = await enter({ ...named(), amount: BOUGHT, ...changes });
      assert.deepEqual(refusedWith(refused).slice(1), [code, pointer], refused.text);
    }
    const foreign = await app
      .asOffice('FINANCE', [2n])
      .post(`${SETTLEMENT}/create`, { ...named(), custodianName: 'GLOBAL', amount: BOUGHT });
    assert.deepEqual(refusedWith(foreign).slice(1), ['UNKNOWN_REFERENCE', '/contractNoteIds/0']);
    assert.equal((await enter({ ...named(), amount: BOUGHT }, 'CLIENT')).status, 403);
  });

  it('have each note in one settlement only, however many are entered concurrently', async () => {
    const entries = Array.from({ length: 6 }, () => enter({ ...named(), amount: BOUGHT }));
    const replies = await Promise.all(entries);
    const statuses = replies.map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [201, 422, 422, 422, 422, 422]);
    const made = replies.find(({ status }) => status === 201);
    assert.equal((await decide('reject', made?.body.id)).status, 200);
  });

  it('settle the note by a payment that a second person approves, and reverse it', async () => {
    const [cash, units] = [await customerCash(), await stock()];
    const entry = await app.as('FINANCE').post(`${SETTLEMENT}/create?dryRun=true`, {
      ...{ ...named(), custodianName: 'GLOBAL', amount: BOUGHT },
    });
    assert.deepEqual(
      entry.body.journalLines.map((line: Json) => [
        line.accountCode,
        line.debitAmount ?? 0,
        line.creditAmount ?? 0,
      ]),
      [
        ['CLEAR:CSCS', 250_000, 0],
        ['BANK:CLIENT', 0, 250_000],
        ['BANK:CLIENT', BOUGHT, 0],
        ['RECEIVABLE:CUSTODIAN', 0, BOUGHT],
      ],
    );
    const made = await enter({ ...named(), amount: BOUGHT, reference: 'SWIFT-1' });
    assert.deepEqual([made.status, made.body.result.status], [201, 'PENDING'], made.text);
    const again = await enter({ ...named(), amount: BOUGHT });
    assert.deepEqual(refusedWith(again).slice(1), [
      'CUSTODIAN_SETTLEMENT_REFUSED',
      '/contractNoteIds/0',
    ]);
    assert.equal((await due()).result[0].pendingSettlementName, made.body.name);
    const both = await Promise.all([
      decide('approve', made.body.id),
      decide('approve', made.body.id),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(await booked('RECEIVABLE:CUSTODIAN'), 0);
    assert.equal((await due()).count, 0);
    assert.equal((await noteOf(boughtOrder)).status, 'SETTLED');
    assert.deepEqual([await customerCash(), await stock()], [cash, units]);
    await assertBooks(app);

    // The bank returned the money.
    const reversed = await decide('reverse', made.body.id, { reason: 'Returned by the bank' });
    assert.deepEqual([reversed.status, reversed.body.result.status], [200, 'REVERSED']);
    assert.equal(await booked('RECEIVABLE:CUSTODIAN'), minor(BOUGHT));
    assert.equal((await noteOf(boughtOrder)).status, 'ISSUED');
    const twice = await decide('reverse', made.body.id, { reason: 'Again' });
    assert.equal(twice.body.msgCode, 'CUSTODIAN_SETTLEMENT_WRONG_STATE');
    await assertBooks(app);
  });

  it('settle bought and sold notes by their net amount', async () => {
    const { note: sold } = await traded({ orderType: 'SELL', quantityRequested: '4000' }, 'C-2');
    assert.equal(sold.netAmount, SOLD);
    assert.equal(await booked('RECEIVABLE:CUSTODIAN'), minor(BOUGHT - SOLD));
    await closeDays(app.as('ADMIN'), sold.settlementDate);
    const contractNoteIds = [sold.id, bought.id];
    const net = minor(BOUGHT - SOLD) / 100;
    const gross = await enter({ direction: 'RECEIPT', amount: BOUGHT, contractNoteIds });
    assert.deepEqual(refusedWith(gross).slice(1), ['CUSTODIAN_SETTLEMENT_REFUSED', '/amount']);
    const made = await enter({ direction: 'RECEIPT', amount: net, contractNoteIds });
    assert.equal(made.status, 201, made.text);
    const own = await app.as('FINANCE').put(`${SETTLEMENT}/approve/id/${made.body.id}`);
    assert.equal(own.status, 403);
    const rejected = await decide('reject', made.body.id, { reason: 'Wrong bank' });
    assert.equal(rejected.body.result.status, 'REJECTED');
    const anew = await enter({ direction: 'RECEIPT', amount: net, contractNoteIds });
    assert.equal((await decide('approve', anew.body.id)).status, 200);
    assert.equal(await booked('RECEIVABLE:CUSTODIAN'), 0);
    const { body } = await app.as('FINANCE').get(`${SETTLEMENT}/list?u=POSTED`);
    assert.deepEqual(
      body.result.map((each: Json) => [each.id, each.amount, each.contractNotes.length]),
      [[anew.body.id, net, 2]],
    );
    await assertBooks(app);
  });

  it('owe nothing more for a note that a bust has reversed', async () => {
    const { row, note } = await traded({ quantityRequested: '400' }, 'C-3');
    await closeDays(app.as('ADMIN'), note.settlementDate);
    const bank = await booked('BANK:CLIENT');
    const contractNoteIds = [note.id];
    const made = await enter({ direction: 'RECEIPT', amount: note.netAmount, contractNoteIds });
    assert.equal((await decide('approve', made.body.id)).status, 200, made.text);
    const bust = { status: '0', execId: 'C-4', type: 'H', ref: 'C-3', cum: 0, leaves: 400 };
    await reportOrder(app, row, bust);
    assert.deepEqual(
      [await booked('RECEIVABLE:CUSTODIAN'), await booked('BANK:CLIENT')],
      [0, bank],
    );
    const { body } = await app.as('FINANCE').get(`${SETTLEMENT}/id/${made.body.id}`);
    assert.deepEqual([body.status, body.contractNotes[0].reversed], ['POSTED', true]);
    // A second reversal of the settlement has nothing left to undo.
    const reversed = await decide('reverse', made.body.id, { reason: 'Trade was busted' });
    assert.equal(reversed.status, 200, reversed.text);
    assert.deepEqual(
      [await booked('RECEIVABLE:CUSTODIAN'), await booked('BANK:CLIENT')],
      [0, bank],
    );
    await assertBooks(app);
  });

  it('refuse to approve a settlement whose note was reversed after it was entered', async () => {
    const { row, note } = await traded({ quantityRequested: '300' }, 'C-5');
    await closeDays(app.as('ADMIN'), note.settlementDate);
    const contractNoteIds = [note.id];
    const made = await enter({ direction: 'RECEIPT', amount: note.netAmount, contractNoteIds });
    const correction = { status: '2', execId: 'C-6', type: 'G', ref: 'C-5', cum: 300, leaves: 0 };
    await reportOrder(app, row, { ...correction, fill: [300, '24.00'] });
    const refused = await decide('approve', made.body.id);
    assert.deepEqual(refusedWith(refused).slice(0, 2), [422, 'CUSTODIAN_SETTLEMENT_REFUSED']);
    assert.match(refused.body.errors[0].detail, /has been reversed/);
    assert.equal((await decide('reject', made.body.id)).status, 200);
    const corrected = await noteOf(row.id);
    assert.equal(await booked('RECEIVABLE:CUSTODIAN'), minor(corrected.netAmount));
    await assertBooks(app);
  });
});
