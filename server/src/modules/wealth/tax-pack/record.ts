// Converts tax packs to API records.

import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { Decimal } from '../../../platform/money/decimal.js';
import type { PackTotal } from './content.js';
import type { PackRow } from './store-queries.js';

/** Returns the record of a pack. Absent members are undefined and left out of the JSON. */
export function packRecord(row: PackRow): object {
  return {
    id: row.id,
    name: row.name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
    year: row.tax_year,
    from: row.from_date,
    until: row.until_date,
    asAt: row.as_at,
    versionNo: row.version_no,
    state: row.state,
    inForce: row.replaced_at === null,
    totals: totalsOf(row).map(totalRecord),
    outdatedDttm: row.outdated_at ?? undefined,
    outdatedChanges: row.outdated_changes ?? undefined,
    replacesId: row.replaces_id ?? undefined,
    replacesName: row.replaces_name ?? undefined,
    replacedDttm: row.replaced_at ?? undefined,
    replacedById: row.replaced_by_id ?? undefined,
    replacedByName: row.replaced_by_name ?? undefined,
    runId: row.run_id ?? undefined,
    ...shownStamp(row),
  };
}

/** Parses the stored sums of a pack. Only this program writes them. */
export function totalsOf({ totals }: Pick<PackRow, 'totals'>): readonly PackTotal[] {
  const parsed: readonly PackTotal[] = JSON.parse(totals);
  return parsed;
}

function totalRecord({ currency, ...sums }: PackTotal): object {
  const amounts = Object.entries(sums).map(([name, sum]) => [name, new Decimal(sum)]);
  return { currency, ...Object.fromEntries(amounts) };
}
