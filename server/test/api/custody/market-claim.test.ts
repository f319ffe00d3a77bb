// Market claims over HTTP: two people, money both ways, refusals, lists and files.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { detectClaims } from '../../../src/modules/custody/claim/detect.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { type Depositor, surplusOf } from '../asset/app.js';
import { API, type MoneyApp, type StoredName, startMoneyApp } from './money-app.js';

const CLAIM = `${API}/market-claim`;

let app: MoneyApp;
before(async () => {
  app = await startMoneyApp();
});
after(() => app.stop());

const maker = () => app.as('OPERATIONS');
const checker = () => app.as('APPROVER');

async function portfolioOf(holder: Depositor): Promise<string> {
  const [row] = await app.db.query<{ name: string }>(
    sql`select name from portfolio where customer_id = ${holder.id}`,
  );
  return row?.name ?? '';
}

async function bodyOf(event: StoredName, holder: Depositor, more: object = {}): Promise<object> {
  return {
    ...{ eventName: event.name, direction: 'PAYABLE', portfolioName: await portfolioOf(holder) },
    ...{ amount: 57, reason: 'sold cum, settled late' },
    ...more,
  };
}

async function opened(event: StoredName, holder: Depositor, more: object = {}): Promise<Json> {
  const made = await maker().post(`${CLAIM}/create`, await bodyOf(event, holder, more));
  assert.equal(made.status, 201, made.text);
  return made.body;
}

async function progressOf(event: StoredName): Promise<string> {
  const [row] = await app.db.query<{ progress: string }>(
    sql`select progress from corporate_action where id = ${event.id}`,
  );
  return row?.progress ?? '';
}

async function fundsOf(holder: Depositor): Promise<Json> {
  const [row] = await app.db.query<Json>(sql`
    select balance_minor, held_minor from account_balance where account_id = ${holder.accountId}`);
  return [row.balance_minor, row.held_minor];
}

// The amount, in major units, that customers owe the firm and that is missing from the client
// money.
let owed = 0;

async function sound(): Promise<void> {
  const { body } = await app.as('FINANCE').get('/api/v1/finance/integrity');
  assert.deepEqual(
    body.invariants.filter((one: Json) => !one.holds),
    [],
  );
  assert.equal((await surplusOf(app)) + owed, 0);
}

describe('a claim that the customer owes', () => {
  it('is held when its settlement is requested, and debited once another approves', async () => {
    const event = await app.event();
    const holder = await app.holder(10_000n);
    const claim = await opened(event, holder);
    assert.deepEqual(
      [claim.msgCode, claim.result.state, claim.result.kind, claim.result.amount],
      ['MARKET_CLAIM_CREATED', 'OPEN', 'CUM_EX', 57],
    );
    const asked = await maker().put(`${CLAIM}/settle/id/${claim.id}`);
    assert.deepEqual(
      [asked.status, asked.body.msgCode, asked.body.result.state],
      [200, 'MARKET_CLAIM_SETTLEMENT_REQUESTED', 'SETTLING'],
      asked.text,
    );
    assert.deepEqual(await fundsOf(holder), [10_000n, 5_700n]);
    const path = `${CLAIM}/approve/id/${claim.id}`;
    const dry = await checker().put(path, undefined, { prefer: 'dry-run' });
    assert.deepEqual(dry.body.journalLines, [
      { accountCode: 'CA:CONTROL', creditAmount: 57 },
      { accountId: Number(holder.accountId), debitAmount: 57 },
    ]);
    const [one, other] = await Promise.all([checker().put(path), checker().put(path)]);
    assert.deepEqual([one.status, other.status].sort(), [200, 409]);
    assert.deepEqual(await fundsOf(holder), [4_300n, 0n]);
    assert.deepEqual(await app.lines('MARKET_CLAIM', claim.id), [
      ['CA:CONTROL', -5_700n],
      ['CUSTOMER_CASH', 5_700n],
    ]);
    const { body } = await maker().get(`${CLAIM}/id/${claim.id}`);
    assert.deepEqual([body.state, body.decidedBy !== undefined], ['SETTLED', true]);
    const types = await app.db.query<{ type: string }>(sql`
      select type from outbox_event where subject_id = ${claim.id}
        and type like 'market-claim.%' order by id`);
    assert.deepEqual(
      types.map(({ type }) => type),
      ['market-claim.opened', 'market-claim.settled'],
    );
    await sound();
  });

  it('takes an account below zero if necessary', async () => {
    const event = await app.event();
    const holder = await app.holder(1_000n);
    const claim = await opened(event, holder);
    assert.equal((await maker().put(`${CLAIM}/settle/id/${claim.id}`)).status, 200);
    const done = await checker().put(`${CLAIM}/approve/id/${claim.id}`);
    assert.equal(done.status, 200, done.text);
    assert.deepEqual(await fundsOf(holder), [-4_700n, 0n]);
    owed += 47;
    await sound();
  });

  it('is open again, without a hold, once its settlement is rejected', async () => {
    const event = await app.event();
    const holder = await app.holder();
    const claim = await opened(event, holder);
    await maker().put(`${CLAIM}/settle/id/${claim.id}`);
    const reply = await checker().put(`${CLAIM}/reject/id/${claim.id}`, { reason: 'wrong' });
    assert.deepEqual([reply.status, reply.body.result.state], [200, 'OPEN'], reply.text);
    assert.deepEqual(await fundsOf(holder), [10_000n, 0n]);
    const again = await checker().put(`${CLAIM}/approve/id/${claim.id}`);
    assert.deepEqual(
      [again.status, again.body.msgCode, again.body.msgArgs],
      [409, 'MARKET_CLAIM_WRONG_STATE', ['OPEN']],
    );
  });

  it('moves no money if it is waived', async () => {
    const event = await app.event();
    const holder = await app.holder();
    const claim = await opened(event, holder);
    const nameless = await maker().put(`${CLAIM}/waive/id/${claim.id}`, {});
    assert.equal(nameless.status, 400);
    const both = app.as('ADMIN');
    const asked = await both.put(`${CLAIM}/waive/id/${claim.id}`, { reason: 'too small' });
    assert.equal(asked.body.result.state, 'WAIVING', asked.text);
    const own = await both.put(`${CLAIM}/approve/id/${claim.id}`);
    assert.deepEqual([own.status, own.body.msgCode], [403, 'OWN_WORK']);
    const done = await checker().put(`${CLAIM}/approve/id/${claim.id}`);
    assert.deepEqual([done.status, done.body.result.state], [200, 'WAIVED']);
    assert.deepEqual(await app.lines('MARKET_CLAIM', claim.id), []);
    assert.deepEqual(await fundsOf(holder), [10_000n, 0n]);
  });
});

describe('a claim that the customer receives', () => {
  it('is credited only from money that was received and is not due to holders', async () => {
    const event = await app.event();
    const [holder, buyer] = [await app.holder(), await app.holder()];
    await app.entitle(event, holder, { gross: 4_000n });
    const claim = await opened(event, buyer, { direction: 'RECEIVABLE', amount: 30 });
    await maker().put(`${CLAIM}/settle/id/${claim.id}`);
    await app.settle(event, 40);
    const path = `${CLAIM}/approve/id/${claim.id}`;
    const early = await checker().put(path);
    assert.deepEqual([early.status, early.body.msgCode], [422, 'MARKET_CLAIM_REFUSED']);
    await app.settle(event, 30);
    const done = await checker().put(path);
    assert.equal(done.status, 200, done.text);
    assert.deepEqual(await fundsOf(buyer), [13_000n, 0n]);
    await app.pay(event);
    assert.deepEqual(await fundsOf(holder), [14_000n, 0n]);
    await sound();
  });

  it('reopens a closed event', async () => {
    const event = await app.event();
    const buyer = await app.holder();
    await app.db.query(sql`
      update corporate_action set progress = 'CLOSED',
        closed_on = (select business_date from business_day) where id = ${event.id}`);
    const claim = await opened(event, buyer, { direction: 'RECEIVABLE', amount: 30 });
    assert.equal(await progressOf(event), 'PAID');
    await maker().put(`${CLAIM}/settle/id/${claim.id}`);
    await app.settle(event, 30);
    assert.equal((await checker().put(`${CLAIM}/approve/id/${claim.id}`)).status, 200);
    await sound();
  });
});

describe('the step detect-claims', () => {
  const detect = async () => {
    const next = businessDate('2026-01-06');
    return detectClaims.run(app.context, { closing: next, next });
  };
  const claimsOf = async (event: StoredName) => {
    const { body } = await maker().get(`${CLAIM}/list?e=${event.id}`);
    return body.result.map((row: Json) => [
      ...[row.kind, row.direction, row.amount, row.quantity, row.state],
    ]);
  };

  it('opens a claim for a short position, once (G27)', async () => {
    const event = await app.event({ cashPerUnit: '0.57' });
    const holder = await app.holder();
    await app.entitle(event, holder, { units: -100n, gross: 5_700n, state: 'CLAIM' });
    assert.equal(await detect(), 1);
    assert.equal(await detect(), 0);
    assert.deepEqual(await claimsOf(event), [['SHORT', 'PAYABLE', 57, '100', 'OPEN']]);
  });

  it('cancels a claim after a later fill, or opens one for the difference', async () => {
    const event = await app.event({ cashPerUnit: '0.57' });
    const [covered, settled] = [await app.holder(), await app.holder()];
    const short = { units: -100n, gross: 5_700n, state: 'CLAIM' };
    await app.entitle(event, covered, short);
    await app.entitle(event, settled, short);
    await detect();
    const { body } = await maker().get(`${CLAIM}/list?e=${event.id}&c=${settled.id}`);
    const { id } = body.result[0];
    await maker().put(`${CLAIM}/settle/id/${id}`);
    assert.equal((await checker().put(`${CLAIM}/approve/id/${id}`)).status, 200);
    await app.entitle(event, covered, { units: 20n, gross: 1_140n });
    await app.entitle(event, settled, { units: -60n, gross: 3_420n, state: 'CLAIM' });
    await detect();
    assert.equal(await detect(), 0);
    assert.deepEqual(await claimsOf(event), [
      ['SHORT', 'RECEIVABLE', 22.8, '60', 'OPEN'],
      ['SHORT', 'PAYABLE', 57, '100', 'SETTLED'],
      ['SHORT', 'PAYABLE', 57, '100', 'CANCELLED'],
    ]);
  });

  it('opens a claim on the issuer for tax in excess, once it is paid (G4)', async () => {
    const event = await app.event();
    const exempt = await app.holder();
    const id = await app.entitle(event, exempt, {
      ...{ units: 20_000n, gross: 1_140_000n, withheld: 114_000n, tax: 0n },
    });
    await app.db.query(sql`
      update entitlement set tax_reclaim_minor = 114000 where id = ${id}`);
    assert.equal(await detect(), 0);
    await app.settle(event, 10_260);
    await app.pay(event);
    assert.equal(await detect(), 1);
    assert.deepEqual(await claimsOf(event), [
      ['TAX_RECLAIM', 'RECEIVABLE', 1_140, '20000', 'OPEN'],
    ]);
  });
});

describe('a refused claim', () => {
  const refusals: readonly (readonly [string, object, number, string])[] = [
    ['of nothing', { amount: 0 }, 422, 'AMOUNT_NOT_POSITIVE'],
    ['of half a kobo', { amount: 0.005 }, 422, 'TOO_MANY_DECIMALS'],
    ['in another currency', { currency: 'USD' }, 422, 'CURRENCY_MISMATCH'],
    ['of an unknown event', { eventName: 'NONE' }, 422, 'UNKNOWN_REFERENCE'],
    ['of an unknown portfolio', { portfolioName: '0000099999' }, 422, 'UNKNOWN_REFERENCE'],
    ['of an unknown order', { orderName: '0000099999' }, 422, 'UNKNOWN_REFERENCE'],
    ['with a trade date and no order', { tradeDate: '2026-01-02' }, 400, 'INVALID_REQUEST'],
    ['without a reason', { reason: ' ' }, 400, 'INVALID_REQUEST'],
    ['with a member that is unknown', { colour: 'red' }, 400, 'INVALID_REQUEST'],
  ];
  for (const [what, more, status, code] of refusals) {
    it(`${what} is ${code}`, async () => {
      const event = await app.event();
      const holder = await app.holder();
      const reply = await maker().post(`${CLAIM}/create`, await bodyOf(event, holder, more));
      assert.deepEqual([reply.status, reply.body.msgCode], [status, code], reply.text);
      const { body } = await maker().get(`${CLAIM}/list?e=${event.id}`);
      assert.equal(body.count, 0);
    });
  }

  it('is refused before the ex-date, and over 12 months after the event closed', async () => {
    const event = await app.event({ progress: 'OPEN' });
    const holder = await app.holder();
    const body = await bodyOf(event, holder);
    const early = await maker().post(`${CLAIM}/create`, body);
    assert.deepEqual([early.status, early.body.msgCode], [422, 'MARKET_CLAIM_REFUSED']);
    await app.db.query(sql`
      update corporate_action set progress = 'CLOSED',
        closed_on = (select business_date from business_day) - 367 where id = ${event.id}`);
    const late = await maker().post(`${CLAIM}/create`, body);
    assert.deepEqual([late.status, late.body.msgCode], [422, 'MARKET_CLAIM_REFUSED']);
    assert.equal(await progressOf(event), 'CLOSED');
  });
});

describe('the list of claims', () => {
  it('is filtered, exported, and made once for one key', async () => {
    const event = await app.event();
    const holder = await app.holder();
    const body = await bodyOf(event, holder);
    const dry = await maker().post(`${CLAIM}/create`, body, { prefer: 'dry-run' });
    assert.equal(dry.body.result.name, undefined, dry.text);
    const key = { 'idempotency-key': `market-claim-0001-${event.name}` };
    const one = await maker().post(`${CLAIM}/create`, body, key);
    const other = await maker().post(`${CLAIM}/create`, body, key);
    assert.deepEqual([one.status, other.body.id], [201, one.body.id]);
    const { body: listed } = await maker().get(`${CLAIM}/list?e=${event.id}&kind=CUM_EX`);
    assert.deepEqual([listed.count, listed.result[0].id], [1, one.body.id]);
    const { body: none } = await maker().get(`${CLAIM}/list?e=${event.id}&kind=SHORT`);
    assert.equal(none.count, 0);
    const csv = await maker().get(`${CLAIM}/list/csv?e=${event.id}`);
    assert.match(csv.text, /CUM_EX,PAYABLE/);
    assert.match(csv.text.trim().split('\n').at(-1) ?? '', /^END,1/);
    const missing = await maker().get(`${CLAIM}/id/999999`);
    assert.deepEqual([missing.status, missing.body.msgCode], [404, 'DOCUMENT_NOT_FOUND']);
  });
});
