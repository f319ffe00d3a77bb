// Turns a request's members into columns: checks and normalises them, and merges them with the
// stored ones.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { withLines } from '../../../platform/text/one-line.js';
import { partyProblems } from '../problems.js';
import { type CustomerBody, isDetail } from '../schema.js';
import { checkBvn, checkEmail, normalisePhone } from './contact.js';
import type { Customer, CustomerMembers } from './record.js';

interface Ground {
  readonly groupId: bigint;
  /** The business date, which is the latest possible birth date. */
  readonly today: BusinessDate;
  /** Present for a change: absent members keep these values. */
  readonly before?: Customer;
}

const PHONES = new Set(['homePhone', 'officePhone', 'otherPhone', 'nextofKinPhone']);
const EMAILS = new Set(['emailAddress2', 'nexofKinEmailAddress']);
const NAMES = ['label', 'firstName', 'middleName', 'lastName'] as const;

/**
 * Returns the members to store. Refuses an invalid phone number, e-mail address or BVN, naming the
 * member.
 */
export function membersOf(given: CustomerBody, ground: Ground): CustomerMembers {
  const body = withLines(given, NAMES);
  const { before, groupId } = ground;
  const email = checked(body.emailAddress1, 'emailAddress1', checkEmail);
  return {
    ...personOf(body, ground),
    label: labelOf(body, before),
    active: body.active ?? before?.active ?? true,
    groupId,
    customerType: body.customerType?.toUpperCase() ?? before?.customerType ?? 'REGULAR',
    partnerType: body.partnerType?.toUpperCase() ?? before?.partnerType ?? 'INDIVIDUAL',
    channel: body.channel ?? before?.channel ?? null,
    status: body.status ?? before?.status ?? 'ACTIVE',
    cellPhone: checked(body.cellPhone, 'cellPhone', normalisePhone) ?? before?.cellPhone ?? null,
    emailAddress: email ?? before?.emailAddress ?? null,
    bvnCode: checked(body.bvnCode, 'bvnCode', checkBvn) ?? before?.bvnCode ?? null,
    portalUserName: portalUserNameOf(body, before, email),
    details: { ...before?.details, ...detailsOf(body) },
  };
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
 * Returns the given label. Without one, the label is built from the names, and built again only
 * when a name changes.
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
  throw refuseMember(partyProblems.CUSTOMER_NAME_MISSING, member, 'is required without a label');
}

/**
 * Returns the portal user name. A customer with a password but no user name logs in with the e-mail
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

function detailsOf(body: CustomerBody): Record<string, unknown> {
  const given = Object.entries(body).filter(
    ([member, value]) => value !== undefined && isDetail(member),
  );
  return Object.fromEntries(given.map(([member, value]) => [member, detailOf(member, value)]));
}

function detailOf(member: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (PHONES.has(member)) return normalisePhone(member, value);
  return EMAILS.has(member) ? checkEmail(member, value) : value;
}

function checked(
  value: string | undefined,
  member: string,
  check: (member: string, text: string) => string,
): string | undefined {
  return value === undefined ? undefined : check(member, value);
}
