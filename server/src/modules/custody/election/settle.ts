// Settles elections according to the registrar's allotment: refunds money, adds new shares, and
// releases units.

import { present } from '../../../platform/assert.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import { type JournalDraft, postJournals } from '../../finance/index.js';
import { ENTITLE_EVENT, enqueueEventJob } from '../event/job.js';
import { wrongState } from '../event/state.js';
import type { CorporateActionRow, EventOptionRow } from '../record/queries.js';
import { takeUpCost } from '../rule/election.js';
import { draftingIn, paymentLines } from '../settlement/entry.js';
import { controlOf, paidByPart } from '../settlement/funding.js';
import { addToFunding, lockFunding } from '../settlement/funding-queries.js';
import { partOf } from '../settlement/paying.js';
import {
  type AllottableRow,
  type Allotted,
  moveAllotted,
  type SettledByAllotment,
  storeAllotted,
} from './allotment-queries.js';
import { takeUpPrices } from './choice.js';
import { electionEvent } from './event.js';
import { setUnitHold } from './queries.js';

/** The allotments of an event's elections. */
export interface Allotment {
  readonly event: CorporateActionRow;
  readonly options: readonly EventOptionRow[];
  readonly elections: readonly AllottableRow[];
  readonly allotted: readonly Allotted[];
}

/** Returns why this number of units cannot be allotted to an election; undefined if it can. */
export function allotmentFault(
  { event, options, elections }: Allotment,
  { electionId, quantity }: Allotted,
): string | undefined {
  const election = elections.find(({ id }) => id === electionId);
  if (election === undefined) return 'is not an election of this corporate action';
  if (election.state !== 'INSTRUCTED') return `the election is ${election.state}`;
  const option = options.find(({ number }) => number === election.option_number);
  if (option?.type !== 'EXER' && event.kind !== 'TEND') {
    return 'is settled in full as elected and needs no allotment';
  }
  if (event.kind === 'TEND' && option?.percent !== null) {
    return 'cannot be allotted; the terms determine how many tendered units are accepted';
  }
  const most = event.kind === 'TEND' ? election.quantity : election.additional_quantity;
  if (quantity <= most) return undefined;
  const wanted = event.kind === 'TEND' ? 'tendered' : 'applied for';
  return `is more than the ${most} units that were ${wanted}`;
}

/**
 * Settles elections whose rows have no error. Refuses with EVENT_WRONG_STATE (NOT_FUNDED) if the
 * event does not have the money for the refunds. The caller has locked the event.
 */
export async function settleAllotted(work: Work, allotment: Allotment): Promise<void> {
  const { event, options, elections, allotted } = allotment;
  const quantityOf = new Map(allotted.map((row) => [row.electionId, row.quantity]));
  const settled = elections.map((election) => ({
    election,
    settlement: settlementOf(allotment, election, quantityOf.get(election.id) ?? 0n),
  }));
  const journals = await refund(work, event, settled);
  const rows = settled.map(({ settlement }) => ({
    ...settlement,
    journalId: journals.get(settlement.id) ?? null,
  }));
  const shareId = options.find(({ type }) => type === 'EXER')?.new_security_id ?? null;
  const stamp = { by: work.principal.name, at: work.now };
  await storeAllotted(work.tx, rows, { ...stamp, shareId });
  if (event.kind === 'TEND') await releaseRest(work, event, settled);
  else if (shareId !== null) {
    await moveAllotted(work.tx, rows, { shareId, date: await currentBusinessDate(work.tx) });
  }
  for (const { election } of settled) {
    const subject = { ...election, event_name: event.name, kind: event.kind };
    work.events.push(electionEvent('settled', subject));
  }
}

interface Settled {
  readonly election: AllottableRow;
  readonly settlement: Omit<SettledByAllotment, 'journalId'>;
}

// The money for additional units pays for the allotted ones. The rest is refunded.
function settlementOf(
  { event, options }: Allotment,
  election: AllottableRow,
  allotted: bigint,
): Settled['settlement'] {
  const wanted = event.kind === 'TEND' ? election.quantity : election.additional_quantity;
  const state = allotted < wanted ? 'PART_SETTLED' : 'SETTLED';
  const settlement = { id: election.id, state, allotted } as const;
  const option = options.find(({ number }) => number === election.option_number);
  const prices =
    option === undefined
      ? undefined
      : takeUpPrices(options, { option, currency: election.currency });
  if (event.kind === 'TEND' || prices === undefined) {
    return { ...settlement, refundMinor: 0n, costMinor: 0n, newUnits: 0n };
  }
  const { price, additionalPrice, currency } = prices;
  const paid = election.paid_minor - takeUpCost(election.quantity, price, currency);
  const costMinor = takeUpCost(allotted, additionalPrice, currency);
  const refundMinor = paid > costMinor ? paid - costMinor : 0n;
  return { ...settlement, refundMinor, costMinor, newUnits: allotted };
}

async function refund(
  work: Work,
  event: CorporateActionRow,
  settled: readonly Settled[],
): Promise<Map<bigint, bigint>> {
  const refunded = settled.filter(({ settlement }) => settlement.refundMinor > 0n);
  if (refunded.length === 0) return new Map();
  const changes = paidByPart(
    refunded.map(({ election, settlement }) => [election, settlement.refundMinor]),
  );
  for (const part of await lockFunding(work.tx, event.id, changes)) {
    const need = changes.find((change) => partOf(change) === partOf(part))?.paid ?? 0n;
    if (need > controlOf(part)) throw wrongState(event, 'NOT_FUNDED');
  }
  const draft = draftingIn(work);
  const date = await currentBusinessDate(work.tx);
  const drafts: JournalDraft[] = [];
  for (const { election, settlement } of refunded) {
    const { office_id: officeId, currency } = election;
    const place = {
      officeId,
      accountId: present(election.cash_account_id, 'money came from an account'),
      accountOfficeId: present(election.account_office_id, 'money came from an account'),
    };
    const amounts = { cashMinor: settlement.refundMinor, taxMinor: 0n, advancedMinor: 0n };
    const applied = election.additional_quantity - settlement.allotted;
    const frame = {
      ...{ officeId, currency, date },
      sourceType: 'ELECTION',
      sourceId: election.id,
      narration: `Refund ${event.label}, ${applied} units not allotted`,
    } as const;
    drafts.push(await draft(frame, paymentLines(amounts, place)));
  }
  const ids = await postJournals(work.tx, drafts);
  await addToFunding(work.tx, event.id, changes);
  return new Map(
    refunded.map(({ election }, index) => [
      election.id,
      present(ids[index], 'each journal has its id'),
    ]),
  );
}

// Accepted units remain on hold until they are removed.
async function releaseRest(
  work: Work,
  event: CorporateActionRow,
  settled: readonly Settled[],
): Promise<void> {
  for (const { election, settlement } of settled) {
    const units = settlement.allotted;
    await setUnitHold(work.tx, election, { securityId: event.security_id, units });
  }
  if (event.progress !== 'OPEN') await enqueueEventJob(work, ENTITLE_EVENT, event);
}
