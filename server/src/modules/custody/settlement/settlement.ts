// Event settlements: money received from registrars, or paid to registrars and receiving agents.
// One person enters a settlement. Another approves it, and it is booked.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { formatMoney, parseMinor } from '../../../platform/money/money.js';
import { isOfOffices, stateSteps } from '../../../platform/reference-data/state-step.js';
import { financeProblems } from '../../finance/index.js';
import { refuseOwnWork } from '../../identity/index.js';
import { officeByCode } from '../../party/index.js';
import { enqueueEventJob, PAY_EVENT } from '../event/job.js';
import { wrongState } from '../event/state.js';
import { selectPaidIn } from '../event/take-up-queries.js';
import { custodyProblems } from '../problems.js';
import { type CorporateActionRow, lockEvent } from '../record/queries.js';
import { shownLines } from './entry.js';
import { settlementEvent } from './event.js';
import { controlOf } from './funding.js';
import { lockFunding } from './funding-queries.js';
import { postSettlement } from './posting.js';
import {
  currenciesOf,
  type Direction,
  decideSettlement,
  eventIdOf,
  insertSettlement,
  lockPendingPayments,
  lockSettlement,
  type SettlementRow,
  selectSettlement,
} from './queries.js';
import { settlementRecord } from './record.js';

interface EventSettlementRequest {
  readonly eventId?: bigint | undefined;
  readonly eventName?: string | undefined;
  readonly businessOfficeName: string;
  readonly bankOfficeName?: string | undefined;
  readonly direction: 'RECEIPT' | 'PAYMENT';
  readonly amount: Decimal;
  readonly currency?: string | undefined;
  readonly valueDate?: BusinessDate | undefined;
  readonly reference?: string | undefined;
}

const { EVENT_SETTLEMENT_REFUSED, EVENT_SETTLEMENT_WRONG_STATE } = custodyProblems;

/** Enters a settlement. It stays PENDING until another person approves it. */
export async function createEventSettlement(
  work: Work,
  request: EventSettlementRequest,
): Promise<Outcome> {
  const officeId = await officeNamed(work, 'businessOfficeName', request.businessOfficeName);
  const bankOfficeId =
    request.bankOfficeName === undefined
      ? officeId
      : await officeNamed(work, 'bankOfficeName', request.bankOfficeName);
  const event = await eventNamed(work, request);
  refuseClosed(event);
  const currency = await currencyOf(work, event, request.currency);
  const amountMinor = minorOf(request.amount, currency);
  const { direction } = request;
  const money = { direction, office_id: officeId, currency, amount_minor: amountMinor };
  await refuseMoreThanHeld(work, money, event);
  const valueDate = await valueDateOf(work, request.valueDate);
  return enterSettlement(work, {
    ...money,
    corporate_action_id: event.id,
    bank_office_id: bankOfficeId,
    value_date: valueDate,
    reference: request.reference || null,
  });
}

/** A settlement entered by a person. */
type EnteredSettlement = Pick<
  SettlementRow,
  | 'corporate_action_id'
  | 'office_id'
  | 'bank_office_id'
  | 'direction'
  | 'amount_minor'
  | 'currency'
  | 'value_date'
  | 'reference'
>;

/** Stores a pending settlement entered by the caller. */
export async function enterSettlement(work: Work, entered: EnteredSettlement): Promise<Outcome> {
  const id = await work.context.ids.next(work.tx, 'event_settlement_id');
  const creator = { creator_kind: work.principal.kind, creator_id: work.principal.id };
  await insertSettlement(
    work.tx,
    { ...entered, ...creator, id, name: codeOf(id) },
    { by: work.principal.name, at: work.now },
  );
  const outcome = await written(work, id, 'created');
  return { ...outcome, created: true, location: `custody/event-settlement/id/${id}` };
}

/**
 * Approves a settlement and books it on the business date. Its maker cannot approve it. A receipt
 * first repays the firm's advance from money that is not due to customers. After an advance is
 * approved, a job makes the payments. A dry run shows the lines.
 */
export async function approveEventSettlement(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  const row = await lockUndecided(work, id);
  const event = present(await lockEvent(work.tx, row.corporate_action_id), 'its event exists');
  refuseClosed(event);
  await refuseMoreThanHeld(work, row, event);
  const date = await currentBusinessDate(work.tx);
  const { journalId, lines } = await postSettlement(work, row, { event, date });
  const stamp = { by: work.principal.name, at: work.now };
  await decideSettlement(work.tx, { id, state: 'POSTED', journalId, reason }, stamp);
  if (row.direction === 'ADVANCE') await enqueueEventJob(work, PAY_EVENT, event);
  const outcome = await written(work, id, 'posted');
  if (!work.tx.dryRun) return outcome;
  return { ...outcome, extra: { journalLines: await shownLines(work, lines, row.currency) } };
}

/** Rejects a settlement. Its maker cannot reject it. */
export async function rejectEventSettlement(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  await lockUndecided(work, id);
  const stamp = { by: work.principal.name, at: work.now };
  await decideSettlement(work.tx, { id, state: 'REJECTED', reason }, stamp);
  return written(work, id, 'rejected');
}

/** Rejects the pending payments of a cancelled event. The event must be locked. */
export async function rejectPayments(work: Work, eventId: bigint): Promise<void> {
  const stamp = { by: work.principal.name, at: work.now };
  const reason = 'The corporate action is cancelled.';
  for (const { id } of await lockPendingPayments(work.tx, eventId)) {
    await decideSettlement(work.tx, { id, state: 'REJECTED', reason }, stamp);
    await written(work, id, 'rejected');
  }
}

const steps = stateSteps<SettlementRow, string>({
  lock: async ({ tx }, id) => {
    await lockSettlement(tx, id);
    return selectSettlement(tx, id);
  },
  isVisible: isOfOffices,
  missing: () => 'no such settlement',
  stateOf: ({ state }) => state,
  wrongState: EVENT_SETTLEMENT_WRONG_STATE,
  detailOf: ({ state }) => `The settlement is ${state}.`,
});

async function lockUndecided(work: Work, id: bigint): Promise<SettlementRow> {
  const row = await steps.lockVisible(work, id);
  await refuseOwnWork(work, row);
  steps.refuseUnless(row, ['PENDING']);
  return row;
}

/** Locks the corporate action of a request. Refuses with UNKNOWN_REFERENCE. */
export async function eventNamed(
  work: Work,
  request: Pick<EventSettlementRequest, 'eventId' | 'eventName'>,
): Promise<CorporateActionRow> {
  const { eventId, eventName } = request;
  const id = await eventIdOf(work.tx, { id: eventId || undefined, name: eventName });
  const event = id === undefined ? undefined : await lockEvent(work.tx, id);
  if (event !== undefined) return event;
  throw refuseMember(
    commonProblems.UNKNOWN_REFERENCE,
    eventId ? 'eventId' : 'eventName',
    'does not name a corporate action',
  );
}

function refuseClosed(event: CorporateActionRow): void {
  if (event.progress === 'CLOSED') throw wrongState(event, 'CLOSED');
}

async function officeNamed(work: Work, member: string, name: string): Promise<bigint> {
  const office = await officeByCode(work.tx, name);
  if (office && seesOffice(work.principal, office.id)) return office.id;
  throw refuseMember(
    commonProblems.UNKNOWN_REFERENCE,
    member,
    'is not the code of a business office',
  );
}

/** Returns the currency of a request. The default is the event's only currency. */
export async function currencyOf(
  work: Work,
  event: CorporateActionRow,
  named: string | undefined,
): Promise<string> {
  const paid = await currenciesOf(work.tx, event.id);
  const [only] = paid;
  if (named === undefined) {
    if (only !== undefined && paid.length === 1) return only;
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'currency',
      `is required, because the corporate action pays in ${paid.join(' and ')}`,
    );
  }
  if (paid.includes(named)) return named;
  throw refuseMember(
    financeProblems.CURRENCY_MISMATCH,
    'currency',
    `is ${named}, but the corporate action pays in ${paid.join(' and ')}`,
  );
}

/** Returns an amount in minor units. Refuses with TOO_MANY_DECIMALS or AMOUNT_NOT_POSITIVE. */
export function minorOf(amount: Decimal, currency: string): bigint {
  const minor = parseMinor(amount, currency);
  if (minor === undefined) {
    throw refuseMember(
      commonProblems.TOO_MANY_DECIMALS,
      'amount',
      `has more decimals than ${currency}`,
    );
  }
  if (minor > 0n) return minor;
  throw refuseMember(financeProblems.AMOUNT_NOT_POSITIVE, 'amount', 'must be above zero');
}

// Money with a future value date has not been received yet.
async function valueDateOf(work: Work, given: BusinessDate | undefined): Promise<BusinessDate> {
  const today = await currentBusinessDate(work.tx);
  if (given === undefined || given <= today) return given ?? today;
  throw refuseMember(
    EVENT_SETTLEMENT_REFUSED,
    'valueDate',
    `must not be after the business date ${today}`,
  );
}

// A payment may not exceed the event's remaining money, because the excess would come from the
// client money of other events. Once the event is cancelled, money that customers paid for rights
// belongs to them again, so it is not part of the remaining money. A receipt may be any amount; any
// excess is owed to the registrar.
async function refuseMoreThanHeld(
  work: Work,
  requested: Pick<SettlementRow, 'office_id' | 'currency' | 'direction' | 'amount_minor'> & {
    readonly direction: Direction;
  },
  { id: eventId, status }: CorporateActionRow,
): Promise<void> {
  if (requested.direction !== 'PAYMENT') return;
  const { currency } = requested;
  const [part] = await lockFunding(work.tx, eventId, [requested]);
  const control = part === undefined ? 0n : controlOf(part);
  const reserved = status === 'CANCELLED' ? await selectPaidIn(work.tx, eventId, requested) : 0n;
  const left = control - reserved;
  if (requested.amount_minor <= left) return;
  const owed = formatMoney({ minor: left > 0n ? left : 0n, currency });
  throw refuseMember(
    EVENT_SETTLEMENT_REFUSED,
    'amount',
    `is more than the ${owed} that the office still has for the corporate action`,
  );
}

async function written(
  work: Work,
  id: bigint,
  done: 'created' | 'posted' | 'rejected',
): Promise<Outcome> {
  const row = present(await selectSettlement(work.tx, id), 'the settlement was written');
  work.events.push(settlementEvent(done, row));
  return {
    msgCode: `EVENT_SETTLEMENT_${done.toUpperCase()}`,
    id,
    name: id < 0n ? '' : row.name,
    version: row.version,
    result: settlementRecord(row),
  };
}
