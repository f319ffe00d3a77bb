// Converts a lead: checks every target first, then changes the customer, the cash account, the
// contact and the lead in one transaction.

import { present } from '../../../platform/assert.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import {
  commonProblems,
  type Problem,
  refusal,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import { warned } from '../../../platform/http/reply/warning.js';
import { refuseStale } from '../../../platform/http/request/version.js';
import type { Outcome } from '../../../platform/http/route.js';
import { changed } from '../../../platform/reference-data/state-step.js';
import {
  type CreateCustomerBody,
  type Customer,
  type CustomerMatch,
  createCustomer,
  findCustomer,
  phoneOf,
  updateCustomer,
} from '../../party/index.js';
import { carryRefusals } from '../consent/consent.js';
import { notTakenOver } from '../person/phone-warning.js';
import type { CrmPorts } from '../port.js';
import { crmProblems } from '../problems.js';
import { idGiven, withoutAbsent } from '../record.js';
import { type ContactOwner, contactForLead, newRefusals } from './conversion-contact.js';
import { moveCorrespondence } from './correspondence-queries.js';
import { findMatchingCustomers } from './duplicate.js';
import { leadConverted } from './event.js';
import { lockVisibleLead, outcomeOf } from './lead.js';
import { type LeadRow, lockMatchKeys, updateLeadRow } from './queries.js';
import { labelOf, leadKeysOf } from './record.js';
import { mayMoveLead } from './state.js';
import { recordLeadSteps } from './step-queries.js';

interface Conversion {
  readonly id: bigint;
  /** The existing customer that the lead is linked to. */
  readonly linkCustomerId?: bigint;
  /** The reason for creating a new customer although existing customers match. */
  readonly overrideReason?: string;
  /** The portfolio type of a new customer. Default: EXCHANGE. */
  readonly portfolioTypeName?: string;
}

/** The default portfolio type. */
const PORTFOLIO_TYPE = 'EXCHANGE';

/**
 * Converts a QUALIFIED lead into a customer with a cash account, a portfolio and a contact.
 * Alternatively, links it to an existing customer, and fills empty members of that customer and its
 * contact. A repeated conversion returns the same ids and changes nothing. Refuses with
 * DOCUMENT_NOT_FOUND, PRECONDITION_FAILED, LEAD_WRONG_STATE, LEAD_HAS_DUPLICATES (lists the
 * customers; not checked when linking or when a reason is given), UNKNOWN_REFERENCE, and for the
 * same reasons as opening a customer.
 */
export async function convertLead(
  work: Work,
  conversion: Conversion,
  ports: CrmPorts,
): Promise<Outcome> {
  const lead = await lockVisibleLead(work, { id: conversion.id });
  if (lead.status === 'CONVERTED') return outcomeOf('LEAD_CONVERTED', lead);
  refuseStale(work, lead.version);
  if (!mayMoveLead(lead.status, 'CONVERTED')) {
    throw refusal(crmProblems.LEAD_WRONG_STATE, { args: [lead.status, 'CONVERTED'] });
  }
  // Without the lock, concurrent conversions of two leads for one person would create two
  // customers.
  await lockMatchKeys(work.tx, leadKeysOf(lead));
  const linked = idGiven(conversion.linkCustomerId);
  const customer =
    linked === undefined
      ? await openCustomer(work, { lead, conversion }, ports)
      : await linkCustomer(work, { lead, customerId: linked }, ports);
  const contact = await contactForLead(work, lead, customer);
  const converted = convertedRow(work, lead, {
    ...customer,
    contactId: contact.id,
    reason: conversion.overrideReason,
  });
  await updateLeadRow(work, converted);
  await recordLeadSteps(work.tx, [{ before: lead.status, after: converted }]);
  const { customerId, officeId } = customer;
  await carryRefusals(work, lead.id, [
    { record: { kind: 'CUSTOMER', id: customerId }, officeId },
    { record: { kind: 'CONTACT', id: contact.id }, officeId: contact.office_id },
  ]);
  await moveCorrespondence(work.tx, { leadId: lead.id, customerId, officeId });
  const data = { customerId, linked: linked !== undefined };
  work.events.push(leadConverted({ id: lead.id, officeId: lead.office_id }, data));
  return {
    ...outcomeOf('LEAD_CONVERTED', converted),
    extra: warned(notTakenOver(lead)),
  };
}

interface ConvertedTo extends ContactOwner {
  readonly accountId: bigint | undefined;
}

function convertedRow(
  work: Work,
  lead: LeadRow,
  to: ConvertedTo & { readonly contactId: bigint; readonly reason: string | undefined },
): LeadRow {
  return changed(work, lead, {
    status: 'CONVERTED',
    converted_cash_account: to.accountId ?? null,
    converted_contact: to.contactId,
    converted_customer_id: to.customerId,
    converted_at: work.now,
    conversion_reason: to.reason ?? null,
  });
}

async function openCustomer(
  work: Work,
  { lead, conversion }: { readonly lead: LeadRow; readonly conversion: Conversion },
  ports: CrmPorts,
): Promise<ConvertedTo> {
  const matches = await findMatchingCustomers(work, lead);
  const { overrideReason, portfolioTypeName = PORTFOLIO_TYPE } = conversion;
  if (matches.length > 0 && overrideReason === undefined) throw duplicates(lead, matches);
  const origin = { label: labelOf(lead), businessOfficeId: lead.office_id };
  const body = { ...membersFor(lead), ...origin, portfolioTypeName };
  const outcome = await createCustomer(work, body, ports.party);
  const customerId = present(outcome.id, 'a new customer has an id');
  const accountId = await accountOf(work, customerId, ports);
  return { customerId, officeId: lead.office_id, accountId };
}

async function linkCustomer(
  work: Work,
  { lead, customerId }: { readonly lead: LeadRow; readonly customerId: bigint },
  ports: CrmPorts,
): Promise<ConvertedTo> {
  const customer = await findCustomer(work, { id: customerId });
  if (customer === undefined || !seesOffice(work.principal, customer.officeId)) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'linkCustomerId',
      'is not a customer that you can see',
    );
  }
  const missing = missingIn(customer, membersFor(lead));
  if (Object.keys(missing).length > 0) {
    // `If-Match` contains the version of the lead, so it is not passed on for the customer.
    await updateCustomer(
      { ...work, ifMatch: undefined },
      { id: customerId, ...missing },
      ports.party,
    );
  }
  const accountId = await accountOf(work, customerId, ports);
  return { customerId, officeId: customer.officeId, accountId };
}

async function accountOf(
  work: Work,
  customerId: bigint,
  ports: CrmPorts,
): Promise<bigint | undefined> {
  const cash = await ports.party.cashAccounts.of(work.tx, [customerId]);
  return cash.get(customerId)?.accountId;
}

function duplicates(lead: LeadRow, matches: readonly CustomerMatch[]): Problem {
  const kind = crmProblems.LEAD_HAS_DUPLICATES;
  return refusal(kind, {
    args: [lead.status, ...matches.map((match) => String(match.id))],
    errors: matches.map((match) => ({
      pointer: '/linkCustomerId',
      code: kind.code,
      detail: `customer ${match.name} has the same ${match.matchedOn.join(', ')}`,
    })),
  });
}

type Members = Omit<CreateCustomerBody, 'id' | 'label' | 'portfolioTypeName' | 'portfolioType'>;

/**
 * Returns the lead's members to copy to a customer, except phone numbers that cannot receive
 * messages.
 */
function membersFor(lead: LeadRow): Members {
  const { details } = lead;
  const number = lead.identifier?.replaceAll(/\s/g, '');
  const isBvn = number !== undefined && /^\d{11}$/.test(number);
  const phone = (text = '') =>
    phoneOf(text, { home: lead.home_country, country: details.primaryCountry });
  const members = {
    partnerType: lead.lead_type,
    channel: details.leadSource,
    title: details.salutation ?? details.title,
    firstName: lead.first_name,
    middleName: details.middleName,
    lastName: lead.last_name,
    sex: details.sex,
    birthDate: lead.birth_date,
    cellPhone: phone(details.mobilePhone),
    homePhone: phone(details.homePhone),
    officePhone: phone(details.officePhone),
    otherPhone: phone(details.otherPhone),
    emailAddress1: details.emailAddress1?.trim(),
    emailAddress2: details.emailAddress2?.trim(),
    portalUserName: details.portalUserName?.trim(),
    bvnCode: isBvn ? number : undefined,
    identificationNumber: isBvn ? undefined : number,
    occupation: details.profession,
    maritalStatus: details.maritalStatus,
    employerName: lead.lead_type === 'INDIVIDUAL' ? lead.organization : undefined,
    primaryAddress1: details.primaryStreet,
    primaryAddress2: details.primaryStreet1,
    primaryCity: details.primaryCity,
    primaryState: details.primaryState,
    primaryPostCode: details.primaryPostCode,
    primaryCountry: details.primaryCountry,
    secondaryAddress1: details.secondaryStreet,
    secondaryAddress2: details.secondaryStreet1,
    secondaryCity: details.secondaryCity,
    secondaryState: details.secondaryState,
    secondaryPostCode: details.secondaryPostCode,
    secondaryCountry: details.secondaryCountry,
    doNotCall: lead.do_not_call,
    doNotShare: lead.do_not_share,
    emailOptOut: lead.email_opt_out,
    smsOptOut: lead.sms_opt_out,
  };
  return withoutAbsent(members);
}

/** Returns the members and refusals of consent that the customer does not have yet. */
function missingIn(customer: Customer, members: Members): Members {
  const had: ReadonlyMap<string, unknown> = new Map([
    ...Object.entries(customer.details),
    ...Object.entries({ ...customer, emailAddress1: customer.emailAddress }),
  ]);
  const missing = Object.entries(members).filter(([member]) => (had.get(member) ?? '') === '');
  const isTrue = (member: string) => had.get(member) === true;
  const consent = {
    doNotCall: isTrue('doNotCall'),
    doNotShare: isTrue('doNotShare'),
    emailOptOut: isTrue('emailOptOut'),
    smsOptOut: isTrue('smsOptOut'),
  };
  return { ...Object.fromEntries(missing), ...newRefusals(members, consent) };
}
