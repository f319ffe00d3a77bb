// The error file of a refused bank statement: every invalid row as sent, with its error.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Caller, Json, TestReply } from '../../support/app.js';
import { BANK, camt053Of, mt940Of } from './bank-file-desk.js';
import { type CashDesk, openCashDesk } from './cash-desk.js';

const ACCOUNT = '0000000001:BANK:CLIENT:NGN';

let desk: CashDesk;
let today: string;
before(async () => {
  desk = await openCashDesk();
  today = await currentBusinessDate(desk.app.db);
});
after(() => desk.close());

const clerk = (): Caller => desk.app.as('OPERATIONS');

const send = (body: object, headers?: Record<string, string>): Promise<TestReply> =>
  clerk().post(`${BANK}/import`, { contraAcctName: ACCOUNT, ...body }, headers);

const bytes = (rows: readonly string[]) => ({
  file: Buffer.from(rows.join('\r\n')).toString('base64'),
});

/** Sends a file that is refused. Returns the refusal and the rows of its error file. */
async function refused(body: object): Promise<{ readonly problem: Json; readonly rows: string[] }> {
  const reply = await send(body);
  assert.deepEqual([reply.status, reply.body.msgCode], [422, 'BANK_STATEMENT_REFUSED'], reply.text);
  assert.match(reply.body.importId, /^\d+$/);
  const file = await errorsOf(reply.body.importId);
  assert.equal(file.status, 200, file.text);
  assert.match(file.headers.get('content-type') ?? '', /^text\/csv/);
  return { problem: reply.body, rows: file.text.replace('\ufeff', '').trimEnd().split('\r\n') };
}

const errorsOf = (id: number | string, caller = clerk()): Promise<TestReply> =>
  caller.get(`${BANK}/import/errors/id/${id}`);

async function listed(id: string): Promise<Json> {
  const { body } = await clerk().get(`${BANK}/list?s=500`);
  return body.result.find((one: Json) => String(one.id) === id);
}

describe('a file of rows with wrong rows', () => {
  const header = 'Booked;Reference;Debit;Credit;Narration';
  const wrong = () => [
    header,
    `${today};EF-11;;1307.25;good row`,
    `${today};EF-12;12.345;;too many decimals`,
    `;EF-13;;88.40;no date`,
    `${today};=HYPERLINK("x");;#N/A;+damaged`,
    `${today};EF-15;5;6;both sides`,
  ];
  const mapping = [{ header: 'Booked', member: 'date' }];

  it('is refused, and its error file has each wrong row with column and reason', async () => {
    const { problem, rows } = await refused({ ...bytes(wrong()), mapping, fileName: 'june.csv' });
    assert.match(problem.detail, /^4 lines cannot be read; nothing was imported\.$/);
    const pointers = problem.errors.map(({ pointer }: Json) => pointer);
    assert.deepEqual(pointers, ['/file/2', '/file/3', '/file/4', '/file/5']);
    const code = 'BANK_STATEMENT_REFUSED';
    assert.deepEqual(rows, [
      'row,date,debit,credit,reference,description,column,code,detail',
      `2,${today},12.345,,EF-12,too many decimals,debit,${code},line 2 has an amount with too ` +
        'many decimals (NGN has at most 2): debit 12.345',
      `3,,,88.40,EF-13,no date,date,${code},line 3 has no date`,
      `4,${today},,#N/A,"'=HYPERLINK(""x"")",'+damaged,credit,DAMAGED_CELL,` +
        '"row 4, column ""Credit"", cell ""#N/A"": is a spreadsheet error ' +
        '(row 5 of the file)"',
      `5,${today},5,6,EF-15,both sides,credit,${code},line 5 has a debit and a credit`,
      'END,4,,,,,,,',
    ]);
    const one = await listed(problem.importId);
    assert.deepEqual(
      [one.state, one.fileName, one.refusedCount, one.lineCount, one.matchedCount],
      ['REFUSED', 'june.csv', 4, 0, 0],
    );
    const { body } = await clerk().get(`${BANK}/line/list?statementId=${problem.importId}`);
    assert.equal(body.count, 0);
  });

  it('stores an event and an audit row, and can be neither undone nor matched', async () => {
    const { problem } = await refused({ ...bytes(wrong()), mapping });
    const id = BigInt(problem.importId);
    const events = await desk.app.db.query<{ type: string; data: Json }>(
      sql`select type, data from outbox_event where subject_id = ${id} and type like 'bank-%'`,
    );
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.refused]),
      [['bank-statement.refused', 4]],
    );
    const audited = await desk.app.db.query<{ msg_code: string }>(sql`
      select msg_code from audit_entry
      where operation = 'importBankStatement' and subject_id = ${id}`);
    assert.deepEqual(
      audited.map(({ msg_code: code }) => code),
      ['BANK_STATEMENT_REFUSED'],
    );
    for (const step of ['undo', 'match']) {
      const reply = await clerk().put(`${BANK}/${step}/id/${id}`);
      assert.deepEqual([reply.status, reply.body.msgArgs], [409, ['REFUSED']], step);
    }
  });

  it('is imported once its rows are corrected, whole or as the error file', async () => {
    const rows = [`${today},-71.55,-EF-21`, `${today},-72.5x,EF-22`, `${today},73.65,EF-23`];
    const { rows: errors } = await refused(bytes(['Date,Amount,Reference', ...rows]));
    const wrongRow = `2,${today},'-72.5x,EF-22,amount`;
    assert.ok(errors[1]?.startsWith(wrongRow), errors[1]);
    const corrected = errors.map((row) => row.replace("'-72.5x", "'-72.55"));
    const part = await send(bytes(corrected));
    assert.equal(part.status, 201, part.text);
    assert.equal(part.body.result.lineCount, 1);
    const { body } = await clerk().get(`${BANK}/line/list?statementId=${part.body.id}`);
    assert.deepEqual(
      body.result.map(({ amount, reference }: Json) => [amount, reference]),
      [[-72.55, 'EF-22']],
    );
    const whole = await send(
      bytes(['Date,Amount,Reference', ...rows].map((row) => row.replace('5x', '55'))),
    );
    assert.equal(whole.status, 201, whole.text);
    const { lineCount, doubledCount } = whole.body.result;
    assert.deepEqual([lineCount, doubledCount], [2, 1], 'the corrected row is known by then');
  });

  it('stores nothing in a dry run, and for a file that has no wrong row', async () => {
    const before = (await clerk().get(`${BANK}/list`)).body.count;
    const tried = await clerk().post(`${BANK}/import?dryRun=true`, {
      ...{ contraAcctName: ACCOUNT, mapping },
      ...bytes(wrong()),
    });
    assert.deepEqual([tried.status, tried.body.importId], [422, undefined], tried.text);
    assert.equal(tried.body.errors.length, 4, 'a preview shows the verdicts of the rows');
    const without = await send({ csv: 'A;B\n1;2', columns: { date: 'When', amount: 'B' } });
    assert.deepEqual([without.status, without.body.importId], [422, undefined]);
    assert.equal((await clerk().get(`${BANK}/list`)).body.count, before);
  });

  it('does not use up its key: the corrected file may be sent under it', async () => {
    const headers = { 'idempotency-key': 'bank-error-file-1' };
    const bad = await send(bytes(['Date,Amount,Reference', `${today},,EF-31`]), headers);
    assert.equal(bad.status, 422, bad.text);
    const good = await send(bytes(['Date,Amount,Reference', `${today},31.45,EF-31`]), headers);
    assert.equal(good.status, 201, good.text);
    assert.equal(good.headers.get('idempotent-replayed'), null);
  });

  it('is stored for each of two callers who send it at once', async () => {
    const both = await Promise.all([1, 2].map(() => refused({ ...bytes(wrong()), mapping })));
    const [one, other] = both.map(({ problem }) => problem.importId);
    assert.notEqual(one, other);
    assert.deepEqual(both[0]?.rows, both[1]?.rows);
  });

  it('is refused, too, with letters that the database cannot store', async () => {
    for (const letter of ['\u0000', '\ud800']) {
      const rows = ['Date,Amount,Reference', `${today},,EF-${letter}-41`];
      const inBytes = await send({ ...bytes(rows), reading: { encoding: 'UTF-8' } });
      assert.ok([400, 422].includes(inBytes.status), inBytes.text);
      const columns = { date: 'Date', amount: 'Amount', reference: 'Reference' };
      const inText = await send({ csv: rows.join('\n'), columns });
      assert.ok([400, 422].includes(inText.status), inText.text);
    }
  });
});

describe('a message with wrong rows', () => {
  it('names statement, tag, row and text of each in an MT940 file', async () => {
    const plan = { number: '207', day: today, opening: 4_200 };
    const lines = [
      [311, 'first'],
      [-52, 'second'],
      [17, 'third'],
    ] as const;
    const sound = mt940Of([{ ...plan, lines }]);
    const day = today.replaceAll('-', '').slice(2);
    const mt940 = sound
      .replace(`:61:${day}C311,00`, `:61:${day}C311.00`)
      .replace(`:61:${day}C17,00NTRF`, `:61:${day}X17,00NTRF`);
    const { problem, rows } = await refused({ mt940, fileName: 'day.sta' });
    assert.deepEqual(problem.msgArgs, ['mt940']);
    const pointers = problem.errors.map(({ pointer }: Json) => pointer);
    assert.deepEqual(pointers, ['/mt940/5', '/mt940/9']);
    assert.match(
      problem.detail,
      /^2 rows cannot be read, first row 5: .*; nothing was imported\.$/,
    );
    assert.equal(rows[0], 'row,statement,element,text,column,code,detail');
    assert.match(
      rows[1] ?? '',
      /^5,207,:61:,\d{6}C311\.00NTRFNONREF,,BANK_STATEMENT_REFUSED,".*the amount is wrong/,
    );
    assert.match(
      rows[2] ?? '',
      /^9,207,:61:,"?\d{6}X17,00NTRFNONREF"?,,BANK_STATEMENT_REFUSED,.*debit or credit mark/,
    );
    assert.deepEqual(rows.slice(3), ['END,2,,,,,']);
    const good = await send({ mt940: sound, bankAccount: '0123456789' });
    assert.equal(good.status, 201, good.text);
    assert.equal(good.body.result.lineCount, 3);
  });

  it('cuts a long MT940 text between two letters, never within one', async () => {
    // The length limits of the message and of the stored text split the two code units of a
    // character.
    for (const before of ['', 'x', 'x'.repeat(993), 'x'.repeat(994)]) {
      const rows = mt940Of([{ day: today, opening: 500, lines: [] }]).split('\r\n');
      const wrong = `:61:${before}${'🐪'.repeat(700)}`;
      const { rows: shown } = await refused({
        mt940: rows.toSpliced(4, 0, wrong).join('\r\n'),
      });
      assert.equal(shown.length, 3, 'the header, the row and the end');
      assert.ok(shown[1]?.includes('🐪'), shown[1]);
      assert.ok(shown[1]?.isWellFormed() && !shown[1].includes('\ufffd'), shown[1]);
    }
  });

  it('also cuts the message about a long cell between two letters', async () => {
    for (const before of ['', 'x']) {
      const cell = `${before}${'🐪'.repeat(90)}`;
      const { rows } = await refused({
        ...bytes(['Date,Amount,Reference', `${today},${cell},EF-61`]),
        reading: { encoding: 'UTF-8' },
      });
      assert.ok(rows[1]?.isWellFormed() && rows[1].includes(cell), rows[1]);
    }
  });

  it('shows an MT940 closing balance that is not the sum of the lines', async () => {
    const plan = { number: '9/1', day: today, opening: 10 };
    const mt940 = mt940Of([{ ...plan, lines: [[5, 'five']] }]).replace('NGN15,00', 'NGN16,00');
    const { rows } = await refused({ mt940 });
    assert.match(rows[1] ?? '', /^7,9\/1,:62F:,"C\d{6}NGN16,00",,.*does not equal the closing/);
  });

  it('names statement, element and text of each in a camt.053 file on one line', async () => {
    const lines = [
      [41, 'one'],
      [42, 'two'],
      [43, 'three'],
    ] as const;
    const sound = camt053Of([{ number: '77', day: today, opening: 900, lines }], '5550001');
    const camt053 = sound
      .replace('<Amt Ccy="NGN">41</Amt>', '<Amt Ccy="NGN">4l</Amt>')
      .replace('<Sts>BOOK</Sts><BookgDt><Dt>', '<Sts>BOOK</Sts><BookgDt><Dt>x')
      .replace('<Amt Ccy="NGN">43</Amt>', '<Amt Ccy="USD">43</Amt>');
    const { rows } = await refused({ camt053 });
    assert.equal(rows[0], 'row,statement,element,text,column,code,detail');
    const found = rows.slice(1, -1).map((row) => row.split(',').slice(0, 4));
    assert.deepEqual(found, [
      ['1', 'S77', 'Dt', `x${today}`],
      ['1', 'S77', 'Amt', '43'],
    ]);
  });

  it('names the row of a camt.053 file that is not XML or has lost letters', async () => {
    const { rows } = await refused({ camt053: '<Document\nxmlns="urn:x">\n<BkToCstmrStmt' });
    assert.match(rows[1] ?? '', /^3,,,,,BANK_STATEMENT_REFUSED,.*is not XML/);
    const lost = await refused({ mt940: mt940Of([{ day: today, opening: 1 }], 'M\uFFFDller') });
    assert.match(lost.rows[1] ?? '', /^2,,,:25:M\uFFFDller,,BANK_STATEMENT_REFUSED,/);
  });

  it('points to the member `file` if the file was sent as raw bytes', async () => {
    const mt940 = mt940Of([{ number: '3', day: today, opening: 8 }]).replace(':60F:C', ':60F:K');
    const { problem } = await refused({ file: Buffer.from(mt940).toString('base64') });
    assert.deepEqual([problem.msgArgs, problem.errors[0].pointer], [['file'], '/file/4']);
  });
});

describe('401 and 404', () => {
  it('refuses callers without a login or of another office, and unknown imports', async () => {
    const { problem } = await refused({
      csv: `Date;Amount\n${today};`,
      columns: { date: 'Date', amount: 'Amount' },
    });
    const { importId } = problem;
    assert.equal((await errorsOf(importId, desk.app.as('NOBODY'))).status, 401);
    const office = desk.customers[0]?.office_id ?? 0n;
    assert.equal((await errorsOf(importId, desk.app.asOffice('OPERATIONS', [office]))).status, 200);
    const elsewhere = desk.app.asOffice('OPERATIONS', [office + 1n]);
    assert.equal((await errorsOf(importId, elsewhere)).status, 404);
    const { body } = await elsewhere.get(`${BANK}/list?s=500`);
    assert.ok(body.result.every((one: Json) => String(one.id) !== importId));
    assert.equal((await errorsOf(99_999_999)).status, 404);
  });

  it('returns an empty file for an import without refused rows', async () => {
    const done = await send(bytes(['Date,Amount,Reference', `${today},61.35,EF-61`]));
    const file = await errorsOf(done.body.id);
    assert.deepEqual([file.status, file.headers.get('x-row-count')], [200, '0']);
  });
});
