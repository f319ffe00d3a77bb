// SQL statements for consent and suppressed addresses, one function per statement.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { Channel } from '../channel/channel.js';
import {
  addressKey,
  addressVariants,
  type Recipient,
  type RecipientKind,
} from '../person/recipient.js';
import type { ConsentChannel, ConsentPurpose, ConsentSource, SuppressionReason } from './kind.js';

export interface ConsentRow {
  readonly id: bigint;
  readonly office_id: bigint;
  readonly record_kind: RecipientKind | null;
  readonly record_id: bigint | null;
  readonly address: string | null;
  readonly channel: ConsentChannel;
  readonly purpose: ConsentPurpose;
  readonly granted: boolean;
  readonly source: ConsentSource;
  readonly note: string | null;
  readonly created_by: string;
  readonly created_at: Instant;
  /** Time at which the person made the statement, according to the provider. */
  readonly stated_at: Instant | null;
}

export async function insertConsents(tx: Tx, rows: readonly ConsentRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into consent select * from jsonb_populate_recordset(null::consent,
      ${toJson(rows)}::jsonb)`);
}

/** Returns whether a later statement contradicts this one. */
export async function hasLaterOpposite(
  tx: Tx,
  of: Pick<ConsentRow, 'channel' | 'purpose' | 'address' | 'granted'> & {
    readonly statedAt: Instant;
  },
): Promise<boolean> {
  const time = of.granted ? sql`coalesce(stated_at, created_at)` : sql`stated_at`;
  const rows = await tx.query<{ id: bigint }>(sql`
    select id from consent
    where channel = ${of.channel} and address = ${of.address} and granted = ${!of.granted}
      and (purpose = ${of.purpose} or ${of.purpose} = 'ALL') and ${time} > ${of.statedAt} limit 1`);
  return rows.length > 0;
}

/** Selects the channels and purposes for which the record's last statement is a refusal. */
export function lastRefusals(
  tx: Tx,
  { kind, id }: Recipient,
): Promise<Pick<ConsentRow, 'channel' | 'purpose'>[]> {
  return tx.query(sql`
    select channel, purpose from (
      select distinct on (channel, purpose) channel, purpose, granted from consent
      where record_kind = ${kind} and record_id = ${id}
      order by channel, purpose, created_at desc, id desc
    ) last where not granted order by channel, purpose`);
}

export interface ConsentFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly kind?: RecipientKind | undefined;
  readonly recordId?: bigint | undefined;
  readonly channel?: ConsentChannel | undefined;
  /** All spellings of one address. */
  readonly addresses?: readonly string[] | undefined;
}

function conditionsOf(filter: ConsentFilter): Sql {
  const conditions: Sql[] = [inOffices(sql`office_id`, filter.offices)];
  if (filter.kind) conditions.push(sql`record_kind = ${filter.kind}`);
  if (filter.recordId) conditions.push(sql`record_id = ${filter.recordId}`);
  if (filter.channel) conditions.push(sql`channel = ${filter.channel}`);
  if (filter.addresses) conditions.push(sql`address = any(${filter.addresses}::text[])`);
  return joinSql(conditions, ' and ');
}

export function countConsents(db: Database, filter: ConsentFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from consent where ${conditionsOf(filter)}`);
}

/** Selects a page, newest first, plus one extra row to detect a next page. */
export async function listConsentRows(
  db: Database,
  filter: ConsentFilter,
  page: PageRequest,
): Promise<ConsentRow[]> {
  const start = page.after === null ? sql`true` : sql`id < ${page.after}`;
  return db.query<ConsentRow>(sql`
    select * from consent where ${conditionsOf(filter)} and ${start}
    order by id desc limit ${page.limit + 1} offset ${page.offset}`);
}

/** A suppressed address. */
export interface SuppressedAddress {
  readonly channel: Channel;
  readonly address: string;
  readonly purpose: ConsentPurpose;
  readonly reason: SuppressionReason;
}

/** Suppresses an address. If the address is already suppressed, the earlier reason is kept. */
export async function insertSuppression(
  tx: Tx,
  suppressed: SuppressedAddress,
  by: { readonly name: string; readonly at: Instant },
): Promise<boolean> {
  const { channel, address, purpose, reason } = suppressed;
  const rows = await tx.query<{ address: string }>(sql`
    insert into suppressed_address (channel, address, purpose, reason, created_by, created_at)
    values (${channel}, ${addressKey(channel, address)}, ${purpose}, ${reason}, ${by.name},
      ${by.at})
    on conflict do nothing returning address`);
  return rows.length > 0;
}

/** Releases an address for this purpose. ALL releases the address for every purpose. */
export async function deleteSuppression(
  tx: Tx,
  { channel, address, purpose }: Omit<SuppressedAddress, 'reason'>,
): Promise<boolean> {
  const rows = await tx.query<{ address: string }>(sql`
    delete from suppressed_address where channel = ${channel}
      and address = ${addressKey(channel, address)}
      and (purpose = ${purpose} or ${purpose} = 'ALL') returning address`);
  return rows.length > 0;
}

// For each channel, the column of leads and contacts that contains the consent flag.
const FLAG: Readonly<Partial<Record<ConsentChannel, Sql>>> = {
  CALL: sql`do_not_call`,
  SHARE: sql`do_not_share`,
  EMAIL: sql`email_opt_out`,
  SMS: sql`sms_opt_out`,
};

/**
 * Sets a channel's flag on a lead or contact and increments the version. Returns whether the flag
 * changed, which is false for a channel without a flag.
 */
export async function setFlag(
  tx: Tx,
  record: Recipient,
  change: {
    readonly channel: ConsentChannel;
    readonly value: boolean;
    readonly by: string;
    readonly at: Instant;
  },
): Promise<boolean> {
  const column = FLAG[change.channel];
  if (column === undefined) return false;
  const table = record.kind === 'LEAD' ? sql`lead` : sql`contact`;
  const rows = await tx.query<{ id: bigint }>(sql`
    update ${table} set ${column} = ${change.value}, version = version + 1,
      modified_by = ${change.by}, modified_at = ${change.at}
    where id = ${record.id} and ${column} <> ${change.value} returning id`);
  return rows.length > 0;
}

/** A record with the requested phone number. */
export interface PersonOfPhone extends Recipient {
  readonly office_id: bigint;
}

/**
 * Finds the records with this phone number: customers first, then contacts, then open leads.
 * Customers with this number as their mobile number come before other customers.
 */
export function findByPhone(
  on: Database | Tx,
  phone: string,
  most: number,
): Promise<PersonOfPhone[]> {
  const key = addressKey('SMS', phone);
  return on.query(sql`
    select kind, id, office_id from (
      select case when c.cell_phone = any(${addressVariants('SMS', phone)}::text[]) then 0
          else 1 end as rank, 'CUSTOMER' as kind, c.id, c.office_id
      from customer_match_key k
        join customer c on c.id = k.customer_id
      where k.kind = 'PHONE' and k.key = ${key}
      union all
      select 2, 'CONTACT', c.id, c.office_id from contact_match_key k
        join contact c on c.id = k.contact_id
      where k.kind = 'PHONE' and k.key = ${key} and c.active
      union all
      select 3, 'LEAD', l.id, l.office_id from lead_match_key k join lead l on l.id = k.lead_id
      where k.kind = 'PHONE' and k.key = ${key} and l.active and l.status <> 'CONVERTED'
    ) found order by rank, id desc limit ${most}`);
}

export interface SuppressionFilter {
  /** Undefined means all offices. */
  readonly offices: readonly bigint[] | undefined;
  readonly channel?: Channel | undefined;
  /** All spellings of one address. */
  readonly addresses?: readonly string[] | undefined;
}

// Addresses do not belong to an office. An office knows an address if it has a statement about it,
// a message to or from it, or a person with this address.
function knownIn(offices: readonly bigint[] | undefined): Sql {
  if (offices === undefined) return sql`true`;
  const ofOffice = (column: Sql) => inOffices(column, offices);
  // A suppressed number is stored as a key. For Argentina, the key omits the 9 that marks mobile
  // numbers.
  const forms = sql`(s.address, regexp_replace(s.address, '^\\+54(\\d{10})$', '+549\\1'))`;
  return sql`(exists (select from consent c where c.channel = s.channel
        and c.address in ${forms} and ${ofOffice(sql`c.office_id`)})
      or exists (select from message_transport t where t.channel = s.channel
        and t.address in ${forms} and ${ofOffice(sql`t.office_id`)})
      or exists (select from customer_match_key k join customer p on p.id = k.customer_id
        where k.kind in ('PHONE', 'EMAIL') and k.key = s.address
          and ${ofOffice(sql`p.office_id`)})
      or exists (select from contact_match_key k join contact p on p.id = k.contact_id
        where k.kind in ('PHONE', 'EMAIL') and k.key = s.address
          and ${ofOffice(sql`p.office_id`)})
      or exists (select from lead_match_key k join lead p on p.id = k.lead_id
        where k.kind in ('PHONE', 'EMAIL') and k.key = s.address
          and ${ofOffice(sql`p.office_id`)}))`;
}

/** Returns whether one of the given offices knows the address. Undefined means all offices. */
export async function knowsAddress(
  tx: Tx,
  { channel, address }: Pick<SuppressedAddress, 'channel' | 'address'>,
  offices: readonly bigint[] | undefined,
): Promise<boolean> {
  const rows = await tx.query<{ channel: string }>(sql`
    select s.channel
    from (values (${channel}::text, ${addressKey(channel, address)}::text)) s(channel, address)
    where ${knownIn(offices)}`);
  return rows.length > 0;
}

function suppressionConditions({ offices, channel, addresses }: SuppressionFilter): Sql {
  const conditions: Sql[] = [knownIn(offices)];
  if (channel) conditions.push(sql`s.channel = ${channel}`);
  if (addresses) conditions.push(sql`s.address = any(${addresses}::text[])`);
  return joinSql(conditions, ' and ');
}

export function countSuppressions(db: Database, filter: SuppressionFilter): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) as count from suppressed_address s where ${suppressionConditions(filter)}`,
  );
}

interface SuppressionRow extends SuppressedAddress {
  readonly id: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
}

/** Selects a page, newest first, plus one extra row to detect a next page. */
export function listSuppressionRows(
  db: Database,
  filter: SuppressionFilter,
  page: PageRequest,
): Promise<SuppressionRow[]> {
  const start = page.after === null ? sql`true` : sql`s.id < ${page.after}`;
  return db.query<SuppressionRow>(sql`
    select s.* from suppressed_address s where ${suppressionConditions(filter)} and ${start}
    order by s.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

/** The recipient of an e-mail with an unsubscribe link. */
export interface TokenHolder {
  readonly channel: Channel;
  readonly address: string;
  readonly officeId: bigint;
  readonly kind: RecipientKind | null;
  readonly id: bigint | null;
}

export async function findByToken(db: Database, token: string): Promise<TokenHolder | undefined> {
  const [row] = await db.query<TokenHolder>(sql`
    select channel, address, office_id as "officeId", recipient_kind as kind, recipient_id as id
    from message_transport
    where unsubscribe_token = ${token} and direction = 'OUTBOUND' and address is not null`);
  return row;
}
