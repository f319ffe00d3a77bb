// Finds the addressees of a notification: the customer with the preferred channels, users, or the
// custodian of a trade.

import type { Tx } from '../../../platform/database/database.js';
import { permissionsOf } from '../../identity/index.js';
import type { NewMessage } from '../message/new-message.js';
import type { Subject } from '../template/subject-facts.js';
import { NOTIFIABLE_EVENTS } from './notifiable-event.js';
import { findPreference } from './preference-queries.js';
import { findActiveUser, listActiveUsers, type UserRow } from './recipient-queries.js';
import type { RuleChannel, RuleRow } from './rule-queries.js';

/** An addressee, and the channels to try in order. */
export interface Addressee {
  readonly recipient: NewMessage['recipient'];
  /**
   * Unique within a notification. It is part of the key that ensures that each message is queued
   * only once.
   */
  readonly key: string;
  /** The name to use in the message, if the addressee is not the record's customer. */
  readonly name: string | undefined;
  readonly language: string | undefined;
  readonly channels: readonly RuleChannel[];
}

/** The reason why a notification has no addressee. */
export type NobodyReason =
  | 'RULE_DISABLED'
  /** The rule was changed and now has another event type. */
  | 'RULE_CHANGED'
  | 'RECORD_GONE'
  | 'NO_CUSTOMER'
  | 'NOT_WANTED'
  | 'NOBODY_ASSIGNED'
  | 'NO_APPROVER'
  /** The record was not created by an active user, but by an API client or the program. */
  | 'NO_MAKER'
  | 'NO_CUSTODIAN'
  | 'NO_ADDRESS';

/** Finds a rule's addressees for a record. */
export function addresseesOf(
  tx: Tx,
  rule: RuleRow,
  subject: Subject,
): Promise<readonly Addressee[] | { readonly reason: NobodyReason }> {
  switch (rule.recipient) {
    case 'CUSTOMER':
      return customerOf(tx, rule, subject);
    case 'ASSIGNED_USER':
      return assigneeOf(tx, rule, subject);
    case 'APPROVERS':
      return approversOf(tx, rule, subject);
    case 'MAKER':
      return makerOf(tx, rule, subject);
    case 'CUSTODIAN':
      return custodianOf(rule, subject);
  }
}

async function customerOf(tx: Tx, rule: RuleRow, subject: Subject) {
  const { customerId } = subject;
  if (customerId === undefined) return { reason: 'NO_CUSTOMER' } as const;
  const preference = await findPreference(tx, customerId);
  const group = NOTIFIABLE_EVENTS.get(rule.event_type)?.group;
  const wanted = group && preference?.choices[group];
  const channels =
    wanted === undefined
      ? rule.channels
      : wanted.flatMap((preferred) => rule.channels.filter(({ channel }) => channel === preferred));
  if (channels.length === 0) return { reason: 'NOT_WANTED' } as const;
  return [
    {
      recipient: { kind: 'CUSTOMER', id: customerId } as const,
      key: `CUSTOMER ${customerId}`,
      name: undefined,
      language: preference?.language ?? undefined,
      channels,
    },
  ];
}

async function assigneeOf(tx: Tx, rule: RuleRow, { assignedTo }: Subject) {
  if (assignedTo === undefined) return { reason: 'NOBODY_ASSIGNED' } as const;
  const users = await findActiveUser(tx, assignedTo);
  if (users.length === 0) return { reason: 'NOBODY_ASSIGNED' } as const;
  return withAddress(rule, users);
}

async function makerOf(tx: Tx, rule: RuleRow, { maker }: Subject) {
  const users = maker?.kind === 'user' ? await findActiveUser(tx, maker.id) : [];
  if (users.length === 0) return { reason: 'NO_MAKER' } as const;
  return withAddress(rule, users);
}

// A custodian has only an e-mail address and no preferences.
async function custodianOf(rule: RuleRow, { custodian }: Subject) {
  if (custodian === undefined) return { reason: 'NO_CUSTODIAN' } as const;
  const { name, label, email: address } = custodian;
  const channels = rule.channels.filter(({ channel }) => channel === 'EMAIL');
  if (address === undefined || channels.length === 0) return { reason: 'NO_ADDRESS' } as const;
  return [
    {
      ...{ recipient: { address }, key: `CUSTODIAN ${name}`, name: label },
      ...{ language: undefined, channels },
    },
  ];
}

// Finds the users who can approve the record. Excludes the maker, because users cannot approve
// their own work.
async function approversOf(tx: Tx, rule: RuleRow, { officeId, maker }: Subject) {
  const makerId = maker?.kind === 'user' ? maker.id : 0n;
  const users = await listActiveUsers(tx, { officeId, except: makerId });
  const permission = new Set([rule.permission ?? '']);
  const approvers = users.filter(({ roles }) => permissionsOf(roles, permission).size > 0);
  if (approvers.length === 0) return { reason: 'NO_APPROVER' } as const;
  return withAddress(rule, approvers);
}

// Returns the users who have an e-mail address as addressees. Users have no phone number, so only
// e-mail is used.
function withAddress(rule: RuleRow, users: readonly UserRow[]) {
  const channels = rule.channels.filter(({ channel }) => channel === 'EMAIL');
  const reached = users.flatMap(({ id, label, email_address: address }) =>
    address === null
      ? []
      : [
          {
            ...{ recipient: { address, isLogin: true }, key: `USER ${id}`, name: label },
            ...{ language: undefined, channels },
          },
        ],
  );
  if (reached.length === 0 || channels.length === 0) return { reason: 'NO_ADDRESS' } as const;
  return reached;
}
