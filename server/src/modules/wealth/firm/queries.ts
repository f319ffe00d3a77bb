// SQL for the customers whose assets are summed, and for the control accounts.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { hasCode } from '../../../platform/reference-data/code-queries.js';
import { WEALTH } from '../limits.js';

/** A customer with their office and group. */
export interface ListedCustomer {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly office_label: string;
  readonly office_currency: string;
  readonly group_name: string;
  readonly group_label: string;
}

/** Filters for customers; absent members match all. */
export interface CustomerFilter {
  readonly offices: readonly bigint[] | undefined;
  /** The codes of an office and of a group, in upper case. */
  readonly officeName?: string | undefined;
  readonly groupName?: string | undefined;
  /** Part of a label, or a whole code. */
  readonly text?: string | undefined;
}

/** Selects customers by id. Reads one extra row to detect that the limit is exceeded. */
export function selectListed(tx: Tx, filter: CustomerFilter): Promise<ListedCustomer[]> {
  return tx.query(sql`
    select c.id, c.name, c.label, c.office_id, o.name as office_name, o.label as office_label,
      o.currency as office_currency, g.name as group_name, g.label as group_label
    ${fromCustomers(filter)}
    order by c.id limit ${WEALTH.listedCustomersMax + 1}`);
}

/** SQL: the customers `c` that a filter selects, each with the office `o` and the group `g`. */
export function fromCustomers({ offices, officeName, groupName, text }: CustomerFilter): Sql {
  return sql`
    from customer c
    join business_office o on o.id = c.office_id
    join customer_group g on g.id = c.group_id
    where ${inOffices(sql`c.office_id`, offices)}
      and (${officeName ?? null}::text is null or ${hasCode(sql`o`, officeName ?? null)})
      and (${groupName ?? null}::text is null or ${hasCode(sql`g`, groupName ?? null)})
      and (${text ?? null}::text is null or c.name = ${text ?? null}
        or position(lower(${text ?? null}) in lower(c.label)) > 0)`;
}

/** Selects the first office's currency, in which the firm is valued. */
export async function selectFirmCurrency(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.query<{ currency: string }>(
    sql`select currency from business_office order by id limit 1`,
  );
  return row?.currency;
}

/** The criteria by which a summary is divided. */
export const SUMMARIES = ['OFFICE', 'GROUP', 'CLASS', 'CURRENCY'] as const;

export type SummaryBy = (typeof SUMMARIES)[number];

/** The customers' assets that are compared with the ledger, in the order of the reply. */
export const LEDGER_CONTROLS = ['MONEY', 'DEPOSITS', 'LOANS', 'PAPER', 'BILLS'] as const;

export type LedgerControl = (typeof LEDGER_CONTROLS)[number];

/** The control accounts, each with the control to which it belongs. */
type ControlAccounts = Readonly<Record<string, LedgerControl>>;

/** The accounts that customers' money is compared with. */
export const MONEY_ACCOUNTS: ControlAccounts = {
  CUSTOMER_CASH: 'MONEY',
  CUSTOMER_UNSETTLED: 'MONEY',
};

/** The control accounts that customers' positions are compared with. */
export const POSITION_ACCOUNTS: ControlAccounts = {
  ...MONEY_ACCOUNTS,
  'TD:PRINCIPAL': 'DEPOSITS',
  'LOAN:PRINCIPAL': 'LOANS',
  'DI:PLACEMENT': 'PAPER',
  'TB:PLACEMENT': 'BILLS',
};

/** The balance of the control accounts of an office in a currency, in minor units. */
export interface ControlRow {
  readonly control: LedgerControl;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly currency: string;
  readonly minor: bigint;
}

/**
 * Selects the balances of the control accounts by transaction date, including lines that are not
 * folded yet. Debts are positive, whether the firm or the customer owes them.
 */
export function selectControls(
  tx: Tx,
  {
    offices,
    date,
  }: { readonly offices: readonly bigint[] | undefined; readonly date: BusinessDate },
  accounts: ControlAccounts,
): Promise<ControlRow[]> {
  return tx.query(sql`
    select k.control, o.id as office_id, o.name as office_name, a.currency,
      sum(a.side * moved.minor)::bigint as minor
    from unnest(${Object.keys(accounts)}::text[], ${Object.values(accounts)}::text[])
      as k (acct_type, control)
    join account a on a.acct_type = k.acct_type
    join business_office o on o.id = a.office_id
    cross join lateral (
      select d.debit_minor - d.credit_minor as minor from account_day d
      where d.account_id = a.id and d.transaction_date <= ${date}
      union all
      select t.amount_minor from ledger_tail(a.id) t where t.transaction_date <= ${date}
    ) moved
    where ${inOffices(sql`a.office_id`, offices)}
    group by 1, 2, 3, 4 having sum(moved.minor) <> 0 order by 2, 4, 1`);
}

/** The units of a fund in its register. */
interface RegisterRow {
  readonly fund_id: bigint;
  readonly name: string;
  readonly units: Decimal;
}

/** Selects the current units in issue of all funds. */
export function selectRegisters(tx: Tx): Promise<RegisterRow[]> {
  return tx.query(sql`
    select r.fund_id, f.name, r.units from fund_register r join fund f on f.id = r.fund_id
    where r.units <> 0 order by f.name limit ${WEALTH.linesMax}`);
}
