// Changes to business offices under the four-eyes rule: checks proposals, and opens or changes
// offices.

import type { Static } from '@sinclair/typebox';
import { isTimeZone } from '../../../platform/calendar/time-zone.js';
import type { Work } from '../../../platform/context.js';
import { counted } from '../../../platform/http/reply/counted.js';
import { refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { minorToDecimal, parseMinor } from '../../../platform/money/money.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { aliasesOf, type NewlyCoded } from '../../../platform/reference-data/code.js';
import { checkCodes, proposeChange, recordFirstVersion } from '../../change/index.js';
import { partyProblems } from '../problems.js';
import { addOffice } from './office.js';
import {
  changeOffice,
  customersOfOffice,
  lockOffice,
  type OfficeMembers,
  selectOfficeNamed,
} from './queries.js';
import { type OfficeBody, officeBody, type officeProposal } from './schema.js';

/** The kind of change. Its subject is the office's code. */
export const BUSINESS_OFFICES: ChangeKind = changeKind({
  name: 'business-office',
  label: 'Business office',
  body: officeBody,
  present: async (on, subject) => {
    const office = await selectOfficeNamed(on, subject);
    return office && bodyOf(office);
  },
  check: async (work, { body }) => {
    const proposed = await officeFrom(work, body);
    await checkCodes(work, proposed, { table: 'business_office', wrong });
    await refuseUsed(work, proposed);
  },
  apply: async (work, { body }) => {
    const proposed = await officeFrom(work, body);
    const { name } = proposed;
    const current = await selectOfficeNamed(work.tx, name);
    if (current === undefined) return { id: await addOffice(work, proposed), name };
    const stamp = { id: current.id, by: work.principal.name, at: work.now };
    await changeOffice(work.tx, proposed, stamp);
    return { id: current.id, name };
  },
});

/** Proposes a new or changed business office. A second person must approve it. */
export async function proposeOffice(
  work: Work,
  proposal: Static<typeof officeProposal>,
): Promise<Outcome> {
  const { reason, effectiveNote, ...body } = proposal;
  const office = await officeFrom(work, body);
  return proposeChange(work, {
    kind: BUSINESS_OFFICES,
    subject: office.name,
    body: bodyOf(office),
    reason,
    effectiveNote,
  });
}

/** Stores a business office as its first version in a new database. */
export function recordFirstOffice(work: Work, office: NewlyCoded<OfficeMembers>): Promise<void> {
  const { name, aliases = [] } = office;
  const body = bodyOf({ ...office, aliases });
  return recordFirstVersion(work, BUSINESS_OFFICES, { subject: name, body });
}

function bodyOf(office: OfficeMembers): OfficeBody {
  const { name, label, active, aliases, currency, timeZone, customerApproval } = office;
  const threshold = office.fourEyesThresholdMinor;
  return {
    ...{ name, label, active, aliases: [...aliases], currency, timeZone, customerApproval },
    orderDateOrder: office.dayFirst ? 'DAY_FIRST' : 'MONTH_FIRST',
    ...(threshold === null ? {} : { fourEyesThreshold: minorToDecimal(threshold, currency) }),
  };
}

const CODE = /^[A-Z0-9][A-Z0-9._-]*$/;

async function officeFrom(work: Work, body: OfficeBody): Promise<OfficeMembers> {
  const name = body.name.trim().toUpperCase();
  if (!CODE.test(name)) {
    throw wrong('name', 'must contain only letters, digits, dots, dashes and underscores');
  }
  const currency = body.currency.toUpperCase();
  if (minorUnits(currency) === undefined) throw wrong('currency', 'is not an ISO 4217 code');
  if (!(await isTimeZone(work.tx, body.timeZone, work.now))) {
    throw wrong('timeZone', 'is not an IANA time zone');
  }
  return {
    name,
    aliases: aliasesOf(body.aliases),
    label: body.label,
    active: body.active ?? true,
    currency,
    timeZone: body.timeZone,
    dayFirst: body.orderDateOrder !== 'MONTH_FIRST',
    fourEyesThresholdMinor: thresholdOf(body, currency),
    customerApproval: body.customerApproval ?? false,
  };
}

function thresholdOf({ fourEyesThreshold }: OfficeBody, currency: string): bigint | null {
  if (fourEyesThreshold === undefined) return null;
  const minor = parseMinor(fourEyesThreshold, currency);
  if (minor !== undefined) return minor;
  throw wrong(
    'fourEyesThreshold',
    `${currency} has ${counted(minorUnits(currency) ?? 0, 'decimal')}`,
  );
}

// Refuses to change the currency of an office that has ever had customers, because their accounts
// and the approval threshold are in that currency. Refuses to deactivate an office whose customers
// are not all closed.
async function refuseUsed(work: Work, proposed: OfficeMembers): Promise<void> {
  await lockOffice(work.tx, proposed.name);
  const current = await selectOfficeNamed(work.tx, proposed.name);
  if (current === undefined) return;
  const customers = await customersOfOffice(work.tx, current.id);
  if (customers.any && current.currency !== proposed.currency) {
    throw inUse('currency', 'cannot be changed, because customers have accounts in it');
  }
  if (customers.open && current.active && !proposed.active) {
    throw inUse('active', 'must remain true until every customer of the office is closed');
  }
}

function wrong(member: string, detail: string) {
  return refuseMember(partyProblems.OFFICE_REFUSED, member, detail);
}

function inUse(member: string, detail: string) {
  const kind = partyProblems.OFFICE_IN_USE;
  const errors = [{ pointer: `/${member}`, code: kind.code, detail }];
  return refusal(kind, { detail, args: ['IN_USE', member], errors });
}
