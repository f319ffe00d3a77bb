// A household's wealth and return: the sum over its members.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';

const TODAY = '2026-11-25';
const WEEK = 'sd=2026-11-23&ed=2026-11-25';
const NAIRA = { currency: 'NGN' };

let app: WealthApp;
let household: number;
let ada: Depositor;
let bola: Depositor;

const get = async (path: string): Promise<Json> => {
  const { status, body, text } = await app.as('AUDITOR').get(`/api/v1/wealth/${path}`);
  assert.equal(status, 200, text);
  return body;
};

async function onDate(date: string, book: () => Promise<unknown>): Promise<void> {
  await app.skipUntil(date);
  await book().finally(() => app.skipUntil(TODAY));
}

/** Books a cash transaction on a date through the API. */
function transact(owner: Depositor, date: string, body: object): Promise<void> {
  return onDate(date, async () => {
    const path = '/api/v1/finance/cash-transaction';
    const made = await app.as('ADMIN').post(`${path}/create`, { partnerId: owner.id, ...body });
    assert.equal(made.status, 201, made.text);
    const posted = await app.as('ADMIN').put(`${path}/post/id/${made.body.id}`);
    assert.equal(posted.status, 200, posted.text);
  });
}

before(async () => {
  app = await startWealthApp();
  await app.skipUntil(TODAY);
  [ada, bola] = [await app.holder(), await app.holder()];
  await onDate('2026-11-20', async () => {
    await app.balance(ada, NAIRA, 100_000_000n);
    await app.balance(bola, NAIRA, 50_000_000n);
  });
  await transact(ada, '2026-11-24', {
    transType: 'TRANSFER',
    amount: 250_000,
    counterPartyPartnerName: bola.name,
  });
  const proposed = await app.as('OPERATIONS').put('/api/v1/partner/household/propose', {
    name: 'OBI',
    label: 'Obi family',
    members: [
      { customerId: ada.id, from: '2026-01-01', consent: 'LETTER-1' },
      { customerId: bola.id, from: '2026-11-24', consent: 'LETTER-2' },
    ],
  });
  assert.equal(proposed.status, 201, proposed.text);
  const approved = await app
    .as('APPROVER')
    .put(`/api/v1/system/change/approve/id/${proposed.body.id}`);
  assert.equal(approved.status, 200, approved.text);
  household = approved.body.result.recordId;
});
after(() => app.stop());

describe('a household', () => {
  it('has the assets of its members on the date, by customer', async () => {
    const { lines, ...body } = await get(`valuation/household/id/${household}`);
    assert.deepEqual([body.householdName, body.value, body.currency], ['OBI', 1_500_000, 'NGN']);
    assert.deepEqual(
      body.customers.map(({ customerId, value }: Json) => [customerId, value]),
      [
        [ada.id, 750_000],
        [bola.id, 750_000],
      ],
    );
    assert.deepEqual(
      lines.map((line: Json) => [line.customerId, line.class, line.valueIn]),
      [
        [ada.id, 'CASH', 750_000],
        [bola.id, 'CASH', 750_000],
      ],
    );
    const earlier = await get(`valuation/household/id/${household}?d=2026-11-23`);
    assert.deepEqual([earlier.value, earlier.customers.length], [1_000_000, 1]);
  });

  it("treats a joining member's wealth as an inflow, and a transfer as no flow", async () => {
    const { parts, ...body } = await get(`return/household/id/${household}?${WEEK}&by=DAY`);
    assert.deepEqual(
      parts.map((part: Json) => [part.part, part.paidIn, part.paidOut, part.closingValue]),
      [
        ['2026-11-23', 0, 0, 1_000_000],
        ['2026-11-24', 500_000, 0, 1_500_000],
        ['2026-11-25', 0, 0, 1_500_000],
      ],
    );
    assert.deepEqual([body.paidIn, body.gain, body.timeWeighted.percent], [500_000, 0, 0]);
    assert.deepEqual(
      body.flows.filter(({ paidIn }: Json) => paidIn !== 0),
      [{ source: 'HOUSEHOLD_MEMBER', paidIn: 500_000, paidOut: 0, fees: 0 }],
    );
  });

  it('does not exist for a caller who cannot see the office of a member', async () => {
    for (const kind of ['valuation', 'return']) {
      const path = `/api/v1/wealth/${kind}/household/id/${household}`;
      const elsewhere = await app.asOffice('AUDITOR', [app.otherOfficeId]).get(path);
      assert.equal(elsewhere.status, 404);
    }
  });
});
