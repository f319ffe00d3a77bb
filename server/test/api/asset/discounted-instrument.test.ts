// Discounted instruments over HTTP: submit, post, update, terminate, lists, types and refusals.
// Behaviour specific to bills is tested in treasury-bill.test.ts.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import {
  AGREES,
  BILL,
  bodyFor,
  type DiscountedApp,
  discountedBooks,
  PAPER,
  startDiscountedApp,
} from './discounted-app.js';

let app: DiscountedApp;

before(async () => {
  app = await startDiscountedApp();
});
after(() => app.stop());

const submit = (more: object = {}, headers?: Record<string, string>) =>
  app.as('CLIENT').post(`${PAPER}/submit`, bodyFor(PAPER, app.rich, more), headers);
const terminate = (id: number, query = '', c = app.rich.id) =>
  app.as('CLIENT').put(`${PAPER}/terminate?id=${id}&c=${c}${query}`);
const made = async (): Promise<bigint> => {
  const [row] = await app.db.query<{ n: bigint }>(
    sql`select count(*) as n from discounted_instrument`,
  );
  return row?.n ?? 0n;
};

describe('success', () => {
  test('a minimal submit takes all other members from its type', async () => {
    const reply = await submit();
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.msgCode, 'DISCOUNTED_INSTRUMENT_SUBMITTED');
    const location = `/api/v1/order/discountedinstrument/id/${reply.body.id}`;
    assert.equal(reply.headers.get('location'), location);
    const { createdDttm, lastModifiedDttm, createdBy, lastModifiedBy, ...record } =
      reply.body.result;
    assert.equal(createdDttm, lastModifiedDttm);
    assert.equal(createdBy, lastModifiedBy);
    assert.deepEqual(record, {
      id: reply.body.id,
      name: reply.body.name,
      label: 'Commercial paper NGN 200,000.00 364 days',
      active: true,
      businessOfficeName: '0000000001',
      instrumentTypeName: 'CP',
      instrumentTypeVersion: 1,
      instrumentTypeLabel: 'Commercial paper',
      initAccountId: Number(app.rich.accountId),
      terminationAccountId: Number(app.rich.accountId),
      customerId: app.rich.id,
      customerName: app.rich.name,
      customerLabel: record.customerLabel,
      expectedStart: '2026-03-05T00:00:00.000Z',
      expectedMaturity: '2027-03-04T00:00:00.000Z',
      tenure: 364,
      currency: 'NGN',
      faceValue: 200000,
      currentRate: 16.73,
      autoRollover: false,
      loanProduct: false,
      rolloverRule: 'NONE',
      cost: 166631.67,
      price: 83.315836,
      discountRate: 16.73,
      trueYield: 20.080216,
      expectedInterest: 33368.33,
      expectedNetInterest: 30031.5,
      accruedInterest: 0,
      accruedNetInterest: 0,
      status: 'PENDING',
      rolledOver: false,
    });
    const read = await app.as('AUDITOR').get(location);
    assert.equal(read.status, 200);
    assert.equal(read.headers.get('etag'), reply.headers.get('etag'));
    assert.deepEqual(read.body, reply.body.result);
  });

  test("an old client's full body is accepted, except for the server's members", async () => {
    const reply = await app.as('CLIENT').post(`${PAPER}/submit`, {
      id: '0',
      name: 'MINE',
      label: 'School fees',
      instrumentTypeLabel: 'commercial PAPER',
      initAccountId: 0,
      terminationAccountId: String(app.rich.accountId),
      customerName: app.rich.name,
      portfolioName: '',
      startDate: '2026-03-05T00:00:00.000+01:00',
      expectedMaturity: '2030-01-01',
      tenure: '91',
      currency: 'ngn',
      faceValue: '200000.50',
      expectedInterest: 1,
      accruedInterest: 1,
      currentRate: '12.5',
      rolloverAmount: 0,
      autoRollover: 'False',
      loanProduct: 'false',
      rolloverRule: 'none',
      status: 'RUNNING',
      rolledOver: true,
      parentId: 77,
    });
    assert.equal(reply.status, 201, reply.text);
    const { result } = reply.body;
    assert.notEqual(result.name, 'MINE');
    assert.equal(result.label, 'School fees');
    assert.equal(result.tenure, 91);
    assert.equal(result.currentRate, 12.5);
    assert.equal(result.expectedMaturity, '2026-06-04T00:00:00.000Z');
    assert.equal(result.status, 'PENDING');
    assert.equal(result.rolledOver, false);
    assert.equal(result.parentId, undefined);
    // 200,000.50 × 12.5 % × 91 / 365 = 6,232.8923…
    assert.equal(result.expectedInterest, 6232.89);
  });

  test('it is posted by PUT and by POST, on both paths', async () => {
    for (const method of ['put', 'post'] as const) {
      for (const path of [`${PAPER}/post`, `${PAPER}/post/id`]) {
        const { id } = (await submit({ faceValue: 100_000 })).body;
        const reply = await app.as('CLIENT')[method](`${path}/${id}`, {});
        assert.equal(reply.status, 200, reply.text);
        assert.equal(reply.body.msgCode, 'DISCOUNTED_INSTRUMENT_POSTED');
        assert.equal(reply.body.result.status, 'RUNNING');
      }
    }
  });

  test('a duplicate within a minute is created with a warning', async () => {
    await submit({ faceValue: 123_456 });
    const reply = await submit({ faceValue: 123_456 });
    assert.equal(reply.status, 201);
    assert.equal(reply.body.warnings[0].code, 'LOOKS_LIKE_REPEAT');
  });

  test('all terms can change while it is pending, and none afterwards', async () => {
    const { body } = await submit({ currentRate: 20 });
    const reply = await app
      .as('CLIENT')
      .put(`${PAPER}/update`, { id: body.id, faceValue: '300000', tenure: 30, currentRate: 0 });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.msgCode, 'DISCOUNTED_INSTRUMENT_UPDATED');
    assert.equal(reply.body.result.faceValue, 300000);
    assert.equal(reply.body.result.currentRate, 20);
    assert.equal(reply.body.result.label, 'Commercial paper NGN 300,000.00 30 days');
    assert.equal(reply.body.result.createdDttm, body.result.createdDttm);
    assert.equal(reply.body.result.cost, 295_068.49);
  });

  test("lists a customer's instruments by the parameter set of the specification", async () => {
    const owner = await app.depositor(50_000_000n);
    const ids: number[] = [];
    for (const faceValue of [100_000, 110_000, 120_000]) {
      const label = `Paper of ${faceValue / 1_000}`;
      ids.push((await submit({ customerId: owner.id, faceValue, label })).body.id);
    }
    await app.as('CLIENT').put(`${PAPER}/post/${ids[1]}`);
    const list = async (query: string) =>
      (await app.as('CLIENT').get(`${PAPER}/customer/list?c=${owner.id}&${query}`)).body;
    const idsOf = (body: { result: { id: number }[] }) => body.result.map((row) => row.id);
    const all = await list('b=0');
    assert.equal(all.count, 3);
    assert.deepEqual(idsOf(all), [...ids].reverse());
    assert.deepEqual(idsOf(await list('e=running')), [ids[1]]);
    assert.deepEqual(idsOf(await list('b=2&s=2')), [ids[0]]);
    assert.deepEqual(idsOf(await list(`id=${ids[2]}`)), [ids[2]]);
    assert.deepEqual(idsOf(await list('sd=2026-03-05&ed=2026-03-05')).length, 3);
    assert.deepEqual(idsOf(await list('sd=2026-03-06')), []);
    assert.deepEqual(idsOf(await list('ed=2026-03-04')), []);
    assert.deepEqual(idsOf(await list('dc=paper+of+12')), [ids[2]]);
    assert.deepEqual(idsOf(await list('fv=110000')), [ids[1]]);
    assert.deepEqual(idsOf(await list('fv=110000.001')), []);
    assert.deepEqual(idsOf(await list('dr=16.730')).length, 3);
    assert.deepEqual(idsOf(await list('dr=16')), []);
    assert.deepEqual(idsOf(await list('td=2026-03-05')), []);
    const page = await app.as('CLIENT').get(`${PAPER}/customer/list?c=${owner.id}&s=2`);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    assert.deepEqual(idsOf((await app.as('CLIENT').get(next)).body), [ids[0]]);
    assert.equal((await app.as('CLIENT').get(`${BILL}/customer/list?c=${owner.id}`)).body.count, 0);
  });

  test('lists the active types with their rules', async () => {
    const { body } = await app
      .as('CLIENT')
      .get('/api/v1/order/discountedinstrumenttype/list/active');
    assert.equal(body.count, 1);
    const [type] = body.result;
    assert.equal(type.name, 'CP');
    assert.equal(type.rate, 16.73);
    assert.deepEqual(type.tenures, [30, 91, 180, 364]);
    assert.equal(type.dayCount, 'ACT_365F');
    assert.equal(type.taxClass, 'COMMERCIAL_PAPER');
    assert.equal(type.minimumAmount, 100000);
  });
});

describe('refusals', () => {
  test('400: every violation is named, and nothing is written', async () => {
    const before = await made();
    const reply = await submit({ tenure: 'soon', faceValue: 'NaN', startDate: 'x' });
    assert.equal(reply.status, 400);
    assert.deepEqual([...reply.body.msgArgs].sort(), ['faceValue', 'startDate', 'tenure']);
    const missing = await app.as('CLIENT').post(`${PAPER}/submit`, { customerId: 1 });
    assert.deepEqual([missing.status, missing.body.msgArgs], [400, ['faceValue']]);
    const own = await submit({ id: 5 });
    assert.deepEqual([own.status, own.body.msgArgs], [400, ['id']]);
    const bare = await app.as('CLIENT').put(`${PAPER}/terminate`);
    assert.deepEqual([bare.status, [...bare.body.msgArgs].sort()], [400, ['c', 'id']]);
    for (const query of ['&fv=much', '&dr=1e999', '&td=2026-02-30']) {
      assert.equal((await terminate(1, query)).status, 400, query);
    }
    assert.equal((await app.as('CLIENT').get(`${PAPER}/customer/list`)).status, 400);
    assert.equal((await app.as('CLIENT').get(`${PAPER}/valuation`)).status, 400);
    assert.equal(await made(), before);
  });

  test('401 without credentials, 403 without the permission', async () => {
    const body = bodyFor(PAPER, app.rich);
    assert.equal((await app.as('NOBODY').post(`${PAPER}/submit`, body)).status, 401);
    for (const [role, path] of [
      ['AUDITOR', `${PAPER}/update`],
      ['APPROVER', `${PAPER}/post/1`],
      ['DEALER', `${PAPER}/terminate?id=1&c=1`],
    ] as const) {
      const reply = await app.as(role).put(path, { id: 1 });
      assert.equal(reply.status, 403, role);
      assert.equal(reply.body.msgCode, 'FORBIDDEN');
    }
  });

  test('404 for an unknown id, one of the other kind, and one of another office', async () => {
    const { id } = (await submit({ customerId: app.stranger.id })).body;
    const elsewhere = app.asOffice('OPERATIONS', [app.officeId]);
    for (const reply of [
      await app.as('CLIENT').get(`${PAPER}/id/999999`),
      await app.as('CLIENT').get(`${BILL}/id/${id}`),
      await app.as('CLIENT').put(`${BILL}/post/${id}`),
      await elsewhere.get(`${PAPER}/id/${id}`),
      await elsewhere.get(`${PAPER}/valuation?id=${id}`),
      await elsewhere.get(`${PAPER}/history?id=${id}`),
      await elsewhere.put(`${PAPER}/post/${id}`),
      await elsewhere.put(`${PAPER}/terminate?id=${id}&c=${app.stranger.id}`),
      await elsewhere.put(`${PAPER}/update`, { id, tenure: 30 }),
    ]) {
      assert.equal(reply.status, 404);
      assert.equal(reply.body.msgCode, 'DOCUMENT_NOT_FOUND');
    }
    const list = await elsewhere.get(`${PAPER}/customer/list?c=${app.stranger.id}`);
    assert.deepEqual([list.body.msgCode, list.body.msgArgs], ['UNKNOWN_REFERENCE', ['c']]);
    const body = bodyFor(PAPER, app.stranger);
    const reply = await elsewhere.post(`${PAPER}/submit`, body);
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
  });

  test('409 with the current state', async () => {
    const { id } = (await app.bought(PAPER, { faceValue: 100_000 })).body;
    const again = await app.as('CLIENT').put(`${PAPER}/post/${id}`);
    assert.equal(again.status, 409);
    assert.equal(again.body.msgCode, 'DISCOUNTED_INSTRUMENT_WRONG_STATE');
    assert.deepEqual(again.body.msgArgs, ['RUNNING']);
    const fixed = await app.as('CLIENT').put(`${PAPER}/update`, { id, faceValue: 5 });
    assert.deepEqual([fixed.status, fixed.body.msgArgs], [409, ['RUNNING', 'faceValue']]);
    const pending = (await submit()).body.id;
    const early = await terminate(pending);
    assert.deepEqual([early.status, early.body.msgArgs[0]], [409, 'PENDING']);
  });

  test('412 if the record has changed since it was read', async () => {
    const { body } = await submit();
    const change = { id: body.id, tenure: 30 };
    const put = (tag: string) =>
      app.as('CLIENT').put(`${PAPER}/update`, change, { 'if-match': tag });
    assert.equal((await put('"99"')).status, 412);
    assert.equal((await put('"1"')).status, 200);
  });

  const REFUSED: readonly (readonly [object, string, string])[] = [
    [{ customerId: 999_999 }, 'UNKNOWN_REFERENCE', 'customerId'],
    [{ customerName: 'NOBODY' }, 'REFERENCE_MISMATCH', 'customerName'],
    [{ instrumentTypeName: 'NONE' }, 'UNKNOWN_REFERENCE', 'instrumentTypeName'],
    [{ instrumentTypeName: 'NTB-364' }, 'UNKNOWN_REFERENCE', 'instrumentTypeName'],
    [{ initAccountId: 1 }, 'UNKNOWN_REFERENCE', 'initAccountId'],
    [{ terminationAccountId: 999_999 }, 'UNKNOWN_REFERENCE', 'terminationAccountId'],
    [{ portfolioName: 'NONE' }, 'UNKNOWN_REFERENCE', 'portfolioName'],
    [{ currency: 'USD' }, 'CURRENCY_MISMATCH', 'currency'],
    [{ loanProduct: true }, 'REFERENCE_MISMATCH', 'loanProduct'],
    [{ faceValue: 0 }, 'AMOUNT_NOT_POSITIVE', 'faceValue'],
    [{ faceValue: -1 }, 'AMOUNT_NOT_POSITIVE', 'faceValue'],
    [{ faceValue: 200_000.001 }, 'TOO_MANY_DECIMALS', 'faceValue'],
    [{ faceValue: 99_999.99 }, 'TERM_AMOUNT_REFUSED', 'faceValue'],
    [{ faceValue: '100000000.01' }, 'TERM_AMOUNT_REFUSED', 'faceValue'],
    [{ tenure: 45 }, 'TENURE_NOT_OFFERED', 'tenure'],
    [{ currentRate: 9.99 }, 'RATE_NOT_OFFERED', 'currentRate'],
    [{ currentRate: 25.01 }, 'RATE_NOT_OFFERED', 'currentRate'],
    [{ currentRate: '12.1234567' }, 'TOO_MANY_DECIMALS', 'currentRate'],
    [{ startDate: '2026-02-25' }, 'START_DATE_REFUSED', 'startDate'],
    [{ startDate: '2028-01-01' }, 'START_DATE_REFUSED', 'startDate'],
    [{ autoRollover: true, rolloverRule: 'NONE' }, 'ROLLOVER_REFUSED', 'rolloverRule'],
  ];
  for (const [body, code, member] of REFUSED) {
    test(`422 ${code} for ${JSON.stringify(body)}, naming ${member}`, async () => {
      const before = await made();
      const reply = await submit(body);
      assert.equal(reply.status, 422, reply.text);
      assert.equal(reply.body.msgCode, code);
      assert.deepEqual(reply.body.msgArgs, [member]);
      assert.equal(await made(), before);
    });
  }

  test('422 if it is posted before its start date or for a suspended customer', async () => {
    const later = await submit({ startDate: '2026-04-01' });
    assert.equal(later.body.result.expectedStart, '2026-04-01T00:00:00.000Z');
    const early = await app.as('CLIENT').put(`${PAPER}/post/${later.body.id}`);
    assert.deepEqual([early.status, early.body.msgCode], [422, 'START_DATE_REFUSED']);
    const owner = await app.depositor(50_000_000n);
    const { id } = (await submit({ customerId: owner.id })).body;
    await app.db.query(sql`update customer set status = 'SUSPENDED' where id = ${owner.id}`);
    const reply = await app.as('CLIENT').put(`${PAPER}/post/${id}`);
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'CUSTOMER_INACTIVE']);
  });

  test('422 if the money is missing, and the instrument stays pending', async () => {
    const { id } = (await submit({ customerId: app.poor.id })).body;
    const reply = await app.as('CLIENT').put(`${PAPER}/post/${id}`);
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'INSUFFICIENT_FUNDS']);
    assert.equal((await app.shown(PAPER, id)).status, 'PENDING');
    assert.equal(await app.balanceOf(app.poor.accountId), 10_000n);
  });
});

describe('after five days, a termination', () => {
  let id: number;
  let parted: number;

  before(async () => {
    id = (await app.bought(PAPER, { faceValue: 300_000 })).body.id;
    parted = (await app.bought(PAPER, { faceValue: 300_000 })).body.id;
    await app.closeUntil('2026-03-10');
  });

  const REFUSED: readonly (readonly [string, string, string])[] = [
    ['&fv=300000.01', 'TERMINATION_AMOUNT_REFUSED', 'fv'],
    ['&fv=0', 'TERMINATION_AMOUNT_REFUSED', 'fv'],
    ['&fv=-5', 'TERMINATION_AMOUNT_REFUSED', 'fv'],
    ['&fv=5.001', 'TOO_MANY_DECIMALS', 'fv'],
    ['&dr=0', 'TERMINATION_RATE_REFUSED', 'dr'],
    ['&dr=-1', 'TERMINATION_RATE_REFUSED', 'dr'],
    ['&dr=60.01', 'TERMINATION_RATE_REFUSED', 'dr'],
    ['&dr=16.1234567', 'TOO_MANY_DECIMALS', 'dr'],
    ['&td=2026-03-04', 'TERMINATION_DATE_REFUSED', 'td'],
    ['&td=2026-03-05', 'TERMINATION_DATE_REFUSED', 'td'],
    ['&td=2026-03-11', 'TERMINATION_DATE_REFUSED', 'td'],
    ['&td=2027-03-04', 'TERMINATION_DATE_REFUSED', 'td'],
    ['&td=2027-03-05', 'TERMINATION_DATE_REFUSED', 'td'],
  ];
  for (const [query, code, member] of REFUSED) {
    test(`is refused with ${code} for ${query}, naming ${member}`, async () => {
      const reply = await terminate(id, query);
      assert.equal(reply.status, 422, reply.text);
      assert.equal(reply.body.msgCode, code);
      assert.deepEqual(reply.body.msgArgs, [member]);
      assert.equal((await app.shown(PAPER, id)).faceValue, 300_000);
    });
  }

  test('is refused for a customer who is not the owner, naming c', async () => {
    const reply = await terminate(id, '', app.poor.id);
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'REFERENCE_MISMATCH']);
    assert.deepEqual(reply.body.msgArgs, ['c']);
  });

  test('is refused for a day before an earlier partial termination, naming td', async () => {
    assert.equal((await terminate(parted, '&fv=100000&td=2026-03-09')).status, 200);
    const { body } = await terminate(parted, '&td=2026-03-08');
    assert.deepEqual([body.msgCode, body.msgArgs], ['TERMINATION_DATE_REFUSED', ['td']]);
    assert.equal((await terminate(parted, '&td=2026-03-09')).status, 200);
  });

  test('with only the required parameters terminates the whole instrument today', async () => {
    const one = (await app.bought(PAPER, { faceValue: 100_000 })).body.id;
    await app.closeUntil('2026-03-11');
    const reply = await terminate(one, '&dc=&fv=&dr=&td=');
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.settlement.terminationGain, 0);
    assert.equal(reply.body.settlement.terminationAmount, 100_000);
    assert.equal(reply.body.result.status, 'TERMINATED');
    const again = await terminate(one);
    assert.deepEqual([again.status, again.body.msgArgs], [409, ['TERMINATED']]);
    const list = `${PAPER}/customer/list?c=${app.rich.id}&td=2026-03-11&e=TERMINATED`;
    assert.equal((await app.as('CLIENT').get(list)).body.result[0].id, one);
    assert.deepEqual(await discountedBooks(app), AGREES);
  });

  test('of equal parts by concurrent requests terminates no more than the holding', async () => {
    const owner = await app.depositor(100_000_000n);
    const body = { customerId: owner.id, faceValue: 100_000 };
    const one = (await app.bought(PAPER, body)).body.id;
    await app.closeUntil('2026-03-13');
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => terminate(one, '&fv=30000', owner.id)),
    );
    const refused = replies.filter((reply) => reply.status !== 200);
    assert.equal(refused.length, 3);
    for (const { body: reply } of refused) {
      assert.equal(reply.msgCode, 'TERMINATION_AMOUNT_REFUSED');
    }
    assert.equal((await app.shown(PAPER, one)).faceValue, 10_000);
    const warned = replies.filter((reply) => reply.body.warnings !== undefined);
    assert.equal(warned.length, 2, 'the second and third look like duplicates');
    const { body: history } = await app.as('CLIENT').get(`${PAPER}/history?id=${one}`);
    assert.deepEqual(
      history.result.map((line: { faceValueAfter: number }) => line.faceValueAfter),
      [100_000, 70_000, 40_000, 10_000],
    );
    assert.deepEqual(await discountedBooks(app), AGREES);
  });

  test('of the whole by two concurrent requests pays once', async () => {
    const owner = await app.depositor(100_000_000n);
    const body = { customerId: owner.id, faceValue: 100_000 };
    const one = (await app.bought(PAPER, body)).body.id;
    await app.closeUntil('2026-03-16');
    const before = await app.balanceOf(owner.accountId);
    const replies = await Promise.all([1, 2, 3].map(() => terminate(one, '', owner.id)));
    assert.deepEqual(replies.map((reply) => reply.status).sort(), [200, 409, 409]);
    const paid = replies.find((reply) => reply.status === 200)?.body.settlement.terminationValue;
    const after = await app.balanceOf(owner.accountId);
    assert.equal(after - before, BigInt(Math.round(paid * 100)));
    assert.deepEqual(await discountedBooks(app), AGREES);
  });
});

describe('exactly once', () => {
  test('eight concurrent posts move the money once', async () => {
    const owner = await app.depositor(100_000_000n);
    const { id, result } = (await submit({ customerId: owner.id, faceValue: 100_000 })).body;
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => app.as('CLIENT').put(`${PAPER}/post/${id}`)),
    );
    const statuses = replies.map((reply) => reply.status).sort();
    assert.deepEqual(statuses, [200, ...Array.from({ length: 7 }, () => 409)]);
    const cost = BigInt(Math.round(result.cost * 100));
    assert.equal(await app.balanceOf(owner.accountId), 100_000_000n - cost);
  });

  test('a repeated key returns the first reply and terminates nothing twice', async () => {
    const key = { 'idempotency-key': 'paper-0123456789' };
    const first = await submit({ faceValue: 333_333 }, key);
    const count = await made();
    const second = await submit({ faceValue: 333_333 }, key);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal(second.text, first.text);
    assert.equal(await made(), count);
    await app.as('CLIENT').put(`${PAPER}/post/${first.body.id}`);
    await app.closeUntil('2026-03-18');
    const ending = { 'idempotency-key': 'paper-part-0123456789' };
    const path = `${PAPER}/terminate?id=${first.body.id}&c=${app.rich.id}&fv=100000`;
    const part = await app.as('CLIENT').put(path, undefined, ending);
    const again = await app.as('CLIENT').put(path, undefined, ending);
    assert.equal(again.text, part.text);
    assert.equal((await app.shown(PAPER, first.body.id)).faceValue, 233_333);
  });

  test('a dry run computes the record and the lines, and writes and numbers nothing', async () => {
    const count = await made();
    const dry = await submit({}, { prefer: 'dry-run' });
    assert.equal(dry.status, 200);
    assert.equal(dry.body.dryRun, true);
    assert.equal(dry.body.result.id, undefined);
    assert.equal(dry.body.result.name, undefined);
    assert.equal(dry.body.result.expectedInterest, 33368.33);
    assert.equal(await made(), count);
    const { id } = (await submit({ faceValue: 444_444 })).body;
    const post = await app.as('CLIENT').put(`${PAPER}/post/${id}?dryRun=true`);
    assert.equal(post.body.result.status, 'RUNNING');
    assert.deepEqual(post.body.journalLines, [
      { accountId: Number(app.rich.accountId), debitAmount: 370_292.23 },
      { accountCode: 'DI:PLACEMENT', creditAmount: 370_292.23 },
      { accountCode: 'BANK:CLIENT', creditAmount: 370_292.23 },
      { accountCode: 'BANK:FIRM', debitAmount: 370_292.23 },
    ]);
    assert.equal((await app.shown(PAPER, id)).status, 'PENDING');
    const { body } = await app.as('CLIENT').get(`${PAPER}/history?id=${id}`);
    assert.equal(body.count, 0);
  });
});
