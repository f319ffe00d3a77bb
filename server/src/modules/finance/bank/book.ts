// Books a line that has no counterpart in the books, such as a bank charge, with a journal from a
// template. The journal needs a second person's approval, like every manual journal. Posting it
// matches the line.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { cutText } from '../../../platform/utf8.js';
import { mappedAccount } from '../account/account.js';
import { findFirmAccount } from '../cash/account-queries.js';
import type { EntryAccount } from '../chart/shipped-chart.js';
import { dateError, dateSettingOf } from '../journal/date.js';
import { createManualJournal } from '../journal/manual-create.js';
import { JOURNAL } from '../limits.js';
import { financeProblems } from '../problems.js';
import { lockedLine, refuseUnlessOpen, writtenLine } from './match.js';
import { storeBooking } from './match-queries.js';
import type { LineRow } from './queries.js';
import type { BankBookBody } from './schema.js';

/**
 * Creates the journal for an open line: the line's account against the template's account. The line
 * is matched once a second person approves the journal, and becomes open again if the journal is
 * rejected. Until then, the line cannot be matched or booked in another way.
 */
export async function bookBankLine(work: Work, body: BankBookBody): Promise<Outcome> {
  const line = await lockedLine(work, body.lineId);
  refuseUnlessOpen(line);
  const counterId = await counterAccountOf(work, line, body);
  const amount = minorToDecimal(absolute(line.amount_minor), line.currency);
  const isIncoming = line.amount_minor > 0n;
  const words = body.narration ?? line.description ?? line.reference ?? TEMPLATE_WORDS[body.kind];
  const bank = { accountId: line.account_id };
  const counter = { accountId: counterId };
  const lines = isIncoming
    ? [
        { ...bank, debitAmount: amount },
        { ...counter, creditAmount: amount },
      ]
    : [
        { ...counter, debitAmount: amount },
        { ...bank, creditAmount: amount },
      ];
  const journal = await createManualJournal(
    work,
    {
      ...(await datesOf(work, line)),
      narration: cutText(words, JOURNAL.narrationLength),
      ...(line.reference === null
        ? {}
        : { reference: cutText(line.reference, JOURNAL.referenceLength) }),
      lines,
    },
    false,
  );
  await storeBooking(work.tx, line.id, present(journal.id, 'a created journal has a number'));
  return writtenLine(work, line.id, 'BOOKED');
}

const absolute = (minor: bigint) => (minor < 0n ? -minor : minor);

/** The narration for a line without text. */
const TEMPLATE_WORDS = {
  CHARGE: 'Bank charge',
  INTEREST: 'Bank interest',
  TRANSFER: 'Transfer between bank accounts',
} as const;

function templateOf({ kind }: BankBookBody, isIncoming: boolean): EntryAccount | undefined {
  switch (kind) {
    case 'CHARGE':
      return 'BANK_LINE/CHARGE';
    case 'INTEREST':
      return isIncoming ? 'BANK_LINE/INTEREST_RECEIVED' : 'BANK_LINE/INTEREST_PAID';
    case 'TRANSFER':
      return undefined;
    default:
      return kind satisfies never;
  }
}

async function counterAccountOf(work: Work, line: LineRow, body: BankBookBody): Promise<bigint> {
  const entry = templateOf(body, line.amount_minor > 0n);
  if (entry !== undefined) {
    if (body.counterAcctName !== undefined) {
      const why = `is only for a TRANSFER; a ${body.kind} is booked to its mapped account`;
      throw refuseMember(commonProblems.INVALID_REQUEST, 'counterAcctName', why);
    }
    return mappedAccount(work, entry, { officeId: line.office_id, currency: line.currency });
  }
  const account =
    body.counterAcctName === undefined
      ? undefined
      : await findFirmAccount(work.tx, { name: body.counterAcctName });
  if (account === undefined || account.office_id !== line.office_id) {
    const why = 'must be an account of the office: a TRANSFER needs the other bank account';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'counterAcctName', why);
  }
  if (account.customer_id !== null) {
    const why = "is a customer's account: create a cash transaction and match it with the line";
    throw refuseMember(financeProblems.WRONG_KIND_OF_ACCOUNT, 'counterAcctName', why);
  }
  if (account.currency !== line.currency) {
    const why = `is in ${account.currency}, but the line is in ${line.currency}`;
    throw refuseMember(financeProblems.CURRENCY_MISMATCH, 'counterAcctName', why);
  }
  if (account.id !== line.account_id) return account.id;
  throw refuseMember(financeProblems.SAME_ACCOUNT, 'counterAcctName', "is the line's own account");
}

// The journal has the bank's date if the books are open for it, otherwise the date of its approval.
async function datesOf(work: Work, { booked_on: bookedOn }: LineRow) {
  const wrong = dateError(bookedOn, await dateSettingOf(work.tx), false);
  return wrong === undefined
    ? { transactionDate: bookedOn, valueDate: bookedOn }
    : { valueDate: bookedOn };
}
