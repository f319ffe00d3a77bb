// Term instruments over HTTP: submit, post, update, list, types and refusals.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import {
  type AssetApp,
  LIST,
  POST,
  READ,
  SUBMIT,
  startAssetApp,
  TERMINATE,
  UPDATE,
  VALUATION,
} from './app.js';

let app: AssetApp;

before(async () => {
  app = await startAssetApp();
});
after(() => app.stop());

const minimal = (more: object = {}) => ({
  instrumentTypeName: 'FD',
  customerId: app.rich.id,
  faceValue: 200_000,
  ...more,
});
const submit = (more: object = {}, headers?: Record<string, string>) =>
  app.as('CLIENT').post(SUBMIT, minimal(more), headers);
const made = async (): Promise<bigint> => {
  const [row] = await app.db.query<{ n: bigint }>(sql`select count(*) as n from term_instrument`);
  return row?.n ?? 0n;
};

describe('success', () => {
  test('a minimal submit takes all other members from its type', async () => {
    const reply = await submit();
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.msgCode, 'TERM_INSTRUMENT_SUBMITTED');
    assert.equal(reply.body.msgArgs[0], String(reply.body.id));
    assert.equal(reply.headers.get('location'), `/api/v1/order/terminstrument/id/${reply.body.id}`);
    const { createdDttm, lastModifiedDttm, createdBy, lastModifiedBy, ...record } =
      reply.body.result;
    assert.equal(createdDttm, lastModifiedDttm);
    assert.equal(createdBy, lastModifiedBy);
    assert.deepEqual(record, {
      id: reply.body.id,
      name: reply.body.name,
      label: 'Fixed deposit NGN 200,000.00 91 days',
      active: true,
      businessOfficeName: '0000000001',
      instrumentTypeName: 'FD',
      instrumentTypeLabel: 'Fixed deposit',
      initAccountId: Number(app.rich.accountId),
      terminationAccountId: Number(app.rich.accountId),
      customerId: app.rich.id,
      customerName: app.rich.name,
      customerLabel: record.customerLabel,
      expectedStart: '2026-01-05T00:00:00.000Z',
      expectedMaturity: '2026-04-06T00:00:00.000Z',
      tenure: 91,
      currency: 'NGN',
      faceValue: 200000,
      currentRate: 15,
      autoRollover: false,
      loanProduct: false,
      rolloverRule: 'NONE',
      interestPayment: 'AT_MATURITY',
      expectedInterest: 7479.45,
      expectedNetInterest: 6731.5,
      accruedInterest: 0,
      accruedNetInterest: 0,
      status: 'PENDING',
      rolledOver: false,
    });
    const read = await app.as('AUDITOR').get(`${READ}/${reply.body.id}`);
    assert.equal(read.status, 200);
    assert.equal(read.headers.get('etag'), reply.headers.get('etag'));
    assert.deepEqual(read.body, reply.body.result);
  });

  test("an old client's full body is accepted, except for the server's members", async () => {
    const reply = await app.as('CLIENT').post(SUBMIT, {
      id: '0',
      name: 'MINE',
      label: 'School fees',
      instrumentTypeLabel: 'fixed deposit',
      initAccountId: 0,
      terminationAccountId: String(app.rich.accountId),
      customerName: app.rich.name,
      portfolioName: '',
      startDate: '2026-01-05T00:00:00.000+01:00',
      expectedMaturity: '2030-01-01',
      tenure: '30',
      currency: 'ngn',
      faceValue: '200000.50',
      expectedInterest: 1,
      accruedInterest: 1,
      currentRate: '12.5',
      rolloverAmount: 0,
      autoRollover: 'TRUE',
      loanProduct: 'False',
      rolloverRule: 'principal_only',
      status: 'RUNNING',
      rolledOver: true,
      parentId: 77,
    });
    assert.equal(reply.status, 201, reply.text);
    const { result } = reply.body;
    assert.notEqual(result.name, 'MINE');
    assert.equal(result.label, 'School fees');
    assert.equal(result.tenure, 30);
    assert.equal(result.currentRate, 12.5);
    assert.equal(result.expectedStart, '2026-01-05T00:00:00.000Z');
    assert.equal(result.expectedMaturity, '2026-02-04T00:00:00.000Z');
    assert.equal(result.autoRollover, true);
    assert.equal(result.rolloverRule, 'PRINCIPAL_ONLY');
    assert.equal(result.status, 'PENDING');
    assert.equal(result.rolledOver, false);
    assert.equal(result.parentId, undefined);
    assert.equal(result.expectedInterest, 2054.8);
  });

  test('it is posted by PUT and by POST, on both paths', async () => {
    for (const method of ['put', 'post'] as const) {
      for (const path of [POST, `${POST}/id`]) {
        const { id } = (await submit({ faceValue: 100_000 })).body;
        const reply = await app.as('CLIENT')[method](`${path}/${id}`, {});
        assert.equal(reply.status, 200, reply.text);
        assert.equal(reply.body.msgCode, 'TERM_INSTRUMENT_POSTED');
        assert.equal(reply.body.result.status, 'RUNNING');
      }
    }
  });

  test('the legacy mount answers with the id in msgCode', async () => {
    const reply = await app
      .as('CLIENT')
      .post('/ebclient/rest/api/v1/order/terminstrument/submit', minimal());
    assert.equal(reply.status, 200);
    assert.match(reply.body.msgCode, /^\d+$/);
    assert.equal(reply.body.success, true);
  });

  test('a duplicate within a minute is created with a warning', async () => {
    await submit({ faceValue: 123_456 });
    const reply = await submit({ faceValue: 123_456 });
    assert.equal(reply.status, 201);
    assert.equal(reply.body.warnings[0].code, 'LOOKS_LIKE_REPEAT');
  });

  test('all terms can change while it is pending, and none afterwards', async () => {
    const { body } = await submit();
    const reply = await app
      .as('CLIENT')
      .put(UPDATE, { id: body.id, faceValue: '300000', tenure: 30, currentRate: 0 });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.msgCode, 'TERM_INSTRUMENT_UPDATED');
    assert.equal(reply.body.result.faceValue, 300000);
    assert.equal(reply.body.result.currentRate, 12);
    assert.equal(reply.body.result.label, 'Fixed deposit NGN 300,000.00 30 days');
    assert.equal(reply.body.result.initAccountId, Number(app.rich.accountId));
    assert.equal(reply.body.result.createdDttm, body.result.createdDttm);
  });

  test('a rule alone decides whether it rolls over, and warns of an unused amount', async () => {
    const { body } = await submit();
    const change = async (more: object) => {
      const reply = await app.as('CLIENT').put(UPDATE, { id: body.id, ...more });
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    };
    const rolls = await change({ rolloverRule: 'PRINCIPAL_ONLY', rolloverAmount: 150_000 });
    assert.equal(rolls.result.autoRollover, true);
    assert.deepEqual(
      rolls.warnings.map(({ code }: Json) => code),
      ['MEMBER_IGNORED'],
    );
    const special = await change({ rolloverRule: 'SPECIAL_AMOUNT' });
    assert.deepEqual([special.result.rolloverAmount, special.warnings], [150_000, undefined]);
    assert.equal((await change({ rolloverRule: 'NONE' })).result.autoRollover, false);
  });

  test('while it runs, only its instructions can change', async () => {
    const { body } = await app.running({ faceValue: 100_000 });
    const rolls = { ...body.result, rolloverRule: 'NET_INTEREST_ONLY', autoRollover: true };
    const reply = await app.as('CLIENT').put(UPDATE, rolls);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.result.rolloverRule, 'NET_INTEREST_ONLY');
    assert.equal(reply.body.result.autoRollover, true);
    const fixed = await app.as('CLIENT').put(UPDATE, { id: body.id, faceValue: 5 });
    assert.equal(fixed.status, 409);
    assert.deepEqual(fixed.body.msgArgs, ['RUNNING', 'faceValue']);
  });

  test("lists a customer's instruments by the parameter set of the specification", async () => {
    const owner = await app.depositor(50_000_000n);
    const ids: number[] = [];
    for (const faceValue of [100_000, 110_000, 120_000]) {
      ids.push((await submit({ customerId: owner.id, faceValue })).body.id);
    }
    await app.as('CLIENT').put(`${POST}/${ids[1]}`);
    const list = async (query: string) =>
      (await app.as('CLIENT').get(`${LIST}?c=${owner.id}&${query}`)).body;
    const idsOf = (body: { result: { id: number }[] }) => body.result.map((row) => row.id);
    const all = await list('b=0');
    assert.equal(all.count, 3);
    assert.deepEqual(idsOf(all), [...ids].reverse());
    assert.deepEqual(idsOf(await list('u=running')), [ids[1]]);
    assert.deepEqual(idsOf(await list('b=2&s=2')), [ids[0]]);
    assert.deepEqual(idsOf(await list(`t=${ids[2]}`)), [ids[2]]);
    assert.deepEqual(idsOf(await list(`id=${ids[0]}&t=${ids[2]}`)), []);
    assert.deepEqual(idsOf(await list('sd=2026-01-05&ed=2026-01-05')).length, 3);
    assert.deepEqual(idsOf(await list('d=2026-01-06')), []);
    assert.deepEqual(idsOf(await list('sd=2026-01-06')), []);
    const page = await app.as('CLIENT').get(`${LIST}?c=${owner.id}&s=2`);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    assert.deepEqual(idsOf((await app.as('CLIENT').get(next)).body), [ids[0]]);
  });

  test('lists the active types with their rate cards', async () => {
    const { body } = await app.as('CLIENT').get('/api/v1/order/terminstrumenttype/list/active?s=2');
    assert.equal(body.count, 5);
    const [type] = body.result;
    assert.equal(type.name, 'FD');
    assert.deepEqual(type.tenures, [1, 30, 91, 365]);
    assert.deepEqual(type.rateTiers, [{ tenureTo: 30, rate: 12 }, { rate: 15 }]);
    assert.deepEqual(type.earlyTermination, { rule: 'TERM_RATE', penaltyPoints: 3 });
    assert.equal(type.minimumAmount, 100000);
  });
});

describe('refusals', () => {
  test('400: every violation is named, and nothing is written', async () => {
    const before = await made();
    const reply = await submit({
      tenure: 'soon',
      faceValue: 'NaN',
      autoRollover: 3,
      startDate: 'x',
    });
    assert.equal(reply.status, 400);
    assert.deepEqual([...reply.body.msgArgs].sort(), [
      'autoRollover',
      'faceValue',
      'startDate',
      'tenure',
    ]);
    const missing = await app.as('CLIENT').post(SUBMIT, { customerId: 1 });
    assert.equal(missing.status, 400);
    assert.deepEqual(missing.body.msgArgs, ['faceValue']);
    const own = await submit({ id: 5 });
    assert.equal(own.status, 400);
    assert.deepEqual(own.body.msgArgs, ['id']);
    for (const face of ['1e400', '1234567890123456', '\u0000']) {
      assert.equal((await submit({ faceValue: face })).status, 400);
    }
    assert.equal(await made(), before);
    assert.equal((await app.as('CLIENT').put(TERMINATE)).status, 400);
    assert.equal((await app.as('CLIENT').get(LIST)).status, 400);
  });

  test('401 without credentials, 403 without the permission', async () => {
    assert.equal((await app.as('NOBODY').post(SUBMIT, minimal())).status, 401);
    for (const [role, path] of [
      ['AUDITOR', UPDATE],
      ['APPROVER', `${POST}/1`],
      ['DEALER', `${TERMINATE}?t=1`],
    ] as const) {
      const reply = await app.as(role).put(path, { id: 1 });
      assert.equal(reply.status, 403, role);
      assert.equal(reply.body.msgCode, 'FORBIDDEN');
    }
  });

  test('404 for an unknown id, and one of another office', async () => {
    const { id } = (await submit({ customerId: app.stranger.id })).body;
    const elsewhere = app.asOffice('OPERATIONS', [app.officeId]);
    for (const reply of [
      await app.as('CLIENT').get(`${READ}/999999`),
      await elsewhere.get(`${READ}/${id}`),
      await elsewhere.get(`${VALUATION}?t=${id}`),
      await elsewhere.put(`${POST}/${id}`),
      await elsewhere.put(`${TERMINATE}?t=${id}`),
      await elsewhere.put(UPDATE, { id, tenure: 30 }),
    ]) {
      assert.equal(reply.status, 404);
      assert.equal(reply.body.msgCode, 'DOCUMENT_NOT_FOUND');
    }
    const list = await elsewhere.get(`${LIST}?c=${app.stranger.id}`);
    assert.equal(list.body.msgCode, 'UNKNOWN_REFERENCE');
    const made = await elsewhere.post(SUBMIT, minimal({ customerId: app.stranger.id }));
    assert.equal(made.status, 422);
    assert.equal(made.body.msgCode, 'UNKNOWN_REFERENCE');
  });

  test('409 with the current state', async () => {
    const { id } = (await app.running({ faceValue: 100_000 })).body;
    const again = await app.as('CLIENT').put(`${POST}/${id}`);
    assert.equal(again.status, 409);
    assert.equal(again.body.msgCode, 'TERM_INSTRUMENT_WRONG_STATE');
    assert.deepEqual(again.body.msgArgs, ['RUNNING']);
    const pending = (await submit()).body.id;
    const early = await app.as('CLIENT').put(`${TERMINATE}?t=${pending}`);
    assert.deepEqual([early.status, early.body.msgArgs[0]], [409, 'PENDING']);
    await app.as('CLIENT').put(`${TERMINATE}?t=${id}`);
    for (const path of [`${POST}/${id}`, `${TERMINATE}?t=${id}`]) {
      const reply = await app.as('CLIENT').put(path);
      assert.deepEqual([reply.status, reply.body.msgArgs[0]], [409, 'TERMINATED']);
    }
  });

  test('412 if the record has changed since it was read', async () => {
    const { body } = await submit();
    const change = { id: body.id, tenure: 30 };
    const stale = await app.as('CLIENT').put(UPDATE, change, { 'if-match': '"99"' });
    assert.equal(stale.status, 412);
    assert.equal((await app.as('CLIENT').put(UPDATE, change, { 'if-match': '"1"' })).status, 200);
  });

  const REFUSED: readonly (readonly [object, string, string])[] = [
    [{ customerId: 999_999 }, 'UNKNOWN_REFERENCE', 'customerId'],
    [{ customerName: 'NOBODY' }, 'REFERENCE_MISMATCH', 'customerName'],
    [{ instrumentTypeName: 'NONE' }, 'UNKNOWN_REFERENCE', 'instrumentTypeName'],
    [{ initAccountId: 1 }, 'UNKNOWN_REFERENCE', 'initAccountId'],
    [{ terminationAccountId: 999_999 }, 'UNKNOWN_REFERENCE', 'terminationAccountId'],
    [{ portfolioName: 'NONE' }, 'UNKNOWN_REFERENCE', 'portfolioName'],
    [{ instrumentTypeName: 'USD' }, 'UNKNOWN_REFERENCE', 'initAccountId'],
    [{ currency: 'USD' }, 'CURRENCY_MISMATCH', 'currency'],
    [{ loanProduct: true }, 'REFERENCE_MISMATCH', 'loanProduct'],
    [{ faceValue: 0 }, 'AMOUNT_NOT_POSITIVE', 'faceValue'],
    [{ faceValue: -1 }, 'AMOUNT_NOT_POSITIVE', 'faceValue'],
    [{ faceValue: 200_000.001 }, 'TOO_MANY_DECIMALS', 'faceValue'],
    [{ faceValue: 99_999.99 }, 'TERM_AMOUNT_REFUSED', 'faceValue'],
    [{ faceValue: '100000000.01' }, 'TERM_AMOUNT_REFUSED', 'faceValue'],
    [{ tenure: 45 }, 'TENURE_NOT_OFFERED', 'tenure'],
    [{ currentRate: 9.99 }, 'RATE_NOT_OFFERED', 'currentRate'],
    [{ currentRate: 20.01 }, 'RATE_NOT_OFFERED', 'currentRate'],
    [{ currentRate: '12.1234567' }, 'TOO_MANY_DECIMALS', 'currentRate'],
    [{ instrumentTypeName: 'FIXEDRATE', currentRate: 16 }, 'RATE_NOT_OFFERED', 'currentRate'],
    [{ startDate: '2025-12-25' }, 'START_DATE_REFUSED', 'startDate'],
    [{ startDate: '2028-01-01' }, 'START_DATE_REFUSED', 'startDate'],
    [{ autoRollover: true, rolloverRule: 'NONE' }, 'ROLLOVER_REFUSED', 'rolloverRule'],
    [{ rolloverRule: 'SPECIAL_AMOUNT' }, 'ROLLOVER_REFUSED', 'rolloverAmount'],
    [
      { rolloverRule: 'SPECIAL_AMOUNT', rolloverAmount: 99_999.99 },
      'ROLLOVER_REFUSED',
      'rolloverAmount',
    ],
    [
      { rolloverRule: 'SPECIAL_AMOUNT', rolloverAmount: '100000000.01' },
      'ROLLOVER_REFUSED',
      'rolloverAmount',
    ],
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
    const later = await submit({ startDate: '2026-02-01T09:00:00.000+01:00' });
    assert.equal(later.body.result.expectedStart, '2026-02-01T00:00:00.000Z');
    const early = await app.as('CLIENT').put(`${POST}/${later.body.id}`);
    assert.deepEqual([early.status, early.body.msgCode], [422, 'START_DATE_REFUSED']);
    const owner = await app.depositor(50_000_000n);
    const { id } = (await submit({ customerId: owner.id })).body;
    await app.db.query(sql`update customer set status = 'SUSPENDED' where id = ${owner.id}`);
    const reply = await app.as('CLIENT').put(`${POST}/${id}`);
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'CUSTOMER_INACTIVE']);
    assert.equal((await submit({ customerId: owner.id })).body.msgCode, 'CUSTOMER_INACTIVE');
  });

  test('422 for a termination before the start and after today, naming d', async () => {
    const { id } = (await app.running({ faceValue: 100_000 })).body;
    for (const day of ['2026-01-04', '2026-01-06']) {
      const reply = await app.as('CLIENT').put(`${TERMINATE}?t=${id}&d=${day}`);
      assert.deepEqual([reply.status, reply.body.msgCode], [422, 'TERMINATION_DATE_REFUSED']);
      assert.deepEqual(reply.body.msgArgs, ['d']);
    }
  });

  test('422 for a loan repaid as of an earlier day, because it earned until today', async () => {
    const owner = await app.depositor(10_000_000n);
    const loan = { instrumentTypeName: 'LOAN', customerId: owner.id, faceValue: 100_000 };
    const { id } = (await app.running(loan)).body;
    await app.db.query(sql`update business_day set business_date = '2026-01-15'`);
    const reply = await app.as('CLIENT').put(`${TERMINATE}?t=${id}&d=2026-01-05`);
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'TERMINATION_DATE_REFUSED']);
    const today = await app.as('CLIENT').put(`${TERMINATE}?t=${id}&d=2026-01-15`);
    assert.equal(today.status, 200, today.text);
    // Ten days' interest at 24 %.
    assert.equal(await app.balanceOf(owner.accountId), 10_000_000n - 65_753n);
    await app.db.query(sql`update business_day set business_date = '2026-01-05'`);
  });

  test('422 if the money is missing, and the instrument stays pending', async () => {
    const { id } = (await submit({ customerId: app.poor.id })).body;
    const reply = await app.as('CLIENT').put(`${POST}/${id}`);
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'INSUFFICIENT_FUNDS']);
    assert.equal((await app.as('CLIENT').get(`${READ}/${id}`)).body.status, 'PENDING');
    assert.equal(await app.balanceOf(app.poor.accountId), 10_000n);
  });
});

describe('exactly once', () => {
  test('eight concurrent posts move the money once', async () => {
    const owner = await app.depositor(100_000_000n);
    const { id } = (await submit({ customerId: owner.id, faceValue: 100_000 })).body;
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => app.as('CLIENT').put(`${POST}/${id}`)),
    );
    const statuses = replies.map((reply) => reply.status).sort();
    assert.deepEqual(statuses, [200, ...Array.from({ length: 7 }, () => 409)]);
    assert.equal(await app.balanceOf(owner.accountId), 90_000_000n);
  });

  test('the books balance after a termination, a post and an update at the same time', async () => {
    const owner = await app.depositor(100_000_000n);
    const { id } = (await app.running({ customerId: owner.id, faceValue: 100_000 })).body;
    const client = app.as('CLIENT');
    const replies = await Promise.all([
      client.put(`${TERMINATE}?t=${id}`),
      client.put(`${TERMINATE}?t=${id}`),
      client.put(`${POST}/${id}`),
      client.put(UPDATE, { id, label: 'Renamed' }),
    ]);
    assert.equal(replies.slice(0, 2).filter((reply) => reply.status === 200).length, 1);
    assert.equal(await app.balanceOf(owner.accountId), 100_000_000n);
  });

  test('a repeated key gets the first reply and creates nothing', async () => {
    const key = { 'idempotency-key': 'deposit-0123456789' };
    const first = await submit({ faceValue: 333_333 }, key);
    const count = await made();
    const second = await submit({ faceValue: 333_333 }, key);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal(second.text, first.text);
    assert.equal(await made(), count);
    const other = await submit({ faceValue: 333_334 }, key);
    assert.deepEqual([other.status, other.body.msgCode], [422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('a dry run computes the record and the lines, and writes and numbers nothing', async () => {
    const count = await made();
    const dry = await submit({}, { prefer: 'dry-run' });
    assert.equal(dry.status, 200);
    assert.equal(dry.body.dryRun, true);
    assert.equal(dry.body.id, undefined);
    assert.equal(dry.body.result.id, undefined);
    assert.equal(dry.body.result.name, undefined);
    assert.equal(dry.body.result.expectedInterest, 7479.45);
    assert.equal(await made(), count);
    const { id } = (await submit({ faceValue: 444_444 })).body;
    const post = await app.as('CLIENT').put(`${POST}/${id}?dryRun=true`);
    assert.equal(post.body.result.status, 'RUNNING');
    assert.deepEqual(post.body.journalLines, [
      { accountId: Number(app.rich.accountId), debitAmount: 444_444 },
      { accountCode: 'TD:PRINCIPAL', creditAmount: 444_444 },
      { accountCode: 'BANK:CLIENT', creditAmount: 444_444 },
      { accountCode: 'BANK:FIRM', debitAmount: 444_444 },
    ]);
    assert.equal((await app.as('CLIENT').get(`${READ}/${id}`)).body.status, 'PENDING');
  });
});
