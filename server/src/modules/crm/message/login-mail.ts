// E-mails about logins. They are sent to the stored address of a customer or user.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { firstOffice } from '../person/queries.js';
import { queueMessage } from './message.js';

/** An e-mail about a login. */
interface LoginMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /**
   * Undefined for a user who can see all offices. The firm's first office then sends the e-mail.
   */
  readonly officeId: bigint | undefined;
  /** Id of the password reset. Its link is inserted into the text when the e-mail is sent. */
  readonly resetId?: string;
}

/**
 * Queues an e-mail in the caller's transaction. Ignores opt-outs, but sends nothing to an address
 * that has bounced.
 */
export async function queueLoginMail(work: Work, mail: LoginMail): Promise<void> {
  const { to, subject, text, officeId, resetId } = mail;
  await queueMessage(work, {
    channel: 'EMAIL',
    recipient: { address: to, isLogin: true },
    officeId: officeId ?? present(await firstOffice(work.tx), 'the firm has an office'),
    purpose: 'SERVICE',
    subject,
    text,
    secretId: resetId,
  });
}

/** Returns whether the firm has an active office that can send login e-mails. */
export async function hasSendingOffice(tx: Tx): Promise<boolean> {
  return (await firstOffice(tx)) !== undefined;
}
