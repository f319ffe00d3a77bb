// Bills and commercial paper at market discount rates: their import and its undo, the value in the
// worked example, values as known at earlier times, and the customer's gains.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json, TestReply } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { BILL, PAPER } from '../asset/discounted-app.js';
import { adopt, momentOf } from './policy.js';
import { sameThreeWays } from './three-ways.js';
import { lineOf, PORTFOLIO, type Portfolio, startWealthApp, type WealthApp } from './wealth-app.js';
import { openWorkedExample, TODAY } from './worked-example.js';

const LIST = '/api/v1/order/marketyield/list';
const IMPORT = '/api/v1/order/marketyield/import';
const UNKNOWN_ISSUE = ['UNKNOWN_REFERENCE', '/i'];
const MARKET = { method: { BILL: 'MARKET', PAPER: 'AMORTISED_COST' } };

let app: WealthApp;
let owner: Depositor;
let portfolio: Portfolio;
before(async () => {
  app = await startWealthApp();
  ({ owner, portfolio } = await openWorkedExample(app));
});
after(() => app.stop());

const load = (lines: readonly string[], query = ''): Promise<TestReply> =>
  app.as('OPERATIONS').post(`${IMPORT}${query}`, ['issue,date,rate', ...lines].join('\n'), {
    'content-type': 'text/csv',
  });
const loaded = async (...lines: string[]): Promise<number> => {
  const { status, body, text } = await load(lines);
  assert.equal(status, 201, text);
  assert.equal(body.result.imported, lines.length, text);
  return body.id;
};
const undo = (id: number) => app.as('OPERATIONS').put(`${IMPORT}/undo/id/${id}`);
const verdictsOf = (body: Json) => body.result.verdicts.map((one: Json) => one.code ?? one.verdict);
const billOf = async (query = ''): Promise<unknown[]> => {
  const line = lineOf(await app.worth(owner, query), 'BILL');
  return [line.value, line.priceSource, line.priceDate, line.daysOld, line.stale];
};
/** The bill of the worked example at its book value. */
const BOOK = [9_424_763.02, 'AMORTISED', TODAY, 0, false];
/** The bill at the market discount rate of the day before, which is 15 %. */
const AT_MARKET = [9_466_993.97, 'MARKET_YIELD', '2026-11-24', 1, false];

describe('the import of market discount rates', () => {
  it('has a verdict for each row, and a preview that stores nothing', async () => {
    const rows = [
      'ntb-182,2026-07-01,18.25',
      'NOSUCH,2026-07-01,18',
      'NTB-182,2026-11-26,18',
      'NTB-182,2026-07-04,18',
      'NTB-182,2026-09-03,18',
      'NTB-182,2026-07-02,100.5',
      'NTB-182,2026-07-01,18.25',
      'NTB-182,2026-07-01,18.5',
      'NTB-182,1 July,18',
    ];
    const verdicts = [
      ...['IMPORTED', 'UNKNOWN_ISSUE', 'DATE_IN_FUTURE', 'NOT_A_BUSINESS_DAY', 'ISSUE_MATURED'],
      ...['NUMBER_WRONG', 'UNCHANGED', 'REPEATED', 'DATE_WRONG'],
    ];
    const preview = await load(rows, '?dryRun=true');
    assert.deepEqual(verdictsOf(preview.body), verdicts, preview.text);
    const { status, body } = await load(rows);
    assert.deepEqual([status, body.msgCode], [201, 'MARKET_YIELDS_IMPORTED']);
    assert.deepEqual(verdictsOf(body), verdicts);
    assert.deepEqual([body.result.imported, body.result.refused], [1, 7]);
    const read = await app.as('AUDITOR').get(`${IMPORT}/id/${body.id}`);
    assert.deepEqual(verdictsOf({ result: read.body }), verdicts);
    const errors = await app.as('OPERATIONS').get(`${IMPORT}/errors/id/${body.id}`);
    for (const code of verdicts.filter((each) => !['IMPORTED', 'UNCHANGED'].includes(each))) {
      assert.match(errors.text, new RegExp(code));
    }
  });

  it('replaces rates only if this is requested, and is undone unless they changed', async () => {
    const first = await load(['NTB-91,2026-05-04,17']);
    assert.deepEqual(verdictsOf((await load(['NTB-91,2026-05-04,18'])).body), ['RATE_EXISTS']);
    const second = await load(['NTB-91,2026-05-04,18', 'NTB-91,2026-05-05,19'], '?replace=true');
    assert.deepEqual(verdictsOf(second.body), ['REPLACED', 'IMPORTED']);
    const kept = await undo(first.body.id);
    assert.deepEqual([kept.body.result.undone, kept.body.result.kept], [0, 1]);
    const undone = await undo(second.body.id);
    assert.deepEqual([undone.body.result.undone, undone.body.result.kept], [2, 0]);
    const again = await undo(second.body.id);
    assert.deepEqual(
      [again.status, again.body.msgCode, again.body.msgArgs],
      [409, 'MARKET_YIELD_IMPORT_WRONG_STATE', ['UNDONE']],
    );
    // The rate from the first import is in force again, and there is no rate for the second date.
    const third = await load(['NTB-91,2026-05-04,17', 'NTB-91,2026-05-05,19']);
    assert.deepEqual(verdictsOf(third.body), ['UNCHANGED', 'IMPORTED']);
    const listed = await app.as('AUDITOR').get(`${IMPORT}/list?state=UNDONE`);
    assert.deepEqual(
      listed.body.result.map((row: Json) => row.id),
      [second.body.id, first.body.id],
    );
  });

  it('lists the rates in force by issue and date', async () => {
    const first = await loaded('NTB-91,2026-05-11,17.125', 'NTB-91,2026-05-12,17.5');
    await loaded('NTB-182,2026-05-12,18');
    await load(['NTB-91,2026-05-12,17.75'], '?replace=true');
    const listed = async (query: string): Promise<unknown[]> => {
      const { status, body, text } = await app.as('AUDITOR').get(`${LIST}?${query}`);
      assert.equal(status, 200, text);
      return body.result.map((row: Json) => [row.issueName, row.date, row.rate]);
    };
    const may = 'sd=2026-05-11&ed=2026-05-12';
    const ours = [
      ['NTB-91', '2026-05-12', 17.75],
      ['NTB-91', '2026-05-11', 17.125],
    ];
    assert.deepEqual(await listed(`i=ntb-91&${may}`), ours);
    assert.deepEqual(await listed(may), [ours[0], ['NTB-182', '2026-05-12', 18], ours[1]]);
    assert.deepEqual(await listed(`${may}&i=NTB-91&s=1&b=2`), [ours[1]]);
    assert.equal((await undo(first)).body.result.kept, 1);
    assert.deepEqual(await listed(`i=NTB-91&${may}`), [ours[0]]);
    const unknown = await app.as('AUDITOR').get(`${LIST}?i=NTB-0`);
    assert.deepEqual([unknown.body.msgCode, unknown.body.errors[0].pointer], UNKNOWN_ISSUE);
    const reversed = await app.as('AUDITOR').get(`${LIST}?sd=2026-05-13&ed=2026-05-12`);
    assert.deepEqual([reversed.status, reversed.body.msgArgs], [400, ['ed']]);
  });

  it('is refused to read-only roles', async () => {
    const reply = await app.as('AUDITOR').post(IMPORT, { rows: [] });
    assert.equal(reply.status, 403, reply.text);
  });
});

describe('a bill', () => {
  it('is valued at its book value with only a market rate or only the method MARKET', async () => {
    assert.deepEqual(await billOf(), BOOK);
    const id = await loaded('NTB-364,2026-11-24,15');
    assert.deepEqual(await billOf(), BOOK);
    assert.deepEqual(await billOf('?discount=MARKET'), AT_MARKET);
    assert.equal((await undo(id)).status, 200);
    assert.deepEqual(await billOf('?discount=MARKET'), BOOK);
    await adopt(app, { ...MARKET, validFrom: '2026-11-24' });
    assert.deepEqual(await billOf(), BOOK);
    await sameThreeWays(app, owner, TODAY);
  });

  it('is valued at its price at 15 %, less tax on the excess over the cost', async () => {
    await loaded('NTB-364,2026-11-24,15');
    // The price is 9,593,150.68. The tax is 126,156.71, a tenth of the excess over 8,331,583.56.
    assert.deepEqual(await billOf(), AT_MARKET);
    const { body } = await app.as('AUDITOR').get(`${PORTFOLIO}/${portfolio.id}`);
    assert.equal(lineOf(body, 'BILL').value, 9_466_993.97);
    assert.deepEqual(await billOf('?discount=AMORTISED_COST'), BOOK);
    const path = `${PORTFOLIO}/${portfolio.id}?discount=AMORTISED_COST`;
    const booked = await app.as('AUDITOR').get(path);
    assert.equal(lineOf(booked.body, 'BILL').value, 9_424_763.02);
    // The policy begins one day after this date.
    const [, source] = await billOf('?d=2026-11-23');
    assert.equal(source, 'AMORTISED');
    await sameThreeWays(app, owner, TODAY);
    await sameThreeWays(app, owner, '2026-11-24');
    await sameThreeWays(app, owner, '2026-11-23');
  });

  it('is valued at the latest rate on or before the date, and as known at a moment', async () => {
    const known = await momentOf(app);
    const later = await loaded('NTB-364,2026-11-25,20');
    // The price is 10,000,000 less 20 % for 99 of 365 days, which is 9,457,534.25. Tax is due on
    // 1,125,950.69.
    const latest = [9_344_939.18, 'MARKET_YIELD', TODAY, 0, false];
    assert.deepEqual(await billOf(), latest);
    await sameThreeWays(app, owner, TODAY);
    const [before] = await billOf(`?asOf=${known}`);
    assert.equal(before, 9_466_993.97);
    const replaced = await momentOf(app);
    assert.equal((await undo(later)).status, 200);
    const [undone, , date] = await billOf();
    assert.deepEqual([undone, date], [9_466_993.97, '2026-11-24']);
    assert.deepEqual(await billOf(`?asOf=${replaced}`), latest);
    await sameThreeWays(app, owner, { date: TODAY, asOf: decodeURIComponent(replaced) });
  });

  it('has no tax below its cost', async () => {
    // The price is 10,000,000 less 80 % for 99 of 365 days.
    const id = await loaded('NTB-364,2026-11-25,80');
    assert.equal((await billOf())[0], 7_830_136.99);
    assert.equal((await undo(id)).status, 200);
  });

  it('shows the change in its price above the book value as price gain', async () => {
    await app.skipUntil('2026-11-23');
    const other = await app.holder();
    await app.balance(other, { currency: 'NGN' }, 1_000_000_000n);
    await app.bought(BILL, { customerId: other.id, faceValue: 10_000_000 });
    await app.skipUntil(TODAY);
    const id = await loaded('NTB-364,2026-11-25,16');
    const path = `/api/v1/wealth/contribution/customer/id/${other.id}`;
    const { body, text } = await app.as('AUDITOR').get(`${path}?sd=${TODAY}&ed=${TODAY}`);
    const line = body.lines.find((each: Json) => each.subjectType === 'TREASURY_BILL');
    // The book value moves from 9,541,643.84 to 9,546,227.40, and the price from 9,589,041.10 to
    // 9,566,027.40.
    assert.deepEqual(
      [line?.income, line?.priceGain, line?.gain],
      [4_583.56, -27_597.26, -20_712.33],
      text,
    );
    assert.equal((await undo(id)).status, 200);
  });
});

describe('a market discount rate of long ago', () => {
  it('is used and marked as stale, like an old exchange rate', async () => {
    await loaded('OMO-364,2026-11-13,18');
    const other = await app.holder();
    await app.balance(other, { currency: 'NGN' }, 2_000_000_000n);
    const bill = { customerId: other.id, instrumentTypeName: 'OMO-364', faceValue: 1_000_000 };
    await app.bought(BILL, bill);
    const line = lineOf(await app.worth(other), 'BILL');
    assert.deepEqual([line.priceSource, line.daysOld, line.stale], ['MARKET_YIELD', 8, true]);
    // No tax is withheld from OMO bills: 1,000,000 less 18 % for 99 of 365 days.
    assert.equal(line.value, 951_178.08);
    assert.equal((await app.worth(other)).oldestPriceDate, '2026-11-13');
    await sameThreeWays(app, other, TODAY);
  });
});

describe('commercial paper', () => {
  it('is valued at the market discount rate of its type if the policy requires it', async () => {
    const other = await app.holder();
    await app.balance(other, { currency: 'NGN' }, 2_000_000_000n);
    await app.bought(PAPER, { customerId: other.id, faceValue: 10_000_000, tenure: 364 });
    await loaded('CP,2026-11-25,12');
    assert.equal(lineOf(await app.worth(other), 'PAPER').priceSource, 'AMORTISED');
    await adopt(app, { validFrom: TODAY, method: { BILL: 'AMORTISED_COST', PAPER: 'MARKET' } });
    // 10,000,000 less 12 % for 364 of 365 days is 8,803,287.67; a tenth of 471,704.11 is tax.
    const line = lineOf(await app.worth(other), 'PAPER');
    assert.deepEqual([line.value, line.priceSource], [8_756_117.26, 'MARKET_YIELD']);
    await sameThreeWays(app, other, TODAY);
    assert.deepEqual(await billOf(), BOOK);
  });
});

describe('the snapshots of bills at market', () => {
  it('contain their prices, and a late rate changes those from its date on', async () => {
    await adopt(app, { validFrom: TODAY, ...MARKET });
    await app.closeUntil('2026-11-27');
    const [row] = await app.db.query<{ differing: bigint }>(sql`
      select sum(differing)::bigint as differing from wealth_close`);
    assert.equal(row?.differing, 0n);
    const stored = async (date: string) => {
      const rows = await app.db.query<{ minor: bigint; reason: string }>(sql`
        select bill_minor as minor, reason from wealth_day
        where customer_id = ${owner.id} and value_date = ${date} and portfolio_id = ${portfolio.id}
        order by version_no`);
      return rows.map(({ minor, reason }) => [minor, reason]);
    };
    assert.deepEqual(await stored(TODAY), [[946_699_397n, 'CLOSE']]);
    await loaded('NTB-364,2026-11-25,20');
    await app.closeUntil('2026-11-30');
    assert.deepEqual(await stored(TODAY), [
      [946_699_397n, 'CLOSE'],
      [934_493_918n, 'PRICE'],
    ]);
  });
});
