// SQL for portfolio custodians.

import type { Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';

/** A custodian of a portfolio. */
export interface PortfolioCustodianRow {
  readonly custodian_name: string;
  readonly custodian_label: string;
  readonly active: boolean;
  readonly account_no: string | null;
  readonly standing: boolean;
}

/** Reads a portfolio's custodians, ordered by code. */
export function selectCustodians(
  on: Database | Tx,
  portfolioId: bigint,
): Promise<PortfolioCustodianRow[]> {
  return on.query<PortfolioCustodianRow>(sql`
    select k.name as custodian_name, k.label as custodian_label, k.active, x.account_no, x.standing
    from portfolio_custodian x join custodian k on k.id = x.custodian_id
    where x.portfolio_id = ${portfolioId} order by k.name`);
}

/** Filters for portfolios: the custodian by code, and the offices. */
interface CustodianFilter {
  readonly custodianName: string;
  readonly offices: readonly bigint[] | undefined;
}

/** A portfolio whose orders may name a custodian. */
export interface CustodianPortfolioRow {
  readonly id: bigint;
  readonly portfolio_name: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly account_no: string | null;
  readonly standing: boolean;
}

function portfoliosOf({ custodianName, offices }: CustodianFilter): Sql {
  return sql`
    select p.id, p.name as portfolio_name, c.id as customer_id, c.name as customer_name,
      c.label as customer_label, x.account_no, x.standing
    from custodian k
    join portfolio_custodian x on x.custodian_id = k.id
    join portfolio p on p.id = x.portfolio_id
    join customer c on c.id = p.customer_id
    where k.name = ${custodianName} and ${inOffices(sql`p.office_id`, offices)}`;
}

/** Reads a page of a custodian's portfolios by id, plus one row if there is a next page. */
export function selectCustodianPortfolios(
  db: Database,
  filter: CustodianFilter,
  page: PageRequest,
): Promise<CustodianPortfolioRow[]> {
  return db.query<CustodianPortfolioRow>(sql`
    select * from (${portfoliosOf(filter)}) x where x.id > ${page.after ?? 0n}
    order by x.id limit ${page.limit + 1} offset ${page.offset}`);
}

/** Counts a custodian's portfolios. */
export function countCustodianPortfolios(db: Database, filter: CustodianFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from (${portfoliosOf(filter)}) x`);
}

/** A custodian to store for a portfolio. */
export interface CustodianAssignment {
  readonly custodianId: bigint;
  readonly accountNo: string | undefined;
  readonly standing: boolean;
}

/** Replaces the custodians of a locked portfolio, and stores its new version. */
export async function replaceCustodians(
  { tx, principal, now }: Work,
  portfolioId: bigint,
  custodians: readonly CustodianAssignment[],
): Promise<void> {
  await tx.query(sql`delete from portfolio_custodian where portfolio_id = ${portfolioId}`);
  await tx.query(sql`
    insert into portfolio_custodian (portfolio_id, custodian_id, account_no, standing, modified_by,
      modified_at)
    select ${portfolioId}, n.custodian_id, n.account_no, n.standing, ${principal.name}, ${now}
    from unnest(${custodians.map(({ custodianId }) => custodianId)}::bigint[],
      ${custodians.map(({ accountNo }) => accountNo ?? null)}::text[],
      ${custodians.map(({ standing }) => standing)}::boolean[])
      n (custodian_id, account_no, standing)`);
  await tx.query(sql`
    update portfolio set version = version + 1, modified_by = ${principal.name},
      modified_at = ${now} where id = ${portfolioId}`);
}
