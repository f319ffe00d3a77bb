// What CRM needs from other modules; the app provides it.

import type { Context, Work } from '../../platform/context.js';
import type { Sql } from '../../platform/database/sql.js';
import type { AttachmentStore } from '../../platform/files/attachment-store.js';
import type { PartyPorts } from '../party/index.js';
import type { Gateway } from './channel/gateway.js';
import type { Recipient } from './person/recipient.js';
import type { RelatedKind } from './person/related-kind.js';
import type { DocumentReader, SubjectKind, SubjectReader } from './template/subject.js';

/** Whether the caller sees a record of a kind. */
type RelatedCheck = (work: Work, id: bigint) => Promise<boolean>;

/** Records of customers in a module that CRM does not know, as rows of a history. */
export interface CustomerHistory {
  readonly kind: string;
  /** The rows of a customer in the form of `HistorySource`. */
  readonly rowsOf: (customerId: bigint) => Sql;
}

/**
 * Fills the secret into the text of a message; undefined if the secret has expired. It is called
 * for each attempt, so that the secret is not stored.
 */
export type FillSecret = (
  context: Context,
  secretId: string,
  text: string,
) => Promise<string | undefined>;

export interface CrmPorts {
  readonly attachments: AttachmentStore;
  /** What opening a customer needs, for conversions. */
  readonly party: PartyPorts;
  /** Checks references to records of modules that CRM does not know; refused if absent. */
  readonly related?: Readonly<Record<Exclude<RelatedKind, Recipient['kind']>, RelatedCheck>>;
  /** Further entries of the timelines of customers. */
  readonly history?: readonly CustomerHistory[];
  /** Facts about records of modules that CRM does not know, for templates. */
  readonly subjects?: Readonly<Partial<Record<SubjectKind, SubjectReader>>>;
  /** The documents of such records, to attach to messages. */
  readonly documents?: Readonly<Partial<Record<SubjectKind, DocumentReader>>>;
  /** The gateways; a channel without a gateway sends nothing. */
  readonly gateways?: readonly Gateway[];
  /** Fills in secrets that messages do not store; if absent, no message has a secret. */
  readonly fillSecret?: FillSecret;
}
