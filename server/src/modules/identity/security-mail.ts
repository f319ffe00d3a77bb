// The port through which identity sends e-mail. CRM implements it, and the app passes it in.

import type { Work } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';

/** An e-mail about a login, sent to the address on record. */
interface LoginMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The business office of the user or customer; undefined if a user may see all offices. */
  readonly officeId: bigint | undefined;
  /** The password reset whose link is inserted when the e-mail is sent. */
  readonly resetId?: string;
}

export interface SecurityMail {
  /** Returns false if there is no e-mail gateway or no business office as sender. */
  readonly isAvailable: (tx: Tx) => Promise<boolean>;
  /** Queues an e-mail in the transaction that causes it. The stored text contains no link. */
  readonly queue: (work: Work, mail: LoginMail) => Promise<void>;
}
