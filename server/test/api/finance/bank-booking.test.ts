// Bank lines without a counterpart are booked from the statement, with a journal from a template. A
// second person approves the journal, and posting it matches the line.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addDays } from '../../../src/platform/calendar/business-date.js';
import type { Json, TestReply } from '../../support/app.js';
import { BANK, type BankFileDesk, openBankFileDesk } from './bank-file-desk.js';
import { type BookDesk, FINANCE, openBookDesk } from './book-desk.js';

let desk: BookDesk;
let own: BankFileDesk;
let other: BankFileDesk;
let sent = 0;
before(async () => {
  desk = await openBookDesk();
  own = await openBankFileDesk(desk, 'BANK:OWN');
  other = await openBankFileDesk(desk, 'BANK:OTHER');
});
after(() => desk.stop());

const clerk = () => desk.app.as('OPERATIONS');
const book = (body: object, headers = {}): Promise<TestReply> =>
  clerk().put(`${BANK}/line/book`, body, headers);
const decide = (step: string, id: number, role = 'APPROVER') =>
  desk.app.as(role).put(`${FINANCE}/journal/draft/${step}/id/${id}`);

/** Imports one line and returns it. */
async function lineOf(amount: number, words: string): Promise<Json> {
  sent += 1;
  const plan = { number: String(sent), day: addDays(desk.today, -1), opening: sent * 1000 };
  const { id } = await own.take([{ ...plan, lines: [[amount, words]] }]);
  const { body } = await clerk().get(`${BANK}/line/list?statementId=${id}`);
  assert.equal(body.count, 1);
  return { ...body.result[0], importId: id };
}

const lineNow = async (line: Json): Promise<Json> =>
  (await clerk().get(`${BANK}/line/suggestion/id/${line.id}`)).body;

describe('a charge', () => {
  it('is booked to its mapped account, and matched when the journal is posted', async () => {
    const line = await lineOf(-25, 'Account fee');
    const before = { bank: await desk.net('BANK:OWN'), cost: await desk.net('EXP:BANK') };
    const booked = await book({ lineId: line.id, kind: 'CHARGE' });
    assert.equal(booked.status, 200, booked.text);
    const { journalDraftId, journalState, journalId } = booked.body.result;
    assert.deepEqual([journalState, journalId], ['PENDING', undefined]);
    assert.equal(await desk.net('BANK:OWN'), before.bank);
    const open = await clerk().get(`${BANK}/line/list?statementId=${line.importId}&matched=false`);
    assert.equal(open.body.count, 1, 'it is open until it is posted');
    const posted = await decide('approve', journalDraftId);
    assert.equal(posted.status, 200, posted.text);
    assert.equal(posted.body.result.narration, 'Account fee');
    assert.equal(posted.body.result.transactionDate, line.bookedOn);
    assert.deepEqual(
      [await desk.net('BANK:OWN'), await desk.net('EXP:BANK')],
      [before.bank - 2500n, before.cost + 2500n],
    );
    const now = await lineNow(line);
    assert.deepEqual([now.journalState, now.journalId], ['POSTED', posted.body.result.journalId]);
    const matched = await clerk().get(
      `${BANK}/line/list?statementId=${line.importId}&matched=true`,
    );
    assert.equal(matched.body.count, 1);
  });

  it('is open again if the journal is rejected', async () => {
    const line = await lineOf(-26, 'Fee of another');
    const first = await book({ lineId: line.id, kind: 'CHARGE' });
    assert.equal((await decide('reject', first.body.result.journalDraftId)).status, 200);
    assert.equal((await lineNow(line)).journalState, undefined);
    assert.equal((await book({ lineId: line.id, kind: 'CHARGE' })).status, 200);
  });
});

describe('interest and transfers', () => {
  it('are booked by their direction', async () => {
    for (const [amount, kind, code, sign] of [
      [31, 'INTEREST', 'INC:BANK-INTEREST', -1n],
      [-32, 'INTEREST', 'EXP:BANK', 1n],
      [-33, 'TRANSFER', 'BANK:OTHER', 1n],
      [34, 'TRANSFER', 'BANK:OTHER', -1n],
    ] as const) {
      const line = await lineOf(amount, `${kind} ${amount}`);
      const [bank, counter] = [await desk.net('BANK:OWN'), await desk.net(code)];
      const more = kind === 'TRANSFER' ? { counterAcctName: other.name } : {};
      const booked = await book({ lineId: line.id, kind, ...more });
      assert.equal(booked.status, 200, booked.text);
      await decide('approve', booked.body.result.journalDraftId);
      const minor = BigInt(Math.abs(amount)) * 100n;
      assert.equal((await desk.net(code)) - counter, sign * minor, kind);
      assert.equal((await desk.net('BANK:OWN')) - bank, -sign * minor, kind);
    }
  });

  it('are refused without the other account, or with a wrong one', async () => {
    const line = await lineOf(-35, 'Transfer');
    const [customer] = await desk.app.db.pool
      .query("select name from account where acct_type = 'CUSTOMER_CASH' and currency = 'NGN'")
      .then(({ rows }) => rows);
    for (const [more, code] of [
      [{ kind: 'TRANSFER' }, 'UNKNOWN_REFERENCE'],
      [{ kind: 'TRANSFER', counterAcctName: 'NO' }, 'UNKNOWN_REFERENCE'],
      [{ kind: 'TRANSFER', counterAcctName: own.name }, 'SAME_ACCOUNT'],
      [{ kind: 'CHARGE', counterAcctName: other.name }, 'INVALID_REQUEST'],
    ] as const) {
      const reply = await book({ lineId: line.id, ...more });
      assert.equal(reply.body.msgCode, code, reply.text);
      assert.deepEqual(reply.body.msgArgs, ['counterAcctName']);
    }
    const reply = await book({
      ...{ lineId: line.id, kind: 'TRANSFER', counterAcctName: customer.name },
    });
    assert.ok(['UNKNOWN_REFERENCE', 'WRONG_KIND_OF_ACCOUNT'].includes(reply.body.msgCode));
    assert.equal((await lineNow(line)).journalDraftId, undefined);
  });
});

describe('a transfer that was booked from the other account', () => {
  it('is matched once with its journal', async () => {
    const line = await lineOf(-51, 'To the other bank');
    const more = { kind: 'TRANSFER', counterAcctName: other.name };
    const booked = await book({ lineId: line.id, ...more });
    await decide('approve', booked.body.result.journalDraftId);
    const { journalId } = await lineNow(line);
    const plan = { number: '1', day: desk.today, opening: 0 };
    const { id } = await other.take([
      {
        ...plan,
        lines: [
          [51, 'From own'],
          [51, 'Again'],
        ],
      },
    ]);
    const { body } = await clerk().get(`${BANK}/line/list?statementId=${id}`);
    const [first, second] = body.result;
    assert.deepEqual(
      (await lineNow(first)).journals.map((one: Json) => one.journalId),
      [journalId],
    );
    const match = (lineId: number) =>
      clerk().put(`${BANK}/line/match-journal`, { lineId, journalId });
    const replies = await Promise.all([match(first.id), match(second.id)]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422]);
    const winner = replies.findIndex(({ status }) => status === 200) === 0 ? first : second;
    const now = await lineNow(winner);
    assert.deepEqual([now.journalState, now.journalId, now.journals], ['POSTED', journalId, []]);
    assert.equal((await match(line.id)).body.msgCode, 'BANK_STATEMENT_WRONG_STATE');
    assert.equal((await clerk().put(`${BANK}/line/unmatch/id/${winner.id}`)).status, 200);
    assert.equal((await match(second.id)).status, 200);
  });
});

describe('a line', () => {
  it('is booked once, even by concurrent requests or a repeated key', async () => {
    const line = await lineOf(-41, 'Once');
    const body = { lineId: line.id, kind: 'CHARGE' };
    const replies = await Promise.all([book(body), book(body), book(body)]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
    assert.deepEqual(replies.find(({ status }) => status === 409)?.body.msgArgs, ['BOOKED']);
    const second = await lineOf(-42, 'Key');
    const headers = { 'idempotency-key': 'bank-line-book-key-1' };
    const twice = { lineId: second.id, kind: 'CHARGE' };
    const first = await book(twice, headers);
    const again = await book(twice, headers);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(again.body, first.body);
  });

  it('with a journal keeps its import, until the journal is cancelled', async () => {
    const line = await lineOf(-43, 'Kept');
    const booked = await book({ lineId: line.id, kind: 'CHARGE' });
    const refused = await own.undo(line.importId);
    assert.deepEqual([refused.status, refused.body.msgArgs], [409, ['BOOKED']], refused.text);
    await decide('reject', booked.body.result.journalDraftId);
    assert.equal((await own.undo(line.importId)).status, 200);
  });

  it('cannot be booked by other roles, or seen by another office', async () => {
    const line = await lineOf(-44, 'Whose');
    const body = { lineId: line.id, kind: 'CHARGE' };
    assert.equal((await desk.app.as('DEALER').put(`${BANK}/line/book`, body)).status, 403);
    const elsewhere = desk.app.asOffice('OPERATIONS', [desk.office.id + 1n]);
    assert.equal((await elsewhere.put(`${BANK}/line/book`, body)).status, 404);
    for (const path of [`reconciliation?a=${own.accountId}`]) {
      assert.equal((await elsewhere.get(`${BANK}/${path}`)).status, 404);
    }
    const pages = await elsewhere.get(`${BANK}/page/list?a=${own.accountId}`);
    assert.deepEqual([pages.body.msgCode, pages.body.msgArgs], ['UNKNOWN_REFERENCE', ['a']]);
  });
});
