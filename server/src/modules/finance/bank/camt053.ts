// Reads a bank's camt.053 file (ISO 20022 BankToCustomerStatement, versions 1 to 13). Each
// statement's booked entries must lead from its opening to its closing balance, in the account's
// currency; otherwise the whole file is refused.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { inSlices, mapEach, type Sliced } from '../../../platform/concurrency/turn.js';
import {
  elementsAt,
  readXml,
  textAt,
  type XmlElement,
} from '../../../platform/files/xml-element.js';
import { BANK_STATEMENT } from '../limits.js';
import { dateOf, required, signedAmount, type XmlChoice } from './camt-element.js';
import { linesOfEntry } from './camt-entry.js';
import { MessageFaults, refusedPlace } from './file-fault.js';
import { chooseAccount } from './statement-account.js';
import type {
  BankAccount,
  StatementChoice,
  StatementFile,
  StatementPage,
  UnnumberedLine,
} from './statement-line.js';

/**
 * Reads one account's statements. Refuses with BANK_STATEMENT_REFUSED, listing each invalid row.
 */
export async function readCamt053(file: string, choice: StatementChoice): Promise<StatementFile> {
  const { currency, member } = choice;
  const root = await readXml(file, BANK_STATEMENT.xml, (row, detail) =>
    refusedPlace(member, { row }, detail),
  );
  const refused = ({ row, name, text }: XmlElement, detail: string) =>
    refusedPlace(member, { row, element: name, text: text.trim() }, detail);
  return inSlices(readStatements(root, { currency, refused }, choice));
}

function* readStatements(
  root: XmlElement,
  xml: XmlChoice,
  choice: StatementChoice,
): Sliced<StatementFile> {
  const statements = messagesOf(root, xml).flatMap((message) => elementsAt(message, 'Stmt'));
  if (statements.length === 0) throw xml.refused(root, 'has no statement: expected Stmt');
  const owned = yield* mapEach(statements, (element) => ({
    element,
    owner: ownerOf(element),
    row: element.row,
  }));
  const chosen = chooseAccount(owned, choice);
  const faults = new MessageFaults(choice.member);
  const pages: StatementPage[] = [];
  for (const { element, owner } of chosen.statements) {
    const lines = yield* linesOf(element, xml, faults);
    const page = faults.attempt(nameOf(element), () => pageOf(element, { owner, lines }, xml));
    if (page !== undefined) pages.push(page);
  }
  faults.refuseAny();
  return { pages, notes: chosen.notes };
}

const MESSAGE = /(?:^|[:/$])(camt\.\d{3})\.\d{3}\.\d{2}\b/;

const OTHER_MESSAGES: Readonly<Record<string, string>> = {
  'camt.052': 'an intraday report, whose entries are not final',
  'camt.054': 'a notification of single entries, which has no balances to check them against',
};

// Some banks wrap the document, or one document per day, in an envelope next to a header.
function messagesOf(root: XmlElement, { refused }: XmlChoice): XmlElement[] {
  const documents = root.name === 'Document' ? [root] : elementsAt(root, 'Document');
  if (documents.length === 0) throw refused(root, 'is not an ISO 20022 document');
  return documents.map((document) => {
    const [, message] = MESSAGE.exec(document.namespace) ?? [];
    if (message === undefined) throw refused(document, 'is not an ISO 20022 document');
    if (message !== 'camt.053') {
      const what = OTHER_MESSAGES[message] ?? 'another message';
      throw refused(document, `is ${message}, ${what}: expected a statement, camt.053`);
    }
    return required(document, 'BkToCstmrStmt', refused);
  });
}

function ownerOf(statement: XmlElement): BankAccount {
  const balance = elementsAt(statement, 'Bal/Amt')[0]?.attributes.get('Ccy');
  return {
    account: textAt(statement, 'Acct/Id/IBAN') ?? textAt(statement, 'Acct/Id/Othr/Id'),
    currency: textAt(statement, 'Acct/Ccy') ?? balance,
  };
}

// Returns the bank's identifier for a statement, for error messages.
const nameOf = (statement: XmlElement) =>
  textAt(statement, 'Id') ?? textAt(statement, 'LglSeqNb') ?? textAt(statement, 'ElctrncSeqNb');

// Returns the lines of a statement; undefined if one of its entries is refused.
function* linesOf(
  statement: XmlElement,
  xml: XmlChoice,
  faults: MessageFaults,
): Sliced<UnnumberedLine[] | undefined> {
  const before = faults.count;
  const name = nameOf(statement);
  const lines = yield* mapEach(elementsAt(statement, 'Ntry'), (entry) =>
    faults.attempt(name, () => linesOfEntry(entry, xml)),
  );
  return faults.count > before ? undefined : lines.flatMap((those) => those ?? []);
}

interface PageParts {
  readonly owner: BankAccount;
  /** The lines; undefined if some cannot be read, so that the balances cannot be checked. */
  readonly lines: readonly UnnumberedLine[] | undefined;
}

function pageOf(
  statement: XmlElement,
  { owner: { account, currency: own }, lines }: PageParts,
  xml: XmlChoice,
): StatementPage | undefined {
  const { currency, refused } = xml;
  if (own !== undefined && own !== currency) {
    throw refused(statement, `is in ${own}, but the account is in ${currency}`);
  }
  const opening = balanceOf(statement, ['OPBD', 'PRCD'], xml);
  const closing = balanceOf(statement, ['CLBD'], xml);
  const openingMinor = signedAmount(opening, xml);
  const closingMinor = signedAmount(closing, xml);
  if (lines === undefined) return undefined;
  if (openingMinor + lines.reduce((sum, line) => sum + line.amountMinor, 0n) !== closingMinor) {
    const why = 'its opening balance plus its entries does not equal its closing balance';
    throw refused(statement, why);
  }
  const dates = [
    dateOf(closing, ['Dt/Dt', 'Dt/DtTm'], refused),
    dateOf(statement, ['FrToDt/ToDtTm', 'CreDtTm'], refused),
    ...lines.map(({ bookedOn }) => bookedOn).toReversed(),
    dateOf(opening, ['Dt/Dt', 'Dt/DtTm'], refused),
  ];
  const closedOn: BusinessDate | undefined = dates.find((date) => date !== undefined);
  if (closedOn === undefined) throw refused(closing, 'the closing balance has no date');
  return {
    row: statement.row,
    bankAccount: account ?? null,
    ...numbersOf(statement),
    openedOn: dateOf(opening, ['Dt/Dt', 'Dt/DtTm'], refused) ?? lines[0]?.bookedOn ?? closedOn,
    openingMinor,
    closedOn,
    closingMinor,
    lines,
  };
}

// If a bank sends a statement again, its legal sequence number is the same, but its id may differ.
function numbersOf(statement: XmlElement): Pick<StatementPage, 'number' | 'sequence'> {
  const plain = (path: string) => textAt(statement, path)?.replace(/^0+/, '') || undefined;
  const number = plain('LglSeqNb') ?? plain('ElctrncSeqNb') ?? plain('Id');
  return { number: number ?? null, sequence: plain('StmtPgntn/PgNb') ?? null };
}

// The pages of a long statement begin and end with interim balances: the first is the page's
// opening balance, the last its closing balance.
function balanceOf(statement: XmlElement, codes: readonly string[], xml: XmlChoice): XmlElement {
  const balances = elementsAt(statement, 'Bal');
  const withCode = (wanted: readonly string[]) =>
    balances.filter((one) => wanted.includes(textAt(one, 'Tp/CdOrPrtry/Cd') ?? ''));
  const [booked] = codes.flatMap((code) => withCode([code]));
  const interim = withCode(['ITBD']).at(codes.includes('CLBD') ? -1 : 0);
  const balance = booked ?? interim;
  if (balance !== undefined) return balance;
  throw xml.refused(statement, `has no balance ${codes.join(' or ')}`);
}
