// Members of a trade order: submit, update and read return the caller's values as stored. Callers
// cannot set the server's own values, and every member is documented.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { orderRoutes } from '../../../../src/modules/order/routes.js';
import { sql } from '../../../../src/platform/database/sql.js';
import type { Json } from '../../../support/app.js';
import { assertBooks } from '../../../support/order.js';
import { type MarketDesk, openMarketDesk, TRADE_ORDER } from '../exchange/market-desk.js';

/**
 * A member with the value sent and the value returned. Tests send a value even for members that
 * only the server sets.
 */
type Field = readonly [name: string, sent: unknown, returned: unknown];

const STATED: readonly Field[] = [
  ['instrumentType', 'equity', 'EQUITY'],
  ['description', 'First order', 'First order'],
  ['orderBase', 'quantity', 'QUANTITY'],
  ['exchange', 'NSE', 'NGX'],
  ['securityName', 'ACCESS', 'ACCESS'],
  ['customerName', '0000000001', '0000000001'],
  ['portfolioName', '0000000001', '0000000001'],
  ['orderType', 'buy', 'BUY'],
  ['priceType', 'stop_limit', 'STOP_LIMIT'],
  ['orderStartDate', '2026-12-07T08:00:00Z', '2026-12-07T08:00:00.000Z'],
  ['orderEndDate', '2026-12-11', '2026-12-11T00:00:00.000Z'],
  ['settlementInstructions', 'Direct cash settlement', 'Direct cash settlement'],
  ['commissionGroupName', 'PREMIUM', 'PREMIUM'],
  ['orderDate', '2026-12-07T09:30:00.000Z', '2026-12-07T09:30:00.000Z'],
  ['orderOrigin', 'web', 'WEB'],
  ['quantityRequested', '100', '100'],
  ['businessOffice', '0000000001', '0000000001'],
  ['instrument', 'ACCESS', 'ACCESS'],
  ['orderCurrency', 'NGN', 'NGN'],
  ['limitPrice', '26.50', 26.5],
  ['stopPrice', 26, 26],
  ['doNotAdjust', 'true', true],
  ['orderTermName', 'GTD', 'GTD'],
];

// Members that only the server sets, each sent with a value that differs from the returned one.
const OWNED: readonly Field[] = [
  ['name', 'mine', /^\d{10}$/],
  ['label', 'mine', 'BUY 100 ACCESS STOP_LIMIT NGN 26.50'],
  ['fixMessage', 'mine', undefined],
  ['systemGenerated', 'True', false],
  ['securityLabel', 'mine', 'Access Holdings Plc'],
  ['customerLabel', 'mine', /^(?!mine$)./],
  ['portfolioLabel', 'mine', /^(?!mine$)./],
  ['orderTermLabel', 'mine', 'Good till date'],
  ['quantityFilled', '50', '0'],
  ['quantityPending', '50', '100'],
  ['orderStatus', 'EXECUTED', 'BOOKED'],
  ['fixOrderStatus', 'FILLED', 'NA'],
  ['statusDate', '2020-01-01', '2026-12-07T10:00:00.000Z'],
  ['locked', 'true', 'false'],
  ['orderTotal', 1, 2720.73],
  ['heldAmount', 1, 2720.73],
  ['orderValue', 1, 2650],
];

const ALL = [...STATED, ...OWNED];

function assertRecord(record: Json, fields: readonly Field[]): void {
  for (const [name, , returned] of fields) {
    if (returned instanceof RegExp) assert.match(String(record[name]), returned, name);
    else assert.deepEqual(record[name], returned, name);
  }
}

describe('the members of a trade order', () => {
  let desk: MarketDesk;
  let submitted: Json;
  const body = Object.fromEntries(ALL.map(([name, sent]) => [name, sent]));
  before(async () => {
    desk = await openMarketDesk();
    submitted = (await desk.caller.post(`${TRADE_ORDER}/submit`, { id: 0, ...body })).body;
  });
  after(async () => {
    await assertBooks(desk);
    await desk.stop();
  });

  it('are returned by a submit, except those that the server sets', () => {
    assert.equal(submitted.success, true, JSON.stringify(submitted));
    assertRecord(submitted.result, ALL);
    assert.equal(submitted.result.id, submitted.id);
  });

  it('are stored, and returned equally by a read and by both lists', async () => {
    const { body: read } = await desk.caller.get(`${TRADE_ORDER}/id/${submitted.id}`);
    assertRecord(read, ALL);
    for (const list of ['list', 'portfolio/list?p=1&b=1&c=5']) {
      const { body: page } = await desk.caller.get(`${TRADE_ORDER}/${list}`);
      assertRecord(page.result[0], ALL);
    }
  });

  it('are changed by an update where permitted, except those that the server sets', async () => {
    await desk.at('12:00');
    const changed: readonly Field[] = [
      ['description', 'Second thought', 'Second thought'],
      ['orderStartDate', '2026-12-08T10:00:00Z', '2026-12-08T10:00:00.000Z'],
      ['orderEndDate', '2026-12-10', '2026-12-10T00:00:00.000Z'],
      ['settlementInstructions', 'To the bank', 'To the bank'],
      ['quantityRequested', '200', '200'],
      ['limitPrice', 26.55, 26.55],
      ['stopPrice', '26.05', 26.05],
      ['orderTermName', 'GTC', 'GTC'],
    ];
    const derived: readonly Field[] = [
      ['label', '', 'BUY 200 ACCESS STOP_LIMIT NGN 26.55'],
      ['orderTermLabel', '', 'Good till cancel'],
      ['quantityPending', '', '200'],
      ['orderValue', '', 5310],
    ];
    const touched = new Set([...changed, ...derived].map(([name]) => name));
    const expected = [
      ...changed,
      ...derived,
      ...ALL.filter(
        ([name]) => !touched.has(name) && name !== 'orderTotal' && name !== 'heldAmount',
      ),
    ];
    const wish = { ...body, ...Object.fromEntries(changed.map(([name, sent]) => [name, sent])) };
    const update = { ...wish, id: submitted.id };
    const reply = await desk.caller.put(`${TRADE_ORDER}/update`, update);
    assert.equal(reply.status, 200, reply.text);
    assertRecord(reply.body.result, expected);
    const { body: read } = await desk.caller.get(`${TRADE_ORDER}/id/${submitted.id}`);
    assertRecord(read, expected);
    assert.ok(read.orderTotal > read.orderValue);
    assert.equal(read.id, submitted.id);
  });

  it('have their defaults if an order does not contain them', async () => {
    const record = await desk.accepted();
    const usual: readonly Field[] = [
      ['orderBase', '', 'QUANTITY'],
      ['orderOrigin', '', 'API'],
      ['orderDate', '', '2026-12-07T11:00:00.000Z'],
      ['orderCurrency', '', 'NGN'],
      ['commissionGroupName', '', 'PREMIUM'],
      ['instrumentType', '', 'EQUITY'],
      ['stopPrice', '', undefined],
      ['orderEndDate', '', undefined],
      ['description', '', undefined],
    ];
    assertRecord(record, usual);
  });

  it('keep their value if an update leaves them out and no exchange sees them', async () => {
    const [before] = await desk.db.query<{ settlement_instructions: string }>(
      sql`select settlement_instructions from trade_order where id = ${BigInt(submitted.id)}`,
    );
    assert.equal(before?.settlement_instructions, 'To the bank');
    const { settlementInstructions: _, ...rest } = body;
    const reply = await desk.caller.put(`${TRADE_ORDER}/update`, { ...rest, id: submitted.id });
    assert.equal(reply.body.result.settlementInstructions, 'To the bank');
  });

  it('are all described in requests and in replies', () => {
    const submit = orderRoutes.find(({ operation }) => operation === 'submitTradeOrder');
    assert.ok(submit);
    const [sent, returned]: readonly Json[] = [submit.body, submit.reply];
    for (const [name] of [['id'], ...ALL]) {
      assert.ok(returned.properties[name ?? ''].description, `${name} is described`);
    }
    for (const [name] of STATED) {
      assert.ok(sent.properties[name].description, `${name} is described in the body`);
    }
  });
});
