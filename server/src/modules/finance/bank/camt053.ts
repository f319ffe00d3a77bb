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
import { chooseAccount } from './statement-account.js';
import {
  type BankAccount,
  refusedRow,
  type StatementChoice,
  type StatementFile,
  type StatementPage,
} from './statement-line.js';

/** Reads the statements of one account. Refuses BANK_STATEMENT_REFUSED with the row of the error. */
export async function readCamt053(file: string, choice: StatementChoice): Promise<StatementFile> {
  const refused = (row: number, detail: string) => refusedRow(choice.member, row, detail);
  const root = await readXml(file, BANK_STATEMENT.xml, refused);
  return inSlices(readStatements(root, { currency: choice.currency, refused }, choice));
}

function* readStatements(
  root: XmlElement,
  xml: XmlChoice,
  choice: StatementChoice,
): Sliced<StatementFile> {
  const statements = messagesOf(root, xml).flatMap((message) => elementsAt(message, 'Stmt'));
  if (statements.length === 0) throw xml.refused(root.row, 'has no statement: expected Stmt');
  const owned = yield* mapEach(statements, (element) => ({
    element,
    owner: ownerOf(element),
    row: element.row,
  }));
  const chosen = chooseAccount(owned, choice);
  const pages: StatementPage[] = [];
  for (const { element, owner } of chosen.statements) {
    pages.push(yield* pageOf(element, owner, xml));
  }
  return { pages, notes: chosen.notes };
}

const MESSAGE = /(?:^|[:/$])(camt\.\d{3})\.\d{3}\.\d{2}\b/;

const OTHER_MESSAGES: Readonly<Record<string, string>> = {
  'camt.052': 'a report during the day, whose entries are not final',
  'camt.054': 'a notification of single entries without balances, which proves nothing',
};

// Some banks wrap the document, or one document per day, in an envelope next to a header.
function messagesOf(root: XmlElement, { refused }: XmlChoice): XmlElement[] {
  const documents = root.name === 'Document' ? [root] : elementsAt(root, 'Document');
  if (documents.length === 0) throw refused(root.row, 'is not an ISO 20022 document');
  return documents.map((document) => {
    const [, message] = MESSAGE.exec(document.namespace) ?? [];
    if (message === undefined) throw refused(document.row, 'is not an ISO 20022 document');
    if (message !== 'camt.053') {
      const what = OTHER_MESSAGES[message] ?? 'another message';
      throw refused(document.row, `is ${message}, ${what}: expected a statement, camt.053`);
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

function* pageOf(
  statement: XmlElement,
  { account, currency: own }: BankAccount,
  xml: XmlChoice,
): Sliced<StatementPage> {
  const { currency, refused } = xml;
  if (own !== undefined && own !== currency) {
    throw refused(statement.row, `is in ${own}, but the account is in ${currency}`);
  }
  const opening = balanceOf(statement, ['OPBD', 'PRCD'], xml);
  const closing = balanceOf(statement, ['CLBD'], xml);
  const entries = elementsAt(statement, 'Ntry');
  const lines = (yield* mapEach(entries, (entry) => linesOfEntry(entry, xml))).flat();
  const openingMinor = signedAmount(opening, xml);
  const closingMinor = signedAmount(closing, xml);
  if (openingMinor + lines.reduce((sum, line) => sum + line.amountMinor, 0n) !== closingMinor) {
    const why = 'its opening balance plus its entries does not equal its closing balance';
    throw refused(statement.row, why);
  }
  const dates = [
    dateOf(closing, ['Dt/Dt', 'Dt/DtTm'], refused),
    dateOf(statement, ['FrToDt/ToDtTm', 'CreDtTm'], refused),
    ...lines.map(({ bookedOn }) => bookedOn).toReversed(),
    dateOf(opening, ['Dt/Dt', 'Dt/DtTm'], refused),
  ];
  const closedOn: BusinessDate | undefined = dates.find((date) => date !== undefined);
  if (closedOn === undefined) throw refused(closing.row, 'the closing balance has no date');
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

// A bank that sends a statement again keeps its legal number, but may give it another id.
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
  throw xml.refused(statement.row, `has no balance ${codes.join(' or ')}`);
}
