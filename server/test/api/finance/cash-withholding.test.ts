// Tax withheld from corporate action income that is entered by hand, and from commission paid to an
// agent.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { assertBooks } from '../../support/order.js';

const BASE = '/api/v1/finance/cash-transaction';

describe('tax withheld from a receipt', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    await propose('partner/agent/propose', {
      ...{ name: 'TAXED', label: 'Taxed agent', taxClass: 'COMMERCIAL_PAPER' },
      shares: [{ validFrom: '2020-01-01', percent: 20 }],
    });
    await propose('partner/agent/propose', {
      ...{ name: 'FREE', label: 'Agent without a class' },
      shares: [{ validFrom: '2020-01-01', percent: 20 }],
    });
    await propose('partner/agent/propose', {
      ...{ name: 'WRONG', label: 'Agent with a wrong class', taxClass: 'NO-SUCH' },
      shares: [{ validFrom: '2020-01-01', percent: 20 }],
    });
  });
  after(async () => {
    await assertBooks(app);
    await app.stop();
  });

  const propose = async (path: string, body: object) => {
    const made = await app.as('OPERATIONS').put(`/api/v1/${path}`, body);
    assert.equal(made.status, 201, made.text);
    const approve = `/api/v1/system/change/approve/id/${made.body.id}`;
    assert.equal((await app.as('APPROVER').put(approve)).status, 200);
  };
  const receipt = (more: object) => ({
    ...{ transType: 'RECEIPT', partnerName: '0000000001', currency: 'NGN' },
    ...more,
  });
  const enter = (more: object, query = '', role = 'FINANCE') =>
    app.as(role).post(`${BASE}/create${query}`, receipt(more));
  const posted = async (more: object): Promise<Json> => {
    const made = await enter(more);
    assert.equal(made.status, 201, made.text);
    const path = (step: string) => `${BASE}/${step}/id/${made.body.id}`;
    const approved = await app.as('APPROVER').put(path('approve'));
    assert.equal(approved.status, 200, approved.text);
    const done = await app.as('APPROVER').put(path('post'));
    assert.equal(done.status, 200, done.text);
    return done.body.result;
  };
  const reverse = async (id: number) => {
    for (const role of ['FINANCE', 'APPROVER']) {
      const done = await app.as(role).put(`${BASE}/reverse/id/${id}`);
      if (done.body.result?.transState === 'REVERSED') return;
    }
    assert.fail('it was not reversed');
  };
  const booked = async (code: string): Promise<number> => {
    const [row] = await app.db.query<{ minor: bigint }>(sql`
      select coalesce(sum(l.amount_minor), 0)::bigint as minor
      from journal_line l join account a on a.id = l.account_id where a.acct_type = ${code}`);
    return Number(row?.minor);
  };
  const cash = async (): Promise<number> => {
    const [row] = await app.db.query<{ minor: bigint }>(sql`
      select b.balance_minor as minor from account a join account_balance b on b.account_id = a.id
      where a.customer_id = 1 and a.acct_type = 'CUSTOMER_CASH' and a.currency = 'NGN'`);
    return Number(row?.minor);
  };
  const taxOf = ({ taxClass, taxWithheldBy, amount, taxAmount, netAmount }: Json) => [
    ...[taxClass, taxWithheldBy, amount, taxAmount, netAmount],
  ];
  const refusedWith = ({ status, body }: { status: number; body: Json }) => [
    status,
    body.msgCode,
    body.errors?.[0]?.pointer,
  ];

  it('is a tenth of a dividend, shown by a dry run and undone by a reversal', async () => {
    // 10 % of 12,345.67 is 1,234.567, which is rounded to 1,234.57. The customer receives
    // 11,111.10.
    const income = { amount: 12_345.67, corpAction: true };
    const tried = await enter(income, '?dryRun=true');
    assert.deepEqual(taxOf(tried.body.result), ['DIVIDEND', 'FIRM', 12345.67, 1234.57, 11111.1]);
    const lines = tried.body.journal.lines.map((line: Json) => [
      line.accountName.replace(/^.*?([A-Z]+:[A-Z]+).*$/, '$1'),
      line.debitAmount,
      line.creditAmount,
    ]);
    assert.deepEqual(
      lines.map(([, debit, credit]: Json) => [debit, credit]),
      [
        [12345.67, 0],
        [0, 12345.67],
        [1234.57, 0],
        [0, 1234.57],
      ],
    );
    const [before, owed] = [await cash(), await booked('LIAB:WHT')];
    const done = await posted(income);
    assert.deepEqual(taxOf(done), ['DIVIDEND', 'FIRM', 12345.67, 1234.57, 11111.1]);
    assert.match(done.taxAcctName, /LIAB:WHT/);
    assert.equal((await cash()) - before, 1_111_110);
    assert.equal((await booked('LIAB:WHT')) - owed, -123_457);
    await reverse(done.id);
    assert.deepEqual([await cash(), await booked('LIAB:WHT')], [before, owed]);
  });

  it('follows the given class, and is zero if the issuer has withheld it', async () => {
    const [before, owed] = [await cash(), await booked('LIAB:WHT')];
    const bond = await posted({ amount: 500, corpAction: true, taxClass: 'corporate_bond' });
    assert.deepEqual(taxOf(bond), ['CORPORATE_BOND', 'FIRM', 500, 50, 450]);
    const net = await posted({ amount: 900, corpAction: true, taxWithheldBy: 'ISSUER' });
    assert.deepEqual(taxOf(net), ['DIVIDEND', 'ISSUER', 900, 0, 900]);
    assert.equal((await cash()) - before, 45_000 + 90_000);
    assert.equal((await booked('LIAB:WHT')) - owed, -5_000);
  });

  it('is not withheld from an exempt customer, or from other money', async () => {
    const [customer] = await app.db.query<{ name: string; id: bigint }>(sql`
      select c.name, c.id from customer c join account a on a.customer_id = c.id
      where c.id <> 1 and a.acct_type = 'CUSTOMER_CASH' and a.currency = 'NGN'
      order by c.id limit 1`);
    assert.ok(customer);
    await propose('order/withholdingexemption/propose', {
      customerName: customer.name,
      exemptions: [{ instrumentClass: 'DIVIDEND', certificate: 'EX-7', validFrom: '2099-01-01' }],
      reason: 'fund',
    });
    // The exemption was proposed with a future start, which the test moves back.
    await app.db.query(sql`update withholding_exemption set valid_from = '2020-01-01'
      where customer_id = ${customer.id}`);
    const exempt = await posted({ amount: 100, corpAction: true, partnerName: customer.name });
    assert.deepEqual(taxOf(exempt), ['DIVIDEND', 'FIRM', 100, 0, 100]);
    const plain = await posted({ amount: 100 });
    assert.deepEqual(taxOf(plain), [undefined, undefined, 100, undefined, undefined]);
  });

  it('follows the class of an agent, and the gross amount reduces the debt', async () => {
    const [before, tax, owed] = [
      await cash(),
      await booked('LIAB:WHT'),
      await booked('LIAB:AGENT-COMMISSION'),
    ];
    const paid = { amount: 1012.5, agentName: 'taxed' };
    const tried = await enter(paid, '?dryRun=true');
    assert.equal(tried.body.result.agentName, 'TAXED', tried.text);
    const done = await posted(paid);
    // The tax is 10 % of 1,012.50.
    assert.deepEqual(taxOf(done), ['COMMERCIAL_PAPER', 'FIRM', 1012.5, 101.25, 911.25]);
    assert.equal((await cash()) - before, 91_125);
    assert.equal((await booked('LIAB:WHT')) - tax, -10_125);
    assert.equal((await booked('LIAB:AGENT-COMMISSION')) - owed, 101_250);
    const { body } = await app
      .as('FINANCE')
      .get('/api/v1/order/agentcommission/summary?agentName=TAXED');
    assert.deepEqual(
      body.result.map(({ amount, paid: all, due }: Json) => [amount, all, due]),
      [[0, 1012.5, -1012.5]],
    );
    await reverse(done.id);
    assert.equal(await booked('LIAB:AGENT-COMMISSION'), owed);
    assert.deepEqual([await cash(), await booked('LIAB:WHT')], [before, tax]);
    const free = await posted({ amount: 100, agentName: 'FREE' });
    assert.deepEqual(
      [free.agentName, ...taxOf(free)],
      ['FREE', undefined, undefined, 100, undefined, undefined],
    );
  });

  const wrong: readonly (readonly [string, object, readonly [number, string, string]])[] = [
    [
      'an unknown class',
      { corpAction: true, taxClass: 'NONE' },
      [422, 'UNKNOWN_REFERENCE', '/taxClass'],
    ],
    ['a class of other money', { taxClass: 'DIVIDEND' }, [400, 'INVALID_REQUEST', '/taxClass']],
    [
      'an issuer of other money',
      { taxWithheldBy: 'ISSUER' },
      [400, 'INVALID_REQUEST', '/taxWithheldBy'],
    ],
    ['an unknown agent', { agentName: 'UNKNOWN' }, [422, 'UNKNOWN_REFERENCE', '/agentName']],
    [
      'an agent whose class no rule has',
      { agentName: 'WRONG' },
      [422, 'UNKNOWN_REFERENCE', '/agentName'],
    ],
    [
      'an agent with income',
      { agentName: 'FREE', corpAction: true },
      [400, 'INVALID_REQUEST', '/corpAction'],
    ],
    [
      'an agent who is paid out',
      { agentName: 'FREE', transType: 'PAYMENT' },
      [422, 'TRANSACTION_TYPE_UNSUPPORTED', '/agentName'],
    ],
    [
      'an agent with another contra account',
      { agentName: 'FREE', contraAcctName: 'BANK:CLIENT' },
      [422, 'REFERENCE_MISMATCH', '/contraAcctName'],
    ],
    [
      'a fee and a tax above the amount',
      { corpAction: true, processingFees: 95 },
      [422, 'PROCESSING_FEE_REFUSED', '/processingFees'],
    ],
  ];
  for (const [name, more, expected] of wrong) {
    it(`refuses ${name}`, async () => {
      assert.deepEqual(refusedWith(await enter({ amount: 100, ...more })), expected);
    });
  }
});
