// What CRM needs of others: the app hands it in.

import type { Work } from '../../platform/context.js';
import type { AttachmentStore } from '../../platform/files/attachment-store.js';
import type { PartyPorts } from '../party/index.js';
import type { RelatedKind } from './whatsapp-schema.js';

/** Tells whether the caller sees a record of a kind. */
export type RelatedCheck = (work: Work, id: bigint) => Promise<boolean>;

export interface CrmPorts {
  readonly attachments: AttachmentStore;
  /** What opening a customer needs: a conversion opens one. */
  readonly party: PartyPorts;
  /**
   * Checks of references to records of modules that CRM does not know; others are taken as they
   * are.
   */
  readonly related?: Readonly<Partial<Record<RelatedKind, RelatedCheck>>>;
}
