// Converts a request's members to columns: checks and normalises them, and merges them with the
// stored ones.

import { withSingleLines } from '../../../platform/address/name.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { partyProblems } from '../problems.js';
import { type CustomerBody, isDetail } from '../schema.js';
import {
  checkBvn,
  checkEmail,
  type NumberOrigin,
  normalisePhone,
  PHONE_MEMBERS,
} from './contact.js';
import type { Customer, CustomerMembers } from './record.js';

interface Ground {
  readonly groupId: bigint;
  /** The business date, which is the latest allowed birth date. */
  readonly today: BusinessDate;
  /** The home country, assumed for phone numbers without a country code. */
  readonly home: NumberOrigin['home'];
  /** The stored values, which are kept if a member is absent. Present only for a change. */
  readonly before?: Customer;
}

const PHONES: ReadonlySet<string> = new Set(PHONE_MEMBERS);
const NAMES: ReadonlySet<string> = new Set([
  ...['label', 'title', 'firstName', 'middleName', 'lastName', 'employerName', 'nexofKin'],
]);
const EMAILS = new Set(['emailAddress2', 'nexofKinEmailAddress']);

/**
 * Returns the members to store. Refuses an invalid phone number, e-mail address or BVN, naming the
 * member.
 */
export function membersOf(given: CustomerBody, ground: Ground): CustomerMembers {
  const body = withSingleLines(given, NAMES);
  const { before, groupId, home } = ground;
  const origin = { home, country: countryIn(body, before) };
  const email = checked(body.emailAddress1, 'emailAddress1', checkEmail);
  const details = { ...before?.details, ...detailsOf(body, origin) };
  const cellPhone = checked(body.cellPhone, 'cellPhone', (member, text) =>
    normalisePhone(member, text, origin),
  );
  return {
    ...personOf(body, ground),
    label: labelOf(body, before),
    groupId,
    customerType: body.customerType?.toUpperCase() ?? before?.customerType ?? 'REGULAR',
    partnerType: body.partnerType?.toUpperCase() ?? before?.partnerType ?? 'INDIVIDUAL',
    payerClass: body.payerClass ?? before?.payerClass ?? null,
    taxYearStart: body.taxYearStart ?? before?.taxYearStart ?? null,
    channel: body.channel ?? before?.channel ?? null,
    status: statusOf(body, before),
    cellPhone: cellPhone ?? before?.cellPhone ?? null,
    emailAddress: email ?? before?.emailAddress ?? null,
    bvnCode: checked(body.bvnCode, 'bvnCode', checkBvn) ?? before?.bvnCode ?? null,
    portalUserName: portalUserNameOf(body, before, email),
    details,
  };
}

/**
 * Returns the status that results from `status` and `active`. Refuses a body in which they
 * contradict each other. `active` alone switches a customer between ACTIVE and INACTIVE. It does
 * not end a suspension or a closure, because API clients send it with every change.
 */
function statusOf({ active, status }: CustomerBody, before: Customer | undefined) {
  if (status !== undefined) {
    if (active === undefined || active === (status === 'ACTIVE')) return status;
    const detail = `contradicts status ${status}: true means ACTIVE`;
    throw refuseMember(commonProblems.INVALID_REQUEST, 'active', detail);
  }
  const present = before?.status ?? 'ACTIVE';
  if (active === undefined || active === (present === 'ACTIVE')) return present;
  if (!active) return 'INACTIVE';
  if (present === 'INACTIVE') return 'ACTIVE';
  throw refusal(partyProblems.CUSTOMER_WRONG_STATE, {
    args: [present],
    detail: `The customer is ${present}. To change this, send a new status.`,
  });
}

function personOf(body: CustomerBody, { before, today }: Ground) {
  if (body.birthDate !== undefined && body.birthDate > today) {
    throw refuseMember(partyProblems.BIRTH_DATE_WRONG, 'birthDate', 'is in the future');
  }
  return {
    title: body.title ?? before?.title ?? null,
    firstName: body.firstName ?? before?.firstName ?? null,
    middleName: body.middleName ?? before?.middleName ?? null,
    lastName: body.lastName ?? before?.lastName ?? null,
    sex: body.sex?.toUpperCase() ?? before?.sex ?? null,
    birthDate: body.birthDate ?? before?.birthDate ?? null,
  };
}

/**
 * Returns the given label. If none is given, builds it from the names for a new customer or when a
 * name changes, and otherwise keeps the stored label.
 */
function labelOf(body: CustomerBody, before: Customer | undefined): string {
  if (body.label !== undefined) return body.label;
  const isRenamed = [body.firstName, body.middleName, body.lastName].some(
    (part) => part !== undefined,
  );
  if (before !== undefined && !isRenamed) return before.label;
  const first = body.firstName ?? before?.firstName;
  const last = body.lastName ?? before?.lastName;
  if (first && last) {
    const middle = body.middleName ?? before?.middleName;
    return [first, middle, last].filter((part) => part).join(' ');
  }
  if (before !== undefined) return before.label;
  const member = first ? 'lastName' : 'firstName';
  throw refuseMember(
    partyProblems.CUSTOMER_NAME_MISSING,
    member,
    'is required if there is no label',
  );
}

/**
 * Returns the portal user name. Without one, a customer with a password logs in with the e-mail
 * address.
 */
function portalUserNameOf(
  body: CustomerBody,
  before: Customer | undefined,
  email: string | undefined,
): string | null {
  const userName = body.portalUserName?.trim() ?? before?.portalUserName ?? null;
  if (userName !== null || body.portalPassword === undefined) return userName;
  const address = email ?? before?.emailAddress;
  if (!address) {
    const detail = 'is required for a portal password';
    throw refuseMember(partyProblems.PORTAL_USER_NAME_MISSING, 'portalUserName', detail);
  }
  return address;
}

function detailsOf(body: CustomerBody, origin: NumberOrigin): Record<string, unknown> {
  const given = Object.entries(body).filter(
    ([member, value]) => value !== undefined && isDetail(member),
  );
  return Object.fromEntries(
    given.map(([member, value]) => [member, detailOf(member, value, origin)]),
  );
}

function detailOf(member: string, value: unknown, origin: NumberOrigin): unknown {
  if (typeof value !== 'string') return value;
  if (PHONES.has(member)) return normalisePhone(member, value, origin);
  return EMAILS.has(member) ? checkEmail(member, value) : value;
}

// Returns the country in which the customer's phone numbers are interpreted.
function countryIn(body: CustomerBody, before: Customer | undefined): string | undefined {
  const country = body.primaryCountry ?? before?.details.primaryCountry;
  return typeof country === 'string' ? country : undefined;
}

function checked(
  value: string | undefined,
  member: string,
  check: (member: string, text: string) => string,
): string | undefined {
  return value === undefined ? undefined : check(member, value);
}
