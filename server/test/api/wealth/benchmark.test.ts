// Benchmarks: indices and blends changed with four-eyes approval, imports of levels, and excess
// returns.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json, TestReply } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';

const TODAY = '2026-11-25';
const WEEK = 'sd=2026-11-23&ed=2026-11-25';
const LEVELS = '/api/v1/order/benchmark/level/import';

let app: WealthApp;
let owner: Depositor;

const index = (code: string, more: object = {}) => ({
  ...{ code, label: `Index ${code}`, currency: 'NGN', returnType: 'PRICE' },
  ...more,
});
const blend = (code: string, parts: Readonly<Record<string, number>>) =>
  index(code, {
    parts: Object.entries(parts).map(([part, percent]) => ({ code: part, percent })),
  });
const propose = (body: object) => app.as('OPERATIONS').put('/api/v1/order/benchmark/propose', body);
const approve = (id: number) => app.as('APPROVER').put(`/api/v1/system/change/approve/id/${id}`);
const set = async (body: object): Promise<number> => {
  const proposed = await propose(body);
  assert.equal(proposed.status, 201, proposed.text);
  const approved = await approve(proposed.body.id);
  assert.equal(approved.status, 200, approved.text);
  return approved.body.result.recordId;
};
const load = (lines: readonly string[], query = ''): Promise<TestReply> =>
  app.as('OPERATIONS').post(`${LEVELS}${query}`, ['benchmark,date,level', ...lines].join('\n'), {
    'content-type': 'text/csv',
  });
const verdictsOf = (body: Json) => body.result.verdicts.map((one: Json) => one.code ?? one.verdict);
const returnWith = async (benchmark: string, query = WEEK): Promise<Json> => {
  const path = `/api/v1/wealth/return/customer/id/${owner.id}?${query}&benchmark=${benchmark}`;
  const { status, body, text } = await app.as('AUDITOR').get(path);
  assert.equal(status, 200, text);
  return body.benchmark;
};

before(async () => {
  app = await startWealthApp();
  await app.skipUntil('2026-11-20');
  owner = await app.holder();
  await app.balance(owner, { currency: 'NGN' }, 50_000_000n);
  await app.skipUntil(TODAY);
  const portfolio = await app.portfolio(owner);
  const share = await app.share('BEN-A', [
    ['2026-11-20', 50, 100],
    [TODAY, 62, 100],
  ]);
  // The customer's 500,000 in cash and 500,000 in shares grow to 1,120,000.
  await app.bring(portfolio, share, { date: '2026-11-20', quantity: 10_000 });
  await set(index('ASI'));
  await set(index('BONDS', { returnType: 'TOTAL' }));
  await set(index('SPX', { currency: 'USD' }));
});
after(() => app.stop());

describe('benchmarks', () => {
  it('are indices, and blends that consist of them', async () => {
    const id = await set(blend('mixed', { BONDS: 40, ASI: 60 }));
    const { body } = await app.as('AUDITOR').get(`/api/v1/order/benchmark/id/${id}`);
    assert.deepEqual([body.code, body.version, body.returnType], ['MIXED', 1, 'PRICE']);
    assert.deepEqual(body.parts, [
      { code: 'ASI', percent: 60 },
      { code: 'BONDS', percent: 40 },
    ]);
    const listed = await app.as('AUDITOR').get('/api/v1/order/benchmark/list/active');
    assert.deepEqual(
      listed.body.result.map((row: Json) => row.code),
      ['ASI', 'BONDS', 'SPX', 'MIXED'],
    );
    const unknown = await app.as('AUDITOR').get('/api/v1/order/benchmark/id/99999999');
    assert.equal(unknown.status, 404);
  });

  it('are refused with wrong weights, a blend inside a blend, and so on', async () => {
    const refusal = async (body: object) => {
      const reply = await propose(body);
      return [reply.status, reply.body.msgCode, reply.body.errors?.[0]?.pointer];
    };
    const refused = (pointer: string) => [422, 'BENCHMARK_REFUSED', pointer];
    assert.deepEqual(await refusal(blend('NEW', { ASI: 60, BONDS: 30 })), refused('/parts'));
    const nested = refused('/parts/1/code');
    assert.deepEqual(await refusal(blend('NEW', { ASI: 60, MIXED: 40 })), nested);
    const nothing = blend('NEW', { ASI: 0, BONDS: 100 });
    assert.deepEqual(await refusal(nothing), refused('/parts/0/percent'));
    const twice = [
      { code: 'ASI', percent: 50 },
      { code: 'asi', percent: 50 },
    ];
    assert.deepEqual(await refusal(index('NEW', { parts: twice })), refused('/parts/1/code'));
    assert.deepEqual(await refusal(index('NO GOOD')), refused('/code'));
    assert.deepEqual(await refusal(index('NEW', { currency: 'XQX' })), refused('/currency'));
    assert.deepEqual(await refusal(blend('NEW', { NOSUCH: 100 })), [
      422,
      'UNKNOWN_REFERENCE',
      '/parts/0/code',
    ]);
    // An index that a blend contains cannot become a blend.
    assert.deepEqual(await refusal(blend('ASI', { BONDS: 100 })), refused('/parts'));
    assert.deepEqual(await refusal(blend('NEW', { NEW: 100 })), [
      422,
      'UNKNOWN_REFERENCE',
      '/parts/0/code',
    ]);
  });
});

describe('the import of levels', () => {
  it('has a verdict for each row, and a preview that stores nothing', async () => {
    const rows = [
      'ASI,2026-11-20,100000',
      'NOSUCH,2026-11-20,1',
      'MIXED,2026-11-20,1',
      'ASI,2026-11-26,1',
      'ASI,2026-11-21,1',
      'ASI,2026-11-19,0',
      'ASI,2026-11-20,100000',
      'ASI,2026-11-20,100001',
    ];
    const verdicts = [
      ...['IMPORTED', 'UNKNOWN_BENCHMARK', 'IS_A_BLEND', 'DATE_IN_FUTURE', 'NOT_A_BUSINESS_DAY'],
      ...['NUMBER_WRONG', 'UNCHANGED', 'REPEATED'],
    ];
    const preview = await load(rows, '?dryRun=true');
    assert.deepEqual(verdictsOf(preview.body), verdicts);
    const { status, body } = await load(rows);
    assert.deepEqual([status, body.msgCode], [201, 'LEVELS_IMPORTED']);
    assert.deepEqual(verdictsOf(body), verdicts);
    assert.deepEqual([body.result.imported, body.result.refused], [1, 6]);
    const errors = await app.as('OPERATIONS').get(`${LEVELS}/errors/id/${body.id}`);
    for (const code of verdicts.filter((each) => !['IMPORTED', 'UNCHANGED'].includes(each))) {
      assert.match(errors.text, new RegExp(code));
    }
  });

  it('replaces levels only if this is requested, and is undone unless they changed', async () => {
    const first = await load(['BONDS,2026-11-18,50']);
    assert.deepEqual(verdictsOf((await load(['BONDS,2026-11-18,51'])).body), ['LEVEL_EXISTS']);
    const second = await load(['BONDS,2026-11-18,51', 'BONDS,2026-11-19,52'], '?replace=true');
    assert.deepEqual(verdictsOf(second.body), ['REPLACED', 'IMPORTED']);
    const undo = (id: number) => app.as('OPERATIONS').put(`${LEVELS}/undo/id/${id}`);
    const kept = await undo(first.body.id);
    assert.deepEqual([kept.body.result.undone, kept.body.result.kept], [0, 1]);
    const undone = await undo(second.body.id);
    assert.deepEqual([undone.body.result.undone, undone.body.result.kept], [2, 0]);
    assert.deepEqual(verdictsOf((await load(['BONDS,2026-11-18,50'])).body), ['UNCHANGED']);
    const again = await undo(second.body.id);
    assert.deepEqual([again.status, again.body.msgCode], [409, 'LEVEL_IMPORT_WRONG_STATE']);
    const listed = await app.as('AUDITOR').get(`${LEVELS}/list?state=UNDONE`);
    assert.equal(listed.body.count, 2);
    const read = await app.as('AUDITOR').get(`${LEVELS}/id/${second.body.id}`);
    assert.equal(read.body.verdicts[0].outcome, 'UNDONE');
  });
});

describe('a return with a benchmark', () => {
  it('has the return of an index and both kinds of excess', async () => {
    await load(['ASI,2026-11-25,110000']);
    // The return is 12 %, and the index's return is 10 %: an excess of 2 points, or of 1.12 / 1.10.
    const { label, ...body } = await returnWith('asi');
    assert.equal(label, 'Index ASI');
    assert.deepEqual(body, {
      ...{ code: 'ASI', returnType: 'PRICE', currency: 'NGN', status: 'AVAILABLE' },
      ...{ percent: 10, excess: 2, geometricExcess: 1.8182 },
    });
  });

  it('converts an index of another currency at the rates of the dates', async () => {
    await load(['SPX,2026-11-20,5000', 'SPX,2026-11-25,5100']);
    const missing = await returnWith('SPX');
    assert.deepEqual([missing.status, missing.reason], ['UNAVAILABLE', 'RATE_MISSING']);
    await app.rate('USD/NGN', '2026-11-20', 1_500);
    await app.rate('USD/NGN', '2026-11-25', 1_470);
    // In naira, the index moves from 5,000 x 1,500 to 5,100 x 1,470.
    assert.equal((await returnWith('SPX')).percent, -0.04);
  });

  it('compares with a blend, which needs the levels of all its indices', async () => {
    const missing = await returnWith('MIXED');
    assert.deepEqual(
      [missing.status, missing.reason, missing.date],
      ['UNAVAILABLE', 'BENCHMARK_MISSING', '2026-11-02'],
    );
    await load(['ASI,2026-11-02,100000', 'BONDS,2026-11-02,50']);
    await load(['BONDS,2026-11-20,50', 'BONDS,2026-11-25,51']);
    // The blend grows by 0.6 x 1.1 + 0.4 x 1.02.
    assert.equal((await returnWith('MIXED')).percent, 6.8);
  });

  it('has no comparison if the last level is over seven days old', async () => {
    const { status, reason, date } = await returnWith('ASI', 'sd=2026-11-16&ed=2026-11-17');
    const expected = ['UNAVAILABLE', 'BENCHMARK_MISSING', '2026-11-13'];
    assert.deepEqual([status, reason, date], expected);
  });

  it('is refused with a benchmark that does not exist', async () => {
    const path = `/api/v1/wealth/return/customer/id/${owner.id}?${WEEK}&benchmark=NOSUCH`;
    const { status, body } = await app.as('AUDITOR').get(path);
    assert.deepEqual(
      [status, body.msgCode, body.errors[0].pointer],
      [422, 'UNKNOWN_REFERENCE', '/benchmark'],
    );
  });
});
