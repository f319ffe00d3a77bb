// PDF of a statement: its content, and the limit on its length.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { wallClock } from '../../../platform/calendar/wall-clock.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { pdfFile } from '../../../platform/files/pdf-file.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import type { FileReply } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { amountInWords } from '../../../platform/money/amount-words.js';
import { groupedMoney } from '../../../platform/money/grouped.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { senderOf } from '../../party/index.js';
import { STATEMENT } from '../limits.js';
import { financeProblems } from '../problems.js';
import {
  closingOf,
  type Ledger,
  type LedgerLine,
  type LedgerRequest,
  linesOfLedger,
  openingOf,
} from './ledger-page.js';
import { sidesOf } from './ledger-sheet.js';
import { openStatement, type Statement, statementName } from './statement.js';
import { drawStatementInBackground } from './statement-drawing.js';
import type { StatementPaper } from './statement-page.js';
import { timeZoneOf } from './statement-queries.js';

/**
 * Returns the statement as a letter from the account's office. Refuses with STATEMENT_TOO_LONG if
 * there are more lines than a PDF may have. Drawing starts after the snapshot has ended, so that
 * queued drawings do not keep a snapshot open.
 */
export async function statementPdf(call: Call, request: LedgerRequest): Promise<FileReply> {
  const paper = await onSnapshot(call.db, async (tx) => {
    const statement = await openStatement({ tx, call }, request);
    if (statement.ledger.sums.line_count > BigInt(STATEMENT.paperLinesMax)) {
      throw refusal(financeProblems.STATEMENT_TOO_LONG, {
        args: [String(STATEMENT.paperLinesMax)],
        detail: `the statement has more than ${STATEMENT.paperLinesMax} lines`,
      });
    }
    return { name: statementName(statement.ledger), ...(await paperOf({ tx, call }, statement)) };
  });
  const { name, ...drawn } = paper;
  return pdfFile(call, {
    fileName: `${name}.pdf`,
    bytes: await drawStatementInBackground(drawn),
  });
}

async function paperOf(
  { tx, call }: { readonly tx: Tx; readonly call: Call },
  { ledger, holder }: Statement,
): Promise<StatementPaper> {
  const { account } = ledger;
  const period = await periodOf(tx, ledger);
  const closing = { minor: closingOf(ledger), currency: account.currency };
  const timeZone = await timeZoneOf(tx, account.office_id);
  const { asOf } = ledger.request;
  return {
    sender: await senderOf(tx, account.office_id),
    accountName: account.name,
    period,
    issuedAt: call.now,
    holder: { name: holder.label, address: holder.address.join('\n') },
    facts: [
      ['Customer number', holder.name],
      ['Account', account.name],
      ['Currency', account.currency],
      ['Period', period],
      ['Dates', ledger.range.basis === 'VALUE' ? 'by value date' : 'by transaction date'],
      ...(asOf === undefined ? [] : [['As known at', wallClock(asOf, timeZone)] as const]),
      ['Issued', wallClock(call.now, timeZone)],
    ],
    sums: sumsOf(ledger),
    closing: {
      label: `Closing balance, ${account.currency}`,
      figure: shown(ledger, closing.minor),
      words: amountInWords(closing),
    },
    rows: await rowsOf(tx, ledger),
    notice:
      'Credits are money that we hold for you, debits are amounts taken from it. Please tell ' +
      'us of ' +
      'anything that you do not recognise.',
  };
}

function sumsOf(ledger: Ledger): readonly (readonly [string, string])[] {
  const { sums } = ledger;
  return [
    ['Opening balance', shown(ledger, openingOf(ledger))],
    ['Total debits', shown(ledger, sums.debit_minor)],
    ['Total credits', shown(ledger, sums.credit_minor)],
    ['Closing balance', shown(ledger, closingOf(ledger))],
  ];
}

async function rowsOf(tx: Tx, ledger: Ledger): Promise<string[][]> {
  const opening = shown(ledger, openingOf(ledger));
  const rows = [[ledger.range.from ?? '', '', 'Opening balance', '', '', opening]];
  for await (const line of linesOfLedger(tx, ledger)) {
    const [debit, credit] = sidesOf(line).map((minor) =>
      minor === 0n ? '' : shown(ledger, minor),
    );
    const words = `${runningText(line.narration)}\n${referenceInWords(line)}`;
    const balance = shown(ledger, line.balance_minor);
    rows.push([line.transaction_date, line.value_date, words, debit ?? '', credit ?? '', balance]);
  }
  return rows;
}

// A narration with several lines could make a row taller than a page, which cannot be drawn.
function runningText(narration: string): string {
  return narration.replaceAll(/\s+/gu, ' ').trim();
}

function shown({ account: { currency } }: Ledger, minor: bigint): string {
  return groupedMoney(minorToDecimal(minor, currency).toFixed(), currency);
}

// Without an end date, the statement ends on the business date.
async function periodOf(tx: Tx, { range: { from, to } }: Ledger): Promise<string> {
  const end = to ?? (await currentBusinessDate(tx));
  return from === undefined ? `until ${end}` : `${from} to ${end}`;
}

/** Converts `CASH_TRANSACTION 0000001234` to words for customers: `Cash transaction 0000001234`. */
function referenceInWords(line: LedgerLine): string {
  const words = line.source_type.replaceAll('_', ' ').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${codeOf(line.source_id)}`;
}
