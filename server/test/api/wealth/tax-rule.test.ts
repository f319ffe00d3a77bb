// Rules for capital gains: shipped, proposed by one person, approved by another, and refused.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';

const RULE = '/api/v1/wealth/capital-gains-rule';
const CHANGE = '/api/v1/system/change';

let app: WealthApp;
before(async () => {
  app = await startWealthApp();
});
after(() => app.stop());

const listed = async (query = ''): Promise<Json[]> => {
  const reply = await app.as('AUDITOR').get(`${RULE}/list${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.result;
};

/** Returns the shipped rule without its record members, and with these members replaced. */
const ruleWith = async (members: object) => {
  const { id: _id, name: _name, version: _version, ...rule } = (await listed()).at(-1) ?? {};
  return { ...rule, ...members };
};

const propose = async (members: object) =>
  app.as('FINANCE').put(`${RULE}/propose`, await ruleWith(members));

async function adopt(members: object): Promise<void> {
  const proposal = await propose(members);
  assert.equal(proposal.status, 201, proposal.text);
  const approval = await app.as('APPROVER').put(`${CHANGE}/approve/id/${proposal.body.id}`);
  assert.equal(approval.status, 200, approval.text);
}

describe('the shipped rule', () => {
  it('is version 1 for Nigerian shares, with a source for every provision', async () => {
    const [rule, ...others] = await listed();
    assert.deepEqual(others, []);
    assert.deepEqual([rule?.name, rule?.version, rule?.validFrom], ['NG/EQUITY', 1, '2026-01-01']);
    assert.deepEqual(rule?.resetBase, {
      date: '2025-12-31',
      rule: 'HIGHER_OF_COST_AND_CLOSE',
      per: 'LOT',
    });
    assert.equal(rule?.threshold.proceedsBelow, 150_000_000);
    const individual = rule?.rates.find((rate: Json) => rate.payerClass === 'INDIVIDUAL');
    assert.deepEqual(individual.bands.at(-1), { percent: 25 });
    const statuses = new Set(rule?.notes.map((note: Json) => note.status));
    assert.deepEqual([...statuses].sort(), ['ENACTED', 'OPEN', 'PRESS', 'STATED']);
    assert.ok(rule?.notes.every((note: Json) => note.source.length > 0));
  });
});

describe('a proposed rule', () => {
  it('is refused if its bands have no open end', async () => {
    const bands = [{ width: 800_000, percent: 0 }];
    await refused('/rates', { rates: [{ payerClass: 'INDIVIDUAL', bands }] });
  });

  it('is refused if a rate is both a percent and bands, or neither', async () => {
    const rate = { payerClass: 'ORGANIZATION' };
    await refused('/rates', { rates: [rate] });
    await refused('/rates', { rates: [{ ...rate, percent: 30, bands: [{ percent: 25 }] }] });
  });

  it('is refused if an exempt class of payers has a rate', async () => {
    await refused('/rates', { rates: [{ payerClass: 'REIT', percent: 30 }] });
  });

  it('is refused if the base is reset on or after the first day of the rule', async () => {
    const reset = { rule: 'HIGHER_OF_COST_AND_CLOSE', per: 'LOT' };
    await refused('/resetBase', { resetBase: { ...reset, date: '2026-01-01' } });
  });

  it('is refused if its amounts have more decimals than its currency', async () => {
    const { threshold } = await ruleWith({});
    await refused('/threshold', { threshold: { ...threshold, gainAtMost: '10000000.005' } });
  });

  it('is refused if its country or currency does not exist', async () => {
    await refused('/jurisdiction', { jurisdiction: '9A' });
    const reply = await propose({ currency: 'QQQ' });
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
  });

  it('is refused if it begins in a year that is final, but not in a later year', async () => {
    await app.db.query(sql`
      update period_closing set soft_closed_through = '2025-12-31',
        hard_closed_through = '2024-12-31'`);
    await refused('/validFrom', { validFrom: '2024-12-31', resetBase: undefined });
    // The year 2025 ended less than twelve months before 2026-03-05.
    const reply = await propose({ validFrom: '2025-01-01', resetBase: undefined });
    assert.equal(reply.status, 201, reply.text);
  });

  it('is in force after a second person has approved it', async () => {
    await adopt({ validFrom: '2026-06-01', lotMethod: 'FIFO', lossCarryYears: 3 });
    const [latest] = await listed('?x=NG/EQUITY');
    assert.deepEqual(
      [latest?.version, latest?.validFrom, latest?.lotMethod, latest?.lossCarryYears],
      [2, '2026-06-01', 'FIFO', 3],
    );
    await adopt({ jurisdiction: 'gh', currency: 'ghs' });
    const names = (await listed()).map((rule) => [rule.name, rule.version, rule.currency]);
    assert.deepEqual(names, [
      ['GH/EQUITY', 1, 'GHS'],
      ['NG/EQUITY', 2, 'NGN'],
      ['NG/EQUITY', 1, 'NGN'],
    ]);
  });

  it('is refused to read-only roles and to callers of one office', async () => {
    const reply = await app.as('AUDITOR').put(`${RULE}/propose`, await ruleWith({}));
    assert.equal(reply.status, 403, reply.text);
  });

  async function refused(pointer: string, members: object): Promise<void> {
    const reply = await propose(members);
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'CAPITAL_GAINS_RULE_REFUSED']);
    assert.equal(reply.body.errors[0].pointer, pointer, reply.text);
  }
});

describe('the class by which a customer is taxed', () => {
  it('is the partner type, unless another one is set', async () => {
    const owner = await app.depositor(100_000_000n);
    const edit = (members: object) =>
      app.as('CLIENT').put('/api/v1/partner/customer/update', { id: owner.id, ...members });
    assert.equal((await edit({ payerClass: 'pension_fund', taxYearStart: 4 })).status, 200);
    const { body } = await app.as('AUDITOR').get(`/api/v1/partner/customer/id/${owner.id}`);
    assert.deepEqual(
      [body.payerClass, body.taxYearStart, body.partnerType],
      ['PENSION_FUND', 4, 'INDIVIDUAL'],
    );
    const [row] = await app.db.query<{ payer: string }>(sql`
      select payer_class_of(c) as payer from customer c where id = ${owner.id}`);
    assert.equal(row?.payer, 'PENSION_FUND');
    assert.equal((await edit({ payerClass: 'MARTIAN' })).status, 400);
    assert.equal((await edit({ taxYearStart: 13 })).status, 400);
  });
});
