// Settlements with registrars over HTTP: two people, refusals, offices, lists and files.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { closeDays } from '../../support/end-of-day.js';
import {
  API,
  type MoneyApp,
  OFFICE,
  OTHER_OFFICE,
  SETTLEMENT,
  type StoredName,
  startMoneyApp,
} from './money-app.js';

let app: MoneyApp;
before(async () => {
  app = await startMoneyApp();
});
after(() => app.stop());

const maker = () => app.as('FINANCE');
const checker = () => app.as('APPROVER');
const receipt = (event: StoredName, amount: number | string, more: object = {}) => ({
  ...{ eventName: event.name, businessOfficeName: OFFICE, direction: 'RECEIPT', amount },
  ...more,
});
const create = (body: object, headers = {}) => maker().post(`${SETTLEMENT}/create`, body, headers);

describe('a settlement', () => {
  it('books nothing until another person approves it, and then once', async () => {
    const event = await app.event();
    const made = await create(receipt(event, 1_000.5, { reference: 'TRF 7' }));
    assert.deepEqual([made.status, made.body.msgCode], [201, 'EVENT_SETTLEMENT_CREATED']);
    assert.equal(made.body.result.state, 'PENDING');
    const { id } = made.body;
    assert.deepEqual(await app.lines('EVENT_SETTLEMENT', id), []);
    const path = `${SETTLEMENT}/approve/id/${id}`;
    const dry = await checker().put(path, undefined, { prefer: 'dry-run' });
    assert.deepEqual(dry.body.journalLines, [
      { accountCode: 'BANK:CLIENT', debitAmount: 1_000.5 },
      { accountCode: 'CA:CONTROL', creditAmount: 1_000.5 },
    ]);
    const approve = () => checker().put(path);
    const posted = await approve();
    assert.deepEqual([posted.status, posted.body.msgCode], [200, 'EVENT_SETTLEMENT_POSTED']);
    assert.deepEqual(await app.lines('EVENT_SETTLEMENT', id), [
      ['BANK:CLIENT', 100_050n],
      ['CA:CONTROL', -100_050n],
    ]);
    const again = await approve();
    assert.deepEqual([again.status, again.body.msgCode], [409, 'EVENT_SETTLEMENT_WRONG_STATE']);
    assert.deepEqual(again.body.msgArgs, ['POSTED']);
    const { body } = await maker().get(`${SETTLEMENT}/id/${id}`);
    assert.deepEqual([body.state, body.amount, body.reference], ['POSTED', 1_000.5, 'TRF 7']);
    assert.ok(body.journalId > 0);
  });

  it('cannot be approved by its maker', async () => {
    const event = await app.event();
    const both = app.as('ADMIN');
    const made = await both.post(`${SETTLEMENT}/create`, receipt(event, 10));
    const reply = await both.put(`${SETTLEMENT}/approve/id/${made.body.id}`);
    assert.deepEqual([reply.status, reply.body.msgCode], [403, 'OWN_WORK']);
    const role = await maker().put(`${SETTLEMENT}/approve/id/${made.body.id}`);
    assert.equal(role.status, 403);
  });

  it('that is rejected moves nothing', async () => {
    const event = await app.event();
    const { body } = await create(receipt(event, 10));
    const reply = await checker().put(`${SETTLEMENT}/reject/id/${body.id}`, { reason: 'twice' });
    assert.deepEqual([reply.status, reply.body.result.state], [200, 'REJECTED']);
    assert.equal(reply.body.result.decisionReason, 'twice');
    assert.deepEqual(await app.dues(event), []);
  });

  it('is created once for one key, and not at all in a dry run', async () => {
    const event = await app.event();
    const dry = await create(receipt(event, 10), { prefer: 'dry-run' });
    assert.equal(dry.body.result.name, undefined, dry.text);
    const key = { 'idempotency-key': `event-settlement-0001-${event.name}` };
    const [one, other] = [
      await create(receipt(event, 10), key),
      await create(receipt(event, 10), key),
    ];
    assert.deepEqual([one.status, other.body.id], [201, one.body.id]);
    const { body } = await maker().get(`${SETTLEMENT}/list?e=${event.id}`);
    assert.equal(body.count, 1);
  });

  it('passes money that one office received for another between the two', async () => {
    const event = await app.event();
    const posted = await app.settle(event, 40, {
      ...{ businessOfficeName: OTHER_OFFICE, bankOfficeName: OFFICE },
    });
    assert.deepEqual(await app.lines('EVENT_SETTLEMENT', posted.id), [
      ['BANK:CLIENT', 4_000n],
      ['CA:CONTROL', -4_000n],
      ['TRANSFER:CONTROL', -4_000n],
      ['TRANSFER:CONTROL', 4_000n],
    ]);
    const [due] = await app.dues(event);
    assert.deepEqual([due.businessOfficeName, due.received], [OTHER_OFFICE, 40]);
    const { body } = await maker().get('/api/v1/finance/integrity');
    assert.ok(body.holds);
  });
});

describe('a refused settlement', () => {
  const refusals: readonly (readonly [string, object, number, string, string])[] = [
    ['of nothing', { amount: 0 }, 422, 'AMOUNT_NOT_POSITIVE', 'amount'],
    ['of half a kobo', { amount: 0.005 }, 422, 'TOO_MANY_DECIMALS', 'amount'],
    ['in another currency', { currency: 'USD' }, 422, 'CURRENCY_MISMATCH', 'currency'],
    ['of an unknown event', { eventName: 'NONE' }, 422, 'UNKNOWN_REFERENCE', 'eventName'],
    [
      'of an unknown office',
      { businessOfficeName: '0000000099' },
      422,
      'UNKNOWN_REFERENCE',
      'businessOfficeName',
    ],
    ['of tomorrow', { valueDate: '2026-01-06' }, 422, 'EVENT_SETTLEMENT_REFUSED', 'valueDate'],
    [
      'to the registrar of money that it has not paid',
      { direction: 'PAYMENT' },
      422,
      'EVENT_SETTLEMENT_REFUSED',
      'amount',
    ],
    ['in no direction', { direction: 'UP' }, 400, 'INVALID_REQUEST', 'direction'],
  ];
  for (const [what, change, status, code, member] of refusals) {
    it(`${what} names its member`, async () => {
      const event = await app.event();
      const reply = await create({ ...receipt(event, 10), ...change });
      assert.deepEqual([reply.status, reply.body.msgCode], [status, code], reply.text);
      assert.equal(reply.body.errors[0].pointer, `/${member}`);
    });
  }

  it('is refused for a closed event, or an office that the caller does not see', async () => {
    const event = await app.event({ progress: 'CLOSED' });
    const closed = await create(receipt(event, 10));
    assert.deepEqual([closed.status, closed.body.msgArgs], [409, ['CLOSED', 'CLOSED']]);
    const open = await app.event();
    const stranger = app.asOffice('FINANCE', [app.otherOfficeId]);
    const foreign = await stranger.post(`${SETTLEMENT}/create`, receipt(open, 10));
    assert.equal(foreign.body.msgCode, 'UNKNOWN_REFERENCE');
    const { body } = await create(receipt(open, 10));
    assert.equal((await stranger.get(`${SETTLEMENT}/id/${body.id}`)).status, 404);
    assert.equal((await stranger.get(`${SETTLEMENT}/list?e=${open.id}`)).body.count, 0);
  });

  it('is refused if another payment has already used the money', async () => {
    const event = await app.event();
    await app.settle(event, 100);
    const payment = receipt(event, 60, { direction: 'PAYMENT' });
    const [one, other] = [await create(payment), await create(payment)];
    const approve = (id: number) => checker().put(`${SETTLEMENT}/approve/id/${id}`);
    assert.equal((await approve(one.body.id)).status, 200);
    const late = await approve(other.body.id);
    assert.deepEqual([late.status, late.body.msgCode], [422, 'EVENT_SETTLEMENT_REFUSED']);
  });
});

describe('the payment of an event', () => {
  const refused = async (event: StoredName) => {
    const reply = await app.as('OPERATIONS').put(`${API}/corporate-action/pay/id/${event.id}`);
    return [reply.status, reply.body.msgCode, reply.body.msgArgs];
  };

  it('is refused while it is announced, not due, without anything due, or closed', async () => {
    const code = 'EVENT_WRONG_STATE';
    const announced = await app.event({ status: 'ANNOUNCED', paymentDate: null });
    assert.deepEqual(await refused(announced), [409, code, ['ENTITLED', 'NOT_CONFIRMED']]);
    const early = await app.event({ paymentDate: '2026-02-02' });
    assert.deepEqual(await refused(early), [409, code, ['ENTITLED', 'NOT_DUE']]);
    const closed = await app.event({ progress: 'CLOSED' });
    assert.deepEqual(await refused(closed), [409, code, ['CLOSED', 'CLOSED']]);
    const empty = await app.event();
    assert.deepEqual(await refused(empty), [409, code, ['ENTITLED', 'NOTHING_DUE']]);
  });

  it('is done by the job that it enqueues', async () => {
    const event = await app.event();
    const holder = await app.holder();
    const id = await app.entitle(event, holder, { gross: 5_000n });
    assert.deepEqual((await refused(event))[2], ['ENTITLED', 'NOT_FUNDED']);
    await app.settle(event, 50);
    const path = `${API}/corporate-action/pay/id/${event.id}`;
    const reply = await app.as('OPERATIONS').put(path);
    assert.equal(reply.status, 200, reply.text);
    assert.ok(reply.body.result.jobId > 0);
    for (let tries = 0; tries < 200; tries += 1) {
      if ((await app.stored(id)).state === 'PAID') break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.equal((await app.stored(id)).state, 'PAID');
  });
});

describe('lists', () => {
  it('show what is due, as a page and as files', async () => {
    const event = await app.event();
    const holder = await app.holder();
    await app.entitle(event, holder, { gross: 5_000n });
    await app.settle(event, 20);
    const [due] = await app.dues(event);
    assert.deepEqual(
      [due.eventName, due.due, due.open, due.received, due.missing, due.state],
      [event.name, 50, 50, 20, 30, 'UNDERFUNDED'],
    );
    const all = await maker().get(`${SETTLEMENT}/due/list?state=UNDERFUNDED`);
    assert.ok(all.body.result.some((one: { eventName: string }) => one.eventName === event.name));
    for (const [path, cell] of [
      ['due/list/csv', 'UNDERFUNDED'],
      ['list/csv', 'RECEIPT'],
    ]) {
      const { status, text } = await maker().get(`${SETTLEMENT}/${path}?e=${event.id}`);
      assert.equal(status, 200);
      assert.ok(text.includes(String(cell)) && /^END,1,*$/m.test(text), text);
    }
    assert.equal((await maker().get(`${SETTLEMENT}/list/xlsx?e=${event.id}`)).status, 200);
  });
});

describe('the end of day', () => {
  it('pays what is funded on the payment date, and closes after the claim days', async () => {
    const event = await app.event({ paymentDate: '2026-01-06', claimDays: 1 });
    const holder = await app.holder();
    const id = await app.entitle(event, holder, { gross: 5_000n });
    await app.settle(event, 50);
    assert.equal(await app.pay(event), 0);
    await closeDays(app.as('ADMIN'));
    const paid = await app.stored(id);
    assert.deepEqual([paid.state, paid.paid_on], ['PAID', '2026-01-06']);
    await closeDays(app.as('ADMIN'));
    const [row] = await app.db.query<{ progress: string; closed_on: string }>(
      sql`select progress, closed_on from corporate_action where id = ${event.id}`,
    );
    assert.deepEqual([row?.progress, row?.closed_on], ['CLOSED', '2026-01-07']);
  });
});
