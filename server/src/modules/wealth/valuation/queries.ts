// SQL for the subject of a valuation: the customer or portfolio, and the terms of the securities
// held.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { WEALTH } from '../limits.js';

/** A customer, or one of their portfolios. */
export interface OwnerRow {
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  /** Whether the customer or the portfolio is active. */
  readonly active: boolean;
  readonly office_id: bigint;
  readonly office_currency: string;
  readonly office_label: string;
}

export async function selectCustomer(tx: Tx, id: bigint): Promise<OwnerRow | undefined> {
  const [row] = await tx.query<OwnerRow>(sql`
    select c.id as customer_id, c.name as customer_name, c.label as customer_label,
      c.status = 'ACTIVE' as active, c.office_id, o.currency as office_currency,
      o.label as office_label
    from customer c join business_office o on o.id = c.office_id where c.id = ${id}`);
  return row;
}

/** A portfolio and its customer. */
interface PortfolioRow extends OwnerRow {
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  readonly version: bigint;
}

export async function selectPortfolio(tx: Tx, id: bigint): Promise<PortfolioRow | undefined> {
  const [row] = await tx.query<PortfolioRow>(sql`
    select p.name, p.label, p.active, p.currency, p.version, c.id as customer_id,
      c.name as customer_name, c.label as customer_label, p.office_id,
      o.currency as office_currency,
      o.label as office_label
    from portfolio p
    join customer c on c.id = p.customer_id
    join business_office o on o.id = p.office_id
    where p.id = ${id}`);
  return row;
}

/** A portfolio of a customer. */
export interface NamedPortfolio {
  readonly id: bigint;
  readonly name: string;
}

/** Selects the portfolios of a customer, in id order. Reads one row more than the limit. */
export function selectPortfolios(tx: Tx, customerId: bigint): Promise<NamedPortfolio[]> {
  return tx.query(sql`
    select id, name from portfolio where customer_id = ${customerId}
    order by id limit ${WEALTH.portfoliosMax + 1}`);
}

/** The data that determines a security's value in addition to its price. */
export interface SecurityRow {
  readonly id: bigint;
  readonly exchange_id: bigint;
  readonly security_type: string;
  readonly sector: string | null;
  readonly issuer: string | null;
  readonly maturity_date: BusinessDate | null;
  /** The tax class; null if no tax is withheld from income. */
  readonly tax_class: string | null;
}

export function selectSecurities(tx: Tx, ids: readonly bigint[]): Promise<SecurityRow[]> {
  return tx.query(sql`
    select id, exchange_id, security_type, sector, issuer, maturity_date, tax_class
    from security where id = any(${[...ids]}::bigint[])`);
}
