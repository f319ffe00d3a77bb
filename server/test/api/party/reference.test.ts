// Business offices, customer groups, and the complete demonstration broker.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fillDemo } from '../../../src/demo/demo.js';
import { sql } from '../../../src/platform/database/sql.js';
import { startTestApp, type TestApp } from '../../support/app.js';

let app: TestApp;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

test('the active offices are listed, and a user bound to one sees only that one', async () => {
  const all = await app.as('CLIENT').get('/api/v1/partner/businessoffice/list/active');
  assert.deepEqual(
    all.body.result.map((office: { name: string }) => office.name),
    ['0000000001', '0000000002', '0000000003'],
  );
  const bound = app.asOffice('OPERATIONS', [2n]);
  const own = await bound.get('/api/v1/partner/businessoffice/list/active');
  assert.equal(own.body.count, 1);
  assert.equal(own.body.result[0].id, 2);
});

test('the active customer groups are listed', async () => {
  const reply = await app.as('CLIENT').get('/api/v1/partner/customergroup/list/active');
  const names = reply.body.result.map((group: { name: string }) => group.name);
  assert.deepEqual(names, ['STANDARD', 'PREMIUM', 'STAFF']);
});

test('offices and groups of the demonstration are in version 1', async () => {
  for (const [kind, subject] of [
    ['business-office', '0000000003'],
    ['customer-group', 'STAFF'],
  ]) {
    const path = `/api/v1/system/change/version/list?kind=${kind}&subject=${subject}`;
    const { body } = await app.as('ADMIN').get(path);
    assert.deepEqual([body.count, body.result[0].version], [1, 1]);
  }
});

test('the demo broker has fifty customers, each with a cash account and a portfolio', async () => {
  const [found] = await app.db.query<{ customers: bigint; accounts: bigint; portfolios: bigint }>(
    sql`select (select count(*) from customer) as customers,
      (select count(distinct customer_id) from account
        where acct_type = 'CUSTOMER_CASH') as accounts,
      (select count(distinct customer_id) from portfolio) as portfolios`,
  );
  assert.deepEqual(found, { customers: 50n, accounts: 50n, portfolios: 50n });
});

test('the opening balances are in the ledger, and it balances', async () => {
  const [found] = await app.db.query<{ total: bigint; credits: bigint }>(sql`
    select sum(amount_minor)::bigint as total,
      sum(-amount_minor) filter (where amount_minor < 0)::bigint as credits from journal_line`);
  assert.equal(found?.total, 0n);
  assert.ok((found?.credits ?? 0n) > 0n);
});

test('forty customers hold shares that they could sell', async () => {
  const [found] = await app.db.query<{ holders: bigint; shares: bigint; empty: bigint }>(sql`
    select count(distinct portfolio_id) as holders, count(distinct security_id) as shares,
      count(*) filter (where quantity <= 0 or cost_minor <= 0) as empty
    from holding h join security s on s.id = h.security_id where s.security_type = 'EQUITY'`);
  assert.deepEqual(found, { holders: 40n, shares: 30n, empty: 0n });
});

test('the demonstration data is filled once, also when two nodes start together', async () => {
  await Promise.all([fillDemo(app.context), fillDemo(app.context)]);
  const [found] = await app.db.query<{ count: bigint }>(
    sql`select count(*) as count from customer`,
  );
  assert.equal(found?.count, 50n);
});

test('sequences are ahead of the ids of the demonstration data', async () => {
  const reply = await app.as('CLIENT').post('/api/v1/partner/customer/create', {
    firstName: 'After',
    lastName: 'Demo',
    portfolioTypeName: 'INDIVIDUAL',
  });
  assert.equal(reply.status, 201);
  assert.ok(reply.body.id > 50);
});

test('the first customer of the demonstration can log in at the portal', async () => {
  const login = { username: 'adaeze.okonkwo', password: 'demo-portal-password' };
  const reply = await app.as('CLIENT').post('/api/v1/security/login/customer', login);
  assert.equal(reply.status, 200);
  assert.ok(!/argon2/.test(reply.text));
  const wrong = { ...login, password: 'another password' };
  const refused = await app.as('CLIENT').post('/api/v1/security/login/customer', wrong);
  assert.equal(refused.status, 401);
});
