// SQL that moves a converted lead's messages, attachments and activities to its customer.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { moveActivities } from '../activity/queries.js';

/** A converted lead and its customer. */
interface Succession {
  readonly leadId: bigint;
  readonly customerId: bigint;
  /** The customer's office, to which the records move. */
  readonly officeId: bigint;
}

/** Moves a lead's messages, attachments and activities to its customer. */
export async function moveCorrespondence(tx: Tx, to: Succession): Promise<void> {
  const { leadId, customerId, officeId } = to;
  await Promise.all([
    tx.query(sql`
      update whatsapp_message set related_to = 'CUSTOMER', related_to_id = ${customerId},
        office_id = ${officeId}, version = version + 1
      where related_to = 'LEAD' and related_to_id = ${leadId}`),
    tx.query(sql`
      update attachment set related_to = 'CUSTOMER', related_to_id = ${customerId}
      where related_to = 'LEAD' and related_to_id = ${leadId}`),
    tx.query(sql`
      update message set related_to = 'CUSTOMER', related_to_id = ${customerId},
        version = version + 1
      where related_to = 'LEAD' and related_to_id = ${leadId}`),
    tx.query(sql`
      update message_transport set recipient_kind = 'CUSTOMER', recipient_id = ${customerId},
        office_id = ${officeId}
      where recipient_kind = 'LEAD' and recipient_id = ${leadId}`),
    moveActivities(tx, to),
  ]);
}
