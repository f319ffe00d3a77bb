// Mails about logins: to the address on record of a customer, or of a user, whom CRM does not know.

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
  /** What is filled in when it is handed over. */
  readonly resetId?: string;
}

/**
 * Queues a mail in the transaction of its cause. It goes to the address whatever its person wants
 * of news; an address that bounced gets none.
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

/** Whether the firm has an office that sends such mails. */
export async function hasSendingOffice(tx: Tx): Promise<boolean> {
  return (await firstOffice(tx)) !== undefined;
}
