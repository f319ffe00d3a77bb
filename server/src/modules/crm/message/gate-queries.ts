// SQL that reads the data about addresses and people that the sending rules check.

import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { Channel, Purpose } from '../channel/channel.js';
import { addressVariants, keyOf, type Person, type Recipient } from '../person/recipient.js';
import { addressesOf } from '../whatsapp/identity-queries.js';
import type { GateFacts } from './gate.js';

/** The members of a message that the sending rules check. */
export interface Candidate {
  readonly channel: Channel;
  readonly purpose: Purpose;
  readonly officeId: bigint;
  readonly recipient: Recipient | undefined;
  readonly address: string | undefined;
  /** True for an approved WhatsApp template, which can be sent outside the window for free text. */
  readonly isTemplate: boolean;
  /**
   * True for e-mails about logins and e-mails to users. Other people's opt-outs for the same
   * address do not apply to them.
   */
  readonly ignoresOptOuts: boolean;
}

interface FactRow {
  readonly suppressed: boolean;
  readonly opted_out: boolean;
  readonly marketing_withdrawn: boolean;
  readonly marketing_in_day: bigint;
  readonly window_open: boolean;
  readonly time_zone: string;
}

/** Reads the data for the given messages, in the same order. */
export async function readGateFacts(
  on: Database | Tx,
  candidates: readonly Candidate[],
  people: ReadonlyMap<string, Person>,
): Promise<readonly GateFacts[]> {
  const asked = candidates.map((each, position) => {
    const { channel, address } = each;
    const record = personOf(each, people) ?? each.recipient;
    return {
      ...{ position, channel, purpose: each.purpose, office: each.officeId },
      ...{ kind: record?.kind ?? null, id: record?.id ?? null },
      variants: address === undefined ? [] : addressVariants(channel, address),
      heeds_others: !each.ignoresOptOuts,
    };
  });
  const rows = await on.query<FactRow>(sql`
    with asked as (
      select a.*, array(select * from ${addressesOf(sql`a.variants`)} x) as addresses
      from jsonb_to_recordset(${toJson(asked)}::jsonb) as a(position integer, channel text,
        purpose text, kind text, id bigint, variants text[], heeds_others boolean, office bigint)
    ), concerned as (${concerned})
    select
      exists (select from suppressed_address s
        where s.channel = a.channel and s.address = any(a.addresses)
          and s.purpose in ('ALL', a.purpose)) as suppressed,
      exists (select from concerned p where p.position = a.position and p.opted_out) as opted_out,
      exists (select from concerned p where p.position = a.position
        and p.marketing_withdrawn) as marketing_withdrawn,
      (select count(*) from message_transport t
        where t.channel = a.channel and t.address = any(a.addresses) and t.state = 'SENT'
          and t.purpose = 'MARKETING' and a.purpose = 'MARKETING'
          and t.created_at > now() - interval '1 day') as marketing_in_day,
      a.channel <> 'WHATSAPP' or exists (select from message_transport t
        where t.channel = 'WHATSAPP' and t.address = any(a.addresses)
          and t.direction = 'INBOUND'
          and t.created_at > now() - interval '1 day') as window_open,
      coalesce(o.time_zone, 'UTC') as time_zone
    from asked a left join business_office o on o.id = a.office
    order by a.position`);
  return candidates.flatMap((candidate, index) => {
    const row = rows[index];
    return row === undefined ? [] : [factsOf(candidate, row)];
  });
}

// Selects the addressee and everyone else with the same address, including their refusals. One
// person may have several records, so a refusal on any of them applies to the address. The refusals
// of a converted lead are those of its customer.
const concerned = sql`
  select p.position, ${lastAnswer(sql`'MARKETING'`)} as marketing_withdrawn,
    case p.channel
      when 'EMAIL' then coalesce(l.email_opt_out, k.email_opt_out,
        (c.details ->> 'emailOptOut')::boolean, false)
      when 'SMS' then coalesce(l.sms_opt_out, k.sms_opt_out,
        (c.details ->> 'smsOptOut')::boolean, false)
      -- People have no flag for WhatsApp: their last recorded consent applies.
      else ${lastAnswer(sql`'ALL'`)} end as opted_out
  from (
    select position, channel, kind, id from asked where id is not null
    union
    select a.position, a.channel, 'LEAD', m.lead_id from asked a
      join lead_match_key m on m.kind = ${keyKind()} and m.key = any(a.addresses)
      join lead l on l.id = m.lead_id and l.status <> 'CONVERTED' where a.heeds_others
    union
    select a.position, a.channel, 'CONTACT', m.contact_id from asked a
      join contact_match_key m on m.kind = ${keyKind()} and m.key = any(a.addresses)
      where a.heeds_others
    union
    select a.position, a.channel, 'CUSTOMER', m.customer_id from asked a
      join customer_match_key m on m.kind = ${keyKind()} and m.key = any(a.addresses)
      where a.heeds_others
  ) p
  left join lead l on p.kind = 'LEAD' and l.id = p.id
  left join contact k on p.kind = 'CONTACT' and k.id = p.id
  left join customer c on p.kind = 'CUSTOMER' and c.id = p.id`;

function keyKind(): Sql {
  return sql`case a.channel when 'EMAIL' then 'EMAIL' else 'PHONE' end`;
}

// SQL: whether the record's last statement about a purpose is a refusal.
function lastAnswer(purpose: Sql): Sql {
  return sql`coalesce((select not n.granted from consent n
    where n.record_kind = p.kind and n.record_id = p.id and n.channel = p.channel
      and n.purpose = ${purpose} order by n.created_at desc, n.id desc limit 1), false)`;
}

function factsOf(candidate: Candidate, row: FactRow): GateFacts {
  const { channel, purpose, address } = candidate;
  return {
    channel,
    purpose,
    address,
    suppressed: row.suppressed,
    optedOut: row.opted_out,
    marketingWithdrawn: row.marketing_withdrawn,
    marketingInDay: Number(row.marketing_in_day),
    windowOpen: row.window_open || candidate.isTemplate,
    timeZone: row.time_zone,
  };
}

function personOf(
  { recipient }: Candidate,
  people: ReadonlyMap<string, Person>,
): Person | undefined {
  return recipient === undefined ? undefined : people.get(keyOf(recipient));
}
