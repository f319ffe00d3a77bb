// Whom a notification goes to: the customer, in the channels that he wants, or users of the staff.

import type { Tx } from '../../../platform/database/database.js';
import { permissionsOf } from '../../identity/index.js';
import type { NewMessage } from '../message/new-message.js';
import type { Subject } from '../template/subject-facts.js';
import { NOTIFIABLE_EVENTS } from './notifiable-event.js';
import { findPreference } from './preference-queries.js';
import { findActiveUser, listActiveUsers, type UserRow } from './recipient-queries.js';
import type { RuleChannel, RuleRow } from './rule-queries.js';

/** Somebody to tell, and the channels to try in their order. */
export interface Addressee {
  readonly recipient: NewMessage['recipient'];
  /** Unique among those of one notification: part of the key that makes a message once. */
  readonly key: string;
  /** How the message calls him, where that is not the record's own customer. */
  readonly name: string | undefined;
  readonly language: string | undefined;
  readonly channels: readonly RuleChannel[];
}

/** Why nobody is told. */
export type NobodyReason =
  | 'RULE_DISABLED'
  /** The rule was changed, and is for another type of event now. */
  | 'RULE_CHANGED'
  | 'RECORD_GONE'
  | 'NO_CUSTOMER'
  | 'NOT_WANTED'
  | 'NOBODY_ASSIGNED'
  | 'NO_APPROVER'
  | 'NO_ADDRESS';

/** Those whom a rule tells about a record. */
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
      : wanted.flatMap((wish) => rule.channels.filter(({ channel }) => channel === wish));
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

// Nobody approves what is their own work, so its maker is not asked to.
async function approversOf(tx: Tx, rule: RuleRow, { officeId, maker }: Subject) {
  const makerId = maker?.kind === 'user' ? maker.id : 0n;
  const users = await listActiveUsers(tx, { officeId, except: makerId });
  const permission = new Set([rule.permission ?? '']);
  const approvers = users.filter(({ roles }) => permissionsOf(roles, permission).size > 0);
  if (approvers.length === 0) return { reason: 'NO_APPROVER' } as const;
  return withAddress(rule, approvers);
}

// A user has an e-mail address and no phone number.
function withAddress(rule: RuleRow, users: readonly UserRow[]) {
  const channels = rule.channels.filter(({ channel }) => channel === 'EMAIL');
  const reached = users.flatMap(({ id, label, email_address: address }) =>
    address === null
      ? []
      : [{ recipient: { address }, key: `USER ${id}`, name: label, language: undefined, channels }],
  );
  if (reached.length === 0 || channels.length === 0) return { reason: 'NO_ADDRESS' } as const;
  return reached;
}
