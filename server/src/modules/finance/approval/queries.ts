// SQL for approval policies and approvals.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { TransactionType } from '../schema.js';

/** The policy band that applies to a transaction. */
export interface BandRow {
  readonly name: string;
  readonly version_no: number;
  readonly approvals: number;
  readonly roles: readonly string[];
}

/** The attributes of a transaction that select its policy and band. */
export interface BandQuestion {
  readonly officeId: bigint;
  readonly currency: string;
  readonly transType: TransactionType;
  readonly amountMinor: bigint;
}

/** Returns the band in the most specific active policy; undefined if no policy applies. */
export async function selectBand(tx: Tx, wanted: BandQuestion): Promise<BandRow | undefined> {
  const bands = await selectBands(tx, [wanted]);
  return bands.get(0);
}

/** Like `selectBand`, but for several transactions, keyed by index. */
export async function selectBands(
  tx: Tx,
  wanted: readonly BandQuestion[],
): Promise<Map<number, BandRow>> {
  if (wanted.length === 0) return new Map();
  const rows = await tx.query<BandRow & { readonly place: bigint }>(sql`
    select n.place, x.name, x.version_no, x.approvals, x.roles
    from unnest((select ${wanted.map(({ officeId }) => officeId)}::bigint[]),
        (select ${wanted.map(({ currency }) => currency)}::text[]),
        (select ${wanted.map(({ transType }) => transType)}::text[]),
        (select ${wanted.map(({ amountMinor }) => amountMinor)}::bigint[]))
      with ordinality n (office_id, currency, trans_type, amount_minor, place)
    cross join lateral (
      select p.name, p.version_no, b.approvals, b.roles
      from cash_approval_policy p
      join cash_approval_band b on b.policy_id = p.id and b.from_minor <= n.amount_minor
      where p.active and p.currency = n.currency
        and (p.office_id is null or p.office_id = n.office_id)
        and (p.trans_type is null or p.trans_type = n.trans_type)
      order by (p.office_id is null), (p.trans_type is null), b.from_minor desc
      limit 1
    ) x`);
  return new Map(rows.map(({ place, ...band }) => [Number(place) - 1, band]));
}

/** A stored band. */
export interface Band {
  readonly fromMinor: bigint;
  readonly approvals: number;
  readonly roles: readonly string[];
}

/** A policy with its bands, lowest amount first. */
export interface PolicyRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  readonly office_id: bigint | null;
  readonly office_name: string | null;
  readonly trans_type: TransactionType | null;
  readonly active: boolean;
  readonly version_no: number;
  readonly from_minors: readonly string[];
  readonly approvals: readonly number[];
  /** Each band's roles, separated by spaces. */
  readonly roles: readonly string[];
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const POLICY = sql`
  select p.*, o.name as office_name, b.from_minors, b.approvals, b.roles
  from cash_approval_policy p
  left join business_office o on o.id = p.office_id
  cross join lateral (
    select array_agg(b.from_minor::text order by b.from_minor) as from_minors,
      array_agg(b.approvals order by b.from_minor) as approvals,
      array_agg(array_to_string(b.roles, ' ') order by b.from_minor) as roles
    from cash_approval_band b where b.policy_id = p.id
  ) b`;

/** Returns one policy by name. */
export async function selectPolicy(
  on: Database | Tx,
  name: string,
): Promise<PolicyRow | undefined> {
  const [row] = await on.query<PolicyRow>(sql`${POLICY} where p.name = ${name}`);
  return row;
}

/** Reads a page of policies, plus one extra row to detect a next page. */
export function selectPolicies(db: Database, page: PageRequest): Promise<PolicyRow[]> {
  return db.query(sql`${POLICY} where p.id > ${page.after ?? 0n}
    order by p.id limit ${page.limit + 1} offset ${page.offset}`);
}

export async function countPolicies(db: Database): Promise<bigint> {
  const [row] = await db.query<{ count: bigint }>(sql`select count(*) from cash_approval_policy`);
  return row?.count ?? 0n;
}

/** A policy to store. */
export interface PolicyDraft {
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  readonly officeId: bigint | null;
  readonly transType: TransactionType | null;
  readonly active: boolean;
  readonly bands: readonly Band[];
}

/** Returns the name of another active policy with the same scope. */
export async function policyOfSameScope(tx: Tx, draft: PolicyDraft): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(sql`
    select name from cash_approval_policy
    where active and name <> ${draft.name} and currency = ${draft.currency}
      and office_id is not distinct from ${draft.officeId}::bigint
      and trans_type is not distinct from ${draft.transType}::text`);
  return row?.name;
}

/** Stores a policy under its new version; returns its id. */
export async function storePolicy(
  tx: Tx,
  draft: PolicyDraft,
  stamp: { readonly version: number; readonly by: string; readonly at: Instant },
): Promise<bigint> {
  const { version, by, at } = stamp;
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into cash_approval_policy (name, label, currency, office_id, trans_type, active,
      version_no, created_by, created_at, modified_by, modified_at)
    values (${draft.name}, ${draft.label}, ${draft.currency}, ${draft.officeId}, ${draft.transType},
      ${draft.active}, ${version}, ${by}, ${at}, ${by}, ${at})
    on conflict (name) do update set label = excluded.label, currency = excluded.currency,
      office_id = excluded.office_id, trans_type = excluded.trans_type, active = excluded.active,
      version_no = excluded.version_no, modified_by = excluded.modified_by,
      modified_at = excluded.modified_at
    returning id`);
  const id = row?.id ?? 0n;
  await tx.query(sql`delete from cash_approval_band where policy_id = ${id}`);
  for (const { fromMinor, approvals, roles } of draft.bands) {
    await tx.query(sql`
      insert into cash_approval_band (policy_id, from_minor, approvals, roles)
      values (${id}, ${fromMinor}, ${approvals}, ${[...roles]}::text[])`);
  }
  return id;
}

/** An approval of a transaction. */
export interface ApprovalRow {
  readonly approver_kind: string;
  readonly approver_id: bigint;
  readonly approver_name: string;
  readonly fingerprint: string;
  readonly approved_at: Instant;
}

/** Selects a transaction's approvals, oldest first. */
export function selectApprovals(on: Database | Tx, id: bigint): Promise<ApprovalRow[]> {
  return on.query(sql`
    select approver_kind, approver_id, approver_name, fingerprint, approved_at
    from cash_transaction_approval where transaction_id = ${id}
    order by approved_at, approver_id`);
}

/** Stores one approval of a locked transaction. */
export async function insertApproval(tx: Tx, id: bigint, row: ApprovalRow): Promise<void> {
  await tx.query(sql`
    insert into cash_transaction_approval (transaction_id, approver_kind, approver_id,
      approver_name, fingerprint, approved_at)
    values (${id}, ${row.approver_kind}, ${row.approver_id}, ${row.approver_name},
      ${row.fingerprint}, ${row.approved_at})`);
}
