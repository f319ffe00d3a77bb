// The events about a bond's income: which ones its terms call for, and how they are recorded.

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
 * Returns the income that falls due within the dates by the terms of a bond: coupons, and the
 * redemption, which is due however long ago the bond matured. A bond that trades flat has no income
 * until its issuer pays, and a called one has none after the call.
 */
export function incomeOf(bond: BondRow, dates: IncomeDates): BondIncome[] {
  const terms = couponTermsOf(bond);
  if (terms === undefined) return [];
  const { maturityDate: date, flatFrom } = terms;
  const redemption: BondIncome[] =
    date <= dates.last && bond.called_on === null ? [{ kind: 'REDM', date, per100: PAR }] : [];
  return [...couponsWithin(terms, dates), ...redemption].filter(
    (due) =>
      (flatFrom === null || flatFrom === undefined || due.date < flatFrom) &&
      (bond.called_on === null || due.date <= bond.called_on),
  );
}

/** Returns the dates whose income is announced on a business date. */
export function announcedFrom(date: BusinessDate): IncomeDates {
  return { first: addDays(date, 1), last: addDays(date, CUSTODY.bondAnnouncedDays) };
}

/** Records the income of a locked bond that has no event yet. Returns the number of events. */
export async function announceIncome(
  work: Work,
  actions: CorporateActions,
  { bond, dates }: { readonly bond: BondRow; readonly dates: IncomeDates },
): Promise<number> {
  const events = await selectIncomeEvents(work.tx, [bond.id], dates.first);
  const missing = incomeOf(bond, dates).filter((due) => !isAnnounced(events, due));
  for (const due of missing) {
    const name = await newName(work.tx, bond, due);
    await recordIncome(work, actions, { name, bond, due, status: firstStatus(bond) });
  }
  return missing.length;
}

/** Returns whether an event about the income exists, even if a person has cancelled it. */
export function isAnnounced(events: readonly IncomeEvent[], due: BondIncome): boolean {
  return events.some((event) => isOf(event, due));
}

// A bond is redeemed once, on whatever date.
function isOf({ kind, ex_date, status }: IncomeEvent, due: BondIncome): boolean {
  if (kind !== due.kind) return false;
  return kind === 'REDM' ? status !== 'CANCELLED' || ex_date === due.date : ex_date === due.date;
}

/**
 * Brings the announced income of a locked bond into line with its present terms. Events that have
 * not begun are recorded again or cancelled, and missing ones are added. Events by a person stay.
 */
export async function remakeIncome(
  work: Work,
  actions: CorporateActions,
  { bond, dates }: { readonly bond: BondRow; readonly dates: IncomeDates },
): Promise<void> {
  const all = await selectIncomeEvents(work.tx, [bond.id], dates.first);
  const standing = all.filter(({ status }) => status !== 'CANCELLED');
  const income = incomeOf(bond, dates);
  for (const event of standing) {
    if (event.progress !== 'OPEN' || !event.is_scheduled) continue;
    const due = income.find((each) => each.kind === event.kind && each.date === event.ex_date);
    const { name } = event;
    if (due !== undefined) {
      await recordIncome(work, actions, { name, bond, due, status: firstStatus(bond) });
    } else {
      const last = { kind: event.kind, date: event.ex_date, per100: PAR };
      await recordIncome(work, actions, { name, bond, due: last, status: 'CANCELLED' });
    }
  }
  for (const due of income) {
    if (standing.some(({ kind, ex_date }) => kind === due.kind && ex_date === due.date)) continue;
    const name = await newName(work.tx, bond, due);
    await recordIncome(work, actions, { name, bond, due, status: firstStatus(bond) });
  }
}

// A person confirms the income of a corporate bond, whose terms nobody publishes as firmly.
function firstStatus(bond: BondRow): EventBody['status'] {
  return bond.security_type === 'BOND_CORP' ? 'ANNOUNCED' : 'CONFIRMED';
}

// Unique by kind, security and date. After a cancelled event, the next one is numbered.
async function newName(tx: Tx, bond: BondRow, { kind, date }: BondIncome): Promise<string> {
  const name = `${kind}-${bond.name}-${date}`;
  const count = await countNamed(tx, name);
  return count === 0n ? name : `${name}/${count + 1n}`;
}

interface RecordedIncome {
  readonly name: string;
  readonly bond: BondRow;
  readonly due: BondIncome;
  readonly status: EventBody['status'];
}

async function recordIncome(
  work: Work,
  actions: CorporateActions,
  { name, bond, due, status }: RecordedIncome,
): Promise<void> {
  await recordOrAsk(work, actions, { name, body: await bodyOf(work.tx, bond, { due, status }) });
}

// Only a dry run lists holders, and this is none.
const NO_PAGE = { limit: 0, offset: 0 } as const;

// An announced event is also proposed as a confirmed one, which one person then approves.
async function recordOrAsk(
  work: Work,
  actions: CorporateActions,
  { name, body }: NamedTerms,
): Promise<void> {
  await actions.record(work, { name, body });
  if (body.status !== 'ANNOUNCED') return;
  const reason = `${CUSTODY.bondIncomeSource}: ${body.securityName}`;
  await actions.propose(work, { ...body, name, status: 'CONFIRMED', reason }, NO_PAGE);
}

async function bodyOf(
  tx: Tx,
  bond: BondRow,
  { due, status }: Pick<RecordedIncome, 'due' | 'status'>,
): Promise<EventBody> {
  const { kind, date, per100 } = due;
  const calendar = await calendarOf(tx, bond.exchange_id);
  const rate = kind === 'INTR' ? { cashPerUnit: per100 } : { pricePer100: per100 };
  return {
    kind,
    status,
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
 * Moves the payment of an event to the business day on which its income is now paid, as its next
 * version. Only the payment date changes. Returns false if payment has begun in the meantime.
 */
export async function moveIncome(
  work: Work,
  actions: CorporateActions,
  { name, security_id }: Pick<IncomeEvent, 'name' | 'security_id'>,
): Promise<boolean> {
  const bond = await lockBond(work.tx, security_id);
  const event = await lockEventNamed(work.tx, name);
  if (bond === undefined || event === undefined || !MOVABLE.has(event.progress)) return false;
  const paymentDate = paidOn(event.ex_date, await calendarOf(work.tx, bond.exchange_id));
  const terms = await termsOf(work.tx, event);
  const body = readBody(parseJson(toJson({ ...terms, paymentDate })));
  await recordOrAsk(work, actions, { name, body });
  return true;
}

const MOVABLE: ReadonlySet<string> = new Set(['OPEN', 'ENTITLED']);
const readBody = compileBody(EventBody);

/** Returns the date on which income is paid: its own, or the next business day. */
export function paidOn(date: BusinessDate, calendar: BusinessCalendar): BusinessDate {
  return adjust(date, 'FOLLOWING', calendar);
}
