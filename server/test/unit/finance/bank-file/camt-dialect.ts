// camt.053 files in the dialects of different banks, written for these tests from the message
// definitions. Names, accounts and amounts are invented.

import type { Dialect } from './mt940-dialect.js';

interface Statement {
  readonly account?: string;
  readonly currency?: string;
  readonly numbers?: string;
  readonly opening?: readonly [code: string, amount: string, mark?: string];
  readonly closing?: readonly [code: string, amount: string, mark?: string];
  readonly dates?: readonly [opened: string, closed: string];
  readonly entries?: readonly string[];
}

const IBAN = '<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>';

function balance(
  [code, amount, mark = 'CRDT']: readonly [string, string, string?],
  { currency = 'EUR', date }: { readonly currency: string | undefined; readonly date: string },
): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>
<Amt Ccy="${currency}">${amount}</Amt>
<CdtDbtInd>${mark}</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`;
}

function statement(about: Statement): string {
  const { account = IBAN, currency, numbers = '<Id>S1</Id><ElctrncSeqNb>7</ElctrncSeqNb>' } = about;
  const { opening = ['OPBD', '100.00'], closing = ['CLBD', '100.00'], entries = [] } = about;
  const [opened, closed] = about.dates ?? ['2026-01-05', '2026-01-05'];
  return `<Stmt>${numbers}
${account}
${balance(opening, { currency, date: opened })}
${balance(closing, { currency, date: closed })}
${entries.join('\n')}
</Stmt>`;
}

function message(statements: readonly string[], version = '08', xml = 'UTF-8'): string {
  return `<?xml version="1.0" encoding="${xml}"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
<BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-01-05T23:00:00</CreDtTm></GrpHdr>
${statements.join('\n')}
</BkToCstmrStmt></Document>`;
}

/** An incoming entry for an amount, or an outgoing entry if the amount is negative. */
function entry(amount: string, inside = '', currency = 'EUR'): string {
  const mark = amount.startsWith('-') ? 'DBIT' : 'CRDT';
  return `<Ntry><Amt Ccy="${currency}">${amount.replace('-', '')}</Amt>
<CdtDbtInd>${mark}</CdtDbtInd>
<Sts>BOOK</Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt>
${inside}</Ntry>`;
}

const details = (...transactions: readonly string[]) =>
  `<NtryDtls>${transactions.map((one) => `<TxDtls>${one}</TxDtls>`).join('\n')}</NtryDtls>`;
const endToEnd = (reference: string) => `<Refs><EndToEndId>${reference}</EndToEndId></Refs>`;
const amountOf = (kind: string, amount: string) =>
  `<AmtDtls><${kind}><Amt Ccy="EUR">${amount}</Amt></${kind}></AmtDtls>`;
const words = (text: string) => `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`;

const dialect = (name: string, text: string, more: Partial<Dialect> = {}): Dialect => ({
  ...{ name, currency: 'EUR', text },
  ...more,
});

const one = (entries: readonly string[], closing: string, version?: string) =>
  message([statement({ entries, closing: ['CLBD', closing] })], version);

const RECEIPT = entry('25.50', details(`${endToEnd('INV-1')}${words('Thanks')}`));

export const CAMT_DIALECTS: readonly Dialect[] = [
  ...['02', '03', '04', '06', '08', '09', '10', '11', '12', '13'].map((version) =>
    dialect(`version ${version}`, one([RECEIPT], '125.50', version)),
  ),
  dialect('without entries', one([], '100.00')),
  dialect(
    'a batch with the amount of each transaction',
    one(
      [
        entry(
          '-30.00',
          details(
            `${endToEnd('P-1')}${amountOf('TxAmt', '10.00')}${words('First')}`,
            `${endToEnd('P-2')}${amountOf('TxAmt', '20.00')}${words('Second')}`,
          ),
        ),
      ],
      '70.00',
    ),
  ),
  dialect(
    'a batch with instructed amounts only',
    one(
      [
        entry(
          '30.00',
          details(
            `${endToEnd('P-1')}${amountOf('InstdAmt', '10.00')}${words('First')}`,
            `${endToEnd('NOTPROVIDED')}${amountOf('InstdAmt', '20.00')}${words('Second')}`,
          ),
        ),
      ],
      '130.00',
    ),
  ),
  dialect(
    'a batch less the charges of the bank',
    one(
      [
        entry(
          '28.50',
          `<AcctSvcrRef>BANK-9</AcctSvcrRef><Chrgs><Rcrd><Amt Ccy="EUR">1.50</Amt>
<CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>${details(
            `${endToEnd('P-1')}${amountOf('TxAmt', '10.00')}${words('First')}`,
            `${endToEnd('P-2')}${amountOf('TxAmt', '20.00')}${words('Second')}`,
          )}<AddtlNtryInf>Batch</AddtlNtryInf>`,
        ),
      ],
      '128.50',
    ),
  ),
  dialect(
    'a batch without amounts keeps each reference',
    one(
      [
        entry(
          '30.00',
          `<AcctSvcrRef>BANK-9</AcctSvcrRef>${details(
            `${endToEnd('P-1')}${words('First')}`,
            `${endToEnd('P-2')}${words('Second')}`,
            `${endToEnd('NOTPROVIDED')}${words('Third')}`,
          )}`,
        ),
      ],
      '130.00',
    ),
  ),
  dialect(
    'a returned payment',
    one(
      [
        entry(
          '15.00',
          `<RvslInd>true</RvslInd>${details(
            `${endToEnd('P-1')}<RtrInf><Rsn><Cd>AC04</Cd></Rsn>
<AddtlInf>Account closed</AddtlInf></RtrInf>`,
          )}`,
        ),
      ],
      '115.00',
    ),
  ),
  dialect(
    'structured remittance with several invoices',
    one(
      [
        entry(
          '15.00',
          details(
            `${endToEnd('NOTPROVIDED')}<RmtInf>
<Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf><AddtlRmtInf>Part 1</AddtlRmtInf></Strd>
<Strd><CdtrRefInf><Ref>RF712348231</Ref></CdtrRefInf><AddtlRmtInf>Part 2</AddtlRmtInf></Strd>
</RmtInf>`,
          ),
        ),
      ],
      '115.00',
    ),
  ),
  dialect(
    'references of the bank and placeholders',
    one(
      [
        entry('1.00', '<NtryRef>N/A</NtryRef><AcctSvcrRef>BANK-1</AcctSvcrRef>'),
        entry('1.00', details(`<Refs><EndToEndId>NONREF</EndToEndId><TxId>T-2</TxId></Refs>`)),
        entry('1.00', details(endToEnd('NOTPROVIDED'))),
      ],
      '103.00',
    ),
  ),
  dialect(
    'two equal fees on two statements of a day',
    message([
      statement({
        numbers: '<Id>A</Id><LglSeqNb>1</LglSeqNb>',
        entries: [entry('-1.00', '<AddtlNtryInf>Fee</AddtlNtryInf>')],
        closing: ['CLBD', '99.00'],
      }),
      statement({
        numbers: '<Id>B</Id><LglSeqNb>2</LglSeqNb>',
        entries: [entry('-1.00', '<AddtlNtryInf>Fee</AddtlNtryInf>')],
        opening: ['OPBD', '99.00'],
        closing: ['CLBD', '98.00'],
      }),
    ]),
  ),
  dialect(
    'pages with interim balances',
    message([
      statement({
        numbers: '<Id>A</Id><StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>',
        entries: [entry('1.00')],
        closing: ['ITBD', '101.00'],
      }),
      statement({
        numbers: '<Id>A</Id><StmtPgntn><PgNb>2</PgNb><LastPgInd>true</LastPgInd></StmtPgntn>',
        entries: [entry('1.00')],
        opening: ['ITBD', '101.00'],
        closing: ['CLBD', '102.00'],
      }),
    ]),
  ),
  dialect(
    'several accounts, of which one is chosen',
    message([
      statement({ entries: [RECEIPT], closing: ['CLBD', '125.50'] }),
      statement({
        account: '<Acct><Id><Othr><Id>222</Id></Othr></Id><Ccy>USD</Ccy></Acct>',
        currency: 'USD',
      }),
    ]),
    { bankAccount: 'DE89 3704 0044 0532 0130 00' },
  ),
  dialect(
    'another namespace, prefixes and an envelope',
    one([RECEIPT], '125.50')
      .replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2')
      .replace('<n:Document xmlns=', '<Envelope><AppHdr/><n:Document xmlns:n=')
      .replace('urn:iso:std:iso:20022:tech:xsd:', 'urn:swift:xsd:$')
      .concat('</Envelope>'),
  ),
  dialect(
    'pending entries, zero entries and a debit balance',
    message([
      statement({
        opening: ['PRCD', '5.00', 'DBIT'],
        closing: ['CLBD', '6', 'DBIT'],
        dates: ['2026-01-02', '2026-01-05'],
        entries: [
          entry('-1.0'),
          entry('7.00').replace('BOOK', 'PDNG'),
          entry('8.00').replace('<Sts>BOOK</Sts>', '<Sts><Cd>INFO</Cd></Sts>'),
          entry('0.00'),
        ],
      }),
    ]),
  ),
];
