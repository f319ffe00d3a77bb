// Types of securities: corporate bonds and rights, their members, and orders for them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { orderBody } from '../../support/order.js';

const CREATE = '/api/v1/order/security/create';
const UPDATE = '/api/v1/order/security/update';
const SUBMIT = '/api/v1/order/tradeorder/submit';

const corporateBond = (changes: object = {}) => ({
  ...{ exchange: 'NGX', name: 'DANGCEM28', label: 'Dangote Cement 2028', previousClose: 99 },
  ...{ securityType: 'BOND_CORP', faceValue: 1000, couponRate: 13.5, maturityDate: '2028-04-30' },
  ...changes,
});

const right = (changes: object = {}) => ({
  ...{ exchange: 'NGX', name: 'ACCESSR', label: 'Access rights', previousClose: 2 },
  ...{ securityType: 'RIGHT', tradableFrom: '2026-01-01', tradableTo: '2099-01-01' },
  ...changes,
});

describe('types of securities', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
  });
  after(() => app.stop());

  const create = (body: object) => app.as('ADMIN').post(CREATE, body);
  const submit = (changes: object) => app.as('CLIENT').post(SUBMIT, orderBody(changes));
  async function made(body: object): Promise<Json> {
    const reply = await create(body);
    assert.equal(reply.status, 201, reply.text);
    return reply.body.result;
  }
  async function businessDate(): Promise<string> {
    const [row] = await app.db.query<{ date: string }>(
      sql`select business_date as date from business_day`,
    );
    return row?.date ?? assert.fail();
  }

  it('have the tax class of their type, unless another known class is given', async () => {
    const bond = await made(corporateBond({ issuer: 'Dangote Cement Plc', recordDays: 5 }));
    assert.equal(bond.taxClass, 'CORPORATE_BOND');
    assert.deepEqual([bond.issuer, bond.recordDays], ['Dangote Cement Plc', 5]);
    const share = await made({
      ...{ exchange: 'NGX', name: 'TAXCO', label: 'Tax', securityType: 'EQUITY' },
      taxClass: 'corporate_bond',
    });
    assert.equal(share.taxClass, 'CORPORATE_BOND');
    assert.equal((await made(right())).taxClass, 'DIVIDEND');
    const [federal] = (await app.as('ADMIN').get('/api/v1/order/security/list/active?t=BOND_NAT'))
      .body.result;
    assert.equal(federal.taxClass, undefined);
    const wrong = await create(corporateBond({ name: 'WRONGTAX', taxClass: 'DIVIDENT' }));
    assert.equal(wrong.status, 422, wrong.text);
    assert.equal(wrong.body.msgCode, 'UNKNOWN_REFERENCE');
    assert.equal(wrong.body.errors[0].pointer, '/taxClass');
  });

  it('include all kinds of bonds in the filter BOND', async () => {
    const { body } = await app.as('ADMIN').get('/api/v1/order/security/list/active?t=BOND');
    const types = new Set(body.result.map(({ securityType }: Json) => securityType));
    assert.deepEqual(types, new Set(['BOND_NAT', 'BOND_CORP']));
  });

  it('400: members of another type', async () => {
    const cases = [
      [corporateBond({ name: 'C1', tradableTo: '2027-01-01' }), '/tradableTo'],
      [corporateBond({ name: 'C2', securityType: 'BOND_NAT', recordDays: 1 }), '/recordDays'],
      [right({ name: 'C3', tradableTo: undefined }), '/tradableTo'],
      [right({ name: 'C4', tradableFrom: '2099-02-01' }), '/tradableTo'],
    ] as const;
    for (const [body, pointer] of cases) {
      const { status, body: reply, text } = await create(body);
      assert.equal(status, 400, text);
      assert.equal(reply.errors[0].pointer, pointer);
    }
  });

  it('422: a right outside its period cannot be traded, and orders end in it', async () => {
    const today = await businessDate();
    const order = { securityName: 'ACCESSR', priceType: 'LIMIT', limitPrice: 2 };
    const lasting = { ...order, orderTermName: 'GTC' };
    assert.equal((await submit(order)).status, 201);
    const { body: found } = await app.as('ADMIN').get('/api/v1/order/security/list/active?t=RIGHT');
    const [{ id }] = found.result;
    const ends = await app.as('ADMIN').put(UPDATE, { id, tradableTo: today });
    assert.equal(ends.status, 200, ends.text);
    const last = await submit(lasting);
    assert.equal(last.status, 201, last.text);
    const stored = await app.db.query(sql`
      select expire_date as last from trade_order where id = ${BigInt(last.body.id)}`);
    assert.deepEqual(stored, [{ last: today }]);
    const far = await submit({ ...order, orderTermName: 'GTD', orderEndDate: '2099-01-01' });
    assert.equal(far.body.msgCode, 'ORDER_END_TOO_FAR', far.text);
    for (const period of [
      { tradableFrom: '2098-01-01', tradableTo: '2099-01-01' },
      { tradableFrom: '2026-01-01', tradableTo: '2026-01-02' },
    ]) {
      const moved = await app.as('ADMIN').put(UPDATE, { id, ...period });
      assert.equal(moved.status, 200, moved.text);
      const refused = await submit(order);
      assert.equal(refused.status, 422, refused.text);
      assert.equal(refused.body.msgCode, 'SECURITY_NOT_TRADABLE');
    }
  });

  it('422: a DELISTED security cannot be traded', async () => {
    await app.as('ADMIN').put(UPDATE, { id: 2, status: 'DELISTED' });
    const refused = await submit({ securityName: 'GTCO' });
    assert.equal(refused.body.msgCode, 'SECURITY_NOT_TRADABLE', refused.text);
    assert.deepEqual(refused.body.msgArgs, ['DELISTED']);
  });

  it('price a corporate bond per 100 of face value, with accrued interest', async () => {
    const bond = { securityName: 'DANGCEM28', priceType: 'LIMIT', limitPrice: 99 };
    const { status, body, text } = await submit({ ...bond, instrumentType: 'BOND' });
    assert.equal(status, 201, text);
    const [row] = await app.db.query<{ value: bigint; accrued: string; face: string }>(sql`
      select order_value_minor as value, worst_accrued::text as accrued, face_value::text as face
      from trade_order where id = ${BigInt(body.id)}`);
    // The value is 100 units of 1,000, at 99 per 100.
    assert.equal(row?.value, 9_900_000n);
    assert.equal(row.face, '1000');
    assert.ok(Number(row.accrued) > 0);
    const mismatch = await submit({ ...bond, instrumentType: 'BOND_NAT' });
    assert.equal(mismatch.body.msgCode, 'REFERENCE_MISMATCH', mismatch.text);
  });
});

describe('a former code of a security', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    await app.db.query(sql`
      insert into security_alias (alias, alias_kind, security_id, valid_to)
      select v.alias, v.kind, s.id, '2026-01-02'
      from security s, (values ('DIAMOND', 'NAME'), ('NGDIAMONDBK2', 'ISIN')) v (alias, kind)
      where s.name = 'ACCESS'`);
  });
  after(() => app.stop());

  it('finds it in orders, lists and research, which answer with the current code', async () => {
    const client = app.as('CLIENT');
    const { status, body, text } = await client.post(
      SUBMIT,
      orderBody({ securityName: 'DIAMOND' }),
    );
    assert.equal(status, 201, text);
    const { body: order } = await client.get(`/api/v1/order/tradeorder/id/${body.id}`);
    assert.equal(order.securityName, 'ACCESS');
    assert.match(order.label, /ACCESS/);
    const amended = await client.put('/api/v1/order/tradeorder/amend', {
      ...orderBody({ securityName: 'DIAMOND', quantityRequested: '50' }),
      id: body.id,
    });
    assert.notEqual(amended.body.msgCode, 'ORDER_TERM_FIXED', amended.text);
    const { body: movements } = await client.get(
      '/api/v1/order/portfolio/holding-movements?p=1&securityName=DIAMOND',
    );
    assert.ok(movements.count > 0);
    assert.ok(movements.result.every(({ securityName }: Json) => securityName === 'ACCESS'));
    const one = await client.get('/api/v1/order/security/id/1');
    assert.deepEqual(one.body.formerNames, ['DIAMOND']);
  });

  it('finds it in an import of prices', async () => {
    const { status, body, text } = await app
      .as('ADMIN')
      .post('/api/v1/order/security/price/import', {
        rows: [{ security: 'DIAMOND', date: '2026-01-05', open: 20, high: 21, low: 19, close: 20 }],
      });
    assert.equal(status, 201, text);
    assert.equal(body.result.importedRows ?? body.result.imported ?? 1, 1, text);
    const bars = await app.db.query(sql`
      select from security_price_day where security_id = 1 and price_date = '2026-01-05'`);
    assert.equal(bars.length, 1);
  });

  it('409: cannot become the code or ISIN of another security', async () => {
    const body = { exchange: 'NGX', name: 'diamond', label: 'Diamond', securityType: 'EQUITY' };
    const code = await app.as('ADMIN').post(CREATE, body);
    assert.equal(code.status, 409, code.text);
    assert.equal(code.body.msgCode, 'SECURITY_NAME_TAKEN');
    assert.equal(code.body.errors[0].pointer, '/name');
    const stored = await app.db.query(sql`select from security where name = 'DIAMOND'`);
    assert.equal(stored.length, 0);
  });
});
