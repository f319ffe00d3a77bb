// The largest bodies that operations accept: imports with the maximum number of rows in each
// format, and attachments.

import { HTTP } from '../../src/limits.js';

/** One request. */
export interface HeavyBody {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
  /** True for a body sent without a Content-Length. */
  readonly isChunked?: boolean;
  /** The write's idempotency key. With a key, the reply is stored. */
  readonly key?: string;
}

const OFFICE = 'businessOfficeName=0000000001';
const IMPORTS = [
  { name: 'journals', path: `finance/journal/import?${OFFICE}`, rows: 5_000, cells: journalCells },
  { name: 'prices', path: 'order/security/price/import?', rows: 10_000, cells: priceCells },
  { name: 'leads', path: `crm/lead/import?${OFFICE}`, rows: 2_000, cells: leadCells },
] as const;

/** The names of the imports in `heavyImports`. */
export const IMPORT_NAMES = [
  ...['journals, JSON', 'journals, CSV', 'prices, JSON', 'prices, CSV', 'leads, JSON'],
  ...['leads, CSV', 'rows of wrong members', 'lists for a list of rows'],
  ...['lists of an unknown member', 'bank statement, CSV', 'bank statement, MT940'],
  ...['bank statement, camt.053', 'cash batch'],
] as const;

/**
 * Returns every import in each of its formats.
 * @param share the share of the maximum size, above 0 and at most 1
 */
export function heavyImports(share = 1): readonly HeavyBody[] {
  const tables = IMPORTS.flatMap(({ name, path, rows, cells }) => {
    const made = within(Array.from({ length: rows * share }, (_, at) => cells(at)));
    const about = { method: 'POST', path: `/api/v1/${path}` };
    const json = { type: JSON_TYPE, body: JSON.stringify({ rows: made }) };
    return [
      { ...about, ...json, name: `${name}, JSON` },
      { ...about, type: 'text/csv', body: csvOf(made), name: `${name}, CSV` },
    ];
  });
  return [...tables, ...wrongImports(), ...bankStatements(share), cashBatch(share)];
}

const JSON_TYPE = 'application/json';

/** Returns imports with the maximum number of values, all of them invalid. */
function wrongImports(): readonly HeavyBody[] {
  const path = '/api/v1/order/security/price/import?';
  const row = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`x${at}`, 1]));
  const lists = Array.from({ length: 7 }, () => Array<number>(9_900).fill(1));
  const bodies = { rows: Array<object>(9_000).fill(row) };
  const about = { method: 'POST', path, type: JSON_TYPE } as const;
  return [
    { ...about, name: 'rows of wrong members', body: JSON.stringify(bodies) },
    { ...about, name: 'lists for a list of rows', body: JSON.stringify({ rows: lists }) },
    { ...about, name: 'lists of an unknown member', body: JSON.stringify({ unknown: lists }) },
  ];
}

const STATEMENT_LINES = 5_000;
const CASH_ROWS = 500;
const ACCOUNT = '0000000001:BANK:CLIENT:NGN';

function bankStatements(share: number): readonly HeavyBody[] {
  const count = STATEMENT_LINES * share;
  const about = { method: 'POST', path: '/api/v1/finance/bank-statement/import?', type: JSON_TYPE };
  const forms = {
    CSV: csvStatement(count),
    MT940: { mt940: mt940(count) },
    'camt.053': { camt053: camt053(count) },
  };
  return Object.entries(forms).map(([form, file]) => ({
    ...{ ...about, name: `bank statement, ${form}` },
    body: JSON.stringify({ contraAcctName: ACCOUNT, ...file }),
  }));
}

const lines = (count: number, lineOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => lineOf(at));

function csvStatement(count: number) {
  const columns = { date: 'Date', amount: 'Amount', reference: 'Ref', description: 'Words' };
  const rows = lines(
    count,
    (at) => `2026-01-05,${at + 1}.50,FT-${at},Transfer ${at} from a customer`,
  );
  return { columns, csv: ['Date,Amount,Ref,Words', ...rows].join('\n') };
}

function mt940(count: number): string {
  const rows = lines(
    count,
    (at) => `:61:2601050105C1,50NTRFFT-${at}//BANK${at}\n:86:Transfer ${at}\nMore`,
  );
  const head = [':20:S1', ':25:BANKNGLA/0123456789', ':28C:00001/001', ':60F:C260101NGN0,00'];
  return [...head, ...rows, `:62F:C260105NGN${count * 1.5},00`].join('\n');
}

function camt053(count: number): string {
  const entries = lines(
    count,
    (at) => `<Ntry>
  <NtryRef>N${at}</NtryRef><Amt Ccy="NGN">1.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
  <BookgDt><Dt>2026-01-05</Dt></BookgDt><ValDt><Dt>2026-01-05</Dt></ValDt>
  <AcctSvcrRef>BANK${at}</AcctSvcrRef><BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>
  <NtryDtls><TxDtls>
    <Refs><EndToEndId>CT-${at}</EndToEndId></Refs>
    <RltdPties><Dbtr><Nm>ADA OBI</Nm></Dbtr><Cdtr><Nm>THE BROKER</Nm></Cdtr></RltdPties>
    <RmtInf><Ustrd>Transfer ${at} from a customer of the broker, with some words</Ustrd></RmtInf>
  </TxDtls></NtryDtls>
</Ntry>`,
  );
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>
<Id>S1</Id><Acct><Id><Othr><Id>0123456789</Id></Othr></Id><Ccy>NGN</Ccy></Acct>
${balance('OPBD', '0.00')}${balance('CLBD', `${count * 1.5}.00`)}
${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`;
}

const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">${amount}</Amt>
   <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-05</Dt></Dt></Bal>`;

function cashBatch(share: number): HeavyBody {
  const row = { transType: 'RECEIPT', partnerName: '0000000001', description: 'A receipt' };
  const rows = Array.from({ length: CASH_ROWS * share }, (_, at) => ({ ...row, amount: at + 1 }));
  return {
    ...{ name: 'cash batch', method: 'POST', type: JSON_TYPE },
    path: '/api/v1/finance/cash-transaction/batch/create?',
    body: JSON.stringify({ batchName: 'BENCH', rows }),
  };
}

/** Returns a dry run of a message with an attachment of the given size in bytes. */
export function heavyAttachment(bytes: number): HeavyBody {
  const content = Buffer.alloc(bytes, '%PDF-1.7 and so on. ');
  const file = { fileName: 'a.pdf', fileMimeType: 'application/pdf' };
  return {
    name: 'attachment',
    method: 'POST',
    path: '/api/v1/crm/whatsapp/create',
    type: JSON_TYPE,
    body: JSON.stringify({
      ...{ direction: 'OUTBOUND', status: 'DRAFT', from: '+2347005550100', to: '+2348035550142' },
      body: 'Your account is open.',
      attachmentsWS: [{ ...file, base64Attachment: content.toString('base64') }],
    }),
  };
}

type Cells = Readonly<Record<string, string>>;

// Returns as many of the rows as fit within the body limit.
function within(rows: readonly Cells[]): readonly Cells[] {
  const bytesPerRow = JSON.stringify(rows).length / rows.length;
  return rows.slice(0, Math.floor((HTTP.bodyBytes - 100) / bytesPerRow));
}

function csvOf(rows: readonly Cells[]): string {
  const lines = rows.map((row) => Object.values(row).map((cell) => `"${cell}"`));
  return [Object.keys(rows[0] ?? {}), ...lines].map((cells) => cells.join()).join('\r\n');
}

function journalCells(at: number): Cells {
  const amount = `${Math.floor(at / 2)}.50`;
  const side = at % 2 === 0 ? { debit: amount, credit: '' } : { debit: '', credit: amount };
  const words = { account: '5000', narration: `Imported line ${at}` };
  return { journal: `J${Math.floor(at / 2)}`, date: '2026-01-05', ...words, ...side };
}

function priceCells(at: number): Cells {
  const day = new Date(Date.UTC(1990, 0, 1 + at)).toISOString().slice(0, 10);
  const bar = { open: '22.50', high: '22.90', low: '22.30', close: '22.75', volume: '1250000' };
  return { security: 'ACCESS', date: day, ...bar };
}

function leadCells(at: number): Cells {
  const mobilePhone = `+23480${35_550_000 + at}`;
  const name = { firstName: 'Ada', lastName: `Lead ${at}`, mobilePhone };
  const address = { primaryStreet: `${at} Marina`, primaryCity: 'Lagos', primaryState: 'Lagos' };
  return {
    ...name,
    emailAddress1: `lead${at}@example.com`,
    ...address,
    description: 'From a fair',
  };
}
