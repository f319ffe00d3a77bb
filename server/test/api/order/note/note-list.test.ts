// Contract note lists: tests each filter separately, on notes that each differ in one respect.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { reportOrder, sendOrder, standingNote } from '../../../support/order-exchange.js';

const LIST = '/api/v1/order/contractnote/list';
const BOND = 'FG142029S1';
const ASKED = {
  sd: '2026-11-16',
  ed: '2026-11-17',
  x: 'NGX',
  t: 'EQUITY',
  b: 1,
  c: 50,
  s: 'EXECUTED',
};

describe('lists of contract notes', () => {
  let app: TestApp;
  const notes = new Map<string, number>();
  let customerId: bigint;
  let otherCustomerId: bigint;
  let portfolioId: bigint;

  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
    await onDate('2026-11-16');
    await trade('monday', {});
    await trade('bond', { securityName: BOND });
    await trade('partly', {}, 40);
    await trade('other portfolio', { portfolioName: '0000000002' });
    await onDate('2026-11-17');
    await trade('tuesday', {});
    const owners = await app.db.query<{ id: bigint; customer_id: bigint }>(sql`
      select id, customer_id from portfolio where name in ('0000000001', '0000000002')
      order by name`);
    const [first, second] = owners;
    assert.ok(first && second);
    [portfolioId, customerId, otherCustomerId] = [first.id, first.customer_id, second.customer_id];
  });
  after(() => app.stop());

  const onDate = (date: string) =>
    app.db.query(sql`update business_day set business_date = ${date}`);

  // Fills an order completely, or fills it partly and then cancels it.
  async function trade(name: string, terms: object, filled = 100): Promise<void> {
    const limited = { priceType: 'LIMIT', limitPrice: '25.00', ...terms };
    const order = await sendOrder(app, limited);
    const status = filled === 100 ? '2' : '1';
    await reportOrder(app, order, { status, fill: [filled, '25.00'] });
    if (status === '1') await reportOrder(app, order, { status: '4' });
    notes.set(name, Number(await standingNote(app, order.id)));
  }

  const named = (body: Json): (string | undefined)[] =>
    body.result.map(({ id }: Json) => [...notes].find(([, note]) => note === id)?.[0]);

  async function listed(changes: object): Promise<(string | undefined)[]> {
    const pairs = Object.entries({ ...ASKED, ...changes }).map(
      ([name, value]) => `${name}=${value}`,
    );
    const reply = await app.as('CLIENT').get(`${LIST}?${pairs.join('&')}`);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.count >= reply.body.result.length, true);
    return named(reply.body);
  }

  async function ofCustomer(query: string, id = customerId): Promise<Json> {
    return (await app.as('CLIENT').get(`/api/v1/order/customer/contractnote/id/${id}${query}`))
      .body;
  }

  describe('with the seven parameters', () => {
    it('sd and ed select trade dates, inclusive', async () => {
      assert.deepEqual(await listed({}), ['monday', 'other portfolio', 'tuesday']);
      assert.deepEqual(await listed({ sd: '2026-11-17' }), ['tuesday']);
      assert.deepEqual(await listed({ ed: '2026-11-16' }), ['monday', 'other portfolio']);
      assert.deepEqual(await listed({ sd: '2026-11-18', ed: '2026-11-30' }), []);
    });
    it('x selects the exchange by its code or an alias, in any case', async () => {
      assert.equal((await listed({ x: 'nse' })).length, 3);
    });
    it('x refuses an unknown exchange, as in the list of securities', async () => {
      const pairs = Object.entries({ ...ASKED, x: 'LSE' }).map((pair) => pair.join('='));
      for (const path of [
        `${LIST}?${pairs.join('&')}`,
        '/api/v1/order/security/list/active?x=LSE',
      ]) {
        const { status, body } = await app.as('CLIENT').get(path);
        assert.deepEqual([status, body.msgCode], [422, 'UNKNOWN_REFERENCE'], path);
        assert.equal(body.errors[0].pointer, '/x', path);
      }
    });
    it('t selects bonds by BOND and BOND_NAT, and shares by EQUITY', async () => {
      assert.deepEqual(await listed({ t: 'BOND' }), ['bond']);
      assert.deepEqual(await listed({ t: 'BOND_NAT' }), ['bond']);
    });
    it('s selects the status of the order, and a cancelled order may have fills', async () => {
      assert.deepEqual(await listed({ s: 'CANCELLED' }), ['partly']);
      assert.deepEqual(await listed({ s: 'REJECTED' }), []);
    });
    it('b and c select page and size, and the count covers all pages', async () => {
      assert.deepEqual(await listed({ c: 1, b: 2 }), ['other portfolio']);
      assert.deepEqual(await listed({ c: 2, b: 2 }), ['tuesday']);
      const pairs = Object.entries({ ...ASKED, c: 1 }).map(([name, value]) => `${name}=${value}`);
      const { body } = await app.as('CLIENT').get(`${LIST}?${pairs.join('&')}`);
      assert.equal(body.count, 3);
    });
    it('a busted trade stays listed, as reversed', async () => {
      const order = await sendOrder(app, { priceType: 'LIMIT', limitPrice: '25.00' });
      await reportOrder(app, order, { status: '2', execId: 'BUST-ME', fill: [100, '25.00'] });
      const noteId = Number(await standingNote(app, order.id));
      await reportOrder(app, order, { status: '1', type: 'H', ref: 'BUST-ME' });
      await reportOrder(app, order, { status: '4' });
      const pairs = Object.entries({ ...ASKED, s: 'CANCELLED' }).map((pair) => pair.join('='));
      const { body } = await app.as('CLIENT').get(`${LIST}?${pairs.join('&')}`);
      const note = body.result.find(({ id }: Json) => id === noteId);
      assert.deepEqual([note.status, note.active], ['REVERSED', false]);
    });
    it('an office sees its own notes only', async () => {
      const [office] = await app.db.query<{ id: bigint }>(
        sql`select max(office_id) + 1 as id from contract_note`,
      );
      const pairs = Object.entries(ASKED).map((pair) => pair.join('='));
      const other = app.asOffice('CLIENT', [office?.id ?? 0n]);
      assert.equal((await other.get(`${LIST}?${pairs.join('&')}`)).body.count, 0);
    });
  });

  describe('of a customer', () => {
    it('contains every kind and state, in the order of issue', async () => {
      const body = await ofCustomer('?sd=2026-11-16&ed=2026-11-16');
      assert.deepEqual(named(body), ['monday', 'bond', 'partly']);
      assert.deepEqual(named(await ofCustomer('', otherCustomerId)), ['other portfolio']);
    });
    it('sd, ed, p, b and s each filter it', async () => {
      assert.deepEqual(named(await ofCustomer('?sd=2026-11-17')).slice(0, 1), ['tuesday']);
      assert.deepEqual(named(await ofCustomer(`?ed=2026-11-16&p=${portfolioId}`)), [
        ...['monday', 'bond', 'partly'],
      ]);
      assert.equal((await ofCustomer('?p=999999')).msgCode, 'UNKNOWN_REFERENCE');
      const page = await ofCustomer('?ed=2026-11-16&b=2&s=2');
      assert.deepEqual([named(page), page.count], [['partly'], 3]);
    });
    it('404 for a customer that the caller does not see', async () => {
      const path = '/api/v1/order/customer/contractnote/id/999999';
      assert.equal((await app.as('CLIENT').get(path)).status, 404);
    });
  });
});
