// The members that identify an instrument. They are the same for deposits, commercial paper and
// bills.

/** An instrument's columns, joined with the names of the records that it refers to. */
interface IdentityRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly office_name: string;
  readonly type_name: string;
  readonly type_label: string;
  readonly init_account_id: bigint;
  readonly termination_account_id: bigint;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly portfolio_name: string | null;
  readonly portfolio_label: string | null;
}

/** Returns the identity as shown in records. An instrument that is not yet stored has no name. */
export function shownIdentity(row: IdentityRow): object {
  return {
    id: row.id,
    name: row.name || undefined,
    label: row.label,
    active: row.active,
    businessOfficeName: row.office_name,
    instrumentTypeName: row.type_name,
    instrumentTypeLabel: row.type_label,
    initAccountId: row.init_account_id,
    terminationAccountId: row.termination_account_id,
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
    portfolioName: row.portfolio_name ?? undefined,
    portfolioLabel: row.portfolio_label ?? undefined,
  };
}
