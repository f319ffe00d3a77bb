// The port by which identity sends e-mail. CRM implements it; the app hands it in.

import type { Work } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';

/** A mail about a login, to the address on record. */
interface LoginMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The business office of the user or customer; undefined for a user of all offices. */
  readonly officeId: bigint | undefined;
  /** The password reset whose link is filled in when the mail is sent. */
  readonly resetId?: string;
}

export interface SecurityMail {
  /** False if there is no e-mail gateway, or no business office to send from. */
  readonly isAvailable: (tx: Tx) => Promise<boolean>;
  /** Queues a mail in the transaction of its cause. Stores no link. */
  readonly queue: (work: Work, mail: LoginMail) => Promise<void>;
}
