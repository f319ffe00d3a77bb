// SQL that reads the inputs to an election: the portfolio, its units, and its other elections.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { CorporateActionRow } from '../record/queries.js';
import { followsFlags } from '../rule/kind.js';
import type { ElectionRow } from './queries.js';

/** A portfolio that makes an election, with its customer. */
export interface ElectingPortfolio {
  readonly id: bigint;
  readonly name: string;
  readonly active: boolean;
  readonly office_id: bigint;
  readonly customer_id: bigint;
  readonly customer_status: string;
  readonly customer_workflow_status: string;
}

/** Finds a portfolio by code. */
export async function portfolioNamed(tx: Tx, name: string): Promise<ElectingPortfolio | undefined> {
  const [row] = await tx.query<ElectingPortfolio>(sql`
    select p.id, p.name, p.active, p.office_id, p.customer_id, c.status as customer_status,
      c.workflow_status as customer_workflow_status
    from portfolio p join customer c on c.id = p.customer_id where p.name = ${name}`);
  return row;
}

/** Finds a corporate action by id, or else by name. */
export async function eventNamed(
  tx: Tx,
  named: { readonly id: bigint | undefined; readonly name: string | undefined },
): Promise<bigint | undefined> {
  const condition: Sql =
    named.id === undefined ? sql`name = ${named.name ?? ''}` : sql`id = ${named.id}`;
  const [row] = await tx.query<{ id: bigint }>(sql`
    select id from corporate_action where ${condition}`);
  return row?.id;
}

/**
 * The units for which a portfolio may elect in an event, and the units used by its other elections.
 */
interface EligibleRow {
  readonly eligible: bigint;
  readonly elected: bigint;
}

/** The portfolio that makes the election, and the business date. */
interface Electing {
  readonly portfolioId: bigint;
  readonly today: BusinessDate;
  /** The election that is being replaced; its units are ignored. */
  readonly replaced: bigint | undefined;
}

/**
 * SQL expression: the units of a holding `h` for which an option may be elected. For rights, these
 * are the units held and not on sale. For other securities, this is the position before the ex-date
 * or, until then, the current position.
 */
export function eligibleUnits(
  event: Pick<CorporateActionRow, 'kind' | 'ex_date'>,
  today: BusinessDate,
): Sql {
  if (event.kind === 'EXRI') return sql`h.quantity - h.held_quantity`;
  if (event.ex_date > today) return sql`h.quantity`;
  const position = sql`(select b.quantity from position_before(h, ${event.ex_date}, false) b)`;
  if (!followsFlags(event.kind)) return position;
  return sql`(${position} + flagged_units(h.portfolio_id, h.security_id, ${event.ex_date}))`;
}

/**
 * Reads the number of units for which a portfolio may elect, which is never negative. For rights,
 * ignores elections that were instructed, because those rights have already left the holding.
 */
export async function selectEligible(
  tx: Tx,
  event: Pick<CorporateActionRow, 'id' | 'kind' | 'security_id' | 'ex_date'>,
  { portfolioId, today, replaced }: Electing,
): Promise<EligibleRow> {
  const states =
    event.kind === 'EXRI'
      ? sql`('SUBMITTED')`
      : sql`('SUBMITTED', 'INSTRUCTED', 'SETTLED', 'PART_SETTLED')`;
  const [row] = await tx.query<EligibleRow>(sql`
    select greatest(0, coalesce((
        select ${eligibleUnits(event, today)} from holding h
        where h.portfolio_id = ${portfolioId} and h.security_id = ${event.security_id}), 0)
      )::bigint as eligible, coalesce((
        select sum(e.quantity) from election e
        where e.corporate_action_id = ${event.id} and e.portfolio_id = ${portfolioId}
          and e.state in ${states} and e.id is distinct from ${replaced ?? null}), 0
      )::bigint as elected`);
  return row ?? { eligible: 0n, elected: 0n };
}

/** Reads a portfolio's pending instruction for an option. */
export async function selectSubmitted(
  tx: Tx,
  key: Pick<ElectionRow, 'corporate_action_id' | 'portfolio_id' | 'option_number'>,
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    select id from election
    where corporate_action_id = ${key.corporate_action_id} and portfolio_id = ${key.portfolio_id}
      and option_number = ${key.option_number} and state = 'SUBMITTED'`);
  return row?.id;
}

/** The cash account of a customer in a currency. */
interface PayingAccount {
  readonly id: bigint;
  readonly active: boolean;
  readonly office_id: bigint;
}

/** Reads the cash account of a customer in a currency; undefined if there is none. */
export async function selectPayingAccount(
  tx: Tx,
  customerId: bigint,
  currency: string,
): Promise<PayingAccount | undefined> {
  const [row] = await tx.query<PayingAccount>(sql`
    select id, active, office_id from account
    where customer_id = ${customerId} and currency = ${currency}
      and acct_type = 'CUSTOMER_CASH'`);
  return row;
}

/** Reads the currency of a security. */
export async function currencyOfSecurity(tx: Tx, id: bigint): Promise<string | undefined> {
  const [row] = await tx.query<{ currency: string }>(
    sql`select currency from security where id = ${id}`,
  );
  return row?.currency;
}
