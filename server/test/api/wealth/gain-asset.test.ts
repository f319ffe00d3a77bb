// Gains on fund units and on bills that are terminated early, their files, and the reports'
// refusals.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { BILL } from '../asset/discounted-app.js';
import { type FundApp, startFundApp } from '../asset/fund-app.js';
import { type Portfolio, startWealthApp, type WealthApp } from './wealth-app.js';

const GAIN = '/api/v1/wealth/gain/customer/id';
const OF_PORTFOLIO = '/api/v1/wealth/gain/portfolio/id';
const LOTS = '/api/v1/wealth/lot/list';

describe('gains of fund units', () => {
  let app: FundApp;
  before(async () => {
    app = await startFundApp();
  });
  after(() => app.stop());

  it('are after the fees of the redemption', async () => {
    const fundName = await app.fund({ exit_fees: [{ belowDays: 90, percent: '1' }] });
    const { id: customerId } = await app.holder(fundName, 250_000, 127.4583);
    await app.order({ transType: 'REDEMPTION', fundName, customerId, units: 500 });
    await app.value(fundName, 127.4583);
    const { body } = await app.as('AUDITOR').get(`${GAIN}/${customerId}?method=FIFO`);
    const [redemption] = body.disposals;
    assert.deepEqual(
      [redemption.kind, redemption.class, redemption.securityName, redemption.quantity],
      ['REDEMPTION', 'FUND', fundName, '500'],
    );
    // The cost is a part of the 250,000.00 that was paid for 1,961.4258 units.
    assert.deepEqual(
      [redemption.proceeds, redemption.charges, redemption.netProceeds, redemption.cost],
      [63_729.15, 637.29, 63_091.86, 63_729.15],
    );
    assert.deepEqual([redemption.gain, redemption.percent], [-637.29, -1]);
    const [open] = body.open;
    assert.deepEqual([open.quantity, open.cost], ['1461.4258', 186_270.85]);
    assert.deepEqual(open.lots[0].quantity, '1461.4258');
  });
});

describe('gains of a customer', () => {
  let app: WealthApp;
  let owner: Depositor;
  let portfolio: Portfolio;
  before(async () => {
    app = await startWealthApp();
    owner = await app.depositor(2_000_000_000n);
    portfolio = await app.portfolio(owner);
    const bill = { customerId: owner.id, faceValue: 10_000_000, portfolioName: portfolio.name };
    const bought = await app.bought(BILL, bill);
    await app.skipUntil('2026-03-16');
    const query = `id=${bought.body.id}&c=${owner.id}&fv=4000000&dr=20`;
    const ended = await app.as('CLIENT').put(`${BILL}/terminate?${query}`);
    assert.equal(ended.status, 200, ended.text);
    const share = await app.share('GAINER', [['2026-03-13', 30, 100]]);
    await app.bring(portfolio, share, { quantity: 1_000, costMinor: 1_800_000n });
    await app.units(owner, {
      ...{ name: 'OLD-FUND', units: 10, date: '2026-01-05', values: [['2026-03-13', 100]] },
    });
  });
  after(() => app.stop());

  const read = async (path: string): Promise<Json> => {
    const reply = await app.as('AUDITOR').get(path);
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };

  it('compare what a bill pays early with its book value', async () => {
    const { disposals, totals } = await read(`${GAIN}/${owner.id}`);
    assert.equal(disposals.length, 1);
    const [end] = disposals;
    assert.deepEqual(
      [end.kind, end.class, end.quantity, end.portfolioName, end.tradeDate],
      ['TERMINATION', 'BILL', '4000000', portfolio.name, '2026-03-16'],
    );
    // 353 days are left. The payout is 4,000,000 less 773,698.63, at 20 %. The book value is
    // 4,000,000 less 647,198.90, at 16.73 %.
    assert.deepEqual(
      [end.netProceeds, end.cost, end.gain],
      [3_226_301.37, 3_352_801.1, -126_499.73],
    );
    assert.deepEqual(
      totals.classes.map((total: Json) => [total.class, total.disposals, total.gain]),
      [['BILL', 1, -126_499.73]],
    );
  });

  it('show units of unknown cost without a gain', async () => {
    const { open } = await read(`${GAIN}/${owner.id}`);
    const fund = open.find((each: Json) => each.class === 'FUND');
    assert.deepEqual(
      [fund.quantity, fund.value, fund.costKnown, fund.cost, fund.unrealisedGain],
      ['10', 1_000, false, undefined, undefined],
    );
  });

  it('show shares that were transferred in at their cost', async () => {
    const { open } = await read(`${OF_PORTFOLIO}/${portfolio.id}?method=FIFO`);
    assert.equal(open.length, 1, 'the fund is in no portfolio');
    const [share] = open;
    assert.deepEqual(
      [share.securityName, share.cost, share.value, share.unrealisedGain, share.percent],
      ['GAINER', 18_000, 30_000, 12_000, 66.67],
    );
    const lots = await read(`${LOTS}?p=${portfolio.id}&securityName=gainer`);
    assert.equal(lots.count, 1);
    assert.deepEqual(lots.result[0], {
      ...{ portfolioName: portfolio.name, securityName: 'GAINER', label: share.label },
      ...{ class: 'EQUITY', acquiredOn: '2026-01-05', heldDays: 70, quantity: '1000' },
      ...{ costKnown: true, cost: 18_000, unitCost: 18, currency: 'NGN' },
    });
    assert.equal((await read(`${LOTS}?p=${portfolio.id}&d=2026-01-04`)).count, 0);
  });

  it('come as CSV and as XLSX', async () => {
    const reply = await app.as('AUDITOR').get(`${GAIN}/${owner.id}/csv?method=FIFO`);
    assert.equal(reply.status, 200, reply.text);
    const [titles = '', row = '', end = ''] = reply.text.split('\r\n');
    const columns = titles.split(',').length;
    assert.match(titles, /Trade date,Settlement date,Kind,Portfolio,Security/);
    assert.match(row, /^2026-03-16,2026-03-16,TERMINATION,/);
    assert.match(row, /,3226301\.37,3352801\.10,-126499\.73,/);
    assert.match(row, /,2026-03-05,11$/);
    assert.match(end, /^END,1,/);
    const average = await app.as('AUDITOR').get(`${GAIN}/${owner.id}/csv`);
    for (const line of average.text.trim().split('\r\n')) {
      assert.equal(line.replaceAll(/"[^"]*"/g, '').split(',').length, columns, line);
    }
    for (const path of [`${GAIN}/${owner.id}/xlsx`, `${OF_PORTFOLIO}/${portfolio.id}/xlsx`]) {
      assert.equal((await app.as('AUDITOR').get(path)).status, 200, path);
    }
  });

  const refusal = async (path: string) => {
    const { status, body } = await app.as('AUDITOR').get(path);
    const [error] = body.errors ?? [];
    return [status, body.msgCode, error?.pointer];
  };

  it('are refused for dates that a report cannot have', async () => {
    const path = `${GAIN}/${owner.id}`;
    const invalid = (pointer: string) => [400, 'INVALID_REQUEST', pointer];
    assert.deepEqual(await refusal(`${path}?sd=2026-03-01`), invalid('/sd'));
    const reversed = `${path}?sd=2026-03-02&ed=2026-03-01`;
    assert.deepEqual(await refusal(reversed), invalid('/ed'));
    assert.deepEqual(await refusal(`${path}?ed=2026-03-17`), [
      422,
      'VALUATION_DATE_REFUSED',
      '/ed',
    ]);
    const long = `${path}?sd=2010-01-01&ed=2026-03-01`;
    assert.deepEqual(await refusal(long), [422, 'DATE_RANGE_TOO_LONG', '/sd']);
    assert.deepEqual(await refusal(`${path}?method=LIFO`), [400, 'INVALID_REQUEST', '/method']);
    assert.deepEqual(await refusal(`${path}?y=2026`), [400, 'INVALID_REQUEST', '/y']);
    const late = `${LOTS}?p=${portfolio.id}&d=2026-03-17`;
    assert.deepEqual(await refusal(late), [422, 'VALUATION_DATE_REFUSED', '/d']);
  });

  it('are refused for a record that does not exist or belongs to another office', async () => {
    const elsewhere = app.asOffice('AUDITOR', [app.otherOfficeId]);
    const paths = [
      `${GAIN}/${owner.id}`,
      `${GAIN}/${owner.id}/csv`,
      `${OF_PORTFOLIO}/${portfolio.id}`,
      `${LOTS}?p=${portfolio.id}`,
    ];
    for (const path of paths) {
      assert.deepEqual((await elsewhere.get(path)).body.msgCode, 'DOCUMENT_NOT_FOUND', path);
    }
    assert.equal((await refusal(`${GAIN}/999999`))[0], 404);
    assert.equal((await refusal(`${LOTS}?p=999999`))[0], 404);
  });

  it('are refused for more movements than a report can fold', async () => {
    const busy = await app.portfolio(owner);
    const share = await app.share('BUSY', [['2026-03-13', 30, 100]]);
    await app.bring(busy, share, { quantity: 1 });
    await app.db.query(sql`
      insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
        cost_minor, currency, source_type, source_id, source_line)
      select ${busy.id}, ${share}, 'OPENING', '2026-01-06', 1, 100, 'NGN', 'OPENING', ${busy.id},
        1000000 + n from generate_series(1, 50000) n`);
    const reply = await refusal(`${OF_PORTFOLIO}/${busy.id}`);
    assert.deepEqual(reply.slice(0, 2), [422, 'GAINS_TOO_LARGE']);
  });
});
