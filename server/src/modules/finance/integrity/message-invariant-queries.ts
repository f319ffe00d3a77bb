// Numbered invariant of exchange messages: no received message is lost.

import { sql } from '../../../platform/database/sql.js';
import type { Invariant } from './invariant.js';

// Older messages were already checked; newer ones may still be in delivery.
const RECENT = sql`m.at > now() - interval '2 days' and m.at < now() - interval '10 minutes'`;

export const MESSAGE_INVARIANTS: readonly Invariant[] = [
  {
    number: 26,
    name:
      'Every message received from an exchange is booked, held as a work item, or ignored by a ' +
      'rule.',
    checked: sql`select count(*) from fix_delivery`,
    // Sessions that process a message in the transaction that receives it have no deliveries.
    broken: sql`
      select d.message_id as id, 'number ' || d.seq_num || ' is not booked' as finding
      from fix_delivery d join fix_message m on m.id = d.message_id
      where d.outcome is null and m.at < now() - interval '10 minutes'
      union all
      select m.id, 'number ' || m.seq_num || ' was never delivered'
      from fix_message m join fix_session s on s.id = m.session_id
      where m.direction = 'IN' and ${RECENT} and m.seq_num is not null
        and m.msg_type not in ('garbled', '0', '1', '2', '3', '4', '5', 'A')
        and (m.roll < s.roll or m.seq_num < s.next_in_seq_num)
        and exists (select from fix_delivery o where o.session_id = m.session_id)
        and not exists (
          select from fix_delivery d
          where d.session_id = m.session_id and d.roll = m.roll and d.seq_num = m.seq_num)`,
  },
];
