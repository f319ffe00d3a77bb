// Determines which policy is in force for the customers of an office on a date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { compileBody } from '../../../platform/http/shape/schema.js';
import { parseJson } from '../../../platform/json/json.js';
import type { Holders } from '../../party/index.js';
import { type PolicyRow, selectOfficesOf, selectPolicies } from './queries.js';
import { PolicyBody } from './schema.js';
import { SHIPPED_POLICY } from './shipped-policy.js';

export type ValuationPolicy = PolicyBody;

/** Returns the policy for the customers of an office on a date. */
type OfficePolicy = (officeId: bigint | undefined, date: BusinessDate) => ValuationPolicy;

/** Returns the policy for a customer on a date. */
export type CustomerPolicy = (customerId: bigint, date: BusinessDate) => ValuationPolicy;

const readBody = compileBody(PolicyBody);

/** Converts a stored body back to its proposed form. */
export function bodyOf({ body }: Pick<PolicyRow, 'body'>): PolicyBody {
  return readBody(parseJson(body));
}

/** Loads the policies for customers, except those approved after a given time. */
export async function loadPolicies(
  tx: Tx,
  { customerIds, knownAt }: Holders,
): Promise<CustomerPolicy> {
  const offices = await selectOfficesOf(tx, customerIds);
  const policyOf = await loadOfficePolicies(tx, knownAt);
  return (customerId, date) => policyOf(offices.get(customerId), date);
}

/** Loads the policies of all offices, except those approved after a given time. */
export async function loadOfficePolicies(tx: Tx, knownAt?: string): Promise<OfficePolicy> {
  return policyIn(await selectPolicies(tx, knownAt));
}

/** Loads the policy for a customer on a date, as known at a given time. */
export async function loadPolicy(
  tx: Tx,
  of: {
    readonly customerId: bigint;
    readonly date: BusinessDate;
    readonly knownAt?: string | undefined;
  },
): Promise<ValuationPolicy> {
  const { customerId, date, knownAt } = of;
  return (await loadPolicies(tx, { customerIds: [customerId], knownAt }))(customerId, date);
}

/**
 * Returns a function that selects policies. The latest version that has begun is in force, and an
 * office's policy replaces the house policy. Rows are in the order in which they come into force.
 */
function policyIn(rows: readonly PolicyRow[]): OfficePolicy {
  const versions = rows.map((row) => ({ officeId: row.office_id, policy: bodyOf(row) }));
  const latest = (of: bigint | null, date: BusinessDate) =>
    versions.findLast(({ officeId, policy }) => officeId === of && policy.validFrom <= date);
  return (officeId, date) => {
    const own = officeId === undefined ? undefined : latest(officeId, date);
    return (own ?? latest(null, date))?.policy ?? SHIPPED_POLICY;
  };
}
