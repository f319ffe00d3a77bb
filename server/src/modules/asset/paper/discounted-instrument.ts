// Submits, updates, posts and reads discounted instruments and treasury bills.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { warned } from '../../../platform/http/reply/warning.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { parseMinor } from '../../../platform/money/money.js';
import { isOfOffices, stateSteps } from '../../../platform/reference-data/state-step.js';
import { postJournal } from '../../finance/index.js';
import { rolloverMeant } from '../deposit/change.js';
import { refuseInactive } from '../deposit/draft.js';
import { journalOf, shownLines } from '../deposit/ledger-entry.js';
import { ignoredMaturity, tenureMeant } from '../deposit/maturity-request.js';
import { type TermRequest, withoutZeros } from '../deposit/request.js';
import { unusedAmountWarnings } from '../deposit/rollover-instruction.js';
import { selectDepositor } from '../instrument/queries.js';
import { assetProblems } from '../problems.js';
import { stampOf } from '../stamp.js';
import { withholdingRules } from '../tax/rule.js';
import { runningChanges } from './change.js';
import {
  type DiscountedContext,
  draftDiscounted,
  pricedTerms,
  requestOfDiscounted,
} from './draft.js';
import { discountedFrame, placementLines } from './entry.js';
import { type DiscountedEventVerb, discountedEvent } from './event.js';
import { placementOf } from './history.js';
import { recordChanges } from './history-queries.js';
import { type DiscountedKind, KIND_WORDS } from './kind.js';
import {
  countDiscounted,
  type DiscountedChanges,
  type DiscountedFilter,
  type DiscountedKey,
  insertDiscounted,
  lockDiscounted,
  selectDiscounted,
  selectDiscountedCurrencies,
  selectDiscountedOfCustomer,
  selectDuplicateDiscounted,
  updateDiscounted,
} from './queries.js';
import { type DiscountedRow, discountedRecord } from './record.js';
import type { DiscountedList } from './schema.js';
import { refuseUnsettled } from './type.js';
import { selectDiscountedType } from './type-queries.js';

/** Submits an instrument. It stays PENDING until it is posted. No money moves. */
export async function submitDiscounted(
  work: Work,
  body: TermRequest & { readonly id?: bigint | undefined },
  desk: DiscountedContext,
): Promise<Outcome> {
  if (body.id !== undefined && body.id !== 0n) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is assigned by the server');
  }
  const { depositor, terms } = await draftDiscounted(work, body, desk);
  const id = await work.context.ids.next(work.tx, 'discounted_instrument_id');
  const name = codeOf(id);
  await insertDiscounted(
    work.tx,
    [
      {
        ...terms,
        ...{ id, kind: desk.kind, name, office_id: depositor.office_id },
        ...{ status: 'PENDING', parent_id: null },
      },
    ],
    stampOf(work, id),
  );
  const outcome = await discountedWritten(work, { kind: desk.kind, id }, 'SUBMITTED');
  sendDiscountedEvent(work, 'submitted', outcome.row);
  return {
    ...outcome.reply,
    created: true,
    location: `order/${KIND_WORDS[desk.kind].path}/id/${id}`,
    extra: warned([
      ...unusedAmountWarnings(outcome.row),
      ...ignoredMaturity(withoutZeros(body), outcome.row),
      ...(await duplicateWarnings(work, outcome.row)),
    ]),
  };
}

/**
 * Changes the given members and keeps the rest. While PENDING, all terms can change; while RUNNING,
 * only the rollover instructions. In any other state, refuses with
 * DISCOUNTED_INSTRUMENT_WRONG_STATE.
 */
export async function updateDiscountedTerms(
  work: Work,
  body: TermRequest & { readonly id: bigint },
  desk: DiscountedContext,
): Promise<Outcome> {
  const key = { kind: desk.kind, id: body.id };
  const row = await discountedSteps.lockVisible(work, key, ['PENDING', 'RUNNING']);
  const { id: _, ...sent } = body;
  const changes =
    row.status === 'RUNNING'
      ? await runningChanges(work.tx, row, sent)
      : await pendingChanges(work, row, { sent, desk });
  await updateDiscounted(work.tx, stampOf(work, row.id), changes);
  const outcome = await discountedWritten(work, key, 'UPDATED');
  sendDiscountedEvent(work, 'updated', outcome.row);
  const warnings = [
    ...unusedAmountWarnings(outcome.row),
    ...ignoredMaturity(withoutZeros(sent), outcome.row),
  ];
  return { ...outcome.reply, extra: warned(warnings) };
}

async function pendingChanges(
  work: Work,
  row: DiscountedRow,
  to: { readonly sent: TermRequest; readonly desk: DiscountedContext },
): Promise<DiscountedChanges> {
  const request = changedRequest(row, to.sent);
  const { terms, depositor } = await draftDiscounted(work, request, to.desk);
  if (depositor.id === row.customer_id) return terms;
  throw refuseMember(
    commonProblems.REFERENCE_MISMATCH,
    'customerId',
    'cannot be changed: an instrument cannot move to another customer',
  );
}

// Clients of the original API send zero for an absent member, so zero must not replace a stored
// value.
function changedRequest(row: DiscountedRow, sent: TermRequest): TermRequest {
  const stays = requestOfDiscounted(row);
  const exact = withoutZeros(sent);
  const renamed = sent.instrumentTypeLabel !== undefined && sent.instrumentTypeName === undefined;
  const meant = Object.entries(sent).filter(
    ([member, value]) => member === 'faceValue' || String(value) !== '0',
  );
  return {
    ...stays,
    // If the request names the type only by its label, the label replaces the stored code.
    ...(renamed ? { instrumentTypeName: undefined } : {}),
    ...Object.fromEntries(meant),
    ...rolloverMeant(stays, exact),
    ...(row.kind === 'TREASURY_BILL' ? {} : tenureMeant(exact, row)),
  };
}

/**
 * Posts an instrument: takes the cost from the initial account and starts the term today, at a
 * price for the days from today. Refuses with DISCOUNTED_INSTRUMENT_WRONG_STATE and the current
 * state (RUNNING for a second post), and with INSUFFICIENT_FUNDS. Refuses with START_DATE_REFUSED
 * before the requested start date, before the issue settles, and on or after maturity.
 */
export async function postDiscounted(work: Work, key: DiscountedKey): Promise<Outcome> {
  const row = await discountedSteps.lockVisible(work, key, ['PENDING']);
  const named = { id: row.customer_id, name: undefined };
  const customer = present(await selectDepositor(work.tx, named), 'an instrument has a customer');
  refuseInactive(customer, 'customerId');
  const today = await currentBusinessDate(work.tx);
  const terms = await firstDayTerms(work, row, today);
  const lines = placementLines(row, terms.cost_minor);
  const frame = discountedFrame(row, today, 'Placement of');
  const journalId = await postJournal(work.tx, await journalOf(work, frame, lines));
  const stamp = stampOf(work, row.id);
  await updateDiscounted(work.tx, stamp, { ...terms, status: 'RUNNING' });
  await recordChanges(work.tx, [placementOf({ ...terms, id: row.id }, journalId)], stamp);
  const outcome = await discountedWritten(work, key, 'POSTED');
  sendDiscountedEvent(work, 'posted', outcome.row);
  return work.tx.dryRun
    ? { ...outcome.reply, extra: { journalLines: await shownLines(work, lines, row.currency) } }
    : outcome.reply;
}

// The rate, amount and tenure were agreed at submission and stay the same even if the type has
// changed. The number of days, and therefore the price, is computed as of today.
async function firstDayTerms(work: Work, row: DiscountedRow, today: BusinessDate) {
  const found = await selectDiscountedType(work.tx, row.type_id);
  const type = present(found, 'the type of an instrument exists');
  if (row.requested_start !== null && row.requested_start > today) {
    throw refuseMember(
      assetProblems.START_DATE_REFUSED,
      'startDate',
      `is ${row.requested_start}; it cannot be posted before then, and today is ${today}`,
    );
  }
  refuseUnsettled(type, today);
  const agreed = {
    ...type,
    rate: row.rate,
    amount_least_minor: 1n,
    amount_most_minor: null,
    amount_multiple_minor: 1n,
    allowed_tenures: null,
  };
  const terms = await pricedTerms(work, agreed, {
    start: today,
    faceMinor: row.face_value_minor,
    tenure: row.kind === 'TREASURY_BILL' ? undefined : row.tenure,
    requestedRate: row.rate,
  });
  return { ...terms, rate_negotiated: row.rate_negotiated };
}

/** Returns one instrument, or refuses with DOCUMENT_NOT_FOUND. */
export async function readDiscounted(call: Call, key: DiscountedKey): Promise<object> {
  const row = await visibleDiscounted(call, key);
  return versioned(discountedRecord(row, await withholdingRules(call.db)), row.version);
}

/** Returns the row of an instrument that the caller can see. Refuses any other with 404. */
export async function visibleDiscounted(
  call: Pick<Call, 'principal'> & { readonly db: Database | Tx },
  key: DiscountedKey,
): Promise<DiscountedRow> {
  const row = await selectDiscounted(call.db, key);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw discountedSteps.notFound(key);
  }
  return row;
}

/** Lists one customer's instruments in the offices that the caller can see, newest first. */
export async function listDiscounted(
  call: Call,
  requested: { readonly kind: DiscountedKind; readonly query: DiscountedList },
  page: PageRequest,
): Promise<Page<object>> {
  const filter = await filterOf(call, requested.kind, requested.query);
  const count = await countDiscounted(call.db, filter);
  const found = await selectDiscountedOfCustomer(call.db, filter, page);
  const { rows, nextAfter } = pageFrom(found, page);
  const rules = await withholdingRules(call.db);
  return { count, result: rows.map((row) => discountedRecord(row, rules)), nextAfter };
}

async function filterOf(
  call: Call,
  kind: DiscountedKind,
  query: DiscountedList,
): Promise<DiscountedFilter> {
  const { fv } = query;
  const currencies = fv === undefined ? [] : await selectDiscountedCurrencies(call.db);
  const faces = currencies.map((one) => [one, fv && parseMinor(fv, one)] as const);
  return {
    kind,
    customerId: query.c,
    offices: call.principal.offices,
    id: query.id || undefined,
    status: query.e,
    startFrom: query.sd,
    startTo: query.ed,
    notesPart: query.dc,
    faceMinors: fv === undefined ? undefined : Object.fromEntries(faces),
    rate: query.dr,
    terminatedOn: query.td,
  };
}

/** Locks a discounted instrument or treasury bill before a state change. */
export const discountedSteps = stateSteps({
  lock: ({ tx }: Work, key: DiscountedKey) => lockDiscounted(tx, key),
  isVisible: isOfOffices,
  stateOf: ({ status }) => status,
  wrongState: assetProblems.DISCOUNTED_INSTRUMENT_WRONG_STATE,
  detailOf: ({ status }) => `The instrument is ${status}.`,
  missing: ({ kind }) => `no such ${KIND_WORDS[kind].text}`,
});

/** Reads the instrument again after the write, for the reply. */
export async function discountedWritten(
  work: Work,
  key: DiscountedKey,
  verb: 'SUBMITTED' | 'UPDATED' | 'POSTED' | 'CANCELLED' | 'PART_TERMINATED' | 'TERMINATED',
): Promise<{ readonly row: DiscountedRow; readonly reply: Outcome }> {
  const found = present(await selectDiscounted(work.tx, key), 'the instrument was written');
  const row = key.id < 0n ? { ...found, name: '' } : found;
  const result = discountedRecord(row, await withholdingRules(work.tx));
  const msgCode = `${key.kind}_${verb}`;
  return { row, reply: { msgCode, id: key.id, name: row.name, version: row.version, result } };
}

/** Sends an event about the instrument in the same transaction. */
export function sendDiscountedEvent(
  work: Work,
  verb: DiscountedEventVerb,
  row: DiscountedRow,
): void {
  work.events.push(discountedEvent(verb, row, { status: row.status }));
}

// A retry without an idempotency key would buy a second time, so the reply contains a warning about
// the first purchase.
async function duplicateWarnings(work: Work, row: DiscountedRow): Promise<object[]> {
  const duplicate = await selectDuplicateDiscounted(work.tx, row, work.now);
  if (duplicate === undefined) return [];
  const { text } = KIND_WORDS[row.kind];
  const detail = `${text} ${duplicate.name}, placed in the last minute, has the same terms`;
  return [{ code: 'LOOKS_LIKE_REPEAT', detail, id: duplicate.id }];
}
