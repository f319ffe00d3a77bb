// Elections. An election is a portfolio's instruction on an event with a choice. It can be replaced
// or cancelled until the deadline.

import { present } from '../../../platform/assert.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import {
  blaming,
  commonProblems,
  refusal,
  refusalAt,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { stateSteps } from '../../../platform/reference-data/state-step.js';
import { refuseInactive } from '../../asset/index.js';
import { financeProblems, setHold } from '../../finance/index.js';
import { orderProblems } from '../../order/index.js';
import { deadlineNow } from '../event/deadline.js';
import { wrongState } from '../event/state.js';
import { custodyProblems } from '../problems.js';
import { type CorporateActionRow, lockEvent } from '../record/queries.js';
import { type ElectableOption, electableOption } from './choice.js';
import {
  type ElectingPortfolio,
  eventNamed,
  portfolioNamed,
  selectEligible,
  selectPayingAccount,
  selectSubmitted,
} from './choice-queries.js';
import { electionEvent } from './event.js';
import { cashHoldOf, releaseHolds } from './hold.js';
import { seesElection } from './list.js';
import {
  type ElectionRow,
  endElection,
  eventOfElection,
  insertElection,
  selectElection,
  setUnitHold,
} from './queries.js';
import { electionRecord } from './record.js';

/** An election as requested. */
interface ElectionRequest {
  readonly eventId?: bigint | undefined;
  readonly eventName?: string | undefined;
  readonly portfolioName: string;
  readonly optionNumber: number;
  readonly quantity: bigint;
  readonly additionalQuantity?: bigint | undefined;
}

const { ELECTION_DEADLINE_PASSED, ELECTION_REFUSED, ELECTION_WRONG_STATE } = custodyProblems;

/**
 * Elects an option for units of a portfolio, and replaces its earlier election of the option. Locks
 * the event's row, as every step that submits or instructs elections does.
 */
export async function submitElection(work: Work, request: ElectionRequest): Promise<Outcome> {
  const event = await electingEvent(work, request);
  const portfolio = await electingPortfolio(work, request.portfolioName);
  await refuseClosed(work, event);
  const units = { quantity: request.quantity, additional: request.additionalQuantity ?? 0n };
  const option = await electableOption(work.tx, event, {
    number: request.optionNumber,
    ...units,
  });
  const key = {
    corporate_action_id: event.id,
    portfolio_id: portfolio.id,
    option_number: option.number,
  };
  const replaced = await selectSubmitted(work.tx, key);
  const eligible = await eligibleFor(work, { event, portfolio, replaced }, request.quantity);
  const account = await payingAccount(work, portfolio, option);
  if (replaced !== undefined) await replaceElection(work, replaced, event);
  const id = await work.context.ids.next(work.tx, 'election_id');
  const row = {
    ...key,
    id,
    customer_id: portfolio.customer_id,
    office_id: portfolio.office_id,
    quantity: units.quantity,
    additional_quantity: units.additional,
    held_minor: option.costMinor,
    currency: option.currency,
    cash_account_id: account ?? null,
  };
  await insertElection(work.tx, row, stampOf(work));
  await setAside(work, row, { event, option });
  const outcome = await written(work, id, 'submitted');
  return {
    ...outcome,
    created: true,
    location: `custody/election/id/${id}`,
    result: { ...outcome.result, eligibleQuantity: String(eligible) },
  };
}

/** Cancels an election before the deadline, and releases its hold. */
export async function cancelElection(work: Work, id: bigint): Promise<Outcome> {
  const row = await steps.lockVisible(work, id);
  steps.refuseUnless(row, ['SUBMITTED']);
  const event = present(await lockEvent(work.tx, row.corporate_action_id), 'its event exists');
  await refusePassed(work, event);
  await releaseHolds(work, row, event.security_id);
  await endElection(work.tx, { id, state: 'CANCELLED' }, stampOf(work));
  return written(work, id, 'cancelled');
}

// Like every step, locks the event first.
const steps = stateSteps<ElectionRow, string>({
  lock: async ({ tx }, id) => {
    const eventId = await eventOfElection(tx, id);
    if (eventId === undefined) return undefined;
    await lockEvent(tx, eventId);
    return selectElection(tx, id);
  },
  isVisible: seesElection,
  missing: () => 'no such election',
  stateOf: ({ state }) => state,
  wrongState: ELECTION_WRONG_STATE,
  detailOf: ({ state }) => `The election is ${state}.`,
});

function stampOf({ principal, now }: Work) {
  return { by: principal.name, at: now };
}

async function electingEvent(work: Work, request: ElectionRequest): Promise<CorporateActionRow> {
  const { eventId, eventName: name } = request;
  const id = await eventNamed(work.tx, { id: eventId || undefined, name });
  const event = id === undefined ? undefined : await lockEvent(work.tx, id);
  if (event !== undefined) return event;
  throw refuseMember(
    commonProblems.UNKNOWN_REFERENCE,
    eventId ? 'eventId' : 'eventName',
    'does not name a corporate action',
  );
}

async function electingPortfolio(work: Work, name: string): Promise<ElectingPortfolio> {
  const portfolio = await portfolioNamed(work.tx, name);
  if (portfolio === undefined || !seesElection(work.principal, portfolio)) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'portfolioName',
      'is not the code of a portfolio',
    );
  }
  const { customer_status: status, customer_workflow_status: workflow } = portfolio;
  refuseInactive({ status, workflow_status: workflow }, 'portfolioName');
  if (portfolio.active) return portfolio;
  throw refuseMember(orderProblems.PORTFOLIO_INACTIVE, 'portfolioName', 'is not active');
}

function refuseClosed(work: Work, event: CorporateActionRow): Promise<void> {
  if (event.progress === 'CLOSED') throw wrongState(event, 'CLOSED');
  if (event.status === 'CANCELLED') throw wrongState(event, 'CANCELLED');
  if (event.status === 'DEFAULTED') throw wrongState(event, 'NOT_CONFIRMED');
  if (event.participation === 'MAND') {
    throw refuseMember(ELECTION_REFUSED, 'eventName', 'gives holders no choice');
  }
  return refusePassed(work, event);
}

async function refusePassed(work: Work, { deadline }: CorporateActionRow): Promise<void> {
  if (deadline === null) {
    throw refuseMember(ELECTION_REFUSED, 'eventName', 'has no deadline yet');
  }
  if (deadlineNow(work.context, await currentBusinessDate(work.tx)) < deadline) return;
  throw refusal(ELECTION_DEADLINE_PASSED, {
    detail: `the deadline for elections was ${deadline}`,
    args: [deadline],
  });
}

interface Choice {
  readonly event: CorporateActionRow;
  readonly portfolio: ElectingPortfolio;
  readonly replaced: bigint | undefined;
}

/**
 * Returns the units for which the portfolio may elect. Refuses a quantity that is more than its
 * other elections leave available.
 */
async function eligibleFor(
  work: Work,
  { event, portfolio, replaced }: Choice,
  quantity: bigint,
): Promise<bigint> {
  const today = await currentBusinessDate(work.tx);
  const { eligible, elected } = await selectEligible(work.tx, event, {
    portfolioId: portfolio.id,
    today,
    replaced,
  });
  if (eligible === 0n) {
    throw refuseMember(ELECTION_REFUSED, 'portfolioName', 'has no eligible units');
  }
  if (quantity <= eligible - elected) return eligible;
  const others = elected > 0n ? `, less ${elected} in other elections` : '';
  const detail = `is more than the ${eligible} eligible units${others}`;
  throw refuseMember(ELECTION_REFUSED, 'quantity', detail);
}

async function payingAccount(
  work: Work,
  portfolio: ElectingPortfolio,
  option: ElectableOption,
): Promise<bigint | undefined> {
  if (option.costMinor === 0n) return undefined;
  const account = await selectPayingAccount(work.tx, portfolio.customer_id, option.currency);
  if (account?.active === true) return account.id;
  const detail = `the customer has no open cash account in ${option.currency}`;
  throw refuseMember(ELECTION_REFUSED, 'portfolioName', detail);
}

async function replaceElection(work: Work, id: bigint, event: CorporateActionRow): Promise<void> {
  const row = present(await selectElection(work.tx, id), 'the replaced election exists');
  await releaseHolds(work, row, event.security_id);
  await endElection(work.tx, { id, state: 'CANCELLED' }, stampOf(work));
  work.events.push(electionEvent('cancelled', row));
}

async function setAside(
  work: Work,
  row: Pick<ElectionRow, 'id' | 'portfolio_id' | 'cash_account_id' | 'held_minor' | 'quantity'>,
  { event, option }: { readonly event: CorporateActionRow; readonly option: ElectableOption },
): Promise<void> {
  if (row.cash_account_id !== null) {
    const hold = cashHoldOf(row, row.cash_account_id, row.held_minor);
    await blaming(financeProblems.INSUFFICIENT_FUNDS, 'quantity', () => setHold(work.tx, hold));
  }
  if (!option.holdsUnits) return;
  const held = { securityId: event.security_id, units: row.quantity };
  if (await setUnitHold(work.tx, row, held)) return;
  throw refusalAt(orderProblems.INSUFFICIENT_HOLDING, 'quantity', {
    detail:
      'Not enough units are available. The others are in sell orders, on hold or not credited yet.',
  });
}

async function written(
  work: Work,
  id: bigint,
  done: 'submitted' | 'cancelled',
): Promise<Outcome & { readonly result: object }> {
  const row = present(await selectElection(work.tx, id), 'the election was written');
  work.events.push(electionEvent(done, row));
  return {
    msgCode: `ELECTION_${done.toUpperCase()}`,
    id,
    version: row.version,
    result: electionRecord(row),
  };
}
