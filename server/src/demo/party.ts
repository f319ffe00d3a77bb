// The demonstration broker: its offices, customer groups, and customers with money in their
// accounts.

import {
  customerCash,
  type JournalDraft,
  mappedAccount,
  postJournals,
} from '../modules/finance/index.js';
import {
  type CustomerCash,
  createCustomer,
  type PartyPorts,
  recordFirstGroup,
  recordFirstOffice,
  requireOffice,
} from '../modules/party/index.js';
import { present } from '../platform/assert.js';
import { currentBusinessDate } from '../platform/calendar/business-day.js';
import type { Work } from '../platform/context.js';
import { codeOf } from '../platform/ids.js';
import { DEMO_PEOPLE } from './person.js';
import type { DemoStep } from './step.js';

// Former codes of each office, used by clients of the original system.
const OFFICES = [
  { city: 'Lagos', aliases: ['0000000001-1', '0000000008'] },
  { city: 'Abuja', aliases: [] },
  { city: 'Port Harcourt', aliases: [] },
] as const;
const GROUPS = [
  { name: 'STANDARD', label: 'Standard', aliases: ['001', '0000000001'] },
  { name: 'PREMIUM', label: 'Premium', aliases: [] },
  { name: 'STAFF', label: 'Staff', aliases: [] },
] as const;
// Ten million naira.
const FOUR_EYES_THRESHOLD_MINOR = 1_000_000_000n;
const STREETS = ['Broad Street', 'Ahmadu Bello Way', 'Aba Road'] as const;
const BANKS = ['Example Bank', 'Sample Bank', 'Specimen Bank'] as const;
// The last ten customers have no money, so that a demonstration can show a first deposit.
const FUNDED_CUSTOMERS = 40;
// Only the first customer has this password. A portal login also needs the credentials of an API
// client.
const PORTAL_PASSWORD = 'demo-portal-password';

/** Creates offices, groups, and customers, each with a cash account and a portfolio. */
export function partyStep(ports: PartyPorts): DemoStep {
  return { name: 'party', run: (work) => fillParty(work, ports) };
}

async function fillParty(work: Work, ports: PartyPorts): Promise<void> {
  const offices: bigint[] = [];
  for (const [index, { city, aliases }] of OFFICES.entries()) {
    const name = codeOf(BigInt(index + 1));
    offices.push(await openOffice(work, { name, label: `${city} office`, aliases }));
  }
  for (const group of GROUPS) await recordFirstGroup(work, { ...group, active: true });
  const customers: Holder[] = [];
  for (const index of DEMO_PEOPLE.keys()) {
    const office = index % OFFICES.length;
    const officeId = present(offices[office], 'the office was added');
    const id = await openCustomer(work, { index, office, officeId }, ports);
    customers.push({ id, officeId, index });
  }
  await fundCustomers(work, customers.slice(0, FUNDED_CUSTOMERS));
}

async function openOffice(
  work: Work,
  office: { readonly name: string; readonly label: string; readonly aliases: readonly string[] },
): Promise<bigint> {
  await recordFirstOffice(work, {
    ...office,
    active: true,
    currency: 'NGN',
    timeZone: 'Africa/Lagos',
    dayFirst: true,
    fourEyesThresholdMinor: FOUR_EYES_THRESHOLD_MINOR,
    customerApproval: false,
  });
  return (await requireOffice(work.tx, work.principal, { name: office.name })).id;
}

interface Place {
  readonly index: number;
  readonly office: number;
  readonly officeId: bigint;
}

async function openCustomer(work: Work, place: Place, ports: PartyPorts): Promise<bigint> {
  const { index, office, officeId } = place;
  const [first, middle, last, sex, state] = present(DEMO_PEOPLE[index], 'the list has the person');
  const address = `${first}.${last}`.toLowerCase();
  const digits = String(index + 1).padStart(2, '0');
  const outcome = await createCustomer(
    work,
    {
      businessOfficeId: officeId,
      customerGroupName: index % 5 === 0 ? 'PREMIUM' : 'STANDARD',
      firstName: first,
      middleName: middle,
      lastName: last,
      sex: sex === 'M' ? 'MALE' : 'FEMALE',
      channel: index % 3 === 0 ? 'BRANCH' : 'WEB',
      cellPhone: `080355501${digits}`,
      emailAddress1: `${address}@example.com`,
      bvnCode: `222000000${digits}`,
      portalUserName: address,
      ...(index === 0 ? { portalPassword: PORTAL_PASSWORD } : {}),
      primaryAddress1: `${index + 1} ${STREETS[office]}`,
      primaryCity: OFFICES[office]?.city ?? 'Lagos',
      primaryState: state,
      primaryCountry: 'Nigeria',
      nationality: 'Nigerian',
      setttlementBankName: BANKS[office] ?? 'Example Bank',
      setttlementBankAccountName: `${first} ${last}`,
      setttlementBankAccountNumber: `00112233${digits}`,
      nexofKin: `${middle} ${last}`,
      nextofKinRelationship: 'SIBLING',
      referalCode: `REF${codeOf(BigInt(index + 1)).slice(-4)}`,
      politicallyExposed: false,
      termsAndCondAccepted: true,
      portfolioTypeName: 'INDIVIDUAL',
    },
    ports,
  );
  return present(outcome.id, 'a customer that was opened has an id');
}

interface Holder {
  readonly id: bigint;
  readonly officeId: bigint;
  readonly index: number;
}

async function fundCustomers(work: Work, customers: readonly Holder[]): Promise<void> {
  const accounts = await customerCash.of(
    work.tx,
    customers.map((customer) => customer.id),
  );
  const date = await currentBusinessDate(work.tx);
  const drafts: JournalDraft[] = [];
  for (const customer of customers) {
    const cash = present(accounts.get(customer.id), 'each customer has a cash account');
    drafts.push(await receiptOf(work, { customer, cash, date }));
  }
  await postJournals(work.tx, drafts);
}

interface Receipt {
  readonly customer: Holder;
  readonly cash: CustomerCash;
  readonly date: JournalDraft['transactionDate'];
}

async function receiptOf(work: Work, { customer, cash, date }: Receipt): Promise<JournalDraft> {
  const { officeId, index } = customer;
  const place = { officeId, currency: cash.currency };
  const bank = await mappedAccount(work, 'CASH_RECEIPT/CONTRA', place);
  // Between half a million and twenty million naira, so that customers can pay for orders of every
  // size.
  const amountMinor = BigInt((index % 40) + 1) * 50_000_000n;
  return {
    officeId,
    transactionDate: date,
    valueDate: date,
    narration: 'Opening balance',
    sourceType: 'OPENING_BALANCE',
    sourceId: cash.accountId,
    createdBy: work.principal.name,
    createdAt: work.now,
    lines: [
      { accountId: bank, amountMinor },
      { accountId: cash.accountId, amountMinor: -amountMinor },
    ],
  };
}
