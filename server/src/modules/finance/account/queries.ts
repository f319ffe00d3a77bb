// SQL for accounts, with their balances at one moment.

import { present } from '../../../platform/assert.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { CustomerCash } from '../../party/index.js';
import type { AccountClass, FirmAccountCode } from '../chart/code.js';

/** An account with its balances in minor units, on its normal side. */
export interface AccountRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly class: AccountClass;
  readonly acct_type: string;
  readonly currency: string;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly office_label: string;
  readonly customer_id: bigint | null;
  readonly customer_name: string | null;
  readonly inline: boolean;
  readonly active: boolean;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
  readonly balance_minor: bigint;
  readonly held_minor: bigint;
  readonly floor_minor: bigint | null;
  readonly overdraft_minor: bigint;
  readonly minimum_minor: bigint;
  readonly lien_minor: bigint;
  /** Cash that has not reached its value date. It is included in `held_minor`. */
  readonly value_dated_minor: bigint;
  readonly unsettled_minor: bigint;
}

const BALANCED: Sql = sql`
  select a.*, o.name as office_name, o.label as office_label, c.name as customer_name,
    b.held_minor, b.floor_minor,
    case when a.inline then b.balance_minor else firm_balance(a.id) end as balance_minor,
    value_dated_minor(a.id) as value_dated_minor, coalesce(u.balance_minor, 0) as unsettled_minor,
    coalesce(r.overdraft_minor, 0) as overdraft_minor,
    coalesce(r.minimum_minor, 0) as minimum_minor, coalesce(r.lien_minor, 0) as lien_minor
  from account a
  join account_balance b on b.account_id = a.id
  join business_office o on o.id = a.office_id
  left join customer c on c.id = a.customer_id
  left join account_balance u on u.account_id = a.unsettled_account_id
  left join cash_account_rule r on r.account_id = a.id`;

/** Returns one account, or undefined. */
export async function findAccount(on: Database | Tx, id: bigint): Promise<AccountRow | undefined> {
  const [row] = await on.query<AccountRow>(sql`${BALANCED} where a.id = ${id}`);
  return row;
}

interface AccountFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly customerId?: bigint | undefined;
  readonly acctType?: string | undefined;
  readonly currency?: string | undefined;
  readonly search?: string | undefined;
}

function matching(filter: AccountFilter): Sql {
  const conditions: Sql[] = [inOffices(sql`a.office_id`, filter.offices)];
  if (filter.customerId) conditions.push(sql`a.customer_id = ${filter.customerId}`);
  if (filter.acctType) conditions.push(sql`a.acct_type = ${filter.acctType.toUpperCase()}`);
  if (filter.currency) conditions.push(sql`a.currency = ${filter.currency.toUpperCase()}`);
  if (filter.search) conditions.push(searched(filter.search));
  return joinSql(conditions, ' and ');
}

// Uses position() instead of like, because the search text may contain wildcards.
function searched(text: string): Sql {
  return sql`(position(lower(${text}) in lower(a.name)) > 0
    or position(lower(${text}) in lower(a.label)) > 0
    or a.customer_id in (
      select c.id from customer c
      where position(lower(${text}) in lower(c.label)) > 0 or c.name = ${text}))`;
}

/** Reads a page in id order, plus one extra row to detect a next page. */
export function listAccounts(
  on: Database,
  filter: AccountFilter,
  page: PageRequest,
): Promise<AccountRow[]> {
  return on.query(sql`${BALANCED}
    where a.id in (
      select a.id from account a where ${matching(filter)} and a.id > ${page.after ?? 0n}
      order by a.id limit ${page.limit + 1} offset ${page.offset})
    order by a.id`);
}

export function countAccounts(on: Database, filter: AccountFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) from account a where ${matching(filter)}`);
}

/** The customer for whom an account is opened. */
export interface AccountOwner {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly office_id: bigint;
}

export async function findOwner(
  on: Database | Tx,
  wanted: { readonly id?: bigint | undefined; readonly name?: string | undefined },
): Promise<AccountOwner | undefined> {
  const by = wanted.id !== undefined ? sql`id = ${wanted.id}` : sql`name = ${wanted.name}`;
  const [row] = await on.query<AccountOwner>(
    sql`select id, name, label, office_id from customer where ${by}`,
  );
  return row;
}

/** Selects accounts' labels and offices by name. Accounts that are not open yet are omitted. */
export function selectAccountLabels(
  on: Database,
  names: readonly string[],
): Promise<{ name: string; label: string; office_id: bigint }[]> {
  return on.query(sql`
    select name, label, office_id from account where name = any(${[...names]}::text[])`);
}

/** A firm account: each office has one per chart code and currency. */
export interface FirmAccountKey {
  readonly code: FirmAccountCode;
  readonly officeId: bigint;
  readonly currency: string;
}

export async function selectAccountId(tx: Tx, name: string): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(sql`select id from account where name = ${name}`);
  return row?.id;
}

interface NewFirmAccount {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly accountClass: AccountClass;
  readonly clientMoney: boolean;
  readonly key: FirmAccountKey;
  readonly at: Instant;
}

/** Inserts a firm account with its balance row; returns undefined if the name exists. */
export async function insertFirmAccount(
  tx: Tx,
  account: NewFirmAccount,
): Promise<bigint | undefined> {
  const { id, name, label, accountClass, clientMoney, key, at } = account;
  const [row] = await tx.query<{ id: bigint }>(sql`
    with made as (
      insert into account (id, name, label, class, acct_type, client_money, currency, office_id,
        inline, created_by, created_at, modified_by, modified_at)
      values (${id}, ${name}, ${label}, ${accountClass}, ${key.code},
        ${clientMoney}, ${key.currency}, ${key.officeId}, false, 'system', ${at}, 'system', ${at})
      on conflict (name) do nothing returning id, currency, side, inline
    ), balance as (
      insert into account_balance (account_id, currency, side, inline)
        select id, currency, side, inline from made
    )
    select id from made`);
  return row?.id;
}

interface NewCustomerAccount {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly kind: 'CUSTOMER_CASH' | 'CUSTOMER_UNSETTLED';
  readonly currency: string;
  readonly officeId: bigint;
  readonly customerId: bigint;
  readonly unsettledAccountId: bigint | null;
  readonly by: string;
  readonly at: Instant;
}

/** Inserts a customer's account and its balance row, with a floor of zero. */
export async function insertCustomerAccount(tx: Tx, account: NewCustomerAccount): Promise<void> {
  const { id, name, label, kind, currency, officeId, customerId, by, at } = account;
  await tx.query(sql`
    with made as (
      insert into account (id, name, label, class, acct_type, client_money, currency, office_id,
        customer_id, inline, unsettled_account_id, created_by, created_at, modified_by, modified_at)
      values (${id}, ${name}, ${label}, 'LIABILITY', ${kind}, true, ${currency},
        ${officeId}, ${customerId}, true, ${account.unsettledAccountId},
        ${by}, ${at}, ${by}, ${at})
      returning id, currency, side, inline
    )
    insert into account_balance (account_id, currency, side, inline, floor_minor)
      select id, currency, side, inline, 0 from made`);
}

export async function selectAccountName(tx: Tx, id: bigint): Promise<string> {
  const [row] = await tx.query<{ name: string }>(sql`select name from account where id = ${id}`);
  return present(row, 'the account exists').name;
}

/** Selects each customer's cash account, preferring an active one. */
export function selectCustomerCash(
  on: Database | Tx,
  customerIds: readonly bigint[],
): Promise<(CustomerCash & { readonly customerId: bigint })[]> {
  return on.query(sql`
    select distinct on (a.customer_id) a.customer_id as "customerId", a.id as "accountId", a.name,
      a.currency, b.balance_minor - value_dated_minor(a.id) as "balanceMinor"
    from account a join account_balance b on b.account_id = a.id
    where a.customer_id = any (${customerIds}::bigint[]) and a.acct_type = 'CUSTOMER_CASH'
    order by a.customer_id, a.active desc, a.id`);
}
