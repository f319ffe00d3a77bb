// Bank statements: imported once even if sent repeatedly, matched with posted cash transactions
// automatically or by hand, and undone.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Caller, Json, TestReply } from '../../support/app.js';
import { type CashDesk, type Customer, openCashDesk, POST, step } from './cash-desk.js';

const BANK = '/api/v1/finance/bank-statement';
const ACCOUNT = '0000000001:BANK:CLIENT:NGN';

let desk: CashDesk;
let customer: Customer;
let today: string;
before(async () => {
  desk = await openCashDesk();
  customer = await desk.someoneWith(10_000);
  today = await currentBusinessDate(desk.app.db);
});
after(() => desk.close());

const clerk = (): Caller => desk.app.as('OPERATIONS');
const columns = { date: 'Date', amount: 'Amount', reference: 'Ref', description: 'Narration' };

type Line = readonly [amount: string | number, reference?: string, narration?: string];
const file = (lines: readonly Line[], date = today) =>
  [
    'Date;Ref;Amount;Narration',
    ...lines.map(([amount, ref = '', words = '']) => `${date};${ref};${amount};${words}`),
  ].join('\n');

const send = (lines: readonly Line[], more: object = {}): Promise<TestReply> =>
  clerk().post(`${BANK}/import`, { contraAcctName: ACCOUNT, csv: file(lines), columns, ...more });

async function take(lines: readonly Line[], more: object = {}): Promise<Json> {
  const reply = await send(lines, more);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.result;
}

async function posted(transType: string, amount: number, reference?: string): Promise<number> {
  const body = { transType, partnerId: customer.id, amount, reference };
  const { id } = await desk.make(body);
  const reply = await desk.client().put(`${POST}/${id}`);
  assert.equal(reply.status, 200, reply.text);
  return id;
}

const isCleared = async (id: number): Promise<boolean> =>
  (await desk.client().get(`/api/v1/finance/cash-transaction/id/${id}`)).body.bankStmtCleared;

async function linesOf(statement: Json): Promise<Json[]> {
  const reply = await clerk().get(`${BANK}/line/list?statementId=${statement.id}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.result;
}

const match = (lineId: number, cashTransactionId: number) =>
  clerk().put(`${BANK}/line/match`, { lineId, cashTransactionId });

const mt940 = (lines: readonly string[], closing: string) => {
  const day = today.replaceAll('-', '').slice(2);
  return [
    ':20:STMT1',
    ':25:0123456789',
    ':28C:1/1',
    `:60F:C${day}NGN100,00`,
    ...lines.map((line) => (line.startsWith(':') ? line : `:61:${day}${line}`)),
    `:62F:C${day}NGN${closing}`,
    '-',
  ].join('\r\n');
};

const sendMt940 = (text: string, more: object = {}): Promise<TestReply> =>
  clerk().post(`${BANK}/import`, { contraAcctName: ACCOUNT, mt940: text, ...more });

describe('MT940', () => {
  test('is imported once, like CSV, and matched by reference', async () => {
    const receipt = await posted('RECEIPT', 640.25, 'MT-26-7001');
    const lines = ['C640,25NTRFMT-26-7001//BANK1', ':86:ADA OBI', 'D40,NCHGNONREF', ':86:Charges'];
    const reply = await sendMt940(mt940(lines, '700,25'));
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.result.lineCount, 2);
    assert.equal(await isCleared(receipt), true);
    const [first, second] = await linesOf(reply.body.result);
    assert.deepEqual([first.amount, first.reference], [640.25, 'MT-26-7001']);
    assert.deepEqual([second.amount, second.description], [-40, 'Charges']);
    const again = await sendMt940(mt940(lines, '700,25'));
    assert.equal(again.body.result.lineCount, 0, again.text);
  });

  test('is refused as a whole if it does not add up, or is sent together with a CSV', async () => {
    const wrong = await sendMt940(mt940(['C1,00NTRFX'], '102,00'));
    assert.deepEqual([wrong.status, wrong.body.msgCode], [422, 'BANK_STATEMENT_REFUSED']);
    assert.deepEqual(wrong.body.msgArgs, ['mt940']);
    assert.equal(wrong.body.errors[0].pointer, '/mt940/6');
    for (const more of [{ csv: file([['1']]) }, { columns }]) {
      const both = await sendMt940(mt940(['C1,00NTRFX'], '101,00'), more);
      assert.deepEqual([both.status, both.body.msgCode], [422, 'BANK_STATEMENT_REFUSED']);
    }
    const neither = await clerk().post(`${BANK}/import`, { contraAcctName: ACCOUNT });
    assert.deepEqual([neither.status, neither.body.msgArgs], [422, ['csv']]);
    const body = { contraAcctName: ACCOUNT, csv: file([['1']]) };
    const bare = await clerk().post(`${BANK}/import`, body);
    assert.deepEqual([bare.status, bare.body.msgArgs], [422, ['columns']]);
  });
});

const camt053 = (entries: readonly (readonly [amount: number, reference: string])[]) => {
  const balance = (code: string, amount: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">${amount}</Amt>` +
    '<CdtDbtInd>CRDT</CdtDbtInd></Bal>';
  const closing = entries.reduce((sum, [amount]) => sum + amount, 0);
  const lines = entries.map(
    ([amount, reference]) =>
      `<Ntry><Amt Ccy="NGN">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>` +
      `<BookgDt><Dt>${today}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${reference}` +
      '</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>',
  );
  return (
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>' +
    `${balance('OPBD', 0)}${lines.join('')}${balance('CLBD', closing)}` +
    '</Stmt></BkToCstmrStmt></Document>'
  );
};

describe('camt.053', () => {
  test('is imported once and matched, whatever the kind of file', async () => {
    const receipt = await posted('RECEIPT', 871.25, 'CAMT-26-7001');
    const xml = camt053([
      [871.25, 'CAMT-26-7001'],
      [12, 'CAMT-26-7002'],
    ]);
    const send = () =>
      clerk().post(`${BANK}/import`, { contraAcctName: ACCOUNT, camt053: xml, fileName: 'a.xml' });
    const reply = await send();
    assert.equal(reply.status, 201, reply.text);
    assert.deepEqual([reply.body.result.lineCount, reply.body.result.matchedCount], [2, 1]);
    assert.equal(await isCleared(receipt), true);
    assert.equal((await send()).body.result.lineCount, 0);
    const asCsv = await take([[12, 'CAMT-26-7002']]);
    assert.deepEqual([asCsv.lineCount, asCsv.doubledCount], [0, 1]);
  });

  test('is refused as a whole, and if it is sent together with another file', async () => {
    const xml = camt053([[1, 'X']]);
    const body = { contraAcctName: ACCOUNT, camt053: xml.replace('CLBD', 'CLAV') };
    const wrong = await clerk().post(`${BANK}/import`, body);
    assert.deepEqual([wrong.status, wrong.body.msgCode], [422, 'BANK_STATEMENT_REFUSED']);
    assert.deepEqual(wrong.body.msgArgs, ['camt053']);
    for (const more of [{ csv: file([['1']]), columns }, { mt940: mt940([], '100,00') }]) {
      const both = await clerk().post(`${BANK}/import`, { ...body, camt053: xml, ...more });
      assert.deepEqual([both.status, both.body.msgArgs], [422, ['csv']]);
    }
  });
});

describe('success', () => {
  test('lines with the reference of one transaction clear it', async () => {
    const receipt = await posted('RECEIPT', 1500.5, 'FT/26-0001');
    const payment = await posted('PAYMENT', 70, 'PAYOUT77');
    const other = await posted('RECEIPT', 70, 'PAYOUT77B');
    const statement = await take([
      ['1,500.50', 'ft 26 0001'],
      ['-70.00', '', 'NIP/payout 77/Lagos'],
      ['12.00', 'UNKNOWN1'],
    ]);
    assert.deepEqual([statement.lineCount, statement.matchedCount], [3, 2]);
    assert.deepEqual(await Promise.all([receipt, payment, other].map(isCleared)), [
      true,
      true,
      false,
    ]);
    const open = await clerk().get(`${BANK}/line/list?statementId=${statement.id}&matched=false`);
    assert.deepEqual(
      open.body.result.map(({ reference, amount }: Json) => [reference, amount]),
      [['UNKNOWN1', 12]],
    );
    const [{ accountId }] = open.body.result;
    const uncleared = await clerk().get(`${BANK}/uncleared/list?a=${accountId}&s=500`);
    const waiting = uncleared.body.result.map(({ id }: Json) => id);
    assert.ok(waiting.includes(other) && !waiting.includes(receipt));
  });

  test('a file sent twice adds no lines, and equal lines of one file stay two', async () => {
    const lines: Line[] = [
      [31, 'TWICE-1'],
      [31, 'TWICE-1'],
      [32, 'TWICE-2'],
    ];
    const first = await take(lines);
    assert.deepEqual([first.lineCount, first.doubledCount], [3, 0]);
    const again = await take(lines);
    assert.deepEqual([again.lineCount, again.doubledCount], [0, 3]);
    const more = await take([[31, 'TWICE-1'], [33, 'TWICE-3'], ...lines]);
    assert.deepEqual([more.lineCount, more.doubledCount], [2, 3]);
  });

  test('an uncertain match is suggested, made manually, and can be undone', async () => {
    const [near, far] = [await posted('RECEIPT', 444), await posted('RECEIPT', 444, 'ANOTHER')];
    const statement = await take([[444, 'BYHAND-1']]);
    assert.equal(statement.matchedCount, 0);
    const [line] = await linesOf(statement);
    const { suggestions } = (await clerk().get(`${BANK}/line/suggestion/id/${line.id}`)).body;
    assert.deepEqual(
      suggestions.map(({ id }: Json) => id),
      [near, far],
    );
    const matched = await match(line.id, far);
    assert.equal(matched.status, 200, matched.text);
    assert.equal(matched.body.result.bankStmtCleared, true);
    assert.equal(await isCleared(far), true);
    const apart = await clerk().put(`${BANK}/line/unmatch/id/${line.id}`);
    assert.equal(apart.status, 200, apart.text);
    assert.equal(await isCleared(far), false);
    assert.equal((await match(line.id, near)).status, 200);
  });

  test('a transaction posted after the import is matched by a second match request', async () => {
    const statement = await take([[555, 'LATER-555']]);
    const id = await posted('RECEIPT', 555, 'LATER-555');
    const again = await clerk().put(`${BANK}/match/id/${statement.id}`);
    assert.equal(again.body.result.matchedCount, 1, again.text);
    assert.equal(await isCleared(id), true);
  });

  test('a line with two candidates stays open', async () => {
    await posted('RECEIPT', 666, 'SAME-666');
    await posted('RECEIPT', 666, 'SAME-666');
    assert.equal((await take([[666, 'SAME-666']])).matchedCount, 0);
  });

  test('a line that the bank reverses is matched with the reversal', async () => {
    const id = await posted('RECEIPT', 888, 'BOUNCED-888');
    const shown = await take([[888, 'BOUNCED-888']]);
    assert.equal(shown.matchedCount, 1);
    const back = await take([[-888, 'BOUNCED-888']]);
    assert.equal(back.matchedCount, 0, 'the books have not taken it back yet');
    assert.equal((await desk.client().put(step('reverse', id))).status, 200);
    const again = await clerk().put(`${BANK}/match/id/${back.id}`);
    assert.equal(again.body.result.matchedCount, 1, again.text);
    const [line] = await linesOf(back);
    assert.deepEqual([line.cashTransactionId, line.ofReversal], [id, true]);
    assert.equal(await isCleared(id), true);
    const undone = await clerk().put(`${BANK}/undo/id/${back.id}`);
    assert.equal(undone.status, 200, undone.text);
    assert.equal(await isCleared(id), true, 'the first line still shows it');
  });

  test('a transaction reversed before any statement is matched manually, each once', async () => {
    const id = await posted('PAYMENT', 889, 'RETURNED-889');
    assert.equal((await desk.client().put(step('reverse', id))).status, 200);
    const statement = await take([
      [-889, 'RETURNED-889'],
      [889, 'RETURNED-889'],
      [889, 'RETURNED-889', 'once more'],
    ]);
    assert.equal(statement.matchedCount, 0);
    const [out, back, more] = await linesOf(statement);
    for (const [line, ofReversal] of [
      [out, false],
      [back, true],
    ]) {
      const { suggestions } = (await clerk().get(`${BANK}/line/suggestion/id/${line.id}`)).body;
      const [first] = suggestions;
      assert.deepEqual([first.id, first.ofReversal], [id, ofReversal]);
      const matched = await match(line.id, id);
      assert.equal(matched.status, 200, matched.text);
      assert.equal(matched.body.result.ofReversal, ofReversal);
    }
    assert.equal((await match(more.id, id)).body.msgCode, 'BANK_STATEMENT_WRONG_STATE');
    assert.equal((await clerk().put(`${BANK}/line/unmatch/id/${out.id}`)).status, 200);
    assert.equal(await isCleared(id), false);
  });

  test('an import that is undone leaves no line and no cleared transaction', async () => {
    const id = await posted('RECEIPT', 777, 'UNDONE-777');
    const statement = await take([[777, 'UNDONE-777']]);
    assert.equal(await isCleared(id), true);
    const undo = `${BANK}/undo/id/${statement.id}`;
    const stale = await clerk().put(undo, undefined, { 'if-match': '"9"' });
    assert.equal(stale.body.msgCode, 'PRECONDITION_FAILED', stale.text);
    const undone = await clerk().put(undo);
    assert.equal(undone.status, 200, undone.text);
    assert.equal(undone.body.result.state, 'UNDONE');
    assert.equal(await isCleared(id), false);
    assert.deepEqual(await linesOf(statement), []);
    const told = await desk.app.db.query<{ type: string }>(sql`
      select type from outbox_event
      where subject_id = ${BigInt(id)} and type like 'cash-transaction.%cleared' order by id`);
    assert.deepEqual(
      told.map(({ type }) => type),
      ['cash-transaction.cleared', 'cash-transaction.uncleared'],
    );
    const again = await take([[777, 'UNDONE-777']]);
    assert.deepEqual([again.lineCount, again.matchedCount], [1, 1]);
  });

  test('two columns, other date formats and decimal commas are read as requested', async () => {
    const [year, month, day] = today.split('-');
    const csv = [
      'Booked,Out,In,Ref',
      `${day}/${month}/${year},"1.234,56",,EU-1`,
      `${day}/${month}/${year},,"7,5",EU-2`,
    ].join('\n');
    const statement = await take([], {
      csv,
      columns: { date: 'booked', debit: 'Out', credit: 'In', reference: 'Ref' },
      dateFormat: 'dd/MM/yyyy',
      decimalComma: true,
    });
    assert.deepEqual(
      (await linesOf(statement)).map(({ amount, bookedOn }) => [amount, bookedOn]),
      [
        [-1234.56, today],
        [7.5, today],
      ],
    );
  });
});

describe('400, 401, 403 and 404', () => {
  test('wrong shapes, callers and offices are refused', async () => {
    assert.equal((await clerk().post(`${BANK}/import`, {})).status, 400);
    assert.equal((await desk.app.as('NOBODY').get(`${BANK}/list`)).status, 401);
    assert.equal((await desk.app.as('DEALER').post(`${BANK}/import`, {})).status, 403);
    const statement = await take([[1, 'OFFICE-1']]);
    const [line] = await linesOf(statement);
    const elsewhere = desk.app.asOffice('OPERATIONS', [customer.office_id + 1n]);
    for (const path of [
      `match/id/${statement.id}`,
      `undo/id/${statement.id}`,
      `line/unmatch/id/${line.id}`,
      'undo/id/999999',
    ]) {
      assert.equal((await elsewhere.put(`${BANK}/${path}`)).status, 404, path);
    }
    assert.equal((await elsewhere.get(`${BANK}/line/suggestion/id/${line.id}`)).status, 404);
    assert.equal((await elsewhere.get(`${BANK}/list`)).body.count, 0);
    const body = { contraAcctName: ACCOUNT, csv: file([[1]]), columns };
    assert.equal((await elsewhere.post(`${BANK}/import`, body)).status, 422);
  });
});

describe('409', () => {
  test('a line and a transaction are matched once, even by concurrent requests', async () => {
    const id = await posted('RECEIPT', 888);
    const lines = await linesOf(
      await take([
        [888, 'RACE-A'],
        [888, 'RACE-B'],
      ]),
    );
    const replies = await Promise.all([...lines, ...lines].map((line) => match(line.id, id)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    const [winner] = (
      await Promise.all(
        lines.map(({ id: line }) => clerk().get(`${BANK}/line/suggestion/id/${line}`)),
      )
    ).filter(({ body }) => body.cashTransactionId === id);
    const other = await posted('RECEIPT', 888);
    const taken = await match(winner?.body.id, other);
    assert.equal(taken.body.msgCode, 'BANK_STATEMENT_WRONG_STATE');
    assert.deepEqual(taken.body.msgArgs, ['MATCHED']);
  });

  test('the same file sent by three concurrent requests is imported once', async () => {
    const id = await posted('RECEIPT', 999, 'TOGETHER-1');
    const lines: Line[] = [
      [999, 'TOGETHER-1'],
      [998, 'TOGETHER-2'],
    ];
    const replies = await Promise.all([take(lines), take(lines), take(lines)]);
    assert.deepEqual(replies.map(({ lineCount }) => lineCount).sort(), [0, 0, 2]);
    assert.equal(await isCleared(id), true);
  });

  test('an import is undone once, and an open line has no match to undo', async () => {
    const statement = await take([[2, 'ONCE-2']]);
    const [line] = await linesOf(statement);
    const open = await clerk().put(`${BANK}/line/unmatch/id/${line.id}`);
    assert.deepEqual(open.body.msgArgs, ['OPEN']);
    const undo = () => clerk().put(`${BANK}/undo/id/${statement.id}`);
    const replies = await Promise.all([undo(), undo()]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    assert.deepEqual(replies.find(({ status }) => status === 409)?.body.msgArgs, ['UNDONE']);
  });

  test('a line of an undone import stays, matched, in another import that has it', async () => {
    const id = await posted('RECEIPT', 777, 'OVERLAP-1');
    const july = await take([
      [776, 'OVERLAP-0'],
      [777, 'OVERLAP-1'],
    ]);
    const august = await take([
      [777, 'OVERLAP-1'],
      [778, 'OVERLAP-2'],
    ]);
    assert.deepEqual([august.lineCount, august.doubledCount], [1, 1]);
    const undo = (statement: Json) => clerk().put(`${BANK}/undo/id/${statement.id}`);
    assert.equal((await undo(july)).status, 200);
    assert.equal(await isCleared(id), true);
    const shown = (await linesOf(august)).map(({ lineNo, amount, cashTransactionId }) => [
      ...[lineNo, amount, cashTransactionId],
    ]);
    assert.deepEqual(shown.sort(), [
      [1, 777, id],
      [2, 778, undefined],
    ]);
    const again = await take([[777, 'OVERLAP-1']]);
    assert.deepEqual([again.lineCount, again.doubledCount], [0, 1]);
    const { result } = (await undo(again)).body;
    assert.deepEqual([result.lineCount, await isCleared(id)], [0, true]);
    assert.equal((await undo(august)).status, 200);
    assert.equal(await isCleared(id), false);
  });

  test('only posted transactions are matched', async () => {
    const { id } = await desk.make({ transType: 'RECEIPT', partnerId: customer.id, amount: 3 });
    const [line] = await linesOf(await take([[3, 'NOTYET-3']]));
    const reply = await match(line.id, id);
    assert.equal(reply.status, 409);
    assert.deepEqual(reply.body.msgArgs, ['APPROVED']);
    await desk.client().put(step('cancel', id));
  });
});

describe('422', () => {
  test('a line does not match a transaction of another amount or direction', async () => {
    const [receipt, payment] = [await posted('RECEIPT', 21), await posted('PAYMENT', 22)];
    const [line] = await linesOf(await take([[22, 'DIFFERS-22']]));
    for (const id of [receipt, payment]) {
      const reply = await match(line.id, id);
      assert.equal(reply.status, 422);
      assert.equal(reply.body.msgCode, 'BANK_LINE_DIFFERS');
    }
  });

  test('a file with unreadable lines is refused as a whole, with each error', async () => {
    const reply = await send([
      [1, 'GOOD'],
      ['one', 'BAD'],
      [1.234, 'DECIMALS'],
      ['', 'EMPTY'],
    ]);
    assert.equal(reply.status, 422, reply.text);
    assert.equal(reply.body.msgCode, 'BANK_STATEMENT_REFUSED');
    assert.deepEqual(
      reply.body.errors.map(({ pointer }: Json) => pointer),
      ['/csv/2', '/csv/3', '/csv/4'],
    );
    assert.equal((await take([[1, 'GOOD']])).lineCount, 1, 'nothing of it was imported');
  });

  const wrong: readonly (readonly [string, object, string])[] = [
    ['a column that the file lacks', { columns: { ...columns, date: 'When' } }, 'columns/date'],
    ['no column of amounts', { columns: { date: 'Date' } }, 'columns/amount'],
    ['both kinds of amounts', { columns: { ...columns, debit: 'Ref' } }, 'columns/amount'],
    ['no lines', { csv: 'Date;Ref;Amount;Narration' }, 'csv'],
    [
      'an amount that its commas part in two',
      { csv: 'Date,Ref,Narration,Amount\n2026-01-05,R1,Ada,1,234.56' },
      'csv',
    ],
    ['an unknown account', { contraAcctName: 'NO' }, 'contraAcctName'],
  ];
  for (const [name, more, member] of wrong) {
    test(`${name} is refused`, async () => {
      const reply = await send([[5]], more);
      assert.equal(reply.status, 422, reply.text);
      assert.deepEqual(reply.body.msgArgs, [member]);
    });
  }

  test("a customer's account is not a bank account", async () => {
    const reply = await send([[5]], { contraAcctName: customer.account_name });
    assert.equal(reply.body.msgCode, 'WRONG_KIND_OF_ACCOUNT');
  });
});

describe('repeated key and dry run', () => {
  test('a dry run shows what would be matched, and stores nothing', async () => {
    const id = await posted('RECEIPT', 1010, 'DRY-1010');
    const body = { contraAcctName: ACCOUNT, csv: file([[1010, 'DRY-1010']]), columns };
    const tried = await clerk().post(`${BANK}/import?dryRun=true`, body);
    assert.equal(tried.body.result.matchedCount, 1, tried.text);
    assert.equal(await isCleared(id), false);
    const headers = { 'idempotency-key': 'bank-statement-key-1' };
    const first = await clerk().post(`${BANK}/import`, body, headers);
    const again = await clerk().post(`${BANK}/import`, body, headers);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(again.body, first.body);
    assert.equal(await isCleared(id), true);
  });
});
