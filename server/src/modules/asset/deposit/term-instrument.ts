// Submits, updates, posts and reads term instruments (fixed deposits and loans).

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { warned } from '../../../platform/http/reply/warning.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { isOfOffices, stateSteps } from '../../../platform/reference-data/state-step.js';
import { postJournal } from '../../finance/index.js';
import { selectDepositor } from '../instrument/queries.js';
import type { AssetPorts } from '../port.js';
import { assetProblems } from '../problems.js';
import { stampOf } from '../stamp.js';
import { rolloverMeant, runningChanges } from './change.js';
import { draftTermInstrument, refuseInactive } from './draft.js';
import { type TermInstrumentEvent, termInstrumentEvent } from './event.js';
import { interestContextOf } from './interest-plan.js';
import { aheadOf, storeInterestAhead } from './interest-settlement.js';
import { instrumentFrame, journalOf, placingLines, shownLines } from './ledger-entry.js';
import { ignoredMaturity, tenureMeant } from './maturity-request.js';
import { refuseWithoutPrice } from './placement-price.js';
import {
  countInstruments,
  type InstrumentFilter,
  insertInstruments,
  lockInstrument,
  selectDuplicate,
  selectInstrument,
  selectInstruments,
  type TermInstrumentRow,
  updateInstrument,
} from './queries.js';
import { termInstrumentRecord } from './record.js';
import { requestOf, type TermRequest, withoutZeros } from './request.js';
import { unusedAmountWarnings } from './rollover-instruction.js';
import { firstInterestDate, scheduleOf } from './type.js';
import { selectTypeVersion } from './type-queries.js';

/** Submits an instrument. It stays PENDING until it is posted. No money moves. */
export async function submitTermInstrument(
  work: Work,
  body: TermRequest & { readonly id?: bigint | undefined },
  ports: AssetPorts,
): Promise<Outcome> {
  if (body.id !== undefined && body.id !== 0n) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is assigned by the server');
  }
  const { depositor, terms } = await draftTermInstrument(work, body, ports);
  const id = await work.context.ids.next(work.tx, 'term_instrument_id');
  await insertInstruments(work.tx, [
    {
      ...terms,
      id,
      name: codeOf(id),
      office_id: depositor.office_id,
      status: 'PENDING',
      parent_id: null,
      accrued_to: terms.start_date,
      interest_paid_minor: 0n,
      interest_tax_minor: 0n,
      created_by: work.principal.name,
      created_at: work.now,
    },
  ]);
  const outcome = await written(work, id, 'TERM_INSTRUMENT_SUBMITTED');
  sendEvent(work, 'term-instrument.submitted', outcome.row);
  return {
    ...outcome.reply,
    created: true,
    location: `order/terminstrument/id/${id}`,
    extra: warned([
      ...unusedAmountWarnings(outcome.row),
      ...ignoredMaturity(withoutZeros(body), outcome.row),
      ...(await duplicateWarnings(work, outcome.row)),
    ]),
  };
}

/**
 * Changes the given members and keeps the rest. While PENDING, all terms can change; while RUNNING,
 * only the maturity instructions.
 */
export async function updateTermInstrument(
  work: Work,
  body: TermRequest & { readonly id: bigint },
  ports: AssetPorts,
): Promise<Outcome> {
  const row = await termInstrumentSteps.lockVisible(work, body.id, ['PENDING', 'RUNNING']);
  const { id: _, ...sent } = body;
  const changes =
    row.status === 'RUNNING'
      ? await runningChanges(work, row, { sent, ports })
      : await pendingChanges(work, row, { sent, ports });
  await updateInstrument(work.tx, stampOf(work, row.id), changes);
  const outcome = await written(work, row.id, 'TERM_INSTRUMENT_UPDATED');
  sendEvent(work, 'term-instrument.updated', outcome.row);
  const warnings = [
    ...unusedAmountWarnings(outcome.row),
    ...ignoredMaturity(withoutZeros(sent), outcome.row),
  ];
  return { ...outcome.reply, extra: warned(warnings) };
}

async function pendingChanges(
  work: Work,
  row: TermInstrumentRow,
  to: { readonly sent: TermRequest; readonly ports: AssetPorts },
) {
  const { sent, ports } = to;
  const stays = requestOf(row);
  // If the request names the type only by its label, the label replaces the stored code.
  const renamed = sent.instrumentTypeLabel !== undefined && sent.instrumentTypeName === undefined;
  const kept = renamed ? { ...stays, instrumentTypeName: undefined } : stays;
  const given = meant(sent);
  const exact = withoutZeros(given);
  const changed = {
    ...{ ...kept, ...given },
    ...{ ...rolloverMeant(stays, exact), ...tenureMeant(exact, row) },
  };
  const { terms, depositor } = await draftTermInstrument(work, changed, ports);
  if (depositor.id !== row.customer_id) {
    throw refuseMember(
      commonProblems.REFERENCE_MISMATCH,
      'customerId',
      'cannot be changed: an instrument cannot move to another customer',
    );
  }
  return { ...terms, accrued_to: terms.start_date };
}

// Clients of the original API send zero for an absent member, so zero must not replace a stored
// value.
function meant(sent: TermRequest): TermRequest {
  const entries = Object.entries(sent).filter(
    ([member, value]) => member === 'faceValue' || String(value) !== '0',
  );
  return Object.fromEntries(entries);
}

/**
 * Posts an instrument: takes the money from the initial account and starts the term today. Refuses
 * with TERM_INSTRUMENT_WRONG_STATE and the current state (RUNNING for a second post),
 * START_DATE_REFUSED before the requested start date, RATE_NOT_OFFERED if prepaid interest leaves
 * no price above zero, and INSUFFICIENT_FUNDS.
 */
export async function postTermInstrument(work: Work, id: bigint): Promise<Outcome> {
  const row = await termInstrumentSteps.lockVisible(work, id, ['PENDING']);
  const customer = present(
    await selectDepositor(work.tx, { id: row.customer_id, name: undefined }),
    'the customer of an instrument exists',
  );
  refuseInactive(customer, 'customerId');
  const begun = await beginning(work, row);
  const start = begun.start_date;
  refuseWithoutPrice({ ...row, ...begun });
  const ahead = aheadOf({ ...row, ...begun }, await interestContextOf(work.tx, [row]));
  const lines = placingLines(row, ahead);
  const draft = await journalOf(work, instrumentFrame(row, start, 'Placement of'), lines);
  const journalId = await postJournal(work.tx, draft);
  await updateInstrument(work.tx, stampOf(work, id), {
    ...begun,
    status: 'RUNNING',
    interest_paid_minor: ahead.gross,
    interest_tax_minor: ahead.tax,
    post_journal_id: journalId,
  });
  await storeInterestAhead(work.tx, [{ id, start_date: start, ahead, journalId }]);
  const outcome = await written(work, id, 'TERM_INSTRUMENT_POSTED');
  sendEvent(work, 'term-instrument.posted', outcome.row);
  return work.tx.dryRun
    ? { ...outcome.reply, extra: { journalLines: await shownLines(work, lines, row.currency) } }
    : outcome.reply;
}

// Returns the dates of a term that starts on a date.
async function beginning(work: Work, row: TermInstrumentRow) {
  const start = await firstDay(work, row);
  const found = await selectTypeVersion(work.tx, row);
  const type = present(found, 'the type of an instrument exists');
  const { maturity, payment, accrualEnd } = await scheduleOf(work.tx, type, {
    start,
    tenure: row.tenure,
  });
  return {
    start_date: start,
    accrued_to: start,
    maturity_date: maturity,
    payment_date: payment,
    accrual_end: accrualEnd,
    next_interest_date: await firstInterestDate(work.tx, type, { start, accrualEnd }),
  };
}

async function firstDay(work: Work, row: TermInstrumentRow): Promise<BusinessDate> {
  const today = await currentBusinessDate(work.tx);
  if (row.requested_start === null || row.requested_start <= today) return today;
  throw refuseMember(
    assetProblems.START_DATE_REFUSED,
    'startDate',
    `is ${row.requested_start}; it cannot be posted before then, and today is ${today}`,
  );
}

/** Returns one instrument, or refuses with DOCUMENT_NOT_FOUND. */
export async function readTermInstrument(call: Call, id: bigint): Promise<object> {
  const row = await selectInstrument(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw termInstrumentSteps.notFound(id);
  }
  return versioned(termInstrumentRecord(row, await interestContextOf(call.db, [row])), row.version);
}

/** Lists one customer's instruments in the offices that the caller can see, newest first. */
export async function listTermInstruments(
  call: Call,
  filter: Omit<InstrumentFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const scoped: InstrumentFilter = { ...filter, offices: call.principal.offices };
  const count = await countInstruments(call.db, scoped);
  const { rows, nextAfter } = pageFrom(await selectInstruments(call.db, scoped, page), page);
  const interest = await interestContextOf(call.db, rows);
  return { count, result: rows.map((row) => termInstrumentRecord(row, interest)), nextAfter };
}

/** Locks a term instrument before a state change. */
export const termInstrumentSteps = stateSteps({
  lock: ({ tx }: Work, id: bigint) => lockInstrument(tx, id),
  isVisible: isOfOffices,
  stateOf: ({ status }) => status,
  wrongState: assetProblems.TERM_INSTRUMENT_WRONG_STATE,
  detailOf: ({ status }) => `The instrument is ${status}.`,
  missing: () => 'no such term instrument',
});

/** Reads the instrument again after the write, for the reply. */
export async function written(
  work: Work,
  id: bigint,
  msgCode: string,
): Promise<{ readonly row: TermInstrumentRow; readonly reply: Outcome }> {
  const found = present(await selectInstrument(work.tx, id), 'the instrument was written');
  const row = id < 0n ? { ...found, name: '' } : found;
  const result = termInstrumentRecord(row, await interestContextOf(work.tx, [row]));
  return { row, reply: { msgCode, id, name: row.name, version: row.version, result } };
}

/** Sends an event about the instrument in the same transaction. */
export function sendEvent(work: Work, type: TermInstrumentEvent, row: TermInstrumentRow): void {
  work.events.push(termInstrumentEvent(type, row, { status: row.status }));
}

/** Builds the filter from the query parameters of the list. */
export function filterOf(query: {
  readonly c: bigint;
  readonly u?: string;
  readonly sd?: BusinessDate;
  readonly ed?: BusinessDate;
  readonly id?: bigint;
  readonly t?: bigint;
  readonly d?: BusinessDate;
  readonly startDue?: boolean;
}): Omit<InstrumentFilter, 'offices'> {
  const ids = [query.id, query.t].filter((id) => id !== undefined && id !== 0n);
  return {
    customerId: query.c,
    ids: ids.length === 0 ? undefined : ids.map((id) => present(id, 'the id was given')),
    status: query.u,
    startFrom: laterOf(query.sd, query.d),
    startTo: earlierOf(query.ed, query.d),
    startDue: query.startDue,
  };
}

function laterOf(one: BusinessDate | undefined, other: BusinessDate | undefined) {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}

function earlierOf(one: BusinessDate | undefined, other: BusinessDate | undefined) {
  return one === undefined || (other !== undefined && other < one) ? other : one;
}

// A retry without an idempotency key would create a second deposit, so the reply contains a warning
// about the first one.
async function duplicateWarnings(work: Work, row: TermInstrumentRow): Promise<object[]> {
  const duplicate = await selectDuplicate(work.tx, row, work.now);
  if (duplicate === undefined) return [];
  const detail = `term instrument ${duplicate.name}, placed in the last minute, has the same terms`;
  return [{ code: 'LOOKS_LIKE_REPEAT', detail, id: duplicate.id }];
}
