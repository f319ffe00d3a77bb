// The ports that CRM uses to reach other modules. The app provides the implementations.

import type { Context, Work } from '../../platform/context.js';
import type { Sql } from '../../platform/database/sql.js';
import type { AttachmentStore } from '../../platform/files/attachment-store.js';
import type { PartyPorts } from '../party/index.js';
import type { Gateway } from './channel/gateway.js';
import type { Recipient } from './person/recipient.js';
import type { RelatedKind } from './person/related-kind.js';
import type { DocumentReader, SubjectKind, SubjectReader } from './template/subject.js';

/** Checks whether the caller can see a record of one kind. */
type RelatedCheck = (on: Pick<Work, 'tx' | 'principal'>, id: bigint) => Promise<boolean>;

/** Selects another module's records about customers, as rows of a customer's history. */
export interface CustomerHistory {
  readonly kind: string;
  /** Selects the rows of one customer, in the form of `HistorySource`. */
  readonly rowsOf: (customerId: bigint) => Sql;
}

/**
 * Inserts the secret into the text of a message. Returns undefined if the secret has expired.
 * Called for each attempt, so that the secret is never stored.
 */
export type FillSecret = (
  context: Context,
  secretId: string,
  text: string,
) => Promise<string | undefined>;

export interface CrmPorts {
  readonly attachments: AttachmentStore;
  /** The ports that conversions use to open customers. */
  readonly party: PartyPorts;
  /**
   * Checks references to records in modules that CRM does not know. References to kinds without a
   * check are refused.
   */
  readonly related?: Readonly<Record<Exclude<RelatedKind, Recipient['kind']>, RelatedCheck>>;
  /** Adds entries from other modules to customer timelines. */
  readonly history?: readonly CustomerHistory[];
  /** Reads template data from records in modules that CRM does not know. */
  readonly subjects?: Readonly<Partial<Record<SubjectKind, SubjectReader>>>;
  /** Reads the documents of these records, so that they can be attached to messages. */
  readonly documents?: Readonly<Partial<Record<SubjectKind, DocumentReader>>>;
  /** The message gateways. Nothing is sent in a channel without a gateway. */
  readonly gateways?: readonly Gateway[];
  /**
   * Inserts secrets that are not stored with the message. If absent, no message contains a secret.
   */
  readonly fillSecret?: FillSecret;
}
