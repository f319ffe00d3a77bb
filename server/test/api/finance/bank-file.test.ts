// Bank statements sent as raw bytes, and files of rows with a debit or credit direction for each
// amount.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import type { Caller, Json } from '../../support/app.js';
import { workbookOf } from '../../support/workbook.js';
import { type CashDesk, openCashDesk } from './cash-desk.js';

const BANK = '/api/v1/finance/bank-statement';
const ACCOUNT = '0000000001:BANK:CLIENT:NGN';

let desk: CashDesk;
let today: string;
before(async () => {
  desk = await openCashDesk();
  today = await currentBusinessDate(desk.app.db);
});
after(() => desk.close());

const clerk = (): Caller => desk.app.as('OPERATIONS');

async function take(more: object): Promise<Json> {
  const reply = await clerk().post(`${BANK}/import`, { contraAcctName: ACCOUNT, ...more });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.result;
}

async function linesOf(statement: Json): Promise<Json[]> {
  const reply = await clerk().get(`${BANK}/line/list?statementId=${statement.id}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.result;
}

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

test('a file sent as raw bytes is read by its content: a workbook, MT940 or camt.053', async () => {
  const sendFile = async (bytes: Buffer) => {
    const body = { contraAcctName: ACCOUNT, file: bytes.toString('base64') };
    const reply = await clerk().post(`${BANK}/import`, body);
    assert.equal(reply.status, 201, reply.text);
    const lines = await linesOf(reply.body.result);
    return {
      reading: reply.body.reading,
      lines: lines.map((one) => [one.amount, one.reference]),
    };
  };
  const book = await sendFile(
    workbookOf({
      May: [['Date', 'Ref', 'Amount', 'Balance'], [today, 'XL-1', -31.07, 5], ['Total']],
    }),
  );
  assert.deepEqual(book.lines, [[-31.07, 'XL-1']]);
  assert.deepEqual([book.reading.format, book.reading.skippedCount], ['XLSX', 1]);
  const message = await sendFile(Buffer.from(mt940(['C31,08NTRFM940-1'], '131,08'), 'latin1'));
  assert.deepEqual(message.lines, [[31.08, 'M940-1']]);
  const xml = `<?xml version="1.0" encoding="ISO-8859-1"?>${camt053([[31.09, 'Müller-1']])}`;
  const statement = await sendFile(Buffer.from(xml, 'latin1'));
  assert.deepEqual(statement.lines, [[31.09, 'Müller-1']]);
});

test('amounts with a direction get its sign', async () => {
  const csv = `Date,Amount,Dr/Cr,Ref\n${today},41.01,DR,DIR-1\n${today},41.02,CR,DIR-2\n`;
  const named = { date: 'Date', amount: 'Amount', reference: 'Ref', direction: 'Dr/Cr' };
  const statement = await take({ csv, columns: named });
  assert.deepEqual(
    (await linesOf(statement)).map(({ amount, reference }) => [amount, reference]),
    [
      [-41.01, 'DIR-1'],
      [41.02, 'DIR-2'],
    ],
  );
});

test('in a file without booking dates the value date is used, with a warning', async () => {
  const send = async (rows: readonly string[], more: object = {}) => {
    const file = Buffer.from(rows.join('\n')).toString('base64');
    const body = { contraAcctName: ACCOUNT, file, ...more };
    const reply = await clerk().post(`${BANK}/import`, body);
    assert.equal(reply.status, 201, reply.text);
    return reply.body;
  };
  const only = await send(['Value Date,Amount,Narration', `${today},77.01,Only date`]);
  const [line] = await linesOf(only.result);
  assert.deepEqual([line.bookedOn, line.amount, line.description], [today, 77.01, 'Only date']);
  assert.deepEqual(only.warnings, [
    {
      code: 'VALUE_DATE_AS_BOOKING_DATE',
      detail: 'the file has no booking date, so Value Date is read as the booking date',
      columns: ['Value Date'],
    },
  ]);
  const both = await send([
    'Value Date,Posting Date,Amount,Narration',
    `2025-01-02,${today},77.02,Both dates`,
  ]);
  assert.equal((await linesOf(both.result))[0].bookedOn, today);
  assert.deepEqual(
    both.warnings.map(({ code }: Json) => code),
    ['COLUMNS_NOT_READ'],
  );
  const mapping = [{ header: 'value date', member: 'date' }];
  const asked = await send(['Value Date,Amount,Narration', `${today},77.03,Asked`], { mapping });
  assert.equal(asked.warnings, undefined);
});

test('a refused file counts its unreadable lines', async () => {
  const refused = async (...lines: readonly string[]) => {
    const file = Buffer.from(['Date,Amount', ...lines].join('\n')).toString('base64');
    const reply = await clerk().post(`${BANK}/import`, { contraAcctName: ACCOUNT, file });
    assert.equal(reply.status, 422, reply.text);
    return reply.body.detail;
  };
  assert.match(await refused(`${today},`, `${today},5.00`), /^1 line cannot be read/);
  assert.match(await refused(`${today},`, `${today},`, `${today},5.00`), /^2 lines cannot be read/);
});
