// Term instrument types and withholding tax as reference data: proposed, approved and versioned.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type AssetApp, LIST, POST, READ, SUBMIT, startAssetApp } from './app.js';

const TYPE = '/api/v1/order/terminstrumenttype';
const RULE = '/api/v1/order/withholdingrule';
const EXEMPTION = '/api/v1/order/withholdingexemption';
const CHANGE = '/api/v1/system/change';

const INCOME = {
  name: 'INCOME',
  label: 'Income deposit',
  currency: 'NGN',
  minimumAmount: 100_000,
  maximumAmount: '50000000.00',
  tenures: [90, 180],
  defaultTenure: 90,
  rateTiers: [
    { tenureTo: 90, amountFrom: 1_000_000, rate: 15 },
    { tenureTo: 90, rate: 14 },
    { rate: 16 },
  ],
  minimumRate: 10,
  maximumRate: 20,
  dayCount: 'ACT_360',
  interestPayment: 'PERIODIC',
  interestFrequency: 'MONTHLY',
  taxClass: 'TERM_DEPOSIT',
  earlyTermination: { rule: 'TERM_RATE', penaltyPoints: 3, coolingOffDays: 2 },
  changeableWhileRunning: ['label'],
};

let app: AssetApp;

before(async () => {
  app = await startAssetApp();
});
after(() => app.stop());

/** Proposes a change as the maker and returns the change's id. */
async function proposed(path: string, body: object): Promise<number> {
  const reply = await app.as('OPERATIONS').put(`${path}/propose`, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

const approve = (id: number) => app.as('APPROVER').put(`${CHANGE}/approve/id/${id}`);

async function changed(path: string, body: object): Promise<void> {
  const reply = await approve(await proposed(path, body));
  assert.equal(reply.status, 200, reply.text);
}

const typeNamed = async (name: string) => {
  const { body } = await app.as('CLIENT').get(`${TYPE}/list/active?s=100`);
  return body.result.find((one: { readonly name: string }) => one.name === name);
};

const submitted = async (more: object) => {
  const reply = await app.as('CLIENT').post(SUBMIT, {
    customerId: app.rich.id,
    faceValue: 1_000_000,
    ...more,
  });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.result;
};

describe('types', () => {
  test('a new type does not exist before it is approved, and is sold afterwards', async () => {
    const id = await proposed(TYPE, { ...INCOME, reason: 'Retail asks for income' });
    assert.equal(await typeNamed('INCOME'), undefined);
    const before = await app.as('CLIENT').post(SUBMIT, {
      instrumentTypeName: 'INCOME',
      customerId: app.rich.id,
      faceValue: 1_000_000,
    });
    assert.equal(before.status, 422);
    assert.equal((await approve(id)).status, 200);
    const type = await typeNamed('INCOME');
    assert.equal(type.version, 1);
    assert.deepEqual(type.rateTiers, INCOME.rateTiers);
    assert.deepEqual(type.earlyTermination, INCOME.earlyTermination);
    assert.deepEqual(type.ledger.upfront, 'TD:INTEREST-PREPAID');
    const one = await app.as('AUDITOR').get(`${TYPE}/id/${type.id}`);
    assert.deepEqual(one.body, type);
    const record = await submitted({ instrumentTypeName: 'INCOME' });
    assert.equal(record.currentRate, 15);
    assert.equal(record.interestPayment, 'PERIODIC');
    assert.equal(record.nextInterestDate, '2026-02-05T00:00:00.000Z');
    assert.equal(record.expectedInterest, 37_500);
  });

  test('the next version applies to new instruments; existing ones keep theirs', async () => {
    const old = (await app.running({ instrumentTypeName: 'INCOME', faceValue: 1_000_000 })).body;
    const waiting = await submitted({ instrumentTypeName: 'INCOME' });
    await changed(TYPE, {
      ...INCOME,
      label: 'Yearly income',
      rateTiers: [{ rate: 9 }],
      dayCount: 'ACT_365F',
      interestPayment: 'AT_MATURITY',
      interestFrequency: undefined,
      taxClass: undefined,
      changeableWhileRunning: [],
    });
    const now = await submitted({ instrumentTypeName: 'INCOME', faceValue: 2_000_000 });
    assert.equal(now.currentRate, 9);
    assert.equal(now.interestPayment, 'AT_MATURITY');
    const { result } = (await app.as('CLIENT').put(`${POST}/${waiting.id}`)).body;
    for (const record of [(await app.as('CLIENT').get(`${READ}/${old.id}`)).body, result]) {
      assert.equal(record.instrumentTypeLabel, 'Income deposit');
      assert.equal(record.currentRate, 15);
      assert.equal(record.expectedInterest, 37_500);
      // The tax is 1,291.67, 1,166.67 and 1,291.67, because each payment is rounded separately.
      assert.equal(record.expectedNetInterest, 33_749.99);
      assert.equal(record.nextInterestDate, '2026-02-05T00:00:00.000Z');
    }
    const label = await app
      .as('CLIENT')
      .put('/api/v1/order/terminstrument/update', { id: old.id, label: 'School fees' });
    assert.equal(label.status, 200, label.text);
    const versions = await app
      .as('AUDITOR')
      .get(`${CHANGE}/version/list?kind=term-instrument-type&subject=INCOME`);
    assert.deepEqual(
      versions.body.result.map((one: { readonly version: number }) => one.version),
      [2, 1],
    );
  });

  test('while an instrument runs, only members that its type permits can change', async () => {
    const { id } = (await app.running({ instrumentTypeName: 'INCOME', tenure: 180 })).body;
    const reply = await app
      .as('CLIENT')
      .put('/api/v1/order/terminstrument/update', { id, label: 'School fees' });
    assert.equal(reply.status, 409, reply.text);
    assert.deepEqual(reply.body.msgArgs, ['RUNNING', 'label']);
    const fixed = (await app.running({})).body;
    const portfolio = await app
      .as('CLIENT')
      .put('/api/v1/order/terminstrument/update', { id: fixed.id, tenure: 30 });
    assert.deepEqual(portfolio.body.msgArgs, ['RUNNING', 'tenure']);
  });

  test('an inactive type is no longer sold, and its instruments continue', async () => {
    await changed(TYPE, { ...INCOME, name: 'brief', label: 'Brief' });
    const { id } = (await app.running({ instrumentTypeName: 'BRIEF' })).body;
    await changed(TYPE, { ...INCOME, name: 'BRIEF', label: 'Brief', active: false });
    assert.equal(await typeNamed('BRIEF'), undefined);
    assert.equal((await app.as('CLIENT').get(`${READ}/${id}`)).body.status, 'RUNNING');
    const refused = await app.as('CLIENT').post(SUBMIT, {
      instrumentTypeName: 'BRIEF',
      customerId: app.rich.id,
      faceValue: 1_000_000,
    });
    assert.equal(refused.body.msgCode, 'UNKNOWN_REFERENCE');
  });

  test('journals use the accounts of the type', async () => {
    await changed(TYPE, {
      ...INCOME,
      name: 'MAPPED',
      label: 'Mapped',
      ledger: {
        principal: 'TD:PRINCIPAL',
        interest: 'TD:PRINCIPAL',
        upfront: 'TD:INTEREST-PREPAID',
        result: 'EXP:INTEREST',
        penalty: 'INC:FEES',
      },
    });
    assert.equal((await typeNamed('MAPPED')).ledger.penalty, 'INC:FEES');
  });

  test('400: a member that is missing or misspelt', async () => {
    const { dayCount: _, ...short } = INCOME;
    const reply = await app.as('OPERATIONS').put(`${TYPE}/propose`, { ...short, dayCnt: 'ACT' });
    assert.equal(reply.status, 400, reply.text);
  });

  test('401, 403: no user, a user who may not propose, and the maker as approver', async () => {
    assert.equal((await app.as('NOBODY').put(`${TYPE}/propose`, INCOME)).status, 401);
    assert.equal((await app.as('AUDITOR').put(`${TYPE}/propose`, INCOME)).status, 403);
    assert.equal((await app.as('APPROVER').put(`${TYPE}/propose`, INCOME)).status, 403);
    const own = await app.as('ADMIN').put(`${TYPE}/propose`, { ...INCOME, name: 'OWN' });
    const reply = await app.as('ADMIN').put(`${CHANGE}/approve/id/${own.body.id}`);
    assert.deepEqual([reply.status, reply.body.msgCode], [403, 'OWN_WORK']);
  });

  test('404: an unknown type', async () => {
    assert.equal((await app.as('CLIENT').get(`${TYPE}/id/999999`)).status, 404);
  });

  const WRONG: readonly (readonly [object, string])[] = [
    [{ name: 'a b' }, 'name'],
    [{ minimumAmount: 0 }, 'minimumAmount'],
    [{ maximumAmount: 1 }, 'maximumAmount'],
    [{ amountMultiple: 0 }, 'amountMultiple'],
    [{ tenures: [180, 90] }, 'tenures'],
    [{ defaultTenure: 91 }, 'defaultTenure'],
    [{ minimumRate: undefined }, 'minimumRate'],
    [{ minimumRate: 20, maximumRate: 10 }, 'maximumRate'],
    [{ rateTiers: [{ tenureFrom: 90, tenureTo: 30, rate: 1 }] }, 'rateTiers'],
    [
      { rateTiers: [{ tenureFrom: 180, rate: 1 }], minimumRate: undefined, maximumRate: undefined },
      'rateTiers',
    ],
    [{ compoundingsPerYear: 4 }, 'compoundingsPerYear'],
    [{ interestFrequency: undefined }, 'interestFrequency'],
    [{ interestDays: 7 }, 'interestDays'],
    [{ autoRollover: true }, 'rolloverRule'],
    [
      {
        interestPayment: 'UPFRONT',
        interestFrequency: undefined,
        rolloverRule: 'NET_INTEREST_ONLY',
      },
      'rolloverRule',
    ],
    [{ loanProduct: true }, 'taxClass'],
    [{ loanProduct: true, taxClass: undefined }, 'earlyTermination'],
    [{ earlyTermination: { rule: 'TERM_RATE', percent: 3 } }, 'earlyTermination'],
    [{ earlyTermination: { rule: 'EARNED', percent: 3 } }, 'earlyTermination'],
    [{ changeableWhileRunning: ['faceValue'] }, 'changeableWhileRunning'],
    [
      {
        ledger: {
          principal: 'BANK:CLIENT',
          interest: 'TD:INTEREST-PAYABLE',
          upfront: 'TD:INTEREST-PREPAID',
          result: 'EXP:INTEREST',
          penalty: 'INC:PENALTY',
        },
      },
      'ledger',
    ],
  ];
  for (const [more, member] of WRONG) {
    test(`422 TERM_TYPE_REFUSED for ${JSON.stringify(more)}, naming ${member}`, async () => {
      const body = { ...INCOME, name: 'WRONG', ...more };
      const reply = await app.as('OPERATIONS').put(`${TYPE}/propose`, body);
      assert.equal(reply.status, 422, reply.text);
      assert.equal(reply.body.msgCode, 'TERM_TYPE_REFUSED');
      assert.equal(reply.body.msgArgs[0], member);
    });
  }

  test('422 for unknown references, and for decimals that the currency does not have', async () => {
    for (const [more, code, member] of [
      [{ currency: 'XXY' }, 'UNKNOWN_REFERENCE', 'currency'],
      [{ taxClass: 'NONE' }, 'UNKNOWN_REFERENCE', 'taxClass'],
      [{ exchangeName: 'NONE' }, 'UNKNOWN_REFERENCE', 'exchangeName'],
      [{ minimumAmount: 0.001 }, 'TOO_MANY_DECIMALS', 'minimumAmount'],
    ] as const) {
      const body = { ...INCOME, name: 'WRONG', ...more };
      const reply = await app.as('OPERATIONS').put(`${TYPE}/propose`, body);
      assert.deepEqual(
        [reply.status, reply.body.msgCode, reply.body.msgArgs[0]],
        [422, code, member],
      );
    }
  });

  test('a currency and a kind cannot change', async () => {
    for (const [more, member] of [
      [{ currency: 'USD' }, 'currency'],
      [
        { loanProduct: true, taxClass: undefined, earlyTermination: { rule: 'EARNED' } },
        'loanProduct',
      ],
    ] as const) {
      const reply = await app.as('OPERATIONS').put(`${TYPE}/propose`, { ...INCOME, ...more });
      assert.deepEqual([reply.status, reply.body.msgArgs[0]], [422, member], reply.text);
    }
  });

  test('a dry run of a proposal changes nothing; a repeated key proposes once', async () => {
    const dry = await app
      .as('OPERATIONS')
      .put(`${TYPE}/propose`, { ...INCOME, name: 'DRY' }, { prefer: 'dry-run' });
    assert.equal(dry.status, 200, dry.text);
    const headers = { 'idempotency-key': 'proposal-of-a-type-1' };
    const body = { ...INCOME, name: 'TWICE' };
    const first = await app.as('OPERATIONS').put(`${TYPE}/propose`, body, headers);
    const again = await app.as('OPERATIONS').put(`${TYPE}/propose`, body, headers);
    assert.equal(again.body.id, first.body.id);
    const [row] = await app.db.query<{ n: bigint }>(sql`
      select count(*) as n from reference_change where subject in ('DRY', 'TWICE')`);
    assert.equal(row?.n, 1n);
  });
});

const TEN = { taxCode: 'WHT', percent: 10, isFinal: false };

describe('withholding tax', () => {
  test('shows the shipped rules as version 1', async () => {
    const { body } = await app.as('CLIENT').get(`${RULE}/list?x=TERM_DEPOSIT`);
    const [{ id: _, ...rule }] = body.result;
    assert.deepEqual(rule, { instrumentClass: 'TERM_DEPOSIT', ...TEN });
    assert.equal(body.count, 1);
  });

  test('a rule that begins later taxes payments from that day on', async () => {
    await changed(RULE, {
      instrumentClass: 'term_deposit',
      rules: [
        { ...TEN, validTo: '2026-02-28' },
        { taxCode: 'WHT', percent: 15, validFrom: '2026-03-01' },
        { taxCode: 'LEVY', percent: 1, payerClass: 'CORPORATE', validFrom: '2026-03-01' },
      ],
    });
    // The 31 days in January at 10 %, the remaining days at 15 %.
    const short = await submitted({ instrumentTypeName: 'FD', tenure: 30, faceValue: 3_650_000 });
    assert.equal(short.expectedNetInterest, 36_000 * 0.9);
    const long = await submitted({ instrumentTypeName: 'FD', tenure: 91, faceValue: 3_650_000 });
    assert.equal(long.expectedNetInterest, 136_500 * 0.85);
  });

  test('a customer with a certificate pays no tax while it is valid', async () => {
    const customerName = app.stranger.name;
    await changed(EXEMPTION, {
      customerName,
      exemptions: [
        {
          instrumentClass: 'TERM_DEPOSIT',
          certificate: 'FIRS/2026/0042',
          validFrom: '2026-02-01',
          validTo: '2026-03-31',
        },
      ],
    });
    const of = async (tenure: number) =>
      submitted({ customerId: app.stranger.id, instrumentTypeName: 'FD', tenure });
    const exempt = await of(30);
    assert.equal(exempt.expectedNetInterest, exempt.expectedInterest);
    const taxed = await of(91);
    assert.ok(taxed.expectedNetInterest < taxed.expectedInterest);
    const list = await app.as('AUDITOR').get(`${EXEMPTION}/list?c=${app.stranger.id}`);
    assert.equal(list.body.count, 1);
    assert.equal(list.body.result[0].certificate, 'FIRS/2026/0042');
    assert.equal((await app.as('AUDITOR').get(`${EXEMPTION}/list?c=${app.rich.id}`)).body.count, 0);
    const { body } = await app.as('CLIENT').get(`${LIST}?c=${app.stranger.id}`);
    assert.equal(body.count, 2);
  });

  test('422: a row that has taxed payments cannot change', async () => {
    for (const rules of [
      [],
      [{ ...TEN, percent: 5, validTo: '2026-02-28' }],
      [{ ...TEN, validTo: '2026-01-04' }],
      [{ ...TEN }, { taxCode: 'WHT', percent: 1, validFrom: '2026-01-05' }],
      [{ ...TEN }, { taxCode: 'X', percent: 1, validFrom: '2026-05-05', validTo: '2026-05-01' }],
    ]) {
      const body = { instrumentClass: 'TERM_DEPOSIT', rules };
      const reply = await app.as('OPERATIONS').put(`${RULE}/propose`, body);
      assert.deepEqual(
        [reply.status, reply.body.msgCode],
        [422, 'WITHHOLDING_REFUSED'],
        reply.text,
      );
    }
    const exemption = {
      instrumentClass: 'TERM_DEPOSIT',
      certificate: 'late',
      validFrom: '2026-01-05',
    };
    const reply = await app.as('OPERATIONS').put(`${EXEMPTION}/propose`, {
      customerName: app.rich.name,
      exemptions: [exemption],
    });
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'WITHHOLDING_REFUSED']);
  });

  test('422: an unknown customer, an unknown class', async () => {
    for (const [body, member] of [
      [{ customerName: 'NOBODY', exemptions: [] }, 'customerName'],
      [
        {
          customerName: app.rich.name,
          exemptions: [{ instrumentClass: 'X', certificate: 'x', validFrom: '2026-05-05' }],
        },
        'exemptions',
      ],
    ] as const) {
      const reply = await app.as('OPERATIONS').put(`${EXEMPTION}/propose`, body);
      assert.deepEqual(
        [reply.status, reply.body.msgCode, reply.body.msgArgs[0]],
        [422, 'UNKNOWN_REFERENCE', member],
      );
    }
  });

  test('403 without the permission', async () => {
    const body = { instrumentClass: 'X', rules: [] };
    assert.equal((await app.as('AUDITOR').put(`${RULE}/propose`, body)).status, 403);
    const exemptions = { customerName: app.rich.name, exemptions: [] };
    assert.equal((await app.as('AUDITOR').put(`${EXEMPTION}/propose`, exemptions)).status, 403);
  });
});
