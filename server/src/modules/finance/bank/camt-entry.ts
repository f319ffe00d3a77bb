// Reads the lines of one entry of a camt.053 statement. If the amounts of a collective entry's
// transactions add up to the entry's amount, each transaction becomes a line, with another line for
// charges. Otherwise the entry becomes one line with the references and texts of all its
// transactions.

import { elementsAt, textAt, type XmlElement } from '../../../platform/files/xml-element.js';
import { dateOf, minorOf, signedAmount, type XmlChoice } from './camt-element.js';
import { realReference } from './reference.js';
import type { UnnumberedLine } from './statement-line.js';

const BOOKED = 'BOOK';
/** Pending, future and informational entries, which are not in a booked balance. */
const NOT_BOOKED: readonly string[] = ['PDNG', 'FUTR', 'INFO'];

/** Returns the lines of an entry; none if it is not booked yet. */
export function linesOfEntry(entry: XmlElement, xml: XmlChoice): UnnumberedLine[] {
  const status = textAt(entry, 'Sts/Cd') ?? textAt(entry, 'Sts/Prtry') ?? textAt(entry, 'Sts');
  if (NOT_BOOKED.includes(status ?? BOOKED)) return [];
  if ((status ?? BOOKED) !== BOOKED) {
    throw xml.refused(entry, `Sts is the unknown status ${status}: expected BOOK or PDNG`);
  }
  const paths = ['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'];
  const bookedOn = dateOf(entry, paths, xml.refused);
  if (bookedOn === undefined) throw xml.refused(entry, 'Ntry has no booking date, BookgDt');
  const amountMinor = signedAmount(entry, xml);
  const details = elementsAt(entry, 'NtryDtls/TxDtls');
  const parts = details.length < 2 ? undefined : partsOf(entry, details, { amountMinor, xml });
  if (parts === undefined) return [{ bookedOn, amountMinor, ...wordsOf(entry, details) }];
  const lines = details.map((detail, index) => ({
    bookedOn,
    amountMinor: parts.minors[index] ?? 0n,
    ...wordsOf(entry, [detail]),
  }));
  if (parts.chargesMinor === 0n) return lines;
  const charges = { ...wordsOf(entry, []), bookedOn, amountMinor: parts.chargesMinor };
  const description = ['Charges', charges.description].flatMap((word) => word ?? []).join(' ');
  return [...lines, { ...charges, description }];
}

interface Whole {
  readonly amountMinor: bigint;
  readonly xml: XmlChoice;
}

interface Parts {
  readonly minors: readonly bigint[];
  readonly chargesMinor: bigint;
}

/** The places where banks put the amount of one transaction, in order of preference. */
const AMOUNTS = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt', 'AmtDtls/CntrValAmt/Amt'];

// Tries each place for the amounts, first without and then with the charges, until they add up.
function partsOf(
  entry: XmlElement,
  details: readonly XmlElement[],
  { amountMinor, xml }: Whole,
): Parts | undefined {
  const charges = chargesOf(entry, details, xml);
  for (const paths of [AMOUNTS, AMOUNTS.slice(1), AMOUNTS.slice(2)]) {
    const minors = details.map((detail) => partOf(entry, detail, { paths, xml }));
    if (!minors.every((minor) => minor !== undefined)) continue;
    const rest = amountMinor - minors.reduce((sum, minor) => sum + minor, 0n);
    if (rest === 0n || rest === charges) return { minors, chargesMinor: rest };
  }
  return undefined;
}

function partOf(
  entry: XmlElement,
  detail: XmlElement,
  { paths, xml }: { readonly paths: readonly string[]; readonly xml: XmlChoice },
): bigint | undefined {
  const amount = paths
    .flatMap((path) => elementsAt(detail, path))
    .find(({ attributes }) => attributes.get('Ccy') === xml.currency);
  if (amount === undefined) return undefined;
  const mark = textAt(detail, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd');
  const minor = minorOf(amount, xml);
  return mark === 'DBIT' ? -minor : minor;
}

// The entry's own charges or, if it has none, those of its transactions. Later versions of camt.053
// list charges as records.
function chargesOf(entry: XmlElement, details: readonly XmlElement[], xml: XmlChoice): bigint {
  const records = (element: XmlElement) =>
    elementsAt(element, 'Chrgs').flatMap((charge) => {
      const listed = elementsAt(charge, 'Rcrd');
      return listed.length > 0 ? listed : [charge];
    });
  const ofEntry = records(entry);
  const all = ofEntry.length > 0 ? ofEntry : details.flatMap(records);
  return all.reduce((sum, record) => {
    const [amount] = [...elementsAt(record, 'Amt'), ...elementsAt(record, 'TtlChrgsAndTaxAmt')];
    if (amount?.attributes.get('Ccy') !== xml.currency) return sum;
    const minor = minorOf(amount, xml);
    return textAt(record, 'CdtDbtInd') === 'CRDT' ? sum + minor : sum - minor;
  }, 0n);
}

/** References in order of preference: the payer's first, the bank's last. */
const REFERENCES = [
  'Refs/EndToEndId',
  'RmtInf/Strd/CdtrRefInf/Ref',
  'Refs/InstrId',
  'Refs/PmtInfId',
  'Refs/MndtId',
  'Refs/AcctSvcrRef',
  'Refs/TxId',
  'Refs/UETR',
] as const;

type Words = Pick<UnnumberedLine, 'reference' | 'description'>;

// If one line covers several transactions, its text contains their references. It also contains any
// further invoices that a payment names.
function wordsOf(entry: XmlElement, details: readonly XmlElement[]): Words {
  const ofDetails = details.map((detail) => referencesOf(detail, REFERENCES));
  const ofEntry = referencesOf(entry, ['NtryRef', 'AcctSvcrRef', 'NtryDtls/Btch/PmtInfId']);
  const isCollective = details.length > 1;
  const references = isCollective
    ? [...ofEntry, ...ofDetails.flat()]
    : [...ofDetails.flat(), ...ofEntry];
  const reference = references[0] ?? null;
  const words = details.flatMap((detail, index) => {
    const own = isCollective ? ofDetails[index]?.slice(0, 1) : undefined;
    const invoices = referencesOf(detail, ['RmtInf/Strd/CdtrRefInf/Ref']);
    return [...(own ?? []), ...wordsOfDetail(entry, detail), ...invoices];
  });
  const all = [...words.filter((word) => word !== reference), textAt(entry, 'AddtlNtryInf')];
  const plain = all.flatMap((word) => word ?? []).join(' ');
  return { reference, description: plain.replaceAll(/\s+/g, ' ').trim() || null };
}

function referencesOf(element: XmlElement, paths: readonly string[]): string[] {
  const texts = paths.flatMap((path) => elementsAt(element, path).map(({ text }) => text));
  return texts.flatMap((text) => realReference(text) ?? []);
}

// Later versions of camt.053 nest the other party one level deeper.
function wordsOfDetail(entry: XmlElement, detail: XmlElement): (string | undefined)[] {
  const mark = textAt(detail, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd');
  const other = `RltdPties/${mark === 'CRDT' ? 'Dbtr' : 'Cdtr'}`;
  const texts = (path: string) => elementsAt(detail, path).map(({ text }) => text);
  return [
    textAt(detail, `${other}/Nm`) ?? textAt(detail, `${other}/Pty/Nm`),
    ...texts('RmtInf/Ustrd'),
    ...texts('RmtInf/Strd/AddtlRmtInf'),
    ...texts('RtrInf/Rsn/Cd').map((code) => `Return ${code}`),
    ...texts('RtrInf/Rsn/Prtry').map((code) => `Return ${code}`),
    ...texts('RtrInf/AddtlInf'),
    ...texts('AddtlTxInf'),
  ];
}
