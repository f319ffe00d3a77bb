// The kinds of reference data on the reference pages, with their operations, permissions and
// fields.

import { type Write, write } from '../../lib/write.js';
import { FIELDS, type ReferenceField } from './field.js';
import type { ReferenceName } from './search.js';

/** A record of any kind, with the fields that all kinds have. */
export interface ReferenceRecord {
  readonly id: number;
  /** The code of the record, which never changes. */
  readonly name: string;
  readonly label: string;
  readonly active?: boolean;
  readonly aliases?: readonly string[];
  readonly lastModifiedDttm?: string;
}

export interface ReferenceKind {
  readonly list: string;
  /** The operation that reads one record. */
  readonly one: string;
  /** The permissions to read and to propose. */
  readonly read: string;
  readonly propose: string;
  readonly fields: readonly ReferenceField[];
  readonly proposal: (body: object) => Write<unknown>;
}

export const KINDS: Readonly<Record<ReferenceName, ReferenceKind>> = {
  'payment-gateway': {
    list: 'finance/payment-gateway/list',
    one: 'finance/payment-gateway/id/{id}',
    read: 'finance.payment-gateway.read',
    propose: 'finance.payment-gateway.propose',
    fields: FIELDS['payment-gateway'],
    proposal: (body) => write('put', 'finance/payment-gateway/propose', { body: Object(body) }),
  },
  agent: {
    list: 'partner/agent/list',
    one: 'partner/agent/id/{id}',
    read: 'party.agent.read',
    propose: 'party.agent.propose',
    fields: FIELDS.agent,
    proposal: (body) => write('put', 'partner/agent/propose', { body: Object(body) }),
  },
  custodian: {
    list: 'partner/custodian/list',
    one: 'partner/custodian/id/{id}',
    read: 'party.custodian.read',
    propose: 'party.custodian.propose',
    fields: FIELDS.custodian,
    proposal: (body) => write('put', 'partner/custodian/propose', { body: Object(body) }),
  },
  'portfolio-type': {
    list: 'order/portfoliotype/list',
    one: 'order/portfoliotype/id/{id}',
    read: 'order.portfolio-type.read',
    propose: 'order.portfolio-type.propose',
    fields: FIELDS['portfolio-type'],
    proposal: (body) => write('put', 'order/portfoliotype/propose', { body: Object(body) }),
  },
  'customer-group': {
    list: 'partner/customergroup/list',
    one: 'partner/customergroup/id/{id}',
    read: 'party.customer-group.read',
    propose: 'party.customer-group.propose',
    fields: FIELDS['customer-group'],
    proposal: (body) => write('put', 'partner/customergroup/propose', { body: Object(body) }),
  },
  'business-office': {
    list: 'partner/businessoffice/list',
    one: 'partner/businessoffice/id/{id}',
    read: 'party.business-office.read',
    propose: 'party.business-office.propose',
    fields: FIELDS['business-office'],
    proposal: (body) => write('put', 'partner/businessoffice/propose', { body: Object(body) }),
  },
};

/** Prefixes of the paths that a proposal makes stale. */
export const TOUCHED = ['system/change'] as const;
