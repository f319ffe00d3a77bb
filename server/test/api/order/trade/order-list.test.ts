// Lists of orders, notes, amendments, holdings, balances and work items over HTTP, and who may read
// them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { closeDays } from '../../../support/end-of-day.js';
import { assertBooks, orderBody, orderIn } from '../../../support/order.js';
import { until } from '../../../support/wait.js';

const ORDER = '/api/v1/order';

describe('orders and notes over HTTP', () => {
  let app: TestApp;
  let date = '';
  before(async () => {
    app = await startTestApp({ demo: true });
    const [day] = await app.db.query<{ business_date: string }>(
      sql`select business_date from business_day`,
    );
    date = day?.business_date ?? '';
    const ids: number[] = [];
    for (const quantityRequested of ['100', '200', '300']) {
      const { body } = await submit({ quantityRequested });
      ids.push(body.id);
    }
    for (const id of ids) await orderIn(app, id, ['EXECUTED']);
  });
  after(async () => {
    await assertBooks(app);
    await app.stop();
  });

  const client = () => app.as('CLIENT');
  const submit = (changes?: object) =>
    client().post(`${ORDER}/tradeorder/submit`, orderBody(changes));

  /**
   * Submits an order that rests: priced far below the market, but within the price limits and on
   * the price increment.
   */
  async function resting(changes: object = {}) {
    const { body } = await client().get(`${ORDER}/security/list/active?x=NGX&s=500`);
    const { lastPrice } = body.result.find((one: { name: string }) => one.name === 'ZENITHBANK');
    const limitPrice = Math.round(Math.ceil(lastPrice * 0.93 * 20) * 5) / 100;
    const terms = { securityName: 'ZENITHBANK', priceType: 'LIMIT', limitPrice, ...changes };
    const id: number = (await submit(terms)).body.id;
    await orderIn(app, id, ['EXECUTING']);
    return { id, terms };
  }

  describe('contract notes of a date range', () => {
    const query = (changes: Record<string, string | undefined> = {}) => {
      const all = { sd: date, ed: date, x: 'NGX', t: 'EQUITY', b: '1', c: '50', s: 'EXECUTED' };
      const given = Object.entries({ ...all, ...changes }).filter(
        ([, value]) => value !== undefined,
      );
      const pairs = given.map(([name, value]) => `${name}=${value}`);
      return `${ORDER}/contractnote/list?${pairs.join('&')}`;
    };

    it('are listed with charges, by page', async () => {
      const { status, body, headers } = await client().get(query({ c: '2' }));
      assert.equal(status, 200);
      assert.equal(body.count, 3);
      assert.equal(body.result.length, 2);
      const [note] = body.result;
      assert.equal(note.status, 'ISSUED');
      assert.equal(note.active, true);
      const sum = note.charges.reduce(
        (total: number, line: { amount: number }) => total + Math.round(line.amount * 100),
        0,
      );
      assert.equal(sum, Math.round(note.totalCharges * 100));
      const second = await client().get(query({ c: '2', b: '2' }));
      assert.equal(second.body.result.length, 1);
      const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '');
      const followed = await client().get(next?.[1] ?? '');
      assert.deepEqual(followed.body.result, second.body.result);
    });

    it('are found by the old name of the exchange, not by another status or type', async () => {
      assert.equal((await client().get(query({ x: 'NSE' }))).body.count, 3);
      for (const changes of [{ s: 'CANCELLED' }, { t: 'BOND' }, { t: 'BOND_NAT' }]) {
        assert.equal((await client().get(query(changes))).body.count, 0);
      }
    });

    for (const name of ['sd', 'ed', 'x', 't', 'b', 'c', 's']) {
      it(`are refused without ${name}`, async () => {
        const { status, body } = await client().get(query({ [name]: undefined }));
        assert.equal(status, 400);
        assert.deepEqual(
          body.errors.map((each: { pointer: string }) => each.pointer),
          [`/${name}`],
        );
      });
    }

    it('of other offices are not shown', async () => {
      const [row] = await app.db.query<{ office_id: bigint }>(
        sql`select office_id from portfolio where id = 1`,
      );
      const other = row?.office_id === 3n ? 2n : 3n;
      assert.equal((await app.asOffice('DEALER', [other]).get(query())).body.count, 0);
      const own = app.asOffice('DEALER', [row?.office_id ?? 0n]);
      assert.equal((await own.get(query())).body.count, 3);
      const [note] = (await own.get(query())).body.result;
      const path = `${ORDER}/contractnote/id/${note.id}`;
      assert.equal((await own.get(path)).status, 200);
      assert.equal((await app.asOffice('DEALER', [other]).get(path)).status, 404);
    });
  });

  describe('orders', () => {
    it('of a portfolio are filtered by status and date, and require the portfolio', async () => {
      const list = (rest: string) => client().get(`${ORDER}/tradeorder/portfolio/list?${rest}`);
      const found = await list(`p=1&s=EXECUTED&sd=${date}&ed=${date}`);
      assert.equal(found.body.count, 3);
      assert.equal((await list('p=1&s=REJECTED')).body.count, 0);
      assert.equal((await list('p=1&sd=2099-01-01')).body.count, 0);
      assert.equal((await list('b=1')).status, 400);
      assert.equal((await list('p=999999')).status, 404);
    });

    it('of every portfolio are filtered in the blotter', async () => {
      const list = (rest: string) => client().get(`${ORDER}/tradeorder/list?${rest}`);
      const found = await list(
        'customerId=1&securityName=ACCESS&status=EXECUTED&side=BUY&origin=api',
      );
      assert.equal(found.body.count, 3);
      assert.equal((await list('side=SELL&customerId=1')).body.count, 0);
    });

    it('show their executions', async () => {
      const { body } = await client().get(`${ORDER}/tradeorder/portfolio/list?p=1&c=1`);
      const order = (await client().get(`${ORDER}/tradeorder/id/${body.result[0].id}`)).body;
      const total = order.executions.reduce(
        (sum: number, each: { quantity: string }) => sum + Number(each.quantity),
        0,
      );
      assert.equal(String(total), order.quantityFilled);
    });
  });

  describe('amendments', () => {
    const update = (body: object, headers?: Record<string, string>) =>
      client().put(`${ORDER}/tradeorder/update`, body, headers);

    it('reach the exchange, which accepts the new terms', async () => {
      const { id, terms } = await resting({ quantityRequested: '100' });
      const reply = await update(orderBody({ ...terms, id, quantityRequested: '150' }));
      assert.equal(reply.status, 200);
      assert.equal(reply.body.msgCode, 'TRADE_ORDER_UPDATE_REQUESTED');
      await until(async () => {
        const { body } = await client().get(`${ORDER}/tradeorder/id/${id}`);
        return body.quantityRequested === '150';
      });
      await assertBooks(app);
      await client().put(`${ORDER}/tradeorder/cancel/id/${id}`);
      const ended = await orderIn(app, id, ['CANCELLED']);
      const again = await update(orderBody({ ...terms, id }));
      assert.equal(again.status, 409);
      assert.deepEqual(again.body.msgArgs, ['CANCELLED']);
      assert.equal(ended.quantityPending, '0');
    });

    it('require the id, a visible order, and its current version', async () => {
      const { id, terms } = await resting();
      assert.equal((await update(orderBody(terms))).status, 400);
      assert.equal((await update(orderBody({ ...terms, id: 999_999 }))).status, 404);
      const body = orderBody({ ...terms, id, quantityRequested: '50' });
      assert.equal((await update(body, { 'if-match': '"1"' })).status, 412);
      const dry = await update(body, { prefer: 'dry-run' });
      assert.equal(dry.status, 200);
      const order = (await client().get(`${ORDER}/tradeorder/id/${id}`)).body;
      assert.equal(order.quantityRequested, '100');
      assert.equal((await app.as('AUDITOR').put(`${ORDER}/tradeorder/update`, body)).status, 403);
      await client().put(`${ORDER}/tradeorder/cancel/id/${id}`);
      await orderIn(app, id, ['CANCELLED']);
    });
  });

  describe('the end of a day', () => {
    it("ends DAY orders by the exchange's reports and keeps lasting ones", async () => {
      const day = await resting();
      const lasting = await resting({ orderTermName: 'GTC' });
      await closeDays(app.as('ADMIN'));
      const ended = (await client().get(`${ORDER}/tradeorder/id/${day.id}`)).body;
      assert.deepEqual([ended.orderStatus, ended.fixOrderStatus], ['EXPIRED', 'EXPIRED']);
      const kept = (await client().get(`${ORDER}/tradeorder/id/${lasting.id}`)).body;
      assert.equal(kept.orderStatus, 'EXECUTING');
      await assertBooks(app);
      await client().put(`${ORDER}/tradeorder/cancel/id/${lasting.id}`);
      await orderIn(app, lasting.id, ['CANCELLED']);
    });
  });

  describe('work items', () => {
    it('are listed, and resolved once with a text', async () => {
      await app.db.query(sql`
        insert into unmatched_report (exchange_id, cl_ord_id, reason, message_text, report,
          received_at,
          created_by, created_at, modified_by, modified_at)
        select id, 'LOST-1', 'UNKNOWN_ORDER', 'clOrdId=LOST-1', '{}', now(),
          'system', now(), 'system', now()
        from exchange where name = 'NGX'`);
      const path = `${ORDER}/unmatched-report`;
      const open = await client().get(`${path}/list?resolved=false`);
      assert.equal(open.body.count, 1);
      const [item] = open.body.result;
      assert.equal(item.clOrdId, 'LOST-1');
      const resolve = (body: object) => client().put(`${path}/resolve/id/${item.id}`, body);
      assert.equal((await resolve({})).status, 400);
      const done = await resolve({ resolution: 'of another desk' });
      assert.equal(done.body.msgCode, 'UNMATCHED_REPORT_RESOLVED');
      assert.equal(done.body.result.resolution, 'of another desk');
      const again = await resolve({ resolution: 'twice' });
      assert.equal(again.status, 409);
      assert.deepEqual(again.body.msgArgs, ['RESOLVED']);
      assert.equal((await client().get(`${path}/list?resolved=false`)).body.count, 0);
      const bound = app.asOffice('DEALER', [1n]);
      assert.equal((await bound.get(`${path}/list`)).body.count, 0);
    });
  });
});
