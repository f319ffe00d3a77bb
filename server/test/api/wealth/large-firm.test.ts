// The values of a firm that has too many customers to value one by one. Its snapshots of closed
// dates must equal each customer's value.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';
import { openWorkedExample, TODAY } from './worked-example.js';

const LIST = '/api/v1/wealth/valuation/list';
const SUMMARY = '/api/v1/wealth/valuation/summary';
const OTHERS = 1_003;
const CLOSED = '2026-11-26';

describe('the list of values of a large firm', () => {
  let app: WealthApp;
  let owner: Depositor;
  before(async () => {
    app = await startWealthApp();
    ({ owner } = await openWorkedExample(app));
    await app.db.query(sql`
      insert into customer select copy.* from customer p, generate_series(1, ${OTHERS}::int) n,
        lateral jsonb_populate_record(p, jsonb_build_object('id', 5000000 + n,
          'name', 'L' || lpad(n::text, 6, '0'), 'label', 'Large ' || lpad(n::text, 6, '0'),
          'bvn_code', null, 'bvn_index', null, 'portal_user_name', null)) copy
      where p.id = ${app.poor.id}`);
  });
  after(() => app.stop());

  const get = async (query: string, role = 'ADMIN'): Promise<Json> => {
    const { status, body, text } = await app.as(role).get(`${LIST}?${query}`);
    assert.equal(status, 200, text);
    return body;
  };
  const refused = async (query: string): Promise<[string, string]> => {
    const { status, body } = await app.as('ADMIN').get(`${LIST}?${query}`);
    assert.equal(status, 422);
    return [body.msgCode, body.detail];
  };

  it('is refused while no date is closed, but served for a few of the customers', async () => {
    const [code, detail] = await refused('');
    assert.equal(code, 'VALUATION_TOO_LARGE');
    assert.match(detail, /1000 customers .* No date up to 2026-11-25 has been closed/);
    const { result } = await get(`q=${owner.name}`);
    assert.deepEqual([result[0].source, result[0].date], ['BOOKS', TODAY]);
  });

  it('has no change if only one date is closed', async () => {
    await app.closeUntil('2026-11-26');
    const { result, count } = await get('s=1');
    assert.equal(count, OTHERS + 4);
    assert.deepEqual([result[0].source, result[0].date], ['SNAPSHOT', TODAY]);
    assert.equal(result[0].change, undefined);
  });

  it('has the value of each customer at the last close, and the change until then', async () => {
    await app.balance(owner, { currency: 'NGN' }, 12_345_678n);
    await app.balance(owner, { currency: 'USD' }, 70_000n);
    await app.closeUntil('2026-11-27');
    const { result } = await get('s=4');
    assert.equal(result.length, 4);
    for (const row of result.slice(0, 3)) {
      assert.deepEqual([row.source, row.date], ['SNAPSHOT', CLOSED]);
      const id = row.customerId;
      const alone = await app.worth({ id }, `?d=${CLOSED}`);
      const earlier = await app.worth({ id }, `?d=${TODAY}`);
      assert.deepEqual(
        [row.value, row.assets, row.liabilities, row.unvaluedLines, row.staleLines],
        [alone.value, alone.assets, alone.liabilities, alone.unvaluedLines, alone.staleLines],
      );
      assert.equal(Math.round(row.change * 100), Math.round((alone.value - earlier.value) * 100));
    }
    // Customers without assets also have a row.
    assert.deepEqual([result[3].value, result[3].change, result[3].complete], [100, 0, true]);
  });

  it('is available for any closed date, and for no other', async () => {
    const earlier = await get(`d=${TODAY}&s=1`);
    assert.equal(earlier.result[0].date, TODAY);
    const [code, detail] = await refused('d=2026-11-24');
    assert.equal(code, 'VALUATION_TOO_LARGE');
    assert.match(detail, /No date up to 2026-11-24 has been closed/);
    // The business date has no close yet.
    const latest = /The latest closed date on or before 2026-11-27 is 2026-11-26/;
    assert.match((await refused('d=2026-11-27'))[1], latest);
    assert.deepEqual((await refused('d=2026-11-28'))[0], 'VALUATION_DATE_REFUSED');
  });

  it('is ordered and cut into pages by the database', async () => {
    const first = await get('sort=NAME&s=2');
    const last = await get(`sort=NAME&s=2&b=${Math.ceil((OTHERS + 4) / 2)}`);
    const labels = [...first.result, ...last.result].map((row: Json) => row.customerLabel);
    assert.deepEqual(labels, labels.toSorted());
    assert.equal(last.count, OTHERS + 4);
    const beyond = await get('s=100&b=99');
    assert.deepEqual([beyond.count, beyond.result], [OTHERS + 4, []]);
    const { headers } = await app.as('ADMIN').get(`${LIST}?s=3`);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const second = await app.as('ADMIN').get(next);
    const whole = await get('s=6');
    assert.deepEqual(second.body.result, whole.result.slice(3));
  });

  it('is converted at the rates of each date, and counts positions without a rate', async () => {
    const { result } = await get(`cu=USD&s=3`);
    const row = result.find((each: Json) => each.customerId === owner.id);
    const alone = await app.worth(owner, `?d=${CLOSED}&cu=USD`);
    // Each currency is rounded once, not each line.
    assert.ok(Math.abs(row.value - alone.value) <= 0.05, `${row.value} and ${alone.value}`);
    const cedis = await get('cu=GHS&sort=UNVALUED&s=1');
    assert.equal(cedis.result[0].customerId, owner.id);
    assert.deepEqual([cedis.result[0].complete, cedis.result[0].value], [false, 0]);
    assert.equal(cedis.result[0].unvaluedLines, alone.lines.length);
  });

  it('has a summary that adds up to the list, whatever it divides by', async () => {
    const rows: Json[] = [];
    for (let b = 1; b <= 3; b += 1) rows.push(...(await get(`s=500&b=${b}`)).result);
    const cents = (of: (row: Json) => number) =>
      rows.reduce((sum, row) => sum + Math.round(of(row) * 100), 0);
    const classes = (await app.worth(owner, `?d=${CLOSED}`)).classes;
    for (const by of ['OFFICE', 'GROUP', 'CURRENCY', 'CLASS']) {
      const { body } = await app.as('ADMIN').get(`${SUMMARY}?by=${by}`);
      assert.deepEqual([body.date, body.source, body.customers], [CLOSED, 'SNAPSHOT', OTHERS + 4]);
      assert.equal(
        Math.round(body.value * 100),
        cents((row) => row.value),
      );
      assert.equal(
        Math.round(body.liabilities * 100),
        cents((row) => row.liabilities),
      );
      const parts = body.parts.reduce(
        (sum: number, part: Json) => sum + Math.round(part.value * 100),
        0,
      );
      assert.equal(parts, Math.round(body.value * 100), by);
      if (by === 'CLASS') {
        const bills = body.parts.find((part: Json) => part.key === 'BILL');
        const own = classes.find((each: Json) => each.class === 'BILL');
        assert.deepEqual([bills.customers, bills.value, bills.lines], [1, own.value, undefined]);
      }
      if (by === 'CURRENCY') {
        const dollars = body.parts.find((part: Json) => part.key === 'USD');
        // The customer has 700 dollars, converted at 1,480.25.
        assert.deepEqual([dollars.customers, dollars.value, dollars.lines], [1, 1_036_175, 1]);
      }
    }
  });

  it('agrees with the money accounts of the date, or shows the difference', async () => {
    const shown = async () =>
      (await app.as('ADMIN').get(SUMMARY)).body.controls.map((each: Json) => [
        ...[each.control, each.businessOfficeName, each.currency, each.difference],
      ]);
    assert.deepEqual(await shown(), [
      ['MONEY', '0000000001', 'NGN', 0],
      ['MONEY', '0000000001', 'USD', 0],
      ['MONEY', '0000000002', 'NGN', 0],
    ]);
    // The balance of 123,456.78 becomes 2.50 on a closed date. Until the next close, only the
    // accounts show this change.
    await app.skipUntil(CLOSED);
    await app.balance(owner, { currency: 'NGN' }, 250n);
    await app.skipUntil('2026-11-27');
    assert.deepEqual((await shown())[0], ['MONEY', '0000000001', 'NGN', 123_454.28]);
  });

  it('has only the customers of the offices of the caller', async () => {
    const here = app.asOffice('DEALER', [app.otherOfficeId]);
    const { body } = await here.get(LIST);
    assert.deepEqual(
      body.result.map((row: Json) => row.customerId),
      [app.stranger.id],
    );
  });
});
