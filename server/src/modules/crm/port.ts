// What CRM needs of others: the app hands it in, so that CRM knows no module to its side.

import type { Work } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import type { AttachmentStore } from '../../platform/files/attachment-store.js';
import type { Identification, MatchKind } from './lead-match.js';
import type { Lead } from './lead-schema.js';
import type { RelatedKind } from './whatsapp-schema.js';

/** How a body names an office, when it does. */
export interface OfficeChoice {
  readonly businessOfficeId?: bigint;
  readonly businessOfficeName?: string;
}

export interface Offices {
  /**
   * The office of a new record: the named one, else the caller's first, else the one with the lowest id.
   * Refuses UNKNOWN_REFERENCE for one that the caller does not see, REFERENCE_MISMATCH for two.
   */
  officeFor(work: Work, choice: OfficeChoice): Promise<bigint>;
}

/** A customer that a lead may be the same as. */
export interface CustomerMatch {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly matchedOn: readonly MatchKind[];
}

/** What a conversion hands over. */
export interface ConvertedLead {
  readonly lead: Lead;
  readonly label: string;
  readonly officeId: bigint;
}

export interface NewCustomer {
  readonly customerId: bigint;
  /** The cash account that was opened with the customer. */
  readonly accountId?: bigint;
  readonly contactId?: bigint;
}

export interface Customers {
  /** Customers that the caller sees and that have one of the same marks, the surest first. */
  findMatches(work: Work, identification: Identification): Promise<readonly CustomerMatch[]>;
  /** Makes the customer in the caller's transaction. */
  open(work: Work, converted: ConvertedLead): Promise<NewCustomer>;
  /**
   * Fills the customer's empty members from the lead. Undefined when the caller sees no such customer.
   */
  fill(work: Work, customerId: bigint, converted: ConvertedLead): Promise<NewCustomer | undefined>;
}

/** Tells whether the caller sees a record of a kind. */
export type RelatedCheck = (
  work: Pick<Work, 'principal'> & { readonly tx: Tx },
  id: bigint,
) => Promise<boolean>;

export interface CrmPorts {
  readonly offices: Offices;
  readonly attachments: AttachmentStore;
  /** Absent: leads are not compared with customers, and the conversion has no route. */
  readonly customers?: Customers;
  /** Checks of references to records of other modules; a kind without one is taken as it is. */
  readonly related?: Readonly<Partial<Record<RelatedKind, RelatedCheck>>>;
}
