// Quotes for commercial paper and bills over HTTP: golden examples for price from rate and rate
// from price, and refusals.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { BILL, type DiscountedApp, PAPER, startDiscountedApp } from './discounted-app.js';

let app: DiscountedApp;

before(async () => {
  app = await startDiscountedApp();
});
after(() => app.stop());

const quote = (query: string, path = PAPER) => app.as('CLIENT').get(`${path}/quote?${query}`);
const US = 'currency=USD&dayCount=ACT_360';

describe('a quote', () => {
  // The query and the expected reply members, rounded to the decimals shown.
  const GOLDEN: readonly [string, string, Readonly<Record<string, string>>][] = [
    ['D1', `${US}&tenure=90&discountRate=7.610`, { price: '98.097500' }],
    [
      'D2',
      `${US}&tenure=90&price=98.098&faceValue=10000`,
      { cost: '9809.80', expectedInterest: '190.20' },
    ],
    [
      'D3',
      `${US}&tenure=182&price=95.934567`,
      { discountRate: '8.0415158', cost: '95.93', price: '95.934567' },
    ],
    ['D4', `${US}&startDate=1990-06-07&tenure=20&price=99.559444`, { investmentRate: '8.076' }],
    [
      'D5',
      `${US}&startDate=1990-06-07&tenure=364&discountRate=7.65`,
      { price: '92.265000', investmentRate: '8.2373244' },
    ],
    [
      'D6',
      `${US}&startDate=2002-10-01&maturityDate=2003-03-31&discountRate=4.97`,
      { tenure: '181', investmentRate: '5.17', trueYield: '5.10' },
    ],
    [
      'D7',
      `${US}&startDate=2003-03-31&maturityDate=2003-06-01&price=98.65`,
      { tenure: '62', trueYield: '7.94598041' },
    ],
    [
      'D8',
      'instrumentTypeName=KTB-91&faceValue=12000000',
      {
        price: '98.128',
        trueYield: '7.652',
        cost: '11775360',
        expectedInterest: '224640',
        withholdingTax: '33696',
        expectedNetInterest: '190944',
      },
    ],
    ['D9', 'instrumentTypeName=NTB-2017', { tenure: '364', trueYield: '23.138' }],
    ['D10 91', 'instrumentTypeName=NTB-91', { price: '96.023425', trueYield: '16.6105' }],
    ['D10 182', 'instrumentTypeName=NTB-182', { price: '91.697808', trueYield: '18.1575' }],
    ['D10 364', 'instrumentTypeName=NTB-364', { price: '83.315836', trueYield: '20.0802' }],
    [
      'D11',
      'currency=NGN&tenure=365&discountRate=10&faceValue=100000',
      { cost: '90000', trueYield: '11.1' },
    ],
  ];

  for (const [name, query, expected] of GOLDEN) {
    test(`${name}: ${query}`, async () => {
      const reply = await quote(query, query.includes('TB-') ? BILL : PAPER);
      assert.equal(reply.status, 200, reply.text);
      for (const [member, value] of Object.entries(expected)) {
        const places = value.split('.')[1]?.length ?? 0;
        const shown = new Decimal(reply.body[member]).toFixed(places);
        assert.equal(shown, value, member);
      }
    });
  }

  test('gives the same figures when requested with its own price or yield', async () => {
    for (const [rate, tenure, basis] of [
      ['16.73', 364, 'ACT_365F'],
      ['4.97', 181, 'ACT_360'],
      ['0.5', 1, 'ACT_364'],
      ['30', 730, 'ACT_366_LEAP'],
    ] as const) {
      const common = `currency=NGN&dayCount=${basis}&tenure=${tenure}&faceValue=10000000`;
      const first = (await quote(`${common}&discountRate=${rate}`)).body;
      const { price, trueYield, cost } = first;
      const byYield = (await quote(`${common}&trueYield=${trueYield}`)).body;
      const near = (value: number, other: number) => assert.ok(Math.abs(value - other) < 1e-4);
      near(byYield.discountRate, Number(rate));
      near(byYield.cost, cost);
      const byPrice = (await quote(`${common}&price=${price}`)).body;
      near(byPrice.trueYield / 100, trueYield / 100);
      assert.ok(Math.abs(byPrice.cost - cost) <= 0.05);
    }
  });

  test('of an amount has the largest face value in the denomination of the issue', async () => {
    const { body } = await quote('instrumentTypeName=NTB-364&amount=1000000', BILL);
    // 1,000,000 / 0.83315835616… = 1,200,252.22, rounded down to thousands.
    assert.equal(body.faceValue, 1_200_000);
    assert.equal(body.cost, 999_790.03);
    assert.equal(body.unusedAmount, 209.97);
    const more = await quote('instrumentTypeName=NTB-364&faceValue=1201000', BILL);
    assert.ok(more.body.cost > 1_000_000);
  });

  test('of a product equals the result of submitting it', async () => {
    const body = { instrumentTypeName: 'NTB-NEXT', customerId: app.rich.id, faceValue: 3_217_000 };
    const made = await app.as('CLIENT').post(`${BILL}/submit?dryRun=true`, body);
    const asked = await quote('instrumentTypeName=NTB-NEXT&faceValue=3217000', BILL);
    for (const member of ['cost', 'price', 'expectedInterest', 'expectedNetInterest', 'tenure']) {
      assert.equal(asked.body[member], made.body.result[member], member);
    }
    assert.equal(asked.body.startDate, '2026-03-12');
  });

  test('has the tax for its payment date and payer', async () => {
    await app.db.query(sql`insert into withholding_rule (tax_code, instrument_class, payer_class,
      percent) values ('EXTRA', 'COMMERCIAL_PAPER', 'CORPORATE', 5)`);
    const taxOf = async (query: string) =>
      (await quote(`instrumentTypeName=CP&faceValue=1000000&tenure=91&${query}`)).body
        .withholdingTax;
    assert.equal(await taxOf(''), 4_171.04);
    assert.equal(await taxOf('partnerType=CORPORATE'), 6_256.56);
    assert.equal(await taxOf('startDate=2025-01-06'), 0);
  });
});

describe('refused', () => {
  const REFUSED: readonly [string, string][] = [
    ['tenure=91&discountRate=7', 'currency'],
    ['tenure=91&discountRate=7&currency=XXQ', 'currency'],
    ['currency=NGN&tenure=91', 'discountRate'],
    ['currency=NGN&tenure=91&discountRate=7&trueYield=8', 'trueYield'],
    ['currency=NGN&tenure=91&price=98&discountRate=7', 'price'],
    ['currency=NGN&tenure=91&price=100.01', 'price'],
    ['currency=NGN&tenure=91&price=0', 'price'],
    ['currency=NGN&tenure=365&discountRate=100', 'discountRate'],
    ['currency=NGN&tenure=91&discountRate=-1', 'discountRate'],
    ['currency=NGN&tenure=91&discountRate=1000.5', 'discountRate'],
    ['currency=NGN&discountRate=7', 'maturityDate'],
    ['currency=NGN&discountRate=7&tenure=9&maturityDate=2026-04-01', 'tenure'],
    ['currency=NGN&discountRate=7&tenure=0', 'tenure'],
    ['currency=NGN&discountRate=7&maturityDate=2026-03-05', 'maturityDate'],
    ['currency=NGN&discountRate=7&maturityDate=2190-01-01', 'maturityDate'],
    ['currency=NGN&discountRate=7&tenure=9&faceValue=0', 'faceValue'],
    ['currency=NGN&discountRate=7&tenure=9&faceValue=9&amount=9', 'amount'],
    ['instrumentTypeName=CP&amount=0.001', 'amount'],
    ['currency=NGN&discountRate=7&tenure=9&priceDecimals=13', 'priceDecimals'],
    ['instrumentTypeName=NONE', 'instrumentTypeName'],
    ['instrumentTypeName=NTB-91', 'instrumentTypeName'],
    ['currency=NGN&discountRate=7&tenure=9&dayCount=THIRTY_360', 'dayCount'],
  ];
  for (const [query, member] of REFUSED) {
    test(`${query} names ${member}`, async () => {
      const { status, body, text } = await quote(query);
      assert.ok(status === 400 || status === 422, text);
      assert.equal(body.errors[0].pointer, `/${member}`, text);
    });
  }

  test('an unknown parameter, and no credentials', async () => {
    assert.equal((await quote('currency=NGN&discountRate=7&tenure=9&rate=8')).status, 400);
    const path = `${PAPER}/quote?instrumentTypeName=CP`;
    assert.equal((await app.as('NOBODY').get(path)).status, 401);
  });
});
