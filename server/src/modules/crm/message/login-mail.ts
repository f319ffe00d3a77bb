// Mails about logins, to the stored address of a customer or user.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { firstOffice } from '../person/queries.js';
import { queueMessage } from './message.js';

/** A mail about a login. */
interface LoginMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Undefined for a user of all offices: the first office sends it. */
  readonly officeId: bigint | undefined;
  /** The id of the password reset whose link is filled in when the mail is sent. */
  readonly resetId?: string;
}

/**
 * Queues a mail in the caller's transaction. It ignores opt-outs, but an address that bounced gets
 * no mail.
 */
export async function queueLoginMail(work: Work, mail: LoginMail): Promise<void> {
  const { to, subject, text, officeId, resetId } = mail;
  await queueMessage(work, {
    channel: 'EMAIL',
    recipient: { address: to },
    officeId: officeId ?? present(await firstOffice(work.tx), 'the firm has an office'),
    purpose: 'SERVICE',
    subject,
    text,
    secretId: resetId,
  });
}

/** Whether the firm has an active office, which sends such mails. */
export async function hasSendingOffice(tx: Tx): Promise<boolean> {
  return (await firstOffice(tx)) !== undefined;
}
