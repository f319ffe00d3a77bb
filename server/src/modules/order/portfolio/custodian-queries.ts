// SQL for the custodians of portfolios.

import type { Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** A custodian of a portfolio. */
export interface PortfolioCustodianRow {
  readonly custodian_name: string;
  readonly custodian_label: string;
  readonly active: boolean;
  readonly account_no: string | null;
  readonly standing: boolean;
}

/** Reads the custodians of a portfolio by code. */
export function selectCustodians(
  on: Database | Tx,
  portfolioId: bigint,
): Promise<PortfolioCustodianRow[]> {
  return on.query<PortfolioCustodianRow>(sql`
    select k.name as custodian_name, k.label as custodian_label, k.active, x.account_no, x.standing
    from portfolio_custodian x join custodian k on k.id = x.custodian_id
    where x.portfolio_id = ${portfolioId} order by k.name`);
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
