// The events that rules can send messages about, with their record kinds and groups.

import type { SubjectKind } from '../template/subject.js';

/** Groups of events, for which a customer can choose channels. */
export const EVENT_GROUPS = ['ACCOUNT', 'ORDERS', 'CONTRACT_NOTES', 'CASH', 'INVESTMENTS'] as const;

export type EventGroup = (typeof EVENT_GROUPS)[number];

export interface NotifiableEvent {
  /** The kind of record that a message about the event refers to. */
  readonly kind: SubjectKind;
  readonly group: EventGroup;
  /** The member of the event data that contains the record's id. Default: the event's subject. */
  readonly idMember?: string;
}

const of = (kind: SubjectKind, group: EventGroup) => (): NotifiableEvent => ({ kind, group });

function all(noun: string, verbs: readonly string[], make: () => NotifiableEvent) {
  return verbs.map((verb) => [`${noun}.${verb}`, make()] as const);
}

const PAPER_VERBS = [
  'submitted',
  'posted',
  'cancelled',
  'part-terminated',
  'terminated',
  'matured',
  'rolled-over',
  'not-rolled-over',
];

/** Notifiable events by event type. */
export const NOTIFIABLE_EVENTS: ReadonlyMap<string, NotifiableEvent> = new Map([
  ['lead.captured', { kind: 'LEAD', group: 'ACCOUNT' }],
  ['lead.assigned', { kind: 'LEAD', group: 'ACCOUNT' }],
  ['lead.updated', { kind: 'LEAD', group: 'ACCOUNT' }],
  ['activity.due', { kind: 'ACTIVITY', group: 'ACCOUNT' }],
  ['lead.converted', { kind: 'CUSTOMER', group: 'ACCOUNT', idMember: 'customerId' }],
  ...all('customer', ['created', 'updated', 'approved', 'rejected'], of('CUSTOMER', 'ACCOUNT')),
  ...all(
    'trade-order',
    [
      'booked',
      'accepted',
      'partially-filled',
      'executed',
      'amended',
      'cancelled',
      'rejected',
      'expired',
    ],
    of('TRADE_ORDER', 'ORDERS'),
  ),
  ...all('contract-note', ['issued', 'reversed', 'settled'], of('CONTRACT_NOTE', 'CONTRACT_NOTES')),
  ...all(
    'cash-transaction',
    ['created', 'approved', 'rejected', 'cancelled', 'posted', 'reversed'],
    of('CASH_TRANSACTION', 'CASH'),
  ),
  ...all(
    'term-instrument',
    [
      ...['submitted', 'start-due', 'posted', 'interest-paid', 'matured', 'rolled-over'],
      ...['terminated', 'overdue'],
    ],
    of('TERM_INSTRUMENT', 'INVESTMENTS'),
  ),
  ...all('discounted-instrument', PAPER_VERBS, of('DISCOUNTED_INSTRUMENT', 'INVESTMENTS')),
  ...all('treasury-bill', PAPER_VERBS, of('TREASURY_BILL', 'INVESTMENTS')),
  ...all(
    'fund-transaction',
    ['submitted', 'approved', 'executed', 'rejected'],
    of('FUND_TRANSACTION', 'INVESTMENTS'),
  ),
  ...all('entitlement', ['made', 'revised', 'paid', 'reversed'], of('ENTITLEMENT', 'INVESTMENTS')),
  ['election.due', { kind: 'ELECTION_REMINDER', group: 'INVESTMENTS' }],
  ...all(
    'wealth-statement',
    ['issued', 'outdated', 'replaced'],
    of('WEALTH_STATEMENT', 'INVESTMENTS'),
  ),
  ...all('tax-pack', ['issued', 'replaced'], of('TAX_PACK', 'INVESTMENTS')),
  ...all(
    'reference-change',
    ['proposed', 'approved', 'rejected'],
    of('REFERENCE_CHANGE', 'ACCOUNT'),
  ),
] as const);

const WITH_DOCUMENT: readonly SubjectKind[] = ['CONTRACT_NOTE', 'WEALTH_STATEMENT', 'TAX_PACK'];

const WITHOUT_CUSTOMER: readonly SubjectKind[] = [
  ...(['LEAD', 'CONTACT', 'REFERENCE_CHANGE', 'ACTIVITY'] as const),
];

/** Returns whether records of this kind belong to a customer. */
export function hasCustomer(kind: SubjectKind): boolean {
  return !WITHOUT_CUSTOMER.includes(kind);
}

/** Returns whether records of this kind have a document that can be attached. */
export function hasDocument(kind: SubjectKind): boolean {
  return WITH_DOCUMENT.includes(kind);
}

/** Returns whether the maker is known for records of this kind. */
export function hasMaker(kind: SubjectKind): boolean {
  return kind === 'CASH_TRANSACTION' || kind === 'REFERENCE_CHANGE' || kind === 'TERM_INSTRUMENT';
}

/** Returns whether records of this kind can have a custodian. */
export function hasCustodian(kind: SubjectKind): boolean {
  return kind === 'CONTRACT_NOTE';
}

/** Returns whether records of this kind are assigned to a user. */
export function hasAssignee(kind: SubjectKind): boolean {
  return kind === 'LEAD' || kind === 'ACTIVITY';
}
