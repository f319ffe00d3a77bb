// Deposits, commercial paper and bills as clients of the original API send them: labels with codes,
// rollovers without a rule, and an expected maturity instead of a tenure.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addTermInstrumentType } from '../../../src/modules/asset/index.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { Json } from '../../support/app.js';
import { FIXED, POST, READ, UPDATE } from '../asset/app.js';
import { BILL, type DiscountedApp, PAPER, startDiscountedApp } from '../asset/discounted-app.js';

let app: DiscountedApp;
before(async () => {
  app = await startDiscountedApp();
  await systemWork(app.context, 'fixture', async (work) => {
    for (const type of [
      { ...FIXED, name: 'AHEAD', label: 'Ahead', interest_payment: 'UPFRONT' as const },
      { ...FIXED, name: 'KEEPS', label: 'Keeps', rollover_rule: 'PRINCIPAL_ONLY' as const },
      { ...FIXED, name: 'FIXED-RULE', label: 'Fixed rule', changeable: ['autoRollover'] },
    ]) {
      await addTermInstrumentType(work, type);
    }
  });
});
after(() => app.stop());

const client = () => app.as('CLIENT');
const BODY = {
  deposit: { instrumentTypeName: 'FD', faceValue: 400_000 },
  paper: { instrumentTypeName: 'CP', faceValue: 400_000 },
  bill: { instrumentTypeName: 'NTB-182', faceValue: 400_000 },
} as const;
type Product = keyof typeof BODY;
const PATH = {
  deposit: 'order/terminstrument',
  paper: PAPER.slice(8),
  bill: BILL.slice(8),
} as const;
const submit = (product: Product, more: object = {}) =>
  client().post(`/api/v1/${PATH[product]}/submit`, {
    ...{ customerId: app.rich.id, ...BODY[product] },
    ...more,
  });
const accepted = async (product: Product, more: object = {}): Promise<Json> => {
  const reply = await submit(product, more);
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
};
const changed = async (product: Product, body: object): Promise<Json> => {
  const reply = await client().put(`/api/v1/${PATH[product]}/update`, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const ignored = ({ warnings = [] }: Json): string[] =>
  warnings
    .filter(({ code }: Json) => code === 'MEMBER_IGNORED')
    .map(({ pointer }: Json) => pointer);

describe('a label of the type', () => {
  it('is ignored if the code is given, and is a reference without it', async () => {
    for (const product of ['deposit', 'paper', 'bill'] as const) {
      const { result } = await accepted(product, { instrumentTypeLabel: 'Our old name for it' });
      assert.equal(result.instrumentTypeName, BODY[product].instrumentTypeName);
      assert.notEqual(result.instrumentTypeLabel, 'Our old name for it');
      const alone = { instrumentTypeName: undefined, instrumentTypeLabel: 'Our old name for it' };
      const refused = await submit(product, alone);
      assert.deepEqual([refused.status, refused.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
      assert.equal(refused.body.errors[0].pointer, '/instrumentTypeLabel');
    }
  });

  it('is ignored in an update that contains the code, also while the instrument runs', async () => {
    const { id } = await accepted('deposit');
    const label = { instrumentTypeName: 'FD', instrumentTypeLabel: 'Another' };
    assert.equal((await changed('deposit', { id, ...label, tenure: 30 })).result.tenure, 30);
    assert.equal((await client().put(`${POST}/${id}`)).status, 200);
    const running = await changed('deposit', { id, ...label, label: 'Holiday' });
    assert.equal(running.result.label, 'Holiday');
    const alone = await client().put(UPDATE, { id, instrumentTypeLabel: 'Another' });
    assert.equal(alone.status, 409, alone.text);
  });
});

describe('a rollover without a rule', () => {
  const rows = [
    ['deposit', {}, 'PRINCIPAL_AND_NET_INTEREST'],
    ['deposit', { instrumentTypeName: 'KEEPS' }, 'PRINCIPAL_ONLY'],
    ['deposit', { instrumentTypeName: 'AHEAD' }, 'PRINCIPAL_ONLY'],
    ['paper', {}, 'PRINCIPAL_AND_NET_INTEREST'],
    ['bill', {}, 'PRINCIPAL_AND_NET_INTEREST'],
  ] as const;
  for (const [product, more, rule] of rows) {
    it(`of a ${product} ${JSON.stringify(more)} follows ${rule}`, async () => {
      const { result } = await accepted(product, { ...more, autoRollover: 'true' });
      assert.deepEqual([result.autoRollover, result.rolloverRule], [true, rule]);
      const plain = await accepted(product);
      if (rule === 'PRINCIPAL_AND_NET_INTEREST') {
        assert.deepEqual([plain.result.autoRollover, plain.result.rolloverRule], [false, 'NONE']);
        const { result: later } = await changed(product, { id: plain.id, autoRollover: 'TRUE' });
        assert.deepEqual([later.autoRollover, later.rolloverRule], [true, rule]);
      }
    });
  }

  it('can be given while a deposit runs, if its rule may change', async () => {
    const runs = async (name: string) => {
      const { id } = await accepted('deposit', { instrumentTypeName: name });
      assert.equal((await client().put(`${POST}/${id}`)).status, 200);
      return id;
    };
    const { result } = await changed('deposit', { id: await runs('FD'), autoRollover: true });
    assert.equal(result.rolloverRule, 'PRINCIPAL_AND_NET_INTEREST');
    const fixed = await runs('FIXED-RULE');
    const refused = await client().put(UPDATE, { id: fixed, autoRollover: true });
    assert.deepEqual([refused.status, refused.body.msgArgs], [409, ['RUNNING', 'rolloverRule']]);
    assert.equal((await client().get(`${READ}/${fixed}`)).body.autoRollover, false);
  });

  it('is still refused with the rule NONE, and for a loan', async () => {
    for (const [more, member] of [
      [{ rolloverRule: 'NONE' }, 'rolloverRule'],
      [{ instrumentTypeName: 'LOAN' }, 'autoRollover'],
    ] as const) {
      const { status, body } = await submit('deposit', { autoRollover: true, ...more });
      assert.deepEqual([status, body.msgCode], [422, 'ROLLOVER_REFUSED']);
      assert.equal(body.errors[0].pointer, `/${member}`);
    }
  });
});

describe('an expected maturity', () => {
  it('determines the tenure if no tenure is given', async () => {
    for (const empty of [{}, { tenure: 0 }, { tenure: '' }]) {
      const { result, ...reply } = await accepted('deposit', {
        ...{ expectedMaturity: '2026-04-04', ...empty },
      });
      assert.equal(result.tenure, 30);
      assert.deepEqual(ignored(reply), []);
    }
    const start = { startDate: '2026-03-10', expectedMaturity: '2026-06-09T00:00:00.000Z' };
    assert.equal((await accepted('deposit', start)).result.tenure, 91);
    assert.equal((await accepted('paper', { expectedMaturity: '2026-06-04' })).result.tenure, 91);
    const zero = await accepted('deposit', { expectedMaturity: 0, startDate: 0 });
    assert.equal(zero.result.tenure, 91);
  });

  it('is ignored with a warning if the tenure ends on another date', async () => {
    for (const product of ['deposit', 'paper'] as const) {
      const other = await accepted(product, { tenure: 30, expectedMaturity: '2026-04-05' });
      assert.deepEqual([other.result.tenure, ignored(other)], [30, ['/expectedMaturity']]);
      const same = await accepted(product, { tenure: 30, expectedMaturity: '2026-04-04' });
      assert.deepEqual(ignored(same), []);
    }
    const bill = await accepted('bill', { expectedMaturity: '2026-12-31' });
    assert.deepEqual(
      [bill.result.expectedMaturity, ignored(bill)],
      ['2026-09-03T00:00:00.000Z', ['/expectedMaturity']],
    );
  });

  it('is refused if no offered tenure results from it', async () => {
    for (const [expectedMaturity, status, code] of [
      ['2026-03-05', 400, 'INVALID_REQUEST'],
      ['2025-12-31', 400, 'INVALID_REQUEST'],
      ['2526-03-05', 400, 'INVALID_REQUEST'],
      ['2026-04-14', 422, 'TENURE_NOT_OFFERED'],
    ] as const) {
      for (const product of ['deposit', 'paper'] as const) {
        const reply = await submit(product, { expectedMaturity });
        assert.deepEqual([reply.status, reply.body.msgCode], [status, code], expectedMaturity);
        assert.equal(reply.body.errors[0].pointer, '/expectedMaturity');
      }
    }
    assert.equal((await submit('deposit', { expectedMaturity: 'soon' })).status, 400);
  });

  it('in an update changes the tenure, and changes nothing if it is sent back', async () => {
    for (const product of ['deposit', 'paper'] as const) {
      const { id, result } = await accepted(product, { tenure: 91 });
      const { tenure: _, ...read } = result;
      const back = await changed(product, { ...read, label: 'Read and sent back' });
      assert.deepEqual([back.result.tenure, ignored(back)], [91, []]);
      const moved = await changed(product, { id, expectedMaturity: '2026-04-04' });
      assert.deepEqual([moved.result.tenure, ignored(moved)], [30, []]);
      const both = await changed(product, { ...result, tenure: 30 });
      assert.deepEqual([both.result.tenure, ignored(both)], [30, ['/expectedMaturity']]);
    }
  });

  it('is not changed while the instrument runs', async () => {
    const { id } = await accepted('deposit', { tenure: 30 });
    assert.equal((await client().put(`${POST}/${id}`)).status, 200);
    const reply = await changed('deposit', { id, expectedMaturity: '2026-05-05' });
    assert.deepEqual(
      [reply.result.expectedMaturity, ignored(reply)],
      ['2026-04-04T00:00:00.000Z', ['/expectedMaturity']],
    );
  });
});

it('the label of the portfolio is returned by submit, read and list', async () => {
  const made = await client().post('/api/v1/order/portfolio/create', {
    ...{ customerId: app.rich.id, label: 'School fees' },
  });
  assert.equal(made.status, 201, made.text);
  const portfolioName = made.body.name;
  for (const product of ['deposit', 'paper', 'bill'] as const) {
    const { id, result } = await accepted(product, { portfolioName, portfolioLabel: 'Other' });
    assert.deepEqual([result.portfolioName, result.portfolioLabel], [portfolioName, 'School fees']);
    const base = `/api/v1/${PATH[product]}`;
    assert.equal((await client().get(`${base}/id/${id}`)).body.portfolioLabel, 'School fees');
    const list = await client().get(`${base}/customer/list?c=${app.rich.id}&id=${id}`);
    assert.equal(list.body.result[0].portfolioLabel, 'School fees');
  }
  assert.equal((await accepted('deposit')).result.portfolioLabel, undefined);
});

it('notes of a termination are found by the filter dc, as labels are', async () => {
  const { id } = await accepted('paper', { label: 'Bridge money' });
  assert.equal((await client().put(`${PAPER}/post/${id}`)).status, 200);
  const path = `${PAPER}/terminate?id=${id}&c=${app.rich.id}&fv=100000&dc=School+fees+are+due`;
  const ended = await client().put(path);
  assert.equal(ended.status, 200, ended.text);
  const found = async (dc: string) => {
    const { body } = await client().get(`${PAPER}/customer/list?c=${app.rich.id}&dc=${dc}`);
    return body.result.map((row: Json) => row.id);
  };
  assert.deepEqual(await found('SCHOOL+fees'), [id]);
  assert.deepEqual(await found('bridge'), [id]);
  assert.deepEqual(await found('hospital'), []);
});

it('an unknown parameter of our own reads is refused by name', async () => {
  const { id } = await accepted('deposit');
  for (const path of [
    `terminstrument/schedule?t=${id}`,
    'discountedinstrumenttype/list/active?s=5',
    'treasurybillissue/list/active?s=5',
    'withholdingrule/list?s=5',
    'withholdingexemption/list?s=5',
  ]) {
    assert.equal((await client().get(`/api/v1/order/${path}`)).status, 200, path);
    const { status, body } = await client().get(`/api/v1/order/${path}&asOf=2026-01-01`);
    assert.deepEqual([status, body.errors?.[0].code], [400, 'UNKNOWN_MEMBER'], path);
    assert.equal(body.errors[0].pointer, '/asOf');
  }
});
