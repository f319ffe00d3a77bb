// Orders that refer to an earlier order, and settlement instructions: stored, shown in both
// directions, filtered, printed, and passed to the adapter.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { takeInstructions } from '../../../../src/modules/order/index.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { assertBooks, orderBody } from '../../../support/order.js';
import { reportOrder, sendOrder, standingNote } from '../../../support/order-exchange.js';
import { pdfPages } from '../../../support/pdf-text.js';

const BASE = '/api/v1/order/tradeorder';
const LIMITED = { priceType: 'LIMIT', limitPrice: '25.00', quantityRequested: '10' };

describe('orders', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
  });
  after(async () => {
    await assertBooks(app);
    await app.stop();
  });

  const submit = (changes: object) =>
    app.as('CLIENT').post(`${BASE}/submit`, orderBody({ ...LIMITED, ...changes }));
  const accepted = async (changes: object = {}): Promise<Json> => {
    const reply = await submit(changes);
    assert.equal(reply.status, 201, reply.text);
    return reply.body.result;
  };
  const read = async (id: number): Promise<Json> =>
    (await app.as('CLIENT').get(`${BASE}/id/${id}`)).body;
  const amend = (id: number, changes: object) =>
    app.as('CLIENT').put(`${BASE}/update`, { ...orderBody({ ...LIMITED, ...changes }), id });

  it('show the orders that refer to them, newest first, and are a filter for these', async () => {
    const first = await accepted();
    const second = await accepted({ referenceOrderId: first.id });
    const third = await accepted({ referenceOrderId: String(first.id) });
    const detail = await read(first.id);
    assert.deepEqual(
      detail.referencedBy.map(({ id, name, orderStatus }: Json) => [id, name, orderStatus]),
      [third, second].map(({ id, name }) => [id, name, 'BOOKED']),
    );
    assert.deepEqual((await read(second.id)).referencedBy, []);
    const { body } = await app.as('CLIENT').get(`${BASE}/list?referenceOrderId=${first.id}`);
    assert.deepEqual(
      body.result.map(({ id }: Json) => id),
      [third.id, second.id],
    );
  });

  it("cannot refer to themselves, their followers, or another customer's order", async () => {
    const first = await accepted();
    const second = await accepted({ referenceOrderId: first.id });
    const third = await accepted({ referenceOrderId: second.id });
    const other = await accepted({ portfolioName: '0000000002' });
    const codeOf = async (referenceOrderId: number) => {
      const { status, body } = await amend(first.id, { referenceOrderId });
      assert.deepEqual([status, body.errors[0].pointer], [422, '/referenceOrderId']);
      return body.msgCode;
    };
    assert.equal(await codeOf(first.id), 'UNKNOWN_REFERENCE');
    assert.equal(await codeOf(other.id), 'UNKNOWN_REFERENCE');
    assert.equal(await codeOf(second.id), 'REFERENCE_MISMATCH');
    assert.equal(await codeOf(third.id), 'REFERENCE_MISMATCH');
    assert.equal((await read(first.id)).referenceOrderId, undefined);
  });

  it('hand the first of their chain and their settlement instructions to the adapter', async () => {
    await app.db.transaction((tx) => takeInstructions(tx, 'unrouted', app.context.clock.now()));
    const first = await accepted({ settlementInstructions: 'Pay to branch 7' });
    const second = await accepted({ referenceOrderId: first.id });
    await accepted({ referenceOrderId: second.id });
    const taken = await app.db.transaction((tx) =>
      takeInstructions(tx, 'unrouted', app.context.clock.now()),
    );
    assert.deepEqual(
      taken.map((each) => [each.firstOrderName, each.settlementInstructions]),
      [
        [null, 'Pay to branch 7'],
        [first.name, null],
        [first.name, null],
      ],
    );
  });

  it('are locked, as a filter shows, while the exchange has not answered a request', async () => {
    const row = await sendOrder(app, LIMITED);
    await reportOrder(app, row, { status: '0', type: '0' });
    const idsOf = async (filter: string): Promise<unknown[]> => {
      const { body } = await app.as('CLIENT').get(`${BASE}/list?${filter}&s=500`);
      return body.result.map(({ id }: Json) => id);
    };
    assert.equal((await read(Number(row.id))).locked, 'false');
    const asked = await app.as('CLIENT').put(`${BASE}/cancel/id/${row.id}`);
    assert.equal(asked.body.result.locked, 'true', asked.text);
    assert.deepEqual(await idsOf('locked=true'), [Number(row.id)]);
    assert.ok(!(await idsOf('locked=false')).includes(Number(row.id)));
    const origClOrdId = row.cl_ord_id;
    const clOrdId = `${row.name}-2`;
    await reportOrder(app, row, { status: '4', type: '4', clOrdId, origClOrdId });
    assert.equal((await read(Number(row.id))).locked, 'false');
    assert.deepEqual(await idsOf('locked=true'), []);
    assert.deepEqual(await idsOf('systemGenerated=true'), []);
    assert.ok((await idsOf('systemGenerated=false')).includes(Number(row.id)));
  });

  it('refuse settlement instructions with control characters or over 255 characters', async () => {
    for (const settlementInstructions of [
      'Two\nlines',
      'Bell\u0007',
      'Next\u0085line',
      'x'.repeat(256),
    ]) {
      const { status, body } = await submit({ settlementInstructions });
      assert.deepEqual([status, body.errors[0].pointer], [400, '/settlementInstructions']);
    }
    const longest = 'é'.repeat(255);
    const order = await accepted({ settlementInstructions: longest });
    assert.equal(order.settlementInstructions, longest);
  });

  it('use the default instructions of their portfolio, which are printed and listed', async () => {
    const update = (text: string) =>
      app
        .as('OPERATIONS')
        .put(
          `/api/v1/order/portfolio/account/update?name=0000000001` +
            `&settlementInstructions=${encodeURIComponent(text)}`,
        );
    assert.equal((await update('Line\nfeed')).status, 400);
    const set = await update('Deliver through agent 42');
    assert.equal(set.status, 200, set.text);
    assert.equal(set.body.result.settlementInstructions, 'Deliver through agent 42');
    const row = await sendOrder(app, LIMITED);
    assert.equal(row.settlement_instructions, 'Deliver through agent 42');
    assert.equal((await accepted({ settlementInstructions: 'Own' })).settlementInstructions, 'Own');
    await reportOrder(app, row, { status: '2', execId: 'S-1', fill: [10, '25.00'] });
    const noteId = await standingNote(app, row.id);
    const note = (await app.as('CLIENT').get(`/api/v1/order/contractnote/id/${noteId}`)).body;
    assert.equal(note.settlementInstructions, 'Deliver through agent 42');
    const pdf = await fetch(`${app.url}/api/v1/order/contractnote/pdf/id/${noteId}`, {
      headers: await app.header('CLIENT'),
    });
    const pages = pdfPages(Buffer.from(await pdf.arrayBuffer()));
    assert.match(pages.join(' '), /Settlement instructions: Deliver through agent 42/);
    const removed = await update('NONE');
    assert.equal(removed.body.result.settlementInstructions, undefined);
    assert.equal((await accepted()).settlementInstructions, undefined);
  });
});
