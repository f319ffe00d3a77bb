// camt.053 files as banks write them, in two versions, and invalid files.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCamt053 } from '../../../src/modules/finance/bank/camt053.js';
import { Problem } from '../../../src/platform/http/reply/problem.js';

const balance = (code: string, amount: string, mark = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">${amount}</Amt>
   <CdtDbtInd>${mark}</CdtDbtInd><Dt><Dt>2026-01-02</Dt></Dt></Bal>`;

const FILE = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
<BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-01-02T23:00:00+01:00</CreDtTm></GrpHdr>
<Stmt>
<Id>S1</Id><CreDtTm>2026-01-02T23:00:00+01:00</CreDtTm>
<Acct><Id><Othr><Id>0123456789</Id></Othr></Id><Ccy>NGN</Ccy></Acct>
${balance('PRCD', '1000.00')}
${balance('CLBD', '2430.50')}
<Ntry>
  <NtryRef>N1</NtryRef><Amt Ccy="NGN">1500.5</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
  <BookgDt><Dt>2026-01-02</Dt></BookgDt><ValDt><Dt>2025-12-30</Dt></ValDt>
  <AcctSvcrRef>BANKREF77</AcctSvcrRef><BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>
  <NtryDtls><TxDtls>
    <Refs><EndToEndId>FT-26-0001</EndToEndId></Refs>
    <RltdPties><Dbtr><Nm>ADA OBI</Nm></Dbtr><Cdtr><Nm>THE BROKER</Nm></Cdtr></RltdPties>
    <RmtInf><Ustrd>Shares &amp; more</Ustrd><Ustrd><![CDATA[second <row>]]></Ustrd></RmtInf>
  </TxDtls></NtryDtls>
</Ntry>
<Ntry>
  <Amt Ccy="NGN">70.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts>
  <BookgDt><DtTm>2026-01-02T00:30:00+01:00</DtTm></BookgDt>
  <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId><AcctSvcrRef>CHQ123</AcctSvcrRef>
  </Refs></TxDtls></NtryDtls><AddtlNtryInf>Cheque</AddtlNtryInf>
</Ntry>
<Ntry>
  <Amt Ccy="NGN">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>PDNG</Sts>
  <ValDt><Dt>2026-01-05</Dt></ValDt>
</Ntry>
</Stmt>
<Stmt>
<Id>S2</Id>
<Acct><Id><Othr><Id>0123456789</Id></Othr></Id></Acct>
<!-- A page in between -->
${balance('ITBD', '2430.50')}
${balance('ITBD', '84.00', 'DBIT')}
<Ntry>
  <Amt Ccy="NGN">2514.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <ValDt><Dt>2026-01-03</Dt></ValDt>
  <NtryDtls>
    <TxDtls><Refs><InstrId>PAY-1</InstrId></Refs><Amt Ccy="NGN">2500.00</Amt>
      <CdtDbtInd>DBIT</CdtDbtInd>
      <RltdPties><Cdtr><Pty><Nm>BEN EZE</Nm></Pty></Cdtr></RltdPties></TxDtls>
    <TxDtls><Refs><InstrId>PAY-2</InstrId></Refs><Amt Ccy="NGN">14.50</Amt>
      <CdtDbtInd>DBIT</CdtDbtInd></TxDtls>
  </NtryDtls>
</Ntry>
</Stmt>
</BkToCstmrStmt>
</Document>`;

const choice = (currency: string) => ({ currency, member: 'camt053' }) as const;

async function shown(file: string, currency = 'NGN') {
  const { pages } = await readCamt053(file, choice(currency));
  return pages
    .flatMap(({ lines }) => lines)
    .map(({ bookedOn, amountMinor, reference, description }) => [
      bookedOn,
      amountMinor,
      reference,
      description,
    ]);
}

async function faultOf(file: string, currency = 'NGN'): Promise<string> {
  try {
    await readCamt053(file, choice(currency));
  } catch (error) {
    if (error instanceof Problem) {
      assert.equal(error.kind.code, 'BANK_STATEMENT_REFUSED');
      const [one] = error.details.errors ?? [];
      return `${one?.pointer} ${one?.detail}`;
    }
    throw error;
  }
  assert.fail('it was read');
}

const changed = (from: string | RegExp, to: string) => {
  const other = FILE.replace(from, to);
  assert.notEqual(other, FILE, String(from));
  return other;
};

const LINES = [
  ['2026-01-02', 150_050n, 'FT-26-0001', 'ADA OBI Shares & more second <row>'],
  ['2026-01-02', -7_000n, 'CHQ123', 'Cheque'],
  ['2026-01-03', -250_000n, 'PAY-1', 'BEN EZE'],
  ['2026-01-03', -1_450n, 'PAY-2', null],
];

describe('a camt.053 file', () => {
  it('has lines by booking date, with sign, reference and text', async () => {
    assert.deepEqual(await shown(FILE), LINES);
  });

  it('is read in any version, with prefixes, and in an envelope with a header', async () => {
    const later = FILE.replace('.001.02', '.001.13');
    assert.deepEqual(await shown(later), LINES);
    const prefixed = FILE.replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2').replace('xmlns=', 'xmlns:n=');
    assert.deepEqual(await shown(prefixed), LINES);
    const body = FILE.slice(FILE.indexOf('<Document'));
    assert.deepEqual(await shown(`\uFEFF<Envelope><AppHdr/>${body}</Envelope>`), LINES);
    assert.deepEqual(await shown(`<Envelope>${body}${body}</Envelope>`), [...LINES, ...LINES]);
  });

  it('reads a collective entry as one line if its transactions are incomplete', async () => {
    const [, , third, fourth] = await shown(
      changed('14.50</Amt>\n      <', '14.49</Amt>\n      <'),
    );
    assert.deepEqual(third, ['2026-01-03', -251_450n, 'PAY-1', 'BEN EZE PAY-2']);
    assert.equal(fourth, undefined);
  });

  for (const [what, file, wanted] of [
    ['a closing balance that is not the sum', changed('1500.5<', '1500.51<'), 'does not equal'],
    ['an account of another currency', changed('<Ccy>NGN', '<Ccy>USD'), '/camt053/5 is in USD'],
    ['an entry of another currency', changed('"NGN">1500.5<', '"USD">1500.5<'), 'is in USD'],
    ['an amount with more decimals', changed('1500.5<', '1500.505<'), 'is not an amount in NGN'],
    ['a negative amount', changed('1500.5<', '-1500.5<'), '-1500.5 is not an amount'],
    [
      'an invalid date',
      changed('<Dt>2026-01-02</Dt></BookgDt>', '<Dt>2026-02-31</Dt></BookgDt>'),
      '2026-02-31 is not a date',
    ],
    [
      'no sign',
      changed('<CdtDbtInd>DBIT</CdtDbtInd><RvslInd>', '<RvslInd>'),
      'CdtDbtInd is missing: expected CRDT or DBIT',
    ],
    ['an unknown status', changed('<Sts>PDNG', '<Sts>MAYBE'), 'unknown status MAYBE'],
    ['no closing balance', changed('<Cd>CLBD', '<Cd>OTHR'), 'has no balance CLBD'],
    ['another message', changed('camt.053.001', 'camt.054.001'), 'is camt.054'],
    ['no message', '<Document><Stmt/></Document>', 'is not an ISO 20022 document'],
    ['no XML', ':20:STARTOFSTMT1', '/camt053/1 is not XML'],
    [
      'XML that is not well-formed',
      changed('</Acct>', '</Account>'),
      'is not XML: unexpected close tag',
    ],
    ['nothing', '', 'is not XML'],
  ] as const) {
    it(`is refused with ${what}`, async () => {
      const fault = await faultOf(file);
      assert.ok(fault.includes(wanted), fault);
    });
  }

  it('is refused with a document type, before it is expanded or fetched', async () => {
    const laughs = Array.from(
      { length: 9 },
      (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
    );
    for (const types of [
      `<!DOCTYPE Document [<!ENTITY l0 "ha">${laughs.join('')}]>`,
      '<!DOCTYPE Document [<!ENTITY l9 SYSTEM "file:///etc/passwd">]>',
      '<!DOCTYPE Document SYSTEM "http://127.0.0.1/a.dtd">',
    ]) {
      const file = changed('<Document', `${types}<Document`).replace('ADA OBI', '&l9;');
      assert.match(await faultOf(file), /has a document type/);
    }
    assert.match(await faultOf(changed('ADA OBI', '&l9;')), /is not XML: undefined entity/);
  });

  it('is refused if it is deeper or longer than any message', async () => {
    assert.match(await faultOf('<a>'.repeat(60)), /is nested more than 50 elements deep/);
    assert.match(
      await faultOf(`<a>${'<b/>'.repeat(250_001)}</a>`),
      /has more than 250000 elements/,
    );
  });
});
