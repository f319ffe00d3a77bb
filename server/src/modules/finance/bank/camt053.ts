// Reads the lines of a bank's camt.053 file (ISO 20022 BankToCustomerStatement, every version).
// Each statement's booked entries must lead from its opening to its closing balance, in the
// account's currency; otherwise the whole file is refused.

import { type BusinessDate, parseBusinessDate } from '../../../platform/calendar/business-date.js';
import { inSlices, mapEach, type Sliced } from '../../../platform/concurrency/turn.js';
import {
  elementsAt,
  readXml,
  textAt,
  type XmlElement,
} from '../../../platform/files/xml-element.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { parseMinor } from '../../../platform/money/money.js';
import { BANK_STATEMENT } from '../limits.js';
import { refusedRow, type StatementLine } from './statement-line.js';

/** A line that has no number yet. */
type Entry = Omit<StatementLine, 'lineNo'>;

/** Reads all statements in a file. Refuses BANK_STATEMENT_REFUSED with the row of the error. */
export async function readCamt053(file: string, currency: string): Promise<StatementLine[]> {
  const root = await readXml(file, BANK_STATEMENT.xml, refused);
  return inSlices(readStatements(root, currency));
}

function* readStatements(root: XmlElement, currency: string): Sliced<StatementLine[]> {
  const statements = messagesOf(root).flatMap((message) => elementsAt(message, 'Stmt'));
  if (statements.length === 0) throw refused(root.row, 'has no statement');
  const owners = yield* mapEach(statements, ownerOf);
  const other = statements.find((_, index) => owners[index] !== owners[0]);
  if (other !== undefined)
    throw refused(other.row, 'is of another account than the first statement');
  const lines: Entry[] = [];
  for (const statement of statements) lines.push(...(yield* linesOf(statement, currency)));
  if (lines.length === 0) throw refused(root.row, 'has no lines');
  if (lines.length > BANK_STATEMENT.linesMax) {
    throw refused(root.row, `has more than ${BANK_STATEMENT.linesMax} lines`);
  }
  return lines.map((line, index) => ({ ...line, lineNo: index + 1 }));
}

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:(camt\.\d{3})\.\d{3}\.\d{2}$/;

// Some banks wrap the document, or one document per day, in an envelope next to a header.
function messagesOf(root: XmlElement): XmlElement[] {
  const documents = root.name === 'Document' ? [root] : elementsAt(root, 'Document');
  if (documents.length === 0) throw refused(root.row, 'is not an ISO 20022 document');
  return documents.map((document) => {
    const [, message] = NAMESPACE.exec(document.namespace) ?? [];
    if (message === undefined) throw refused(document.row, 'is not an ISO 20022 document');
    if (message !== 'camt.053') throw refused(document.row, `is ${message}, not camt.053`);
    return required(document, 'BkToCstmrStmt');
  });
}

// One firm account corresponds to one account at the bank, so all statements must be for the same
// account.
function ownerOf(statement: XmlElement): string | undefined {
  return textAt(statement, 'Acct/Id/IBAN') ?? textAt(statement, 'Acct/Id/Othr/Id');
}

function* linesOf(statement: XmlElement, currency: string): Sliced<Entry[]> {
  const own = textAt(statement, 'Acct/Ccy');
  if (own !== undefined && own !== currency) {
    throw refused(statement.row, `is in ${own}, but the account is in ${currency}`);
  }
  const opening = balanceOf(statement, ['OPBD', 'PRCD'], currency);
  const closing = balanceOf(statement, ['CLBD'], currency);
  const entries = elementsAt(statement, 'Ntry');
  const lines = (yield* mapEach(entries, (entry) => entriesOf(entry, currency))).flat();
  const moved = lines.reduce((sum, line) => sum + line.amountMinor, 0n);
  if (opening + moved !== closing) {
    throw refused(
      statement.row,
      'its opening balance plus its entries does not equal its closing balance',
    );
  }
  return lines;
}

// The pages of a long statement begin and end with interim balances: the first is the page's
// opening balance, the last its closing balance.
function balanceOf(statement: XmlElement, codes: readonly string[], currency: string): bigint {
  const balances = elementsAt(statement, 'Bal');
  const withCode = (wanted: readonly string[]) =>
    balances.filter((one) => wanted.includes(textAt(one, 'Tp/CdOrPrtry/Cd') ?? ''));
  const [booked] = codes.flatMap((code) => withCode([code]));
  const interim = withCode(['ITBD']).at(codes.includes('CLBD') ? -1 : 0);
  const balance = booked ?? interim;
  if (balance === undefined) throw refused(statement.row, `has no balance ${codes.join(' or ')}`);
  return signedAmount(balance, currency);
}

const BOOKED = 'BOOK';
/** Pending, future and informational entries, which are not in a booked balance. */
const NOT_BOOKED: readonly string[] = ['PDNG', 'FUTR', 'INFO'];

function entriesOf(entry: XmlElement, currency: string): Entry[] {
  const status = textAt(entry, 'Sts/Cd') ?? textAt(entry, 'Sts') ?? BOOKED;
  if (NOT_BOOKED.includes(status)) return [];
  if (status !== BOOKED) throw refused(entry.row, `has the unknown status ${status}`);
  const bookedOn = dateOf(entry);
  const amountMinor = signedAmount(entry, currency);
  const details = elementsAt(entry, 'NtryDtls/TxDtls');
  const parts = partsOf(details, { entry, amountMinor, currency });
  if (parts !== undefined) {
    return details.map((detail, index) => ({
      ...wordsOf(entry, detail),
      bookedOn,
      amountMinor: parts[index] ?? 0n,
    }));
  }
  const [only, other] = details;
  return [{ ...wordsOf(entry, other === undefined ? only : undefined), bookedOn, amountMinor }];
}

interface Whole {
  readonly entry: XmlElement;
  readonly amountMinor: bigint;
  readonly currency: string;
}

// A collective booking becomes one line per transaction if the transactions add up to its amount.
function partsOf(
  details: readonly XmlElement[],
  { entry, amountMinor, currency }: Whole,
): bigint[] | undefined {
  if (details.length < 2) return undefined;
  const parts: bigint[] = [];
  for (const detail of details) {
    const [amount] = [...elementsAt(detail, 'Amt'), ...elementsAt(detail, 'AmtDtls/TxAmt/Amt')];
    if (amount?.attributes.get('Ccy') !== currency) return undefined;
    const mark = textAt(detail, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd');
    parts.push(signed(minorOf(amount, currency), mark, detail));
  }
  const sum = parts.reduce((all, part) => all + part, 0n);
  return sum === amountMinor ? parts : undefined;
}

// A reversal is marked separately; the amount already has its own sign.
function signedAmount(element: XmlElement, currency: string): bigint {
  const amount = required(element, 'Amt');
  const own = amount.attributes.get('Ccy');
  if (own !== currency) {
    throw refused(amount.row, `is in ${own ?? 'no currency'}, but the account is in ${currency}`);
  }
  return signed(minorOf(amount, currency), textAt(element, 'CdtDbtInd'), element);
}

function signed(minor: bigint, mark: string | undefined, { row }: XmlElement): bigint {
  if (mark === 'CRDT') return minor;
  if (mark === 'DBIT') return -minor;
  throw refused(row, 'is neither CRDT nor DBIT');
}

function minorOf({ text, row }: XmlElement, currency: string): bigint {
  const plain = text.trim();
  const minor = /^\d{1,15}(\.\d{1,5})?$/.test(plain)
    ? parseMinor(new Decimal(plain), currency)
    : undefined;
  if (minor === undefined) throw refused(row, `${plain} is not an amount in ${currency}`);
  return minor;
}

// If the bank sends a timestamp, its local date (before the offset is applied) is the bank's day.
function dateOf(entry: XmlElement): BusinessDate {
  const paths = ['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'];
  const booked = paths.map((path) => textAt(entry, path)).find((text) => text !== undefined);
  if (booked === undefined) throw refused(entry.row, 'has no booking date');
  const date = parseBusinessDate(booked.slice(0, 10));
  if (date === undefined) throw refused(entry.row, `${booked} is not a date`);
  return date;
}

type Words = Pick<Entry, 'reference' | 'description'>;

/** References in order of preference: the payer's first, the bank's own last. */
const REFERENCES = [
  'Refs/EndToEndId',
  'RmtInf/Strd/CdtrRefInf/Ref',
  'Refs/InstrId',
  'Refs/PmtInfId',
  'Refs/AcctSvcrRef',
  'Refs/TxId',
] as const;

function wordsOf(entry: XmlElement, detail: XmlElement | undefined): Words {
  const references = [
    ...(detail === undefined ? [] : REFERENCES.map((path) => textAt(detail, path))),
    textAt(entry, 'NtryRef'),
    textAt(entry, 'AcctSvcrRef'),
  ];
  const words = [
    ...(detail === undefined ? [] : wordsOfParty(entry, detail)),
    textAt(entry, 'AddtlNtryInf'),
  ];
  const plain = words.flatMap((word) => word ?? []).join(' ');
  return {
    reference: references.find(isGiven) ?? null,
    description: plain.replaceAll(/\s+/g, ' ').trim() || null,
  };
}

const isGiven = (text: string | undefined): text is string =>
  text !== undefined && text !== 'NOTPROVIDED';

// Later versions nest the other party one level deeper.
function wordsOfParty(entry: XmlElement, detail: XmlElement): (string | undefined)[] {
  const other = `RltdPties/${textAt(entry, 'CdtDbtInd') === 'CRDT' ? 'Dbtr' : 'Cdtr'}`;
  return [
    textAt(detail, `${other}/Nm`) ?? textAt(detail, `${other}/Pty/Nm`),
    ...elementsAt(detail, 'RmtInf/Ustrd').map(({ text }) => text),
    textAt(detail, 'AddtlTxInf'),
  ];
}

function required(element: XmlElement, name: string): XmlElement {
  const [found] = elementsAt(element, name);
  if (found === undefined) throw refused(element.row, `has no ${name}`);
  return found;
}

const refused = (row: number, detail: string) => refusedRow('camt053', row, detail);
