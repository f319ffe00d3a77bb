// Wealth statements: figures, versions, seals, causes of outdated statements, and refusals.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { pdfPages } from '../../support/pdf-text.js';
import type { Depositor } from '../asset/app.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';

const API = '/api/v1/wealth/statement';
const TODAY = '2026-11-25';
const PERIOD = { sd: '2026-11-02', ed: '2026-11-20' };
const NAIRA = { currency: 'NGN' };

let app: WealthApp;
before(async () => {
  app = await startWealthApp();
  await app.skipUntil(TODAY);
});
after(() => app.stop());

/** Makes a booking on this business date, then returns to the date of the tests. */
async function onDate(date: string, book: () => Promise<unknown>): Promise<void> {
  await app.skipUntil(date);
  await book().finally(() => app.skipUntil(TODAY));
}

async function receive(owner: Depositor, date: string, body: object): Promise<void> {
  await onDate(date, async () => {
    const path = '/api/v1/finance/cash-transaction';
    const made = await app.as('ADMIN').post(`${path}/create`, {
      ...{ partnerId: owner.id, transType: 'RECEIPT' },
      ...body,
    });
    assert.equal(made.status, 201, made.text);
    const posted = await app.as('ADMIN').put(`${path}/post/id/${made.body.id}`);
    assert.equal(posted.status, 200, posted.text);
  });
}

let shares = 0;

/** A customer with 500,000 in cash and 1,000 shares that rise from 25 to 26 in the period. */
async function holder(): Promise<Depositor> {
  const owner = await app.holder();
  const portfolio = await app.portfolio(owner);
  shares += 1;
  const share = await app.share(`STM-${shares}`, [
    ['2026-10-30', 25, 100],
    ['2026-11-20', 26, 100],
  ]);
  await app.bring(portfolio, share, { date: '2026-10-30', quantity: 1_000, costMinor: 2_400_000n });
  await onDate('2026-10-30', () => app.balance(owner, NAIRA, 50_000_000n));
  return owner;
}

const issue = (owner: Pick<Depositor, 'id'>, body: object = PERIOD) =>
  app.as('OPERATIONS').post(`${API}/issue`, { customerId: owner.id, ...body });

async function issued(owner: Depositor): Promise<Json> {
  const { status, body, text } = await issue(owner);
  assert.equal(status, 201, text);
  return body.result;
}

async function documentOf(id: number): Promise<Json> {
  const [row] = await app.db.query<{ document: string; code: string }>(sql`
    select document, code from wealth_statement_document where statement_id = ${id}`);
  assert.ok(row);
  return { ...JSON.parse(row.document), code: row.code };
}

// Drawing the first document starts a process, which may take too long on a busy machine.
const ATTEMPTS_MAX = 5;

async function pdfOf(path: string): Promise<Buffer> {
  const headers = await app.header('AUDITOR');
  let reply = await fetch(`${app.url}${path}`, { headers });
  for (let attempt = 1; attempt < ATTEMPTS_MAX && reply.status === 503; attempt += 1) {
    reply = await fetch(`${app.url}${path}`, { headers });
  }
  assert.equal(reply.status, 200, path);
  return Buffer.from(await reply.arrayBuffer());
}

describe('a wealth statement', () => {
  it('explains the change by payments in, fees and prices, to the minor unit', async () => {
    const owner = await holder();
    const fee = { processingFees: 700, processingFeeType: 'FLAT' };
    await receive(owner, '2026-11-10', { amount: 100_000, ...fee });
    const record = await issued(owner);
    // The customer has 500,000 + 100,000 − 700 in cash, and 1,000 shares at 26.
    assert.equal(record.closingValue, 625_300);
    assert.deepEqual([record.state, record.versionNo, record.currency], ['ISSUED', 1, 'NGN']);
    const { figures, number, customer } = await documentOf(record.id);
    assert.deepEqual([number, customer.code], [record.name, owner.name]);
    assert.equal(figures.period.opening, '2026-10-30');
    const { summary, allocation } = figures;
    assert.deepEqual([summary.opening, summary.closing], ['525000', '625300']);
    assert.deepEqual(summary.bridge, [
      { step: 'PAID_IN', amount: '100000' },
      { step: 'PRICES', amount: '1000' },
      { step: 'FEES', amount: '-700' },
    ]);
    assert.deepEqual(allocation.byClass, [
      { label: 'EQUITY', value: '26000', percent: '4.16' },
      { label: 'CASH', value: '599300', percent: '95.84' },
    ]);
    assert.deepEqual(
      figures.positions.map((row: Json) => [row.quantity, row.averageCost, row.price, row.gain]),
      [['1000', '24', '26', '2000']],
    );
    assert.deepEqual(figures.flows, [
      {
        ...{ date: '2026-11-10', source: 'CASH_TRANSACTION' },
        ...{ paidIn: '100000', paidOut: '0', fees: '700' },
      },
    ]);
    // The costs are 700, measured against an average value: 525,000 on six days (10-30 to 11-09),
    // 624,300 on eight and 625,300 on one.
    assert.equal(figures.costs[0].amount, '700');
    assert.equal(record.returnPercent, Number(summary.timeWeighted.percent));
  });

  it('shows realised and unrealised gains at average cost and by FIFO', async () => {
    const owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    const name = `STM-GAIN-${owner.id}`;
    const share = await app.share(name, [['2026-11-20', 26, 100]]);
    const older = { date: '2026-10-01', quantity: 1_000, costMinor: 2_400_000n };
    await app.bring(portfolio, share, older);
    // Another 1,000 are bought at 30. Of the 2,000 units, which cost 27 each on average, 600 are
    // sold at 35. By FIFO, those 600 cost 24 each.
    await app.db.query(sql`
      insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
        cost_minor, proceeds_minor, gain_minor, currency, source_type, source_id)
      values (${portfolio.id}, ${share}, 'TRANSFER_IN', '2026-10-30', 1000, 3000000, 0, 0, 'NGN',
          'TRANSFER', 24001),
        (${portfolio.id}, ${share}, 'TENDER', '2026-11-10', -600, -1620000, 2100000, 480000, 'NGN',
          'ENTITLEMENT', 24001)`);
    await app.db.query(sql`
      select refold_holdings(array[${portfolio.id}]::bigint[], array[${share}]::bigint[],
        array['-infinity']::date[])`);
    const record = await issued(owner);
    const { figures } = await documentOf(record.id);
    assert.deepEqual(figures.gains.totals, [
      {
        ...{ currency: 'NGN', realised: '4800', fifoRealised: '6600', unknown: 0 },
        ...{ unrealised: '-1400', fifoUnrealised: '-3200' },
      },
    ]);
    const position = { class: 'EQUITY', name, label: name, currency: 'NGN' };
    const { body } = await app.as('AUDITOR').get(`${API}/id/${record.id}`);
    assert.deepEqual(body.gains.realised, [
      {
        ...{ ...position, date: '2026-11-10', kind: 'TENDER', quantity: '600' },
        ...{ portfolioName: portfolio.name, proceeds: 21_000, charges: 0, netProceeds: 21_000 },
        ...{ cost: 16_200, gain: 4_800, fifoCost: 14_400, fifoGain: 6_600 },
      },
    ]);
    assert.deepEqual(body.gains.unrealised, [
      {
        ...{ ...position, portfolioName: portfolio.name, quantity: '1400', value: 36_400 },
        ...{ cost: 37_800, gain: -1_400, fifoCost: 39_600, fifoGain: -3_200 },
      },
    ]);
    const text = pdfPages(await pdfOf(`${API}/pdf/id/${record.id}`)).join('\n');
    for (const amount of ['4,800.00', '6,600.00', '-1,400.00', '-3,200.00', 'Tender']) {
      assert.ok(text.includes(amount), amount);
    }
  });

  it('shows no gain for units of unknown cost, and counts them', async () => {
    const owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    const share = await app.share(`STM-COST-${owner.id}`, [['2026-11-20', 26, 100]]);
    await app.db.query(sql`
      insert into holding (portfolio_id, security_id) values (${portfolio.id}, ${share})`);
    await app.db.query(sql`
      insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
        cost_known, currency, source_type, source_id)
      values (${portfolio.id}, ${share}, 'TRANSFER_IN', '2026-10-30', 10, false, 'NGN', 'TRANSFER',
        24002)`);
    await app.db.query(sql`
      select refold_holdings(array[${portfolio.id}]::bigint[], array[${share}]::bigint[],
        array['-infinity']::date[])`);
    const record = await issued(owner);
    const { body } = await app.as('AUDITOR').get(`${API}/id/${record.id}`);
    const [position] = body.gains.unrealised;
    assert.deepEqual([position.value, position.cost, position.gain], [260, undefined, undefined]);
    assert.deepEqual([body.gains.totals[0].unknown, body.gains.totals[0].unrealised], [1, 0]);
  });

  it('shows the return that the operation on returns computes, in each period', async () => {
    const owner = await holder();
    await receive(owner, '2026-11-12', { amount: 40_000 });
    const record = await issued(owner);
    const { figures } = await documentOf(record.id);
    const path = `/api/v1/wealth/return/customer/id/${owner.id}`;
    const own = await app.as('AUDITOR').get(`${path}?sd=${PERIOD.sd}&ed=${PERIOD.ed}`);
    const [first] = figures.growth.periods;
    const round = (percent: number) => (Math.round(percent * 100) / 100).toFixed(2);
    assert.deepEqual(
      [first.period, first.timeWeighted.percent, first.moneyWeighted.percent],
      ['PERIOD', round(own.body.timeWeighted.percent), round(own.body.moneyWeighted.percent)],
    );
    const start = figures.growth.periods.find((each: Json) => each.period === 'START');
    const whole = await app.as('AUDITOR').get(`${path}?period=START&ed=${PERIOD.ed}`);
    assert.equal(start.timeWeighted.percent, round(whole.body.timeWeighted.percent));
    assert.equal(start.opening, whole.body.openingDate);
  });

  it('is returned unchanged while its figures are the same', async () => {
    const owner = await holder();
    const first = await issued(owner);
    const { status, body } = await issue(owner);
    assert.deepEqual([status, body.msgCode], [200, 'WEALTH_STATEMENT_UNCHANGED']);
    assert.deepEqual(body.result, first);
  });

  it('is issued once for concurrent callers', async () => {
    const owner = await holder();
    const replies = await Promise.all([1, 2, 3, 4].map(() => issue(owner)));
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 200, 200, 201]);
    assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1);
    const { body } = await app.as('AUDITOR').get(`${API}/list?c=${owner.id}`);
    assert.equal(body.count, 1);
  });

  it('is not stored by a dry run', async () => {
    const owner = await holder();
    const path = `${API}/issue?dryRun=true`;
    const { status, text } = await app
      .as('OPERATIONS')
      .post(path, { customerId: owner.id, ...PERIOD });
    assert.ok(status === 200 || status === 201, text);
    const { body } = await app.as('AUDITOR').get(`${API}/list?c=${owner.id}`);
    assert.equal(body.count, 0);
  });

  it('becomes outdated by a material booking, never changes, and is then replaced', async () => {
    const owner = await holder();
    const first = await issued(owner);
    const bytes = await pdfOf(`${API}/pdf/id/${first.id}`);
    const check = () => app.as('OPERATIONS').put(`${API}/check/id/${first.id}`);
    // A difference of 500 in 526,000 is 0.095 %, which is not material.
    await receive(owner, '2026-11-16', { amount: 500 });
    assert.equal((await check()).body.result.state, 'ISSUED');
    await receive(owner, '2026-11-16', { amount: 26 });
    const { body } = await check();
    assert.equal(body.msgCode, 'WEALTH_STATEMENT_OUTDATED');
    assert.deepEqual(
      [body.result.state, body.result.closingValue, body.result.outdatedClosingValue],
      ['OUTDATED', 526_000, 526_526],
    );
    const second = await issued(owner);
    assert.deepEqual(
      [second.versionNo, second.replacesName, second.closingValue],
      [2, first.name, 526_526],
    );
    const { body: replaced } = await app.as('AUDITOR').get(`${API}/id/${first.id}`);
    assert.deepEqual([replaced.state, replaced.replacedByName], ['REPLACED', second.name]);
    assert.ok(bytes.equals(await pdfOf(`${API}/pdf/id/${first.id}`)));
    const pages = pdfPages(await pdfOf(`${API}/pdf/id/${second.id}`)).join('\n');
    assert.match(pages, new RegExp(`replaces statement ${first.name}`));
    const events = await app.db.query<{ type: string }>(sql`
      select type from outbox_event
      where type like 'wealth-statement.%' and data ->> 'customerId' = ${String(owner.id)}
      order by id`);
    assert.deepEqual(
      events.map(({ type }) => type.slice(17)),
      ['issued', 'outdated', 'issued', 'replaced'],
    );
  });

  it('is verified by its code, even after it was replaced', async () => {
    const owner = await holder();
    const record = await issued(owner);
    const { code } = await documentOf(record.id);
    const verify = async (text: string): Promise<Json> =>
      (await fetch(`${app.url}${API}/verify?c=${text}`)).json();
    const { sealedDttm, businessOffice, ...body } = await verify(code);
    assert.deepEqual(body, {
      ...{ genuine: true, name: record.name, customerLabel: 'A•••• O••••' },
      ...{ from: PERIOD.sd, to: PERIOD.ed, currency: 'NGN', closingValue: 526_000 },
      ...{ versionNo: 1, state: 'ISSUED' },
    });
    assert.ok(sealedDttm && businessOffice);
    const changed = `${code.slice(0, 60)}${code[60] === 'A' ? 'B' : 'A'}${code.slice(61)}`;
    assert.deepEqual(await verify(changed), { genuine: false });
    const asNote = await fetch(`${app.url}/api/v1/order/contractnote/verify?c=${code}`);
    assert.deepEqual(await asNote.json(), { genuine: false });
  });

  it('protects its document against changes in the database', async () => {
    const record = await issued(await holder());
    await assert.rejects(
      app.db.query(sql`
        update wealth_statement_document set document = '{}' where statement_id = ${record.id}`),
    );
  });

  it('shows positions without a price by name, and no sum that needs the price', async () => {
    const owner = await holder();
    const portfolio = await app.portfolio(owner);
    const share = await app.share(`STM-NO-PRICE-${owner.id}`, [[TODAY, 9, 10]]);
    await app.bring(portfolio, share, { date: '2026-11-05', quantity: 10 });
    const { figures } = await documentOf((await issued(owner)).id);
    assert.deepEqual([figures.summary.closingUnvalued, figures.summary.closing], [1, '526000']);
    assert.equal('bridge' in figures.summary, false);
    assert.equal('change' in figures.summary, false);
    assert.deepEqual(
      figures.remarks.unvalued.map((each: Json) => each.reason),
      ['PRICE_MISSING'],
    );
    assert.deepEqual(figures.summary.timeWeighted, { reason: 'PRICE_MISSING' });
  });
});

describe('the preview of a statement', () => {
  it('has the figures of today, and is marked', async () => {
    const owner = await holder();
    const query = `c=${owner.id}&sd=2026-11-02&ed=${TODAY}`;
    const pages = pdfPages(await pdfOf(`${API}/preview/pdf?${query}`));
    assert.match(pages[0] ?? '', /526,000\.00/);
    assert.match(pages.join('\n'), /PREVIEW/);
    assert.match(pages.at(-1) ?? '', new RegExp(`Page ${pages.length} of ${pages.length}`));
    const rows = await app.db.query(sql`
      select from wealth_statement where customer_id = ${owner.id}`);
    assert.equal(rows.length, 0);
  });

  it('leaves out empty sections for a customer without assets', async () => {
    const owner = await app.holder();
    const query = `c=${owner.id}&sd=2026-11-02&ed=2026-11-20`;
    const text = pdfPages(await pdfOf(`${API}/preview/pdf?${query}`)).join('\n');
    assert.match(text, /Summary/);
    for (const heading of ['Allocation', 'Positions', 'Fixed income', 'Movements', 'Costs']) {
      assert.doesNotMatch(text, new RegExp(`^${heading}`, 'm'));
    }
  });

  it('converts everything to the requested currency', async () => {
    const owner = await holder();
    await app.rate('USD/NGN', '2026-10-28', 1_000);
    const { status, body, text } = await issue(owner, { ...PERIOD, cu: 'usd' });
    assert.equal(status, 201, text);
    assert.deepEqual([body.result.currency, body.result.closingValue], ['USD', 526]);
    const { figures } = await documentOf(body.result.id);
    assert.deepEqual(figures.remarks.rates, [
      { currency: 'NGN', rate: '0.001', date: '2026-10-28' },
    ]);
  });
});

describe('a statement is refused', () => {
  const codes = async (body: object, owner: Pick<Depositor, 'id'>) => {
    const { status, body: reply } = await issue(owner, body);
    return [status, reply.msgCode];
  };

  it('for a period that is not over, reversed, too long or too early', async () => {
    const owner = await app.holder();
    const of = (sd: string, ed: string) => codes({ sd, ed }, owner);
    assert.deepEqual(await of('2026-11-02', TODAY), [422, 'STATEMENT_PERIOD_REFUSED']);
    assert.deepEqual(await of('2026-11-02', '2026-11-24'), [201, 'WEALTH_STATEMENT_ISSUED']);
    assert.deepEqual(await of('2026-11-03', '2026-11-02'), [400, 'INVALID_REQUEST']);
    assert.deepEqual(await of('2025-11-18', '2026-11-20'), [422, 'DATE_RANGE_TOO_LONG']);
    assert.deepEqual(await of('1959-12-31', '1960-01-05'), [422, 'VALUATION_DATE_REFUSED']);
    const preview = await app
      .as('AUDITOR')
      .get(`${API}/preview/pdf?c=${owner.id}&sd=2026-11-02&ed=2026-11-26`);
    assert.deepEqual([preview.status, preview.body.errors[0].pointer], [422, '/ed']);
  });

  it('for an unknown customer or currency, and for callers who may not issue', async () => {
    const owner = await app.holder();
    assert.deepEqual(await codes(PERIOD, { id: 999_999 }), [422, 'UNKNOWN_REFERENCE']);
    assert.deepEqual(await codes({ ...PERIOD, cu: 'XQX' }, owner), [422, 'UNKNOWN_REFERENCE']);
    const { status } = await app
      .as('AUDITOR')
      .post(`${API}/issue`, { customerId: owner.id, ...PERIOD });
    assert.equal(status, 403);
  });

  it('for more lines than a statement may have', async () => {
    const owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    await app.db.query(sql`
      with made as (
        insert into security (id, exchange_id, name, label, security_type, currency, created_by,
          created_at, modified_by, modified_at)
        select nextval('security_id'), e.id, 'STMANY' || n, 'Many', 'EQUITY', 'NGN', 'test', now(),
          'test', now()
        from exchange e, generate_series(1, 5000) n where e.name = 'NGX' returning id
      )
      insert into holding (portfolio_id, security_id) select ${portfolio.id}, id from made`);
    assert.deepEqual(await codes(PERIOD, owner), [422, 'STATEMENT_TOO_LONG']);
  });
});
