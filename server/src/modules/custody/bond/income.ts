// Derives a bond's income events from its terms, and records them.

import { present } from '../../../platform/assert.js';
import { adjust, type BusinessCalendar } from '../../../platform/calendar/business-calendar.js';
import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { compileBody } from '../../../platform/http/shape/schema.js';
import { parseJson, toJson } from '../../../platform/json/json.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { calendarOf } from '../../market/index.js';
import { couponTermsOf } from '../../order/index.js';
import type { CorporateActions, NamedTerms } from '../event/change.js';
import { lockEventNamed } from '../event/queries.js';
import { EventBody } from '../event/schema.js';
import { termsOf } from '../event/terms.js';
import { CUSTODY } from '../limits.js';
import { type BondIncome, couponsWithin, type IncomeDates } from '../rule/bond-schedule.js';
import {
  type BondRow,
  countNamed,
  type IncomeEvent,
  lockBond,
  selectIncomeEvents,
} from './queries.js';

const PAR = new Decimal(100);

/**
 * Returns the income that falls due between two dates under a bond's terms: its coupons, and its
 * redemption even if it matured long ago. A bond that trades flat has no income until its issuer
 * pays. A called bond has no income after the call.
 */
export function incomeOf(bond: BondRow, dates: IncomeDates): BondIncome[] {
  const terms = couponTermsOf(bond);
  if (terms === undefined) return [];
  const { flatFrom } = terms;
  const income = [...couponsWithin(terms, dates), ...redemptionOf(bond, dates)];
  return income.filter(
    ({ date }) =>
      (flatFrom === null || flatFrom === undefined || date < flatFrom) &&
      (bond.called_on === null || date <= bond.called_on),
  );
}

// An event's ex-date may be only a limited number of days in the past. If the bond matured earlier,
// a later ex-date gives the same entitlements, because the bond was not traded in between.
function redemptionOf(
  { maturity_date: maturity, called_on }: BondRow,
  { first, last }: IncomeDates,
): BondIncome[] {
  if (maturity === null || maturity > last || called_on !== null) return [];
  const earliest = addDays(first, -1 - CUSTODY.exDateBackDaysMax);
  return [{ kind: 'REDM', date: maturity < earliest ? earliest : maturity, per100: PAR }];
}

/** Returns the range of due dates whose income is announced on a business date. */
export function announcedFrom(date: BusinessDate): IncomeDates {
  return { first: addDays(date, 1), last: addDays(date, CUSTODY.bondAnnouncedDays) };
}

/** Records the missing income events of a locked bond. Returns their number. */
export async function announceIncome(
  work: Work,
  actions: CorporateActions,
  { bond, dates }: { readonly bond: BondRow; readonly dates: IncomeDates },
): Promise<number> {
  const events = await selectIncomeEvents(work.tx, [bond.id], dates.first);
  const missing = incomeOf(bond, dates).filter((due) => !isAnnounced(events, due));
  for (const due of missing) {
    await recordIncome(work, actions, { name: await newName(work.tx, bond, due), bond, due });
  }
  return missing.length;
}

/** Returns whether the income has an event, including one that a person has cancelled. */
export function isAnnounced(events: readonly IncomeEvent[], due: BondIncome): boolean {
  return events.some((event) => isOf(event, due));
}

// A bond is redeemed only once, so the date is not compared.
function isOf({ kind, ex_date, status }: IncomeEvent, due: BondIncome): boolean {
  if (kind !== due.kind) return false;
  return kind === 'REDM' ? status !== 'CANCELLED' || ex_date === due.date : ex_date === due.date;
}

/**
 * Adjusts the announced income of a locked bond to its current terms. Events that have not begun
 * are recorded again or cancelled, and missing ones are added. Events entered by a person are not
 * changed.
 */
export async function remakeIncome(
  work: Work,
  actions: CorporateActions,
  { bond, dates }: { readonly bond: BondRow; readonly dates: IncomeDates },
): Promise<void> {
  const all = await selectIncomeEvents(work.tx, [bond.id], dates.first);
  const standing = all.filter(({ status }) => status !== 'CANCELLED');
  const income = incomeOf(bond, dates);
  for (const { name, kind, ex_date, progress, is_scheduled } of standing) {
    if (progress !== 'OPEN' || !is_scheduled) continue;
    const due = income.find((each) => each.kind === kind && each.date === ex_date);
    if (due === undefined)
      await recordAgain(work, actions, { name, change: { status: 'CANCELLED' } });
    else await recordIncome(work, actions, { name, bond, due });
  }
  const covered = standing.filter(
    ({ kind, ex_date, progress, is_scheduled }) =>
      kind === 'INTR' ||
      progress !== 'OPEN' ||
      !is_scheduled ||
      income.some((due) => due.kind === kind && due.date === ex_date),
  );
  for (const due of income) {
    if (isAnnounced(covered, due)) continue;
    await recordIncome(work, actions, { name: await newName(work.tx, bond, due), bond, due });
  }
}

// A person must confirm the income of a corporate bond, because its terms are published less
// reliably.
function firstStatus(bond: BondRow): EventBody['status'] {
  return bond.security_type === 'BOND_CORP' ? 'ANNOUNCED' : 'CONFIRMED';
}

// The name consists of the kind, the security and the date. If an earlier event with this name was
// cancelled, a number is appended.
async function newName(tx: Tx, bond: BondRow, { kind, date }: BondIncome): Promise<string> {
  const name = `${kind}-${bond.name}-${date}`;
  const count = await countNamed(tx, name);
  return count === 0n ? name : `${name}/${count + 1n}`;
}

interface RecordedIncome {
  readonly name: string;
  readonly bond: BondRow;
  readonly due: BondIncome;
}

async function recordIncome(
  work: Work,
  actions: CorporateActions,
  { name, bond, due }: RecordedIncome,
): Promise<void> {
  await recordOrAsk(work, actions, { name, body: await bodyOf(work.tx, bond, due) });
}

// For an event that starts as ANNOUNCED, the system also proposes the confirmed version, which one
// person approves.
async function recordOrAsk(
  work: Work,
  actions: CorporateActions,
  { name, body }: NamedTerms,
): Promise<void> {
  await actions.record(work, { name, body });
  if (body.status !== 'ANNOUNCED') return;
  const reason = `${CUSTODY.bondIncomeSource}: ${body.securityName}`;
  const proposal = { ...body, name, status: 'CONFIRMED', reason } as const;
  await actions.propose(work, proposal, { limit: 1, offset: 0 });
}

async function bodyOf(
  tx: Tx,
  bond: BondRow,
  { kind, date, per100 }: BondIncome,
): Promise<EventBody> {
  const calendar = await calendarOf(tx, bond.exchange_id);
  const rate = kind === 'INTR' ? { cashPerUnit: per100 } : { pricePer100: per100 };
  return {
    kind,
    status: firstStatus(bond),
    securityName: bond.name,
    label: `${kind === 'INTR' ? 'Coupon' : 'Redemption'} ${bond.name} ${date}`,
    qualificationDate: addDays(date, -bond.record_days),
    exDate: date,
    paymentDate: paidOn(date, calendar),
    source: CUSTODY.bondIncomeSource,
    options: [{ number: 1, type: 'CASH', isDefault: true, ...rate, currency: bond.currency }],
  };
}

/**
 * Records a new version of an event, with its payment date moved to the business day when the
 * income is now paid. Returns false if payment has begun in the meantime.
 */
export async function moveIncome(
  work: Work,
  actions: CorporateActions,
  { name, security_id }: Pick<IncomeEvent, 'name' | 'security_id'>,
): Promise<boolean> {
  await actions.lock(work);
  const bond = await lockBond(work.tx, security_id);
  const event = await lockEventNamed(work.tx, name);
  if (bond === undefined || event === undefined || !MOVABLE.has(event.progress)) return false;
  const paymentDate = paidOn(event.ex_date, await calendarOf(work.tx, bond.exchange_id));
  await recordAgain(work, actions, { name, change: { paymentDate } });
  return true;
}

/** Records the next version of an event's terms. Only the given members change. */
async function recordAgain(
  work: Work,
  actions: CorporateActions,
  { name, change }: { readonly name: string; readonly change: Partial<EventBody> },
): Promise<void> {
  const event = present(await lockEventNamed(work.tx, name), 'the event was just read');
  const terms = await termsOf(work.tx, event);
  const body = readBody(parseJson(toJson({ ...terms, ...change })));
  await recordOrAsk(work, actions, { name, body });
}

const MOVABLE: ReadonlySet<string> = new Set(['OPEN', 'ENTITLED']);
const readBody = compileBody(EventBody);

/** Returns the payment date of the income: its due date, or the next business day. */
export function paidOn(date: BusinessDate, calendar: BusinessCalendar): BusinessDate {
  return adjust(date, 'FOLLOWING', calendar);
}
