// Manual journals over HTTP: one person enters a journal and another posts it. A reversal also
// needs two people.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addDays } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json, TestReply } from '../../support/app.js';
import { type BookDesk, FINANCE, openBookDesk } from './book-desk.js';

const JOURNAL = `${FINANCE}/journal`;

let desk: BookDesk;
before(async () => {
  desk = await openBookDesk();
});
after(() => desk.stop());

const maker = () => desk.app.as('FINANCE');
const checker = () => desk.app.as('APPROVER');
const step = (name: string, id: number) => `${JOURNAL}/draft/${name}/id/${id}`;
const line = (code: string, amounts: object, more = {}) => ({
  ...{ code, currency: 'NGN', ...amounts, ...more },
});
const charges = (more = {}) => ({
  businessOfficeName: desk.office.name,
  narration: 'Bank charges of the month',
  lines: [
    line('EXP:BANK', { debitAmount: '1500.25' }, { narration: 'Charges' }),
    line('BANK:FIRM', { creditAmount: '1500.25' }),
  ],
  ...more,
});

async function create(more = {}, path = '/create'): Promise<Json> {
  const reply = await maker().post(JOURNAL + path, charges(more));
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

async function posted(more = {}): Promise<Json> {
  const made = await create(more);
  const reply = await checker().put(step('approve', made.id));
  assert.equal(reply.status, 200, reply.text);
  return reply.body.result;
}

const tried = (more: object, path = '/create') => maker().post(JOURNAL + path, charges(more));

async function customerWithMoney() {
  const [customer] = await desk.app.db.query<{ name: string; balance_minor: bigint }>(sql`
    select a.name, b.balance_minor from account a join account_balance b on b.account_id = a.id
    where a.acct_type = 'CUSTOMER_CASH' and a.office_id = ${desk.office.id}
      and a.currency = 'NGN' and b.balance_minor > 0 and b.held_minor = 0 order by a.id limit 1`);
  assert.ok(customer);
  return customer;
}

function refused(reply: TestReply, status: number, told: readonly string[]): void {
  assert.equal(reply.status, status, reply.text);
  assert.deepEqual([reply.body.msgCode, ...reply.body.msgArgs], told);
}

describe('a manual journal', () => {
  it('is pending and moves nothing until another person approves it', async () => {
    const before = await desk.net('EXP:BANK');
    const made = await create({ reference: 'V-17' });
    assert.equal(made.result.state, 'PENDING');
    assert.equal(made.result.lines[0].debitAmount, 1500.25);
    assert.equal(await desk.net('EXP:BANK'), before);
    const { body } = await checker().put(step('approve', made.id));
    assert.equal(body.result.state, 'POSTED');
    assert.equal(await desk.net('EXP:BANK'), before + 1500_25n);
    assert.equal(body.result.reference, 'V-17');
  });

  it('becomes one journal in the books with its source, maker and checker', async () => {
    const { journalId, id, createdBy, decidedBy } = await posted();
    const { status, body } = await desk.app.as('AUDITOR').get(`${JOURNAL}/id/${journalId}`);
    assert.equal(status, 200);
    assert.deepEqual([body.relatedTo, body.relatedToId], ['MANUAL_JOURNAL', id]);
    assert.deepEqual([body.madeBy, body.approvedBy], [createdBy, decidedBy]);
    assert.notEqual(createdBy, decidedBy);
    assert.equal(body.transactionDate, desk.today);
    assert.deepEqual(
      body.lines.map((one: Json) => [one.debitAmount, one.creditAmount, one.narration]),
      [
        [1500.25, 0, 'Charges'],
        [0, 1500.25, undefined],
      ],
    );
  });

  it('may be dated back into an open month, with its own value date', async () => {
    const dates = { transactionDate: desk.lastMonth, valueDate: desk.monthBefore };
    const { journalId } = await posted(dates);
    const { body } = await maker().get(`${JOURNAL}/id/${journalId}`);
    assert.deepEqual([body.transactionDate, body.valueDate], [desk.lastMonth, desk.monthBefore]);
  });

  it('may have a later value date for the firm, but not for a customer', async () => {
    const later = { valueDate: addDays(desk.today, 1) };
    assert.equal((await posted(later)).valueDate, later.valueDate);
    const { name } = await customerWithMoney();
    const give = (more: object) =>
      tried({
        lines: [
          line('BANK:CLIENT', { debitAmount: '10.00' }),
          { accountName: name, creditAmount: '10.00' },
        ],
        ...more,
      });
    const told = ['JOURNAL_DATE_REFUSED', 'lines/1/creditAmount'];
    refused(await give(later), 422, told);
    assert.equal((await give({ valueDate: desk.today })).status, 201);
  });

  it("moves customers' money if the code permits it, and no more than is available", async () => {
    const customer = await customerWithMoney();
    const take = (amount: string) => ({
      lines: [
        { accountName: customer.name, debitAmount: amount },
        line('BANK:CLIENT', { creditAmount: amount }),
      ],
    });
    const whole = `${customer.balance_minor / 100n}.00`;
    await posted(take('1.00'));
    const made = await create(take(whole));
    refused(await checker().put(step('approve', made.id)), 422, ['INSUFFICIENT_FUNDS', 'NGN 1.00']);
  });

  it('is listed by state', async () => {
    const made = await create();
    const { body } = await maker().get(`${JOURNAL}/draft/list?state=PENDING&s=500`);
    assert.ok(body.result.some(({ id }: Json) => id === made.id));
    assert.ok(body.result.every(({ state }: Json) => state === 'PENDING'));
    const cancelled = await maker().put(step('cancel', made.id), { reason: 'Twice' });
    assert.equal(cancelled.body.result.state, 'CANCELLED');
    assert.equal(cancelled.body.result.decisionReason, 'Twice');
  });
});

describe('400', () => {
  const wrong: readonly (readonly [string, object, string])[] = [
    ['one line', { lines: [line('EXP:BANK', { debitAmount: 1 })] }, 'lines'],
    ['no words', { narration: '' }, 'narration'],
    ['an unknown member', { approved: true }, 'approved'],
    [
      'a line with debit and credit',
      { lines: [line('EXP:BANK', { debitAmount: 1, creditAmount: 1 }), line('BANK:FIRM', {})] },
      'lines/0/debitAmount',
    ],
    [
      'a line that names its account twice',
      {
        lines: [
          line('EXP:BANK', { debitAmount: 1 }, { accountId: 5 }),
          line('BANK:FIRM', { creditAmount: 1 }),
        ],
      },
      'lines/0/accountId',
    ],
  ];
  for (const [name, more, member] of wrong) {
    it(`answers ${name}`, async () => {
      const { status, body, text } = await tried(more);
      assert.equal(status, 400, text);
      assert.equal(body.errors[0].pointer, `/${member}`);
    });
  }
});

describe('401, 403 and 404', () => {
  it('needs the permissions to create and to decide', async () => {
    assert.equal((await desk.app.as('NOBODY').post(`${JOURNAL}/create`, charges())).status, 401);
    for (const role of ['APPROVER', 'OPERATIONS', 'CLIENT', 'AUDITOR']) {
      const reply = await desk.app.as(role).post(`${JOURNAL}/create`, charges());
      assert.equal(reply.status, 403, role);
    }
    const made = await create();
    assert.equal((await maker().put(step('approve', made.id))).status, 403);
  });

  it('no user decides on their own journal', async () => {
    const made = await desk.app.as('ADMIN').post(`${JOURNAL}/create`, charges());
    for (const name of ['approve', 'reject']) {
      const reply = await desk.app.as('ADMIN').put(step(name, made.body.id), {});
      refused(reply, 403, ['OWN_WORK']);
    }
  });

  it('treats a journal of another office as unknown', async () => {
    const made = await create();
    const [other] = await desk.app.db.query<{ id: bigint }>(
      sql`select id from business_office where id <> ${desk.office.id} limit 1`,
    );
    const bound = desk.app.asOffice('ADMIN', [other?.id ?? 0n]);
    assert.equal((await bound.get(`${JOURNAL}/draft/id/${made.id}`)).status, 404);
    assert.equal((await bound.put(step('approve', made.id))).status, 404);
    const reply = await bound.post(`${JOURNAL}/create`, charges());
    refused(reply, 422, ['UNKNOWN_REFERENCE', 'businessOfficeName']);
    assert.equal((await checker().put(step('approve', 999_999))).status, 404);
    assert.equal((await maker().get(`${JOURNAL}/id/999999999`)).status, 404);
  });
});

describe('409 and 412', () => {
  it('is decided once', async () => {
    const { id } = await posted();
    refused(await checker().put(step('approve', id)), 409, ['JOURNAL_WRONG_STATE', 'POSTED']);
    refused(await maker().put(step('cancel', id), {}), 409, ['JOURNAL_WRONG_STATE', 'POSTED']);
  });

  it('is booked once by concurrent approvals', async () => {
    const before = await desk.net('EXP:BANK');
    const made = await create();
    const approve = () => checker().put(step('approve', made.id));
    const replies = await Promise.all([approve(), approve(), approve(), approve()]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    assert.equal(await desk.net('EXP:BANK'), before + 1500_25n);
  });

  it('refuses a version other than the one that the approver has read', async () => {
    const made = await create();
    const stale = await checker().put(step('approve', made.id), undefined, { 'if-match': '"9"' });
    assert.equal(stale.status, 412);
  });
});

describe('422', () => {
  const cases: readonly (readonly [string, object, string, string])[] = [
    [
      'what does not balance, naming the line',
      {
        lines: [
          line('EXP:BANK', { debitAmount: 100 }),
          line('BANK:FIRM', { creditAmount: 60 }),
          line('BANK:FIRM', { creditAmount: 30 }),
        ],
      },
      'JOURNAL_NOT_BALANCED',
      'lines/2',
    ],
    [
      'currencies that balance only together',
      {
        lines: [
          line('EXP:BANK', { debitAmount: 100 }, { currency: 'USD' }),
          line('BANK:FIRM', { creditAmount: 100 }),
        ],
      },
      'JOURNAL_NOT_BALANCED',
      'lines/0',
    ],
    [
      'a control account',
      { lines: [line('CLEAR:CSCS', { debitAmount: 1 }), line('BANK:FIRM', { creditAmount: 1 })] },
      'CONTROL_ACCOUNT',
      'lines/0/code',
    ],
    [
      'more decimals than the currency',
      {
        lines: [
          line('EXP:BANK', { debitAmount: '0.001' }),
          line('BANK:FIRM', { creditAmount: '0.001' }),
        ],
      },
      'TOO_MANY_DECIMALS',
      'lines/0/debitAmount',
    ],
    [
      'more than the books take',
      {
        lines: [
          line('EXP:BANK', { debitAmount: '999999999999999' }),
          line('BANK:FIRM', { creditAmount: '999999999999999' }),
        ],
      },
      'AMOUNT_TOO_LARGE',
      'lines/0/debitAmount',
    ],
    [
      'an amount below zero',
      { lines: [line('EXP:BANK', { debitAmount: -5 }), line('BANK:FIRM', { creditAmount: -5 })] },
      'AMOUNT_NOT_POSITIVE',
      'lines/0/debitAmount',
    ],
    [
      'a code that is not in the chart',
      { lines: [line('EXP:NONE', { debitAmount: 1 }), line('BANK:FIRM', { creditAmount: 1 })] },
      'UNKNOWN_REFERENCE',
      'lines/0/code',
    ],
    [
      'an unknown office',
      { businessOfficeName: 'NOWHERE' },
      'UNKNOWN_REFERENCE',
      'businessOfficeName',
    ],
  ];
  for (const [name, more, code, member] of cases) {
    it(`answers ${name}`, async () => refused(await tried(more), 422, [code, member]));
  }

  it('refuses an account of another office', async () => {
    const [other] = await desk.app.db.query<{ name: string }>(sql`
      select name from account where office_id <> ${desk.office.id}
        and acct_type = 'CUSTOMER_CASH' and currency = 'NGN' limit 1`);
    const lines = [
      { accountName: other?.name, debitAmount: 1 },
      line('BANK:FIRM', { creditAmount: 1 }),
    ];
    refused(await tried({ lines }), 422, ['REFERENCE_MISMATCH', 'lines/0/accountName']);
  });

  it('refuses a date in the future', async () => {
    const transactionDate = addDays(desk.today, 1);
    refused(await tried({ transactionDate }), 422, ['JOURNAL_DATE_REFUSED', 'transactionDate']);
  });

  it('refuses an approval if an account has changed since the creation', async () => {
    const closed = await create({
      lines: [line('EXP:GENERAL', { debitAmount: 1 }), line('BANK:FIRM', { creditAmount: 1 })],
    });
    const code = { code: 'EXP:GENERAL', label: 'General expenses', accountClass: 'EXPENSE' };
    await desk.decide('/ledger-code/propose', { ...code, active: false });
    const reply = await checker().put(step('approve', closed.id));
    refused(reply, 422, ['ACCOUNT_INACTIVE', 'lines/0/accountName']);
    await desk.decide('/ledger-code/propose', { ...code, control: true });
    const control = await checker().put(step('approve', closed.id));
    refused(control, 422, ['CONTROL_ACCOUNT', 'lines/0/accountName']);
  });
});

describe('a repeated key and a dry run', () => {
  it('create one journal per key', async () => {
    const headers = { 'idempotency-key': 'manual-journal-0001' };
    const one = await maker().post(`${JOURNAL}/create`, charges(), headers);
    const two = await maker().post(`${JOURNAL}/create`, charges(), headers);
    assert.equal(two.body.id, one.body.id);
    assert.equal(two.headers.get('idempotent-replayed'), 'true');
  });

  it('show the record in a dry run and store nothing', async () => {
    const count = async () => (await maker().get(`${JOURNAL}/draft/list`)).body.count;
    const before = await count();
    const dry = await maker().post(`${JOURNAL}/create?dryRun=true`, charges());
    assert.equal(dry.body.result.lines.length, 2, dry.text);
    assert.equal(await count(), before);
    const made = await create();
    const booked = await checker().put(`${step('approve', made.id)}?dryRun=true`);
    assert.equal(booked.body.result.state, 'POSTED');
    const { body } = await maker().get(`${JOURNAL}/draft/id/${made.id}`);
    assert.equal(body.state, 'PENDING');
  });
});

describe('a reversal', () => {
  it('is a new journal with opposite lines that a second person approves', async () => {
    const before = await desk.net('EXP:BANK');
    const { journalId } = await posted();
    const asked = await maker().post(`${JOURNAL}/reverse/id/${journalId}`, {});
    assert.equal(asked.status, 201, asked.text);
    assert.equal(asked.body.result.reversalOfJournalId, journalId);
    assert.equal(await desk.net('EXP:BANK'), before + 1500_25n);
    const { body } = await checker().put(step('approve', asked.body.id));
    assert.equal(await desk.net('EXP:BANK'), before);
    const read = await maker().get(`${JOURNAL}/id/${journalId}`);
    assert.equal(read.body.reversedByJournalId, body.result.journalId);
    const again = await maker().post(`${JOURNAL}/reverse/id/${journalId}`, {});
    refused(again, 409, ['JOURNAL_REVERSED', 'POSTED', String(asked.body.id)]);
  });

  it('is created once by concurrent requests, and again after a rejection', async () => {
    const { journalId } = await posted();
    const ask = () => maker().post(`${JOURNAL}/reverse/id/${journalId}`, {});
    const replies = await Promise.all([ask(), ask(), ask(), ask()]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409]);
    const first = replies.find(({ status }) => status === 201);
    const path = step('reject', first?.body.id);
    assert.equal((await checker().put(path, { reason: 'No' })).status, 200);
    assert.equal((await ask()).status, 201);
  });

  it('is refused for a journal that belongs to another record', async () => {
    const [journal] = await desk.app.db.query<{ id: bigint; source_id: bigint }>(sql`
      select id, source_id from journal where source_type <> 'MANUAL_JOURNAL' order by id limit 1`);
    const reply = await maker().post(`${JOURNAL}/reverse/id/${journal?.id}`, {});
    assert.equal(reply.status, 422);
    assert.equal(reply.body.msgCode, 'JOURNAL_NOT_MANUAL');
    assert.equal(reply.body.msgArgs[1], String(journal?.source_id));
  });
});

describe('a closed month', () => {
  it('accepts adjustments while it is soft closed, and nothing when hard closed', async () => {
    const waiting = await create({ transactionDate: desk.monthBefore });
    const period = desk.monthBefore.slice(0, 7);
    await desk.decide('/period/close', { period, mode: 'SOFT' });
    const late = await checker().put(step('approve', waiting.id));
    refused(late, 422, ['PERIOD_CLOSED', desk.monthBefore]);
    const date = { transactionDate: desk.monthBefore };
    refused(await tried(date), 422, ['PERIOD_CLOSED', 'transactionDate']);
    const adjustment = await create(date, '/adjust');
    assert.equal((await checker().put(step('approve', adjustment.id))).status, 200);
    const last = await create(date, '/adjust');
    await desk.decide('/period/close', { period, mode: 'HARD' });
    const closed = await checker().put(step('approve', last.id));
    refused(closed, 422, ['PERIOD_CLOSED', desk.monthBefore]);
  });
});
