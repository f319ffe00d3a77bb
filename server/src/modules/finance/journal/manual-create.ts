// Creates manual journals, which need a second person's approval.

import { present } from '../../../platform/assert.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { officeByCode } from '../../party/index.js';
import { oppositeLines } from '../ledger/entry.js';
import { linesOfJournal } from '../ledger/queries.js';
import { financeProblems } from '../problems.js';
import { type DateSetting, dateError, dateSettingOf } from './date.js';
import {
  type CheckedLine,
  imbalanceOf,
  judgeLine,
  type LineRequest,
  type LineSetting,
  settingOf,
} from './line.js';
import { changedJournal, MANUAL_JOURNAL_SOURCE, stampOf } from './manual.js';
import { findReversalOf, insertManualJournal, type NewManualJournal } from './manual-queries.js';
import type { ManualJournalBody, ReverseJournalBody } from './manual-schema.js';
import { performanceOfJournal } from './performance-queries.js';
import { findJournal, type LineAccount } from './queries.js';

/**
 * Stores a pending journal.
 * @param adjusting if true, allows a date in a soft-closed period
 */
export async function createManualJournal(
  work: Work,
  body: ManualJournalBody,
  adjusting: boolean,
): Promise<Outcome> {
  if (body.id !== undefined && body.id !== 0n) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is assigned by the server');
  }
  const dates = await dateSettingOf(work.tx);
  refuseWrongDate(body.transactionDate, dates, adjusting);
  const named = await officeNamed(work, body.businessOfficeName);
  const setting = await settingOf(work, body.lines, named);
  const officeId = named ?? officeOfFirst(body.lines, setting.accounts);
  const lines = linesOf(body, { ...setting, officeId }, dates);
  const id = await work.context.ids.next(work.tx, 'manual_journal_id');
  return made(work, {
    id,
    office_id: present(officeId, 'lines that were checked have an office'),
    transaction_date: body.transactionDate ?? null,
    value_date: body.valueDate ?? null,
    narration: body.narration,
    reference: body.reference ?? null,
    adjusting,
    reverses_journal_id: null,
    lines: lines.map((line, index) => ({
      ...line,
      narration: body.lines[index]?.narration ?? null,
    })),
  });
}

/**
 * Stores a pending reversal of a manual journal; a second person approves it. Journals of other
 * records are reversed through those records.
 */
export async function reverseJournal(
  work: Work,
  journalId: bigint,
  body: ReverseJournalBody,
): Promise<Outcome> {
  const journal = await findJournal(work.tx, journalId);
  if (!journal || !seesOffice(work.principal, journal.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const { source_type: source, source_id: sourceId, narration } = journal;
  if (source !== MANUAL_JOURNAL_SOURCE) {
    throw refusal(financeProblems.JOURNAL_NOT_MANUAL, {
      detail: `the journal belongs to ${source} ${sourceId}`,
      args: [source, String(sourceId)],
    });
  }
  refuseWrongDate(body.transactionDate, await dateSettingOf(work.tx), false);
  const id = await work.context.ids.next(work.tx, 'manual_journal_id');
  const lines = oppositeLines(await linesOfJournal(work.tx, journalId));
  const kinds = await performanceOfJournal(work.tx, journalId);
  return made(work, {
    id,
    office_id: journal.office_id,
    transaction_date: body.transactionDate ?? null,
    value_date: null,
    narration: body.narration ?? `reversal of ${narration}`,
    reference: null,
    adjusting: false,
    reverses_journal_id: journalId,
    lines: lines.map((line, index) => ({
      ...{ ...line, narration: null },
      performanceKind: kinds.get(index + 1),
    })),
  });
}

async function made(work: Work, row: NewManualJournal): Promise<Outcome> {
  if (!(await insertManualJournal(work.tx, row, stampOf(work)))) {
    const first = await findReversalOf(work.tx, row.reverses_journal_id ?? 0n);
    throw refusal(financeProblems.JOURNAL_REVERSED, {
      detail: `the reversal of the journal is ${first?.state ?? 'decided'}`,
      args: first === undefined ? [] : [first.state, String(first.id)],
    });
  }
  const outcome = await changedJournal(work, row.id, 'created');
  return { ...outcome, created: true, location: `finance/journal/draft/id/${row.id}` };
}

function refuseWrongDate(
  date: ManualJournalBody['transactionDate'],
  dates: DateSetting,
  adjusting: boolean,
): void {
  if (date === undefined) return;
  const wrong = dateError(date, dates, adjusting);
  if (wrong !== undefined) throw refuseMember(wrong.error, 'transactionDate', wrong.detail);
}

async function officeNamed(work: Work, name: string | undefined): Promise<bigint | undefined> {
  if (name === undefined) return undefined;
  const office = await officeByCode(work.tx, name);
  if (office && seesOffice(work.principal, office.id)) return office.id;
  throw refuseMember(
    commonProblems.UNKNOWN_REFERENCE,
    'businessOfficeName',
    'does not match any business office',
  );
}

function officeOfFirst(
  [first]: readonly LineRequest[],
  accounts: ReadonlyMap<string, LineAccount>,
): bigint | undefined {
  const key =
    first?.accountId === undefined ? `name ${first?.accountName}` : `id ${first.accountId}`;
  return accounts.get(key)?.office_id;
}

function linesOf(
  { lines: requests, valueDate }: Pick<ManualJournalBody, 'lines' | 'valueDate'>,
  setting: LineSetting,
  { today }: DateSetting,
): CheckedLine[] {
  const lines = requests.map((request, index) => {
    const judged = judgeLine(request, setting, { valueDate, today });
    if (!('error' in judged)) return judged;
    throw refuseMember(judged.error, `lines/${index}/${judged.member}`, judged.detail);
  });
  const wrong = imbalanceOf(lines);
  if (wrong === undefined) return lines;
  throw refuseMember(financeProblems.JOURNAL_NOT_BALANCED, `lines/${wrong.line}`, wrong.detail);
}
