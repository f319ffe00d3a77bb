// SQL for stored portfolios and their customers.

import type { Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { ORDER } from '../limits.js';
import type { PortfolioClass } from '../portfolio-type/queries.js';

export const INCOME_ROUTES = ['DIRECT', 'FIRM'] as const;
export type IncomeRoute = (typeof INCOME_ROUTES)[number];

/** A portfolio as stored, with its office's and customer's names. */
export interface PortfolioRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly currency: string;
  readonly portfolio_type_name: string;
  readonly portfolio_type_label: string;
  readonly portfolio_class: PortfolioClass;
  /** The type's exchange or, if it has none, the firm's first exchange; null for managed money. */
  readonly exchange_name: string | null;
  readonly account_no: string | null;
  readonly chn_number: string | null;
  readonly income_route: IncomeRoute;
  readonly settlement_instructions: string | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT_PORTFOLIO: Sql = sql`
  select p.*, o.name as office_name, c.name as customer_name, c.label as customer_label,
    t.label as portfolio_type_label, t.portfolio_class, coalesce(e.name,
      case when t.portfolio_class = 'EXCHANGE'
        then (select name from exchange order by id limit 1) end) as exchange_name
  from portfolio p
  join business_office o on o.id = p.office_id
  join customer c on c.id = p.customer_id
  join portfolio_type t on t.name = p.portfolio_type_name
  left join exchange e on e.id = t.exchange_id`;

/** The value that a request sends to remove a standing term of a portfolio. */
export const NO_STANDING = 'NONE';

/** The data needed to open a portfolio. */
export interface PortfolioOpening {
  readonly customerId: bigint;
  readonly officeId: bigint;
  readonly currency: string;
  readonly typeName: string;
  readonly label: string;
  readonly accountNo?: string | undefined;
  readonly chnNumber?: string | undefined;
  /** The recipient of income; default: DIRECT, or FIRM in a demonstration. */
  readonly incomeRoute?: IncomeRoute | undefined;
  readonly settlementInstructions?: string | undefined;
}

/** The portfolio's numbers at the depository. */
export type AccountNumbers = Pick<PortfolioOpening, 'accountNo' | 'chnNumber'>;

/** Members of a portfolio that can change. */
type PortfolioChange = Pick<
  PortfolioOpening,
  'accountNo' | 'chnNumber' | 'incomeRoute' | 'settlementInstructions'
>;

/** Reads the customer of the portfolio with this code; undefined if there is none. */
export async function ownerOfPortfolio(
  on: Database | Tx,
  name: string,
): Promise<bigint | undefined> {
  const [row] = await on.query<{ customer_id: bigint }>(
    sql`select customer_id from portfolio where name = ${name}`,
  );
  return row?.customer_id;
}

/** Reads the labels of the portfolios with these codes, by code. */
export async function labelsOfPortfolios(
  on: Database | Tx,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await on.query<{ name: string; label: string }>(
    sql`select name, label from portfolio where name = any(${[...names]}::text[])`,
  );
  return new Map(rows.map(({ name, label }) => [name, label]));
}

/** A customer, and their office's currency. */
export interface CustomerRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly office_id: bigint;
  readonly currency: string;
}

/** Reads the portfolio with this id; undefined if there is none. */
export async function selectPortfolio(
  on: Database | Tx,
  id: bigint,
): Promise<PortfolioRow | undefined> {
  const [row] = await on.query<PortfolioRow>(sql`${SELECT_PORTFOLIO} where p.id = ${id}`);
  return row;
}

/** Locks the portfolio with this code; undefined if there is none. */
export async function lockPortfolio(tx: Tx, name: string): Promise<PortfolioRow | undefined> {
  const [row] = await tx.query<PortfolioRow>(
    sql`${SELECT_PORTFOLIO} where p.name = ${name} for update of p`,
  );
  return row;
}

/** Reads a customer's portfolios, ordered by id. */
export function selectPortfoliosOf(on: Database | Tx, customerId: bigint): Promise<PortfolioRow[]> {
  return on.query<PortfolioRow>(sql`${SELECT_PORTFOLIO}
    where p.customer_id = ${customerId} order by p.id limit ${ORDER.portfoliosPerCustomerMax}`);
}

/** Stores a new portfolio. */
export async function insertPortfolio(
  work: Work,
  { id, name }: Pick<PortfolioRow, 'id' | 'name'>,
  opening: PortfolioOpening,
): Promise<void> {
  await work.tx.query(sql`
    insert into portfolio (id, name, label, office_id, customer_id, currency, portfolio_type_name,
      account_no, chn_number, income_route, settlement_instructions, created_by, created_at,
      modified_by, modified_at)
    values (${id}, ${name}, ${opening.label}, ${opening.officeId}, ${opening.customerId},
      ${opening.currency}, ${opening.typeName}, ${opening.accountNo ?? null},
      ${opening.chnNumber ?? null},
      ${opening.incomeRoute ?? (work.context.config.demo ? 'FIRM' : 'DIRECT')},
      nullif(${opening.settlementInstructions ?? null}, ${NO_STANDING}),
      ${work.principal.name}, ${work.now}, ${work.principal.name}, ${work.now})`);
}

/** Stores the given members of a portfolio. Absent members are not changed. */
export async function updatePortfolioRow(
  work: Work,
  id: bigint,
  { accountNo, chnNumber, incomeRoute, settlementInstructions }: PortfolioChange,
): Promise<void> {
  await work.tx.query(sql`
    update portfolio set account_no = coalesce(${accountNo ?? null}, account_no),
      chn_number = coalesce(${chnNumber ?? null}, chn_number),
      income_route = coalesce(${incomeRoute ?? null}, income_route),
      settlement_instructions = nullif(coalesce(${settlementInstructions ?? null},
        settlement_instructions), ${NO_STANDING}), version = version + 1,
      modified_by = ${work.principal.name}, modified_at = ${work.now}
    where id = ${id}`);
}

/**
 * Reads the customer with this id, or with this code if no id is given; undefined if there is none.
 */
export async function selectCustomer(
  on: Database | Tx,
  { id, name }: { readonly id: bigint | undefined; readonly name: string | undefined },
): Promise<CustomerRow | undefined> {
  const [row] = await on.query<CustomerRow>(sql`
    select c.id, c.name, c.label, c.status = 'ACTIVE' as active, c.office_id, o.currency
    from customer c join business_office o on o.id = c.office_id
    where c.id = ${id ?? null} or (${id ?? null}::bigint is null and c.name = ${name ?? null})`);
  return row;
}

/** Reads a customer's office; undefined if there is no such customer. */
export async function officeOfCustomer(on: Database | Tx, id: bigint): Promise<bigint | undefined> {
  const [row] = await on.query<{ office_id: bigint }>(
    sql`select office_id from customer where id = ${id}`,
  );
  return row?.office_id;
}
