// Checks an event's terms against the market, the calendar, other events, and the event's progress.

import { isBusinessDay } from '../../../platform/calendar/business-calendar.js';
import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import { type Problem, refusalAt, refuseMember } from '../../../platform/http/reply/problem.js';
import { minorUnits } from '../../../platform/money/currency.js';
import type { Security } from '../../market/index.js';
import { CUSTODY } from '../limits.js';
import { custodyProblems } from '../problems.js';
import type { CorporateActionRow } from '../record/queries.js';
import { KIND_RULES, participationOf } from '../rule/kind.js';
import { refuseFixedTerms } from './fixed-term.js';
import { selectEventWithReference, selectSameEvents } from './queries.js';
import { type EventReferences, loadReferences, unknown } from './reference.js';
import { refuseTakenCode } from './rename.js';
import type { EventBody } from './schema.js';
import { refuseWrongShape } from './shape.js';
import { refuseIrreversible, refuseWrongState, refuseWrongStatus } from './state.js';

/**
 * Refuses terms that cannot be the next version of an event or, if no event is given, the first
 * version of a new one. Refusals come in this order: members, references, the event's state, dates,
 * rates, other events.
 */
export async function refuseWrongTerms(
  work: Work,
  body: EventBody,
  event: CorporateActionRow | undefined,
): Promise<void> {
  refuseWrongShape(body);
  const references = await loadReferences(work.tx, body);
  refuseInactive(body, references, event);
  if (event !== undefined) {
    await refuseWrongState(work.tx, event);
    if (body.status === 'CANCELLED') await refuseIrreversible(work.tx, event);
    refuseOther(body, references, event);
  }
  refuseWrongStatus(body.status, event);
  refuseWrongSecurities(body, references);
  await refuseWrongDates(work, body, { references, event });
  refuseMissing(body);
  if (event !== undefined) await refuseFixedTerms(work.tx, event, body);
  await refuseSame(work, body, { references, event });
  await refuseTakenCode(work.tx, body, references.security);
}

function refuseInactive(
  body: EventBody,
  { security, newSecurities }: EventReferences,
  event: CorporateActionRow | undefined,
): void {
  if (event !== undefined) return;
  if (!security.active) throw unknown('securityName', 'is not an active security');
  const index = newSecurities.findIndex((each) => each?.active === false);
  if (index >= 0) throw unknown(`options/${index}/newSecurityName`, 'is not an active security');
  const types = KIND_RULES[body.kind].securityTypes;
  if (types.includes(security.securityType)) return;
  throw refused(
    'securityName',
    `is a ${security.securityType}, but ${body.kind} is only for ${types}`,
  );
}

function refuseOther(
  { kind }: EventBody,
  { security }: EventReferences,
  event: CorporateActionRow,
): void {
  if (kind !== event.kind) throw refused('kind', `cannot change: the event is a ${event.kind}`);
  if (security.id === event.security_id) return;
  throw refused('securityName', 'cannot change: the event is for another security');
}

function refuseWrongSecurities(
  { kind, options = [] }: EventBody,
  { security, newSecurities }: EventReferences,
): void {
  for (const [index, other] of newSecurities.entries()) {
    const option = options[index];
    if (other === undefined || option === undefined) continue;
    const why = wrongNewSecurity(kind, security, other);
    if (why !== undefined) throw refused(`options/${index}/newSecurityName`, why);
  }
  for (const [index, { currency }] of options.entries()) {
    if (currency === undefined || minorUnits(currency.toUpperCase()) !== undefined) continue;
    throw refused(`options/${index}/currency`, 'is not an ISO 4217 code');
  }
}

function wrongNewSecurity(
  kind: EventBody['kind'],
  security: Security,
  other: Security,
): string | undefined {
  const isRight = other.securityType === 'RIGHT';
  if (kind === 'RHDI' || kind === 'RHTS') {
    return isRight ? undefined : 'must be a RIGHT, because rights are distributed';
  }
  if (isRight) return 'cannot be a RIGHT';
  const isOther = KIND_RULES[kind].options.SECU?.required?.includes('newSecurityName') === true;
  return isOther && other.id === security.id ? 'must be another security' : undefined;
}

interface About {
  readonly references: EventReferences;
  readonly event: CorporateActionRow | undefined;
}

async function refuseWrongDates(
  work: Work,
  body: EventBody,
  { references, event }: About,
): Promise<void> {
  const { qualificationDate, exDate } = body;
  if (qualificationDate === undefined || exDate === undefined) return;
  // Coupon dates come from a bond's terms and may fall on closed days.
  if (references.rule.registerBasis === 'TRADED') {
    for (const member of ['qualificationDate', 'exDate'] as const) {
      const date = body[member];
      if (date === undefined || isBusinessDay(date, references.calendar)) continue;
      throw refused(member, `${date} is not a business day of ${references.security.exchangeName}`);
    }
  }
  if (event?.ex_date !== exDate) refuseFarDate(exDate, await currentBusinessDate(work.tx));
  const isBefore = (date: BusinessDate | undefined) => date !== undefined && date < exDate;
  if (isBefore(body.paymentDate)) throw refused('paymentDate', 'must not be before the ex-date');
  const early = (body.options ?? []).findIndex(({ availableDate }) => isBefore(availableDate));
  if (early >= 0) {
    throw refused(`options/${early}/availableDate`, 'must not be before the ex-date');
  }
  refuseInverted(body);
}

function refuseFarDate(exDate: BusinessDate, today: BusinessDate): void {
  if (exDate > addDays(today, CUSTODY.exDateAheadDaysMax)) {
    const most = CUSTODY.exDateAheadDaysMax;
    throw refused('exDate', `${exDate} is more than ${most} days in the future`);
  }
  if (exDate < addDays(today, -CUSTODY.exDateBackDaysMax)) {
    const most = CUSTODY.exDateBackDaysMax;
    throw refused('exDate', `${exDate} is more than ${most} days in the past`);
  }
}

function refuseInverted(body: EventBody): void {
  const { closureFrom, closureTo, suspendFrom, suspendTo, deadline, marketDeadline } = body;
  if (closureFrom !== undefined && closureTo !== undefined && closureTo < closureFrom) {
    throw refused('closureTo', 'must not be before closureFrom');
  }
  if (suspendTo !== undefined && suspendFrom === undefined) {
    throw refused('suspendFrom', 'is required with suspendTo');
  }
  if (suspendFrom !== undefined && suspendTo !== undefined && suspendTo < suspendFrom) {
    throw refused('suspendTo', 'must not be before suspendFrom');
  }
  if (deadline !== undefined && marketDeadline !== undefined && deadline > marketDeadline) {
    throw refused('deadline', "must not be after the market's deadline");
  }
}

// A confirmed event is paid without another check, so its terms must be complete.
function refuseMissing(body: EventBody): void {
  if (body.status !== 'CONFIRMED') return;
  const { options = [], kind } = body;
  const rule = KIND_RULES[kind];
  for (const [index, option] of options.entries()) {
    const sets = rule.options[option.type]?.rates ?? [];
    const lacks = sets.map((set) => set.find((member) => option[member] === undefined));
    const missing = lacks.every((member) => member !== undefined) ? lacks[0] : undefined;
    if (missing === undefined) continue;
    throw refused(`options/${index}/${missing}`, 'is required to confirm the event');
  }
  const paysCash = options.some(({ cashPerUnit }) => cashPerUnit !== undefined);
  if ((paysCash || rule.isPaid) && body.paymentDate === undefined) {
    throw refused('paymentDate', 'is required to confirm the event');
  }
  const hasChoice = participationOf(kind, options.length) !== 'MAND';
  if (hasChoice && body.deadline === undefined) {
    throw refused('deadline', 'is required to confirm an event with a choice');
  }
  if (
    kind === 'CHAN' &&
    [body.newName, body.newIsin, body.newLabel].every((x) => x === undefined)
  ) {
    throw refused('newName', 'or newIsin or newLabel is required to confirm the event');
  }
}

async function refuseSame(work: Work, body: EventBody, about: About): Promise<void> {
  const { references, event } = about;
  const { exDate, officialReference } = body;
  if (exDate === undefined || body.status === 'CANCELLED') return;
  refuseUnlike(body, about);
  const others = await selectSameEvents(work.tx, {
    kind: body.kind === 'RHTS' ? 'RHDI' : body.kind,
    securityId: references.security.id,
    exDate,
    otherThan: event?.id ?? null,
  });
  // If several events have the same kind, security and ex-date, each one after the first refers to
  // its predecessor.
  const before = others.findLast(({ id }) => event === undefined || id < event.id);
  const after = others.find(({ id }) => event !== undefined && id > event.id);
  if (before !== undefined && before.id !== references.distinct?.id) throw overlap(before);
  if (after !== undefined && after.distinct_from_id !== event?.id) throw overlap(after);
  if (officialReference === undefined) return;
  const same = await selectEventWithReference(work.tx, officialReference, event?.id ?? null);
  if (same === undefined) return;
  throw refused('officialReference', `is already the reference of event ${same.name}`);
}

function refuseUnlike(body: EventBody, { references, event }: About): void {
  const { distinct, linked, security } = references;
  if (distinct !== undefined) {
    const kind = body.kind === 'RHTS' ? 'RHDI' : body.kind;
    const isLike =
      distinct.id !== event?.id &&
      distinct.kind === kind &&
      distinct.security_id === security.id &&
      distinct.ex_date === body.exDate;
    if (!isLike) throw refused('distinctFrom', 'does not have the same kind, security and ex-date');
  }
  if (linked === undefined) return;
  const wanted = body.kind === 'RHDI' ? 'EXRI' : 'RHDI';
  if (linked.kind !== wanted) throw refused('linkedEventName', `must be a ${wanted} event`);
}

function overlap(other: CorporateActionRow): Problem {
  const detail =
    `Event ${other.name} has the same kind, security and ex-date. ` +
    'If this is a different event, send that name as distinctFrom.';
  return refusalAt(custodyProblems.EVENT_OVERLAP, 'distinctFrom', { detail, args: [other.name] });
}

function refused(member: string, detail: string): Problem {
  return refuseMember(custodyProblems.EVENT_REFUSED, member, detail);
}
