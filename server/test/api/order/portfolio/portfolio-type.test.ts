// Portfolio types: reference data changed with four-eyes approval, and how requests refer to them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';

const TYPES = '/api/v1/order/portfoliotype';
const CREATE = '/api/v1/order/portfolio/create';
const APPROVE = '/api/v1/system/change/approve/id';
const CUSTOMERS = '/api/v1/partner/customer/create';

const PENSION = {
  name: 'pension-2',
  label: 'Pension savings',
  aliases: ['0000000017', 'rsa'],
  portfolioClass: 'EXCHANGE',
  exchangeName: 'NSE',
};

describe('portfolio types', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
  });
  after(() => app.stop());

  const propose = (body: object) => app.as('OPERATIONS').put(`${TYPES}/propose`, body);
  const set = async (body: object): Promise<void> => {
    const proposed = await propose(body);
    assert.equal(proposed.status, 201, proposed.text);
    const approved = await app.as('APPROVER').put(`${APPROVE}/${proposed.body.id}`);
    assert.equal(approved.status, 200, approved.text);
  };
  const create = (body: object) => app.as('OPERATIONS').post(CREATE, { customerId: 1, ...body });
  const typeOf = async (body: object): Promise<Json> => {
    const reply = await create(body);
    assert.equal(reply.status, 201, reply.text);
    const { portfolioTypeName, portfolioType, portfolioClass } = reply.body.result;
    return [portfolioTypeName, portfolioType, portfolioClass];
  };
  const refused = async (body: object): Promise<Json> => {
    const { status, body: problem } = await create(body);
    return [status, problem.msgCode, problem.errors?.[0]?.pointer];
  };

  describe('success', () => {
    it('are shipped in version 1, six of them', async () => {
      const { body } = await app.as('CLIENT').get(`${TYPES}/list/active`);
      const shipped = body.result.map(({ name, portfolioClass }: Json) => [name, portfolioClass]);
      assert.deepEqual(shipped.slice(0, 6), [
        ['EXCHANGE', 'EXCHANGE'],
        ['0000000203', 'EXCHANGE'],
        ['INDIVIDUAL', 'EXCHANGE'],
        ['0000000001', 'EXCHANGE'],
        ['ASSET_MGMT', 'MANAGED'],
        ['TREASURY', 'MANAGED'],
      ]);
      const path = '/api/v1/system/change/version/list?kind=portfolio-type&subject=TREASURY';
      const versions = (await app.as('ADMIN').get(path)).body;
      assert.deepEqual([versions.count, versions.result[0].version], [1, 1]);
    });

    it('a request refers to one by its code, a former code or its label', async () => {
      await set(PENSION);
      const pension = ['PENSION-2', 'Pension savings', 'EXCHANGE'];
      for (const text of ['PENSION-2', 'Rsa', '0000000017', 'pension SAVINGS']) {
        assert.deepEqual(await typeOf({ portfolioTypeName: text }), pension, text);
        assert.deepEqual(await typeOf({ portfolioType: text }), pension, text);
      }
      const both = { portfolioTypeName: 'rsa', portfolioType: 'Pension savings' };
      assert.deepEqual(await typeOf(both), pension);
      assert.deepEqual(await typeOf({ portfolioType: 'NGX REGULAR' }), [
        '0000000203',
        'NGX REGULAR',
        'EXCHANGE',
      ]);
      assert.deepEqual(await typeOf({ portfolioType: '' }), [
        'EXCHANGE',
        'EXCHANGE PT',
        'EXCHANGE',
      ]);
    });

    it('a portfolio shows the exchange of its type; managed money has none', async () => {
      const exchangeOf = async (portfolioType: string) =>
        (await create({ portfolioType })).body.result.securityExchange;
      assert.equal(await exchangeOf('rsa'), 'NGX');
      assert.equal(await exchangeOf('INDIVIDUAL'), 'NGX');
      assert.equal(await exchangeOf('TREASURY'), undefined);
    });

    it('a customer is opened with a portfolio of a type by its label', async () => {
      const body = { firstName: 'Type', lastName: 'Holder', portfolioTypeName: 'Regular' };
      const made = await app.as('CLIENT').post(CUSTOMERS, body);
      assert.equal(made.status, 201, made.text);
      const path = `/api/v1/order/portfolio/id/${made.body.result.portfolioId}`;
      assert.equal((await app.as('CLIENT').get(path)).body.portfolioTypeName, '0000000001');
    });

    it('one is read by its id, and is listed even when it is inactive', async () => {
      await set({ name: 'CLOSED-TYPE', label: 'Closed', portfolioClass: 'MANAGED', active: false });
      const { result } = (await app.as('CLIENT').get(`${TYPES}/list`)).body;
      const closed = result.find(({ name }: Json) => name === 'CLOSED-TYPE');
      assert.deepEqual([closed.active, closed.aliases], [false, []]);
      assert.deepEqual((await app.as('CLIENT').get(`${TYPES}/id/${closed.id}`)).body, closed);
      const active = (await app.as('CLIENT').get(`${TYPES}/list/active`)).body.result;
      assert.ok(!active.some(({ name }: Json) => name === 'CLOSED-TYPE'));
    });
  });

  describe('403 and 404', () => {
    it('an auditor cannot propose, the maker cannot approve, an unknown id is absent', async () => {
      const byAuditor = await app.as('AUDITOR').put(`${TYPES}/propose`, PENSION);
      assert.equal(byAuditor.status, 403);
      const own = { name: 'OWN-WORK', label: 'Own work', portfolioClass: 'EXCHANGE' };
      const proposed = await app.as('ADMIN').put(`${TYPES}/propose`, own);
      const approved = await app.as('ADMIN').put(`${APPROVE}/${proposed.body.id}`);
      assert.equal(approved.status, 403);
      assert.equal((await app.as('CLIENT').get(`${TYPES}/id/999999`)).status, 404);
    });
  });

  describe('422', () => {
    it('refuses an unknown type, also of a new customer, who is then not opened', async () => {
      const unknown = [422, 'UNKNOWN_REFERENCE'];
      const named = await refused({ portfolioTypeName: 'SAVINGS' });
      assert.deepEqual(named, [...unknown, '/portfolioTypeName']);
      const aliased = await refused({ portfolioType: 'Savings' });
      assert.deepEqual(aliased, [...unknown, '/portfolioType']);
      const body = { label: 'Unopened Person', portfolioTypeName: 'SAVINGS' };
      const made = await app.as('CLIENT').post(CUSTOMERS, body);
      assert.deepEqual([made.status, made.body.msgCode], unknown);
      const list = '/api/v1/partner/customer/list?search=Unopened+Person';
      assert.equal((await app.as('CLIENT').get(list)).body.count, 0);
    });

    it('refuses two members that refer to different types', async () => {
      const both = { portfolioTypeName: 'TREASURY', portfolioType: 'Individual' };
      assert.deepEqual(await refused(both), [422, 'REFERENCE_MISMATCH', '/portfolioType']);
    });

    it('refuses an inactive type; its portfolios keep it', async () => {
      const type = { name: 'FADING', label: 'Fading', portfolioClass: 'EXCHANGE' };
      await set(type);
      const { id } = (await create({ portfolioType: 'fading' })).body;
      await set({ ...type, label: 'Faded', active: false });
      const after = await refused({ portfolioTypeName: 'FADING' });
      assert.deepEqual(after, [422, 'UNKNOWN_REFERENCE', '/portfolioTypeName']);
      const kept = (await app.as('CLIENT').get(`/api/v1/order/portfolio/id/${id}`)).body;
      assert.deepEqual([kept.portfolioTypeName, kept.portfolioType], ['FADING', 'Faded']);
    });

    it('refuses a proposal that is not valid, and names the member', async () => {
      const valid = { name: 'VALID', label: 'Valid', portfolioClass: 'EXCHANGE' };
      const cases: readonly [pointer: string, change: object][] = [
        ['/name', { name: 'NOT VALID' }],
        ['/name', { name: 'NGX REGULAR' }],
        ['/aliases', { aliases: ['a/b'] }],
        ['/aliases', { aliases: ['V1', 'v1'] }],
        ['/aliases', { aliases: ['valid'] }],
        ['/aliases', { aliases: ['TREASURY'] }],
        ['/label', { label: 'Treasury' }],
        ['/exchangeName', { portfolioClass: 'MANAGED', exchangeName: 'NGX' }],
      ];
      for (const [pointer, change] of cases) {
        const { status, body, text } = await propose({ ...valid, ...change });
        const got = [status, body.msgCode, body.errors?.[0]?.pointer];
        assert.deepEqual(got, [422, 'PORTFOLIO_TYPE_REFUSED', pointer], text);
      }
      const elsewhere = await propose({ ...valid, exchangeName: 'NOWHERE' });
      assert.equal(elsewhere.body.msgCode, 'UNKNOWN_REFERENCE');
    });
  });
});
