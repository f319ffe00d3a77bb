// What CRM needs of others: the app hands it in.

import type { Context, Work } from '../../platform/context.js';
import type { Sql } from '../../platform/database/sql.js';
import type { AttachmentStore } from '../../platform/files/attachment-store.js';
import type { PartyPorts } from '../party/index.js';
import type { Gateway } from './channel/gateway.js';
import type { Recipient } from './person/recipient.js';
import type { RelatedKind } from './person/related-kind.js';
import type { DocumentReader, SubjectKind, SubjectReader } from './template/subject.js';

/** Tells whether the caller sees a record of a kind. */
type RelatedCheck = (work: Work, id: bigint) => Promise<boolean>;

/** What customers do in a module that CRM does not know, as rows of a history. */
export interface CustomerHistory {
  readonly kind: string;
  /** The rows of a customer, as `HistorySource` wants them. */
  readonly rowsOf: (customerId: bigint) => Sql;
}

/**
 * The text of a message with its secret; undefined if that is void. Asked for each attempt, so that
 * the secret need not be stored.
 */
export type FillSecret = (
  context: Context,
  secretId: string,
  text: string,
) => Promise<string | undefined>;

export interface CrmPorts {
  readonly attachments: AttachmentStore;
  /** What opening a customer needs: a conversion opens one. */
  readonly party: PartyPorts;
  /** Checks of references to records of modules that CRM does not know; without, refused. */
  readonly related?: Readonly<Record<Exclude<RelatedKind, Recipient['kind']>, RelatedCheck>>;
  /** What timelines tell of customers, besides their messages, activities and cash. */
  readonly history?: readonly CustomerHistory[];
  /** What messages say of records of modules that CRM does not know. */
  readonly subjects?: Readonly<Partial<Record<SubjectKind, SubjectReader>>>;
  /** The documents of such records, to go along with messages. */
  readonly documents?: Readonly<Partial<Record<SubjectKind, DocumentReader>>>;
  /** How messages leave; a channel without a gateway sends nothing. */
  readonly gateways?: readonly Gateway[];
  /** Fills in what messages do not store; without, no message has a secret. */
  readonly fillSecret?: FillSecret;
}
