// What identity needs of e-mail. CRM sends it; the app hands it in.

import type { Work } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';

/** A mail about a login, to the address on record. */
interface LoginMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The business office of the user or customer; undefined for a user of all offices. */
  readonly officeId: bigint | undefined;
  /** The password reset whose link is filled in when the mail is handed over. */
  readonly resetId?: string;
}

export interface SecurityMail {
  /** False where no gateway carries e-mail, or no business office is there to send it. */
  readonly isAvailable: (tx: Tx) => Promise<boolean>;
  /** Queues a mail in the transaction of its cause. Stores no link. */
  readonly queue: (work: Work, mail: LoginMail) => Promise<void>;
}
