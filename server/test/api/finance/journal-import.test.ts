// Journal imports over HTTP: previewed, validated row by row, posted as one batch by a second
// person, and undone once, as a whole.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addDays } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { formatMoney } from '../../../src/platform/money/money.js';
import type { Json, TestReply } from '../../support/app.js';
import { workbookOf } from '../../support/workbook.js';
import { type BookDesk, FINANCE, openBookDesk } from './book-desk.js';

const IMPORT = `${FINANCE}/journal/import`;

let desk: BookDesk;
before(async () => {
  desk = await openBookDesk();
});
after(() => desk.stop());

const maker = () => desk.app.as('FINANCE');
const checker = () => desk.app.as('APPROVER');
const path = (query = '') => `${IMPORT}?businessOfficeName=${desk.office.name}${query}`;
const step = (name: string, id: number) => `${IMPORT}/${name}/id/${id}`;

const row = (journal: string, account: string, cells: object) => ({ journal, account, ...cells });
const good = (journal: string, amount: string) => [
  row(journal, 'EXP:BANK', { debit: amount, credit: '0.00', narration: `Charges ${journal}` }),
  row(journal, 'BANK:FIRM', { debit: '', credit: amount }),
];

async function imported(rows: readonly object[]): Promise<Json> {
  const reply = await maker().post(path(), { rows });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

async function posted(rows: readonly object[]): Promise<Json> {
  const { id } = await imported(rows);
  const reply = await checker().put(step('approve', id));
  assert.equal(reply.status, 200, reply.text);
  return reply.body.result;
}

function refused(reply: TestReply, status: number, told: readonly string[]): void {
  assert.equal(reply.status, status, reply.text);
  assert.deepEqual([reply.body.msgCode, ...reply.body.msgArgs], told);
}

async function journalsOf(id: number): Promise<Json[]> {
  const query = `sourceType=JOURNAL_IMPORT&sourceId=${id}`;
  return (await maker().get(`${FINANCE}/journal/list?${query}`)).body.result;
}

describe('an import', () => {
  it('of a CSV file with common names is pending, and then posted as one batch', async () => {
    const csv = [
      '\ufeffVoucher;Posting date;Code;DR;CR;Description',
      `A1;${desk.lastMonth};EXP:BANK;100.50;;"Charges; two of them"`,
      `A1;${desk.lastMonth};BANK:FIRM;;100.50;`,
      'A2;;EXP:BANK;7;0;',
      'A2;;BANK:FIRM;0;7;',
    ].join('\r\n');
    const before = await desk.net('EXP:BANK');
    const reply = await maker().post(path('&label=October'), { csv });
    assert.equal(reply.status, 201, reply.text);
    const { state, rows, refused: wrong, journals } = reply.body.result;
    assert.deepEqual([state, rows, wrong, journals], ['PENDING', 4, 0, 2]);
    assert.equal(await desk.net('EXP:BANK'), before);
    const done = await checker().put(step('approve', reply.body.id));
    assert.equal(done.body.result.state, 'POSTED');
    assert.equal(await desk.net('EXP:BANK'), before + 107_50n);
    const [first, second] = await journalsOf(reply.body.id);
    assert.deepEqual(
      [first.transactionDate, first.label, second.transactionDate, second.label],
      [desk.lastMonth, 'Charges; two of them', desk.today, 'October A2'],
    );
    assert.deepEqual(
      [first.madeBy, first.approvedBy],
      [done.body.result.createdBy, done.body.result.decidedBy],
    );
  });

  it('of a workbook, or of bytes with decimal commas, is read in its own formats', async () => {
    const day = desk.lastMonth.split('-').reverse().join('.');
    const german = [
      'journal;date;account;debit;credit;narration',
      `G1;${day};EXP:BANK;1.250,50;;Gebühr`,
      `G1;${day};BANK:FIRM;;1.250,50;`,
    ].join('\r\n');
    const book = workbookOf({
      Journals: [
        ['journal', 'account', 'debit', 'credit'],
        ['X1', 'EXP:BANK', 1250.5, null],
        ['X1', 'BANK:FIRM', null, 1250.5],
      ],
    });
    for (const bytes of [Buffer.from(german, 'latin1'), book]) {
      const file = bytes.toString('base64');
      const before = await desk.net('EXP:BANK');
      const reply = await maker().post(path(), { file });
      assert.equal(reply.body.result?.state, 'PENDING', reply.text);
      const done = await checker().put(step('approve', reply.body.id));
      assert.equal(done.status, 200, done.text);
      assert.equal(await desk.net('EXP:BANK'), before + 1250_50n);
    }
  });

  it('with ambiguous amounts is refused until the separator is stated', async () => {
    const csv = 'journal;account;debit;credit\nT1;EXP:BANK;1,234;\nT1;BANK:FIRM;;1,234\n';
    const unclear = (await maker().post(path('&dryRun=true'), { csv })).body;
    assert.equal(unclear.result.state, 'REFUSED');
    assert.deepEqual(
      unclear.result.verdicts.map(({ code }: Json) => code),
      ['AMBIGUOUS_AMOUNT', 'AMBIGUOUS_AMOUNT'],
    );
    assert.match(unclear.result.verdicts[0].detail, /row 1, column "debit", cell "1,234"/);
    assert.equal(unclear.reading.columns[2].unclear, 'AMBIGUOUS');
    const stated = async (decimalSeparator: string) =>
      (await maker().post(path('&dryRun=true'), { csv, reading: { decimalSeparator } })).body
        .result;
    assert.equal((await stated('POINT')).state, 'PENDING');
    const comma = await stated('COMMA');
    assert.equal(comma.verdicts[0].code, 'TOO_MANY_DECIMALS');
  });

  it('of JSON rows counts decimals as written', async () => {
    const { body } = await maker().post(path('&dryRun=true'), { rows: good('D', '1.230') });
    assert.equal(body.result.verdicts[0].code, 'TOO_MANY_DECIMALS');
  });

  it('is previewed by a dry run, which stores nothing', async () => {
    const count = async () => (await maker().get(`${IMPORT}/list`)).body.count;
    const before = await count();
    const { body, text } = await maker().post(path('&dryRun=true'), { rows: good('P', '5') });
    assert.equal(body.result.state, 'PENDING', text);
    assert.deepEqual(
      body.result.verdicts.map(({ verdict }: Json) => verdict),
      ['ACCEPTED', 'ACCEPTED'],
    );
    assert.equal(await count(), before);
  });

  it('names columns that are not read, in the preview too', async () => {
    const csv = 'journal,account,debit,credit,Cost centre\nC1,EXP:BANK,1,,7\nC1,BANK:FIRM,,1,7';
    const { body, text } = await maker().post(path('&dryRun=true'), { csv });
    const detail = 'columns not read: Cost centre';
    const warning = { code: 'COLUMNS_NOT_READ', detail, columns: ['Cost centre'] };
    assert.deepEqual(body.warnings, [warning], text);
  });

  it('reads the columns as the request maps them, and stores the mapping', async () => {
    const csv = 'Beleg,Konto,Soll,Haben,Text\nM1,EXP:BANK,1,,a\nM1,BANK:FIRM,,1,b';
    const mapping = [
      { header: 'Beleg', member: 'journal' },
      { header: 'konto', member: 'account' },
      { header: 'Soll', member: 'debit' },
      { header: 'Haben', member: 'credit' },
      { header: 'Text' },
    ];
    refused(await maker().post(path(), { csv }), 400, ['INVALID_REQUEST', 'csv']);
    const { body, text } = await maker().post(path(), { csv, mapping });
    assert.equal(body.result?.state, 'PENDING', text);
    assert.equal(body.warnings, undefined, 'what it leaves out is no news');
    const read = body.result.columns.map(({ member }: Json) => member);
    assert.deepEqual(read, ['journal', 'account', 'debit', 'credit', undefined]);
    const { body: again } = await maker().get(`${IMPORT}/id/${body.id}`);
    assert.deepEqual(again.columns, body.result.columns);
  });

  it('warns of equal rows that are pending or posted', async () => {
    const first = await posted(good('TWICE', '5'));
    const again = await imported(good('TWICE', '5'));
    assert.equal(again.warnings[0].code, 'LOOKS_LIKE_REPEAT');
    assert.equal(again.warnings[0].id, first.id);
  });

  it('warns of the first if it is sent by two concurrent requests', async () => {
    for (const amount of ['6', '7', '8']) {
      const both = await Promise.all([
        imported(good('ONCE', amount)),
        imported(good('ONCE', amount)),
      ]);
      const [warned, ...others] = both.filter(({ warnings }) => warnings !== undefined);
      assert.deepEqual([warned?.warnings[0].code, others.length], ['LOOKS_LIKE_REPEAT', 0]);
    }
  });
});

describe('a refused row', () => {
  const future = () => addDays(desk.today, 1);
  const cases: readonly (readonly [string, () => readonly object[], number, string])[] = [
    [
      'an unknown account',
      () => [row('J', 'NOBODY', { debit: '1' }), row('J', 'BANK:FIRM', { credit: '1' })],
      1,
      'UNKNOWN_REFERENCE',
    ],
    [
      'a control account',
      () => [row('J', 'CLEAR:CSCS', { debit: '1' }), row('J', 'BANK:FIRM', { credit: '1' })],
      1,
      'CONTROL_ACCOUNT',
    ],
    [
      'no amount',
      () => [row('J', 'EXP:BANK', {}), row('J', 'BANK:FIRM', { credit: '1' })],
      1,
      'INVALID_REQUEST',
    ],
    [
      'two amounts',
      () => [...good('J', '1'), row('J', 'EXP:BANK', { debit: '1', credit: '1' })],
      3,
      'INVALID_REQUEST',
    ],
    [
      'an invalid amount',
      () => [row('J', 'EXP:BANK', { debit: '1,5' }), row('J', 'BANK:FIRM', { credit: '1' })],
      1,
      'NUMBER_WRONG',
    ],
    ['part of a kobo', () => good('J', '0.005'), 1, 'TOO_MANY_DECIMALS'],
    [
      'an invalid date',
      () => [...good('J', '1'), row('J', 'EXP:BANK', { debit: '1', date: '31/12/2025' })],
      3,
      'DATE_WRONG',
    ],
    [
      'a date that has not come',
      () => good('J', '1').map((one) => ({ ...one, date: future() })),
      1,
      'JOURNAL_DATE_REFUSED',
    ],
    [
      'another date within the journal',
      () => [
        ...good('J', '1').slice(0, 1),
        row('J', 'BANK:FIRM', { credit: '1', date: desk.today }),
      ],
      2,
      'DATE_DIFFERS',
    ],
    ['a journal of one row', () => [row('J', 'EXP:BANK', { debit: '1' })], 1, 'JOURNAL_LENGTH'],
    [
      'no journal',
      () => [...good('J', '1'), row(' ', 'EXP:BANK', { debit: '1' })],
      3,
      'JOURNAL_MISSING',
    ],
    [
      'what does not balance',
      () => [row('J', 'EXP:BANK', { debit: '10' }), row('J', 'BANK:FIRM', { credit: '9' })],
      2,
      'JOURNAL_NOT_BALANCED',
    ],
  ];
  for (const [name, rows, at, code] of cases) {
    it(`shows ${name}`, async () => {
      const { result } = await imported([...rows(), ...good('SOUND', '3')]);
      assert.equal(result.state, 'REFUSED');
      const wrong = result.verdicts.find(({ row: number }: Json) => number === at);
      assert.deepEqual([wrong.verdict, wrong.code], ['REFUSED', code], JSON.stringify(wrong));
      const sound = result.verdicts.filter(({ journal }: Json) => journal === 'SOUND');
      assert.ok(sound.every(({ verdict }: Json) => verdict === 'ACCEPTED'));
    });
  }

  it('refuses text that a manual journal could not have', async () => {
    const words = 'x'.repeat(501);
    const csv = `journal,account,debit,credit,text\nJ,EXP:BANK,1,,${words}\nJ,BANK:FIRM,,1,`;
    const { body } = await maker().post(path(), csv, { 'content-type': 'text/csv' });
    const [long, sound] = body.result.verdicts;
    assert.deepEqual([long.code, sound.verdict], ['CELL_TOO_LONG', 'ACCEPTED']);
    assert.match(long.detail, /^narration has more than 500 characters/);
  });

  it('refuses a later value date for a customer, but not for the firm', async () => {
    const [customer] = await desk.app.db.query<{ name: string }>(sql`
      select name from account where acct_type = 'CUSTOMER_CASH' and currency = 'NGN'
        and office_id = ${desk.office.id} and active order by id limit 1`);
    assert.ok(customer);
    const later = { valueDate: future() };
    const { result } = await imported([
      row('J', 'BANK:CLIENT', { debit: '1', ...later }),
      row('J', customer.name, { credit: '1', ...later }),
      ...good('SOUND', '3').map((one) => ({ ...one, ...later })),
    ]);
    const codes = result.verdicts.map(({ code }: Json) => code);
    assert.deepEqual(codes, [undefined, 'JOURNAL_DATE_REFUSED', undefined, undefined]);
  });

  it('keeps the import from posting, and is in an error file without formulas', async () => {
    const rows = [
      ...good('OK', '2'),
      row('=cmd()', 'NOBODY', { debit: '1', narration: '@SUM(A1)' }),
    ];
    const { id } = await imported(rows);
    refused(await checker().put(step('approve', id)), 409, [
      'JOURNAL_IMPORT_WRONG_STATE',
      'REFUSED',
    ]);
    const file = await desk.app.as('AUDITOR').get(`${IMPORT}/errors/id/${id}`);
    assert.equal(file.status, 200);
    assert.match(file.headers.get('content-type') ?? '', /^text\/csv/);
    const lines = file.text.replace('\ufeff', '').split('\r\n');
    assert.match(lines[0] ?? '', /^row,journal,date,/);
    assert.match(lines[1] ?? '', /^3,'=cmd\(\),,,NOBODY,,1,,'@SUM\(A1\),,UNKNOWN_REFERENCE,/);
    assert.doesNotMatch(file.text, /EXP:BANK/);
  });
});

describe('400, 401, 403 and 404', () => {
  const files: readonly (readonly [string, object, string])[] = [
    ['no rows', { rows: [] }, 'rows'],
    ['a file and rows', { csv: 'a', rows: [] }, 'rows'],
    ['a file without the columns', { csv: 'a,b\n1,2' }, 'csv'],
    [
      'a mapping to an unknown member',
      { csv: 'a,b\n1,2', mapping: [{ header: 'a', member: 'konto' }] },
      'mapping/0/member',
    ],
    ['a mapping without a file', { rows: good('X', '1'), mapping: [{ header: 'a' }] }, 'mapping'],
    ['a file that is no CSV', { csv: 'journal,account\n"x' }, 'csv'],
  ];
  for (const [name, body, member] of files) {
    it(`answers ${name}`, async () => {
      refused(await maker().post(path(), body), 400, ['INVALID_REQUEST', member]);
    });
  }

  it('needs the permission and an office that the caller sees', async () => {
    const body = { rows: good('X', '1') };
    assert.equal((await desk.app.as('NOBODY').post(path(), body)).status, 401);
    for (const role of ['APPROVER', 'OPERATIONS', 'CLIENT', 'AUDITOR']) {
      assert.equal((await desk.app.as(role).post(path(), body)).status, 403, role);
    }
    const [other] = await desk.app.db.query<{ id: bigint }>(
      sql`select id from business_office where id <> ${desk.office.id} limit 1`,
    );
    const bound = desk.app.asOffice('ADMIN', [other?.id ?? 0n]);
    refused(await bound.post(path(), body), 422, ['UNKNOWN_REFERENCE', 'businessOfficeName']);
    const { id } = await imported(good('X', '1'));
    assert.equal((await bound.get(`${IMPORT}/id/${id}`)).status, 404);
    assert.equal((await bound.get(`${IMPORT}/errors/id/${id}`)).status, 404);
    assert.equal((await checker().put(step('approve', 999_999))).status, 404);
  });

  it('no user decides on their own import', async () => {
    const admin = desk.app.as('ADMIN');
    const { body } = await admin.post(path(), { rows: good('OWN', '1') });
    refused(await admin.put(step('approve', body.id)), 403, ['OWN_WORK']);
    refused(await admin.put(step('reject', body.id), {}), 403, ['OWN_WORK']);
    assert.equal((await admin.put(step('cancel', body.id), {})).body.result.state, 'CANCELLED');
  });
});

describe('one batch', () => {
  it('is posted once by concurrent approvals', async () => {
    const before = await desk.net('EXP:BANK');
    const { id } = await imported(good('RACE', '11'));
    const approve = () => checker().put(step('approve', id));
    const replies = await Promise.all([approve(), approve(), approve()]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
    assert.equal(await desk.net('EXP:BANK'), before + 11_00n);
  });

  it('is posted completely or not at all', async () => {
    const [account] = await desk.app.db.query<{ name: string; missing: bigint }>(sql`
      select a.name, 100000000000 - b.balance_minor + b.held_minor as missing
      from account a join account_balance b on b.account_id = a.id
      where a.acct_type = 'CUSTOMER_CASH' and a.office_id = ${desk.office.id}
        and a.currency = 'NGN' and b.balance_minor < 100000000000 order by a.id limit 1`);
    const missing = formatMoney({ minor: account?.missing ?? 0n, currency: 'NGN' });
    const before = await desk.net('EXP:BANK');
    const { id } = await imported([
      ...good('FINE', '4'),
      row('POOR', account?.name ?? '', { debit: '1000000000' }),
      row('POOR', 'BANK:CLIENT', { credit: '1000000000' }),
    ]);
    refused(await checker().put(step('approve', id)), 422, ['INSUFFICIENT_FUNDS', missing]);
    assert.equal(await desk.net('EXP:BANK'), before);
    assert.equal((await maker().get(`${IMPORT}/id/${id}`)).body.state, 'PENDING');
  });

  it('is undone once by two people, with all of its journals', async () => {
    const before = await desk.net('EXP:BANK');
    const { id } = await posted([...good('U1', '20'), ...good('U2', '30')]);
    assert.equal((await maker().put(step('undo', id))).body.result.state, 'UNDO_PENDING');
    refused(await maker().put(step('undo', id)), 409, [
      'JOURNAL_IMPORT_WRONG_STATE',
      'UNDO_PENDING',
    ]);
    assert.equal(await desk.net('EXP:BANK'), before + 50_00n);
    const replies = await Promise.all([
      checker().put(step('approve', id)),
      checker().put(step('approve', id)),
    ]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(await desk.net('EXP:BANK'), before);
    const journals = await journalsOf(id);
    const undone = journals.filter(({ reversalOfJournalId }) => reversalOfJournalId !== undefined);
    assert.deepEqual([journals.length, undone.length], [4, 2]);
    refused(await maker().put(step('undo', id)), 409, ['JOURNAL_IMPORT_WRONG_STATE', 'UNDONE']);
  });

  it('cannot be undone by one person, and stays posted if the undo is rejected', async () => {
    const { id } = await posted(good('KEEP', '6'));
    const admin = desk.app.as('ADMIN');
    await admin.put(step('undo', id));
    refused(await admin.put(step('approve', id)), 403, ['OWN_WORK']);
    const kept = await checker().put(step('reject', id), { reason: 'Right as it is' });
    assert.deepEqual(
      [kept.body.result.state, kept.body.result.decisionReason],
      ['POSTED', 'Right as it is'],
    );
  });

  it('cannot have one of its journals reversed', async () => {
    const { id } = await posted(good('PART', '6'));
    const [journal] = await journalsOf(id);
    const reply = await maker().post(`${FINANCE}/journal/reverse/id/${journal.id}`, {});
    refused(reply, 422, ['JOURNAL_NOT_MANUAL', 'JOURNAL_IMPORT', String(id)]);
  });

  it('creates one import per key', async () => {
    const headers = { 'idempotency-key': 'journal-import-00001' };
    const body = { rows: good('KEY', '1') };
    const one = await maker().post(path(), body, headers);
    const two = await maker().post(path(), body, headers);
    assert.equal(two.body.id, one.body.id);
  });
});
