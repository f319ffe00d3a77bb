// SQL that reads what the sending rules check: the current facts about addresses and people.

import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { Channel, Purpose } from '../channel/channel.js';
import { keyOf, type Person, type Recipient } from '../person/recipient.js';
import { addressesOf } from '../whatsapp/identity-queries.js';
import type { GateFacts } from './gate.js';

/** The members of a message that the sending rules read. */
export interface Candidate {
  readonly channel: Channel;
  readonly purpose: Purpose;
  readonly officeId: bigint;
  readonly recipient: Recipient | undefined;
  readonly address: string | undefined;
  /**
   * True for an approved WhatsApp template, which can be sent when the window for free text is
   * closed.
   */
  readonly isTemplate: boolean;
}

interface FactRow {
  readonly suppressed: boolean;
  readonly opted_out: boolean;
  readonly marketing_withdrawn: boolean;
  readonly marketing_in_day: bigint;
  readonly window_open: boolean;
  readonly time_zone: string;
}

/** Reads the facts about the given messages, in the same order. */
export async function readGateFacts(
  on: Database | Tx,
  candidates: readonly Candidate[],
  people: ReadonlyMap<string, Person>,
): Promise<readonly GateFacts[]> {
  const asked = candidates.map((each, position) => {
    const record = personOf(each, people) ?? each.recipient;
    return {
      position,
      channel: each.channel,
      purpose: each.purpose,
      kind: record?.kind ?? null,
      id: record?.id ?? null,
      address: each.address ?? null,
      office: each.officeId,
    };
  });
  const rows = await on.query<FactRow>(sql`
    with asked as (
      select * from jsonb_to_recordset(${toJson(asked)}::jsonb) as a(position integer,
        channel text, purpose text, kind text, id bigint, address text, office bigint)
    )
    select
      exists (select from ${addressesOf(sql`a.address`)} x(address) join suppressed_address s
        on s.channel = a.channel and s.address = x.address
          and s.purpose in ('ALL', a.purpose)) as suppressed,
      coalesce((select not c.granted from consent c
        where c.record_kind = a.kind and c.record_id = a.id and c.channel = a.channel
          and c.purpose = 'ALL' order by c.created_at desc, c.id desc limit 1), false) as opted_out,
      coalesce((select not c.granted from consent c
        where c.record_kind = a.kind and c.record_id = a.id and c.channel = a.channel
          and c.purpose = 'MARKETING'
        order by c.created_at desc, c.id desc limit 1), false) as marketing_withdrawn,
      (select count(*) from message_transport t
        where t.channel = a.channel and t.address = a.address and t.state = 'SENT'
          and t.purpose = 'MARKETING' and a.purpose = 'MARKETING'
          and t.created_at > now() - interval '1 day') as marketing_in_day,
      a.channel <> 'WHATSAPP' or exists (select from ${addressesOf(sql`a.address`)} x(address)
        join message_transport t on t.channel = 'WHATSAPP' and t.address = x.address
          and t.direction = 'INBOUND'
          and t.created_at > now() - interval '1 day') as window_open,
      coalesce(o.time_zone, 'UTC') as time_zone
    from asked a left join business_office o on o.id = a.office
    order by a.position`);
  return candidates.flatMap((candidate, index) => {
    const row = rows[index];
    return row === undefined ? [] : [factsOf(candidate, row, people)];
  });
}

function factsOf(
  candidate: Candidate,
  row: FactRow,
  people: ReadonlyMap<string, Person>,
): GateFacts {
  const { channel, purpose, address } = candidate;
  const person = personOf(candidate, people);
  return {
    channel,
    purpose,
    address,
    suppressed: row.suppressed,
    optedOut: isOptedOut(person, channel) ?? row.opted_out,
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

// Returns whether a person has opted out of a channel. People have no flag for WhatsApp: their last
// recorded consent applies.
function isOptedOut(person: Person | undefined, channel: Channel): boolean | undefined {
  if (channel === 'WHATSAPP') return undefined;
  return channel === 'EMAIL' ? person?.emailOptOut : person?.smsOptOut;
}
