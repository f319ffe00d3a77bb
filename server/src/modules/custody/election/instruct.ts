// End-of-day step that instructs elections after the deadline: it debits the money for rights taken
// up, removes the rights, and adds pending new shares.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import { type Hold, type JournalDraft, postJournals } from '../../finance/index.js';
import { entitleWithDependents } from '../entitlement/entitle.js';
import { deadlineNow } from '../event/deadline.js';
import { CUSTODY } from '../limits.js';
import {
  type CorporateActionRow,
  type EventOptionRow,
  lockEvent,
  selectOptions,
} from '../record/queries.js';
import { entitlesHolders } from '../rule/effect.js';
import { affordableTakeUp, type TakeUpPrices } from '../rule/election.js';
import { draftingIn, paymentLines } from '../settlement/entry.js';
import { paidByPart } from '../settlement/funding.js';
import { addToFunding, type FundingChange, lockFunding } from '../settlement/funding-queries.js';
import { takeUpPrices } from './choice.js';
import { electionEvent } from './event.js';
import { cashHoldOf } from './hold.js';
import {
  type InstructedRow,
  type Instruction,
  lockSubmitted,
  moveTakenUp,
  selectToInstruct,
  storeInstructions,
} from './instruct-queries.js';

/** The step that instructs elections whose deadline has passed. */
export const instructElections: EndOfDayStep = { name: 'instruct-elections', run: instructAll };

async function instructAll(
  context: Context,
  { closing, next }: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  const reason = `end-of-day ${closing}`;
  let total = 0;
  for (const { id, kind } of await selectToInstruct(context.db, deadlineNow(context, next))) {
    total += await instructEvent({ context, eventId: id, reason, date: next, progress });
    // Entitlements are computed immediately, so that tonight's payments follow the elected option
    // and not the default one. Units removed on a past ex-date also reduce the entitlements of
    // later events, which may be paid tonight.
    if (!entitlesHolders(kind)) continue;
    const dateOf = () => Promise.resolve(next);
    await entitleWithDependents({ context, eventId: id, reason, dateOf });
  }
  return total;
}

/** A run that instructs the elections of an event. */
interface InstructRun {
  readonly context: Context;
  readonly eventId: bigint;
  readonly reason: string;
  /** The date of journals and movements. */
  readonly date: BusinessDate;
  readonly progress?: StepProgress | undefined;
}

/**
 * Instructs the elections of an event. Each batch is one transaction that changes the state of its
 * elections, so an interrupted run resumes where it stopped. Returns the number of elections.
 */
async function instructEvent(run: InstructRun): Promise<number> {
  let total = 0;
  for (let round = 0; round < CUSTODY.batchesPerStepMax; round += 1) {
    const count = await systemWork(run.context, run.reason, async (work) => {
      const done = await instructBatch(work, run);
      await run.progress?.count(work.tx, done);
      return done;
    });
    total += count;
    if (count === 0) break;
  }
  return total;
}

async function instructBatch(work: Work, run: InstructRun): Promise<number> {
  const event = await lockEvent(work.tx, run.eventId);
  if (event === undefined || !isClosedForElections(event, deadlineNow(run.context, run.date)))
    return 0;
  const rows = await lockSubmitted(work.tx, event, CUSTODY.electionsPerBatch);
  if (rows.length === 0) return 0;
  const options = await selectOptions(work.tx, [event.id]);
  const decided = rows.map((row) => decide(event, options, row));
  const journals = await postTakeUps(work, { event, date: run.date }, decided);
  const stored = decided.map(
    ({ row, instruction }): Instruction => ({
      ...instruction,
      journalId: journals.get(row.id) ?? null,
    }),
  );
  const share = options.find(({ type }) => type === 'EXER')?.new_security_id ?? null;
  const stamp = { by: work.principal.name, at: work.now };
  await storeInstructions(work.tx, stored, { ...stamp, newSecurityId: share });
  if (share !== null) {
    const moved = { rightId: event.security_id, shareId: share, date: run.date };
    await moveTakenUp(work.tx, stored, moved);
  }
  for (const { row, instruction } of decided) pushEvent(work, event, { row, instruction });
  return rows.length;
}

function isClosedForElections(event: CorporateActionRow, now: string): boolean {
  const { deadline, status, progress } = event;
  const isOpen = deadline === null || now < deadline;
  return !isOpen && status === 'CONFIRMED' && progress !== 'OPEN' && progress !== 'CLOSED';
}

interface Decided {
  readonly row: InstructedRow;
  readonly instruction: Omit<Instruction, 'journalId'>;
}

// A take-up is limited to the available rights and to the money that is on hold for it.
function decide(
  event: CorporateActionRow,
  options: readonly EventOptionRow[],
  row: InstructedRow,
): Decided {
  const option = options.find(({ number }) => number === row.option_number);
  const whole = { quantity: row.quantity, additional: row.additional_quantity };
  const nothing = { id: row.id, paidMinor: 0n, costMinor: 0n, newUnits: 0n };
  if (option?.type !== 'EXER') {
    // Units removed by the default option need no answer from the registrar.
    const state = event.kind === 'EXRI' ? 'SETTLED' : 'INSTRUCTED';
    return { row, instruction: { ...nothing, ...whole, state } };
  }
  const prices = takeUpPrices(options, { option, currency: row.currency });
  const taken = prices === undefined ? undefined : affordable(row, prices);
  if (taken === undefined || taken.quantity + taken.additional === 0n) {
    return { row, instruction: { ...nothing, quantity: 0n, additional: 0n, state: 'LAPSED' } };
  }
  const { new_units: newUnits, old_units: oldUnits } = option;
  const instruction = {
    id: row.id,
    state: 'INSTRUCTED',
    quantity: taken.quantity,
    additional: taken.additional,
    paidMinor: taken.costMinor + taken.additionalCostMinor,
    costMinor: taken.costMinor,
    newUnits: (taken.quantity * (newUnits ?? 1n)) / (oldUnits ?? 1n),
  } as const;
  return { row, instruction };
}

function affordable(row: InstructedRow, prices: TakeUpPrices) {
  const wanted = { quantity: row.quantity, additional: row.additional_quantity };
  return affordableTakeUp(wanted, { onHand: row.on_hand, heldMinor: row.held_minor }, prices);
}

// Posts one journal per election, which also releases the hold. Returns the journal ids by
// election.
async function postTakeUps(
  work: Work,
  { event, date }: { readonly event: CorporateActionRow; readonly date: BusinessDate },
  decided: readonly Decided[],
): Promise<Map<bigint, bigint>> {
  const draft = draftingIn(work);
  const drafts: JournalDraft[] = [];
  const holds: Hold[] = [];
  const paying = decided.filter(({ instruction }) => instruction.paidMinor > 0n);
  for (const { row, instruction } of paying) {
    const { paidMinor: paid } = instruction;
    const place = {
      officeId: row.office_id,
      accountId: present(row.cash_account_id, 'money was reserved on an account'),
      accountOfficeId: present(row.account_office_id, 'money was reserved on an account'),
    };
    const lines = paymentLines({ cashMinor: -paid, taxMinor: 0n, advancedMinor: 0n }, place);
    const frame = {
      ...{ officeId: row.office_id, currency: row.currency, date },
      narration: `Take-up ${event.label}, ${instruction.quantity} rights`,
      sourceType: 'ELECTION',
      sourceId: row.id,
    } as const;
    drafts.push(await draft(frame, lines));
  }
  for (const { row } of decided) {
    if (row.cash_account_id === null || row.held_minor === 0n) continue;
    holds.push(cashHoldOf(row, row.cash_account_id, 0n));
  }
  const parts = paying.map(({ row }) => row);
  await lockFunding(work.tx, event.id, parts);
  const ids = await postJournals(work.tx, drafts, holds);
  await addToFunding(work.tx, event.id, sumsOf(paying));
  return new Map(
    paying.map(({ row }, index) => [row.id, present(ids[index], 'each journal has its id')]),
  );
}

// Money that customers pay in is recorded as a negative payment to them; see `event_funding`.
function sumsOf(paying: readonly Decided[]): FundingChange[] {
  return paidByPart(paying.map(({ row, instruction }) => [row, -instruction.paidMinor]));
}

function pushEvent(work: Work, event: CorporateActionRow, { row, instruction }: Decided): void {
  const subject = {
    ...row,
    event_name: event.name,
    kind: event.kind,
    quantity: instruction.quantity,
    additional_quantity: instruction.additional,
  };
  const done = instruction.state === 'LAPSED' ? 'lapsed' : 'instructed';
  work.events.push(electionEvent(done, subject));
}
