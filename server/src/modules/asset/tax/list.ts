// Withholding tax as lists: rules by class, exemptions by customer.

import type { Call } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { exemptionMembers, ruleMembers } from './change.js';
import { countExemptions, countRules, selectExemptionPage, selectRulePage } from './queries.js';

/** The tax rules of one class, or of all. */
export async function listRules(
  call: Call,
  instrumentClass: string | undefined,
  page: PageRequest,
): Promise<Page<object>> {
  const found = await selectRulePage(call.db, instrumentClass, page);
  const { rows, nextAfter } = pageFrom(found, page);
  const result = rows.map((row) => ({
    id: row.id,
    instrumentClass: row.instrument_class,
    ...ruleMembers(row),
  }));
  return { count: await countRules(call.db, instrumentClass), result, nextAfter };
}

/** The exemptions of one customer, or of all whose office the caller sees. */
export async function listExemptions(
  call: Call,
  customerId: bigint | undefined,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { customerId, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectExemptionPage(call.db, filter, page), page);
  const result = rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    customerName: row.customer_name,
    ...exemptionMembers(row),
  }));
  return { count: await countExemptions(call.db, filter), result, nextAfter };
}
