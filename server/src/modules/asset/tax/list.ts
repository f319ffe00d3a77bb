// Lists withholding tax rules by class, and exemptions by customer.

import type { Call } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { exemptionMembers, ruleMembers } from './change.js';
import { countExemptions, countRules, selectExemptionPage, selectRulePage } from './queries.js';

/** Lists the tax rules of one class, or of all classes. */
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

/**
 * Lists one customer's exemptions, or those of all customers in the offices that the caller can
 * see.
 */
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
