// SQL of withholding tax: its dated rules, and the customers who are exempt.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../platform/database/database.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import type { Decimal } from '../../platform/money/decimal.js';

export interface WithholdingRuleRow {
  readonly id: bigint;
  readonly tax_code: string;
  readonly instrument_class: string;
  readonly payer_class: string | null;
  readonly percent: Decimal;
  readonly is_final: boolean;
  readonly valid_from: BusinessDate | null;
  readonly valid_to: BusinessDate | null;
}

export function selectWithholdingRules(on: Database | Tx): Promise<WithholdingRuleRow[]> {
  return on.query(sql`select * from withholding_rule order by id`);
}

/** The spans in which a customer is exempt from tax of a class, as a column: `{from, to}` each. */
export function exemptionsOf(customerId: Sql, taxClass: Sql): Sql {
  return sql`(select coalesce(json_agg(json_build_object('from', e.valid_from, 'to', e.valid_to)),
      '[]')
    from withholding_exemption e
    where e.customer_id = ${customerId} and e.instrument_class = ${taxClass})`;
}
