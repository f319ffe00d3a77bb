// Adds up the assets of all customers of the firm, and compares them with the accounts that must
// agree.

import { unreachable } from '../../../platform/assert.js';
import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { WEALTH_CLASSES } from '../valuation/line.js';
import { totalsOf, type ValuedLine } from '../valuation/total.js';
import { fundControls, ledgerControls } from './control.js';
import { type SummaryBy, selectListed } from './queries.js';
import { summariseStored } from './stored-summary.js';
import {
  type FirmRequest,
  isTooMany,
  type ValuedCustomer,
  valuedOn,
  valueListed,
} from './worth.js';

/** A part of a summary with its lines. */
interface Part {
  readonly key: string;
  readonly label: string;
  readonly lines: ValuedLine[];
  readonly customerIds: Set<bigint>;
}

/**
 * Returns the value of all customers that the caller can see, divided by the requested criterion,
 * with the controls. If there are too many customers to value one by one, adds up their snapshots
 * for a closed date.
 */
export function summariseValues(
  call: Call,
  { by = 'CLASS', ...request }: FirmRequest & { readonly by?: SummaryBy | undefined },
): Promise<object> {
  return onSnapshot(call.db, async (tx) => {
    const { offices } = call.principal;
    const on = await valuedOn(tx, request);
    const listed = await selectListed(tx, { offices });
    if (isTooMany(listed)) {
      const { date: until, currency } = on;
      const stored = { asked: request.d, until, currency, offices };
      return { by, ...(await summariseStored(tx, stored, by)) };
    }
    const values = await valueListed(tx, listed, on);
    const { date, currency, customers } = values;
    const lines = customers.flatMap((each) => each.lines);
    return {
      date,
      source: 'BOOKS',
      by,
      customers: customers.length,
      ...totalsMembers(lines, currency),
      parts: partsOf(customers, by).map((part) => ({
        key: part.key,
        label: part.label,
        customers: part.customerIds.size,
        ...totalsMembers(part.lines, currency),
      })),
      controls: [
        ...(await ledgerControls(tx, values, offices)),
        ...(offices === undefined ? await fundControls(tx, values) : []),
      ],
    };
  });
}

function totalsMembers(lines: readonly ValuedLine[], currency: string): object {
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const { assetsMinor, liabilitiesMinor, ...totals } = totalsOf(lines);
  return {
    currency,
    value: amount(assetsMinor + liabilitiesMinor),
    assets: amount(assetsMinor),
    liabilities: amount(liabilitiesMinor),
    lines: lines.length,
    unvaluedLines: totals.unvaluedLines,
    staleLines: totals.staleLines,
  };
}

function partsOf(customers: readonly ValuedCustomer[], by: SummaryBy): Part[] {
  const parts = new Map<string, Part>();
  for (const each of customers) {
    for (const line of each.lines) {
      const { key, label } = keyOf(each, line, by);
      const part = parts.get(key) ?? { key, label, lines: [], customerIds: new Set<bigint>() };
      part.lines.push(line);
      part.customerIds.add(each.customer.id);
      parts.set(key, part);
    }
  }
  const order: readonly string[] = by === 'CLASS' ? WEALTH_CLASSES : [...parts.keys()].sort();
  return [...parts.values()].sort(
    (one, other) => order.indexOf(one.key) - order.indexOf(other.key),
  );
}

function keyOf(
  { customer }: ValuedCustomer,
  line: ValuedLine,
  by: SummaryBy,
): { readonly key: string; readonly label: string } {
  switch (by) {
    case 'OFFICE':
      return { key: customer.office_name, label: customer.office_label };
    case 'GROUP':
      return { key: customer.group_name, label: customer.group_label };
    case 'CLASS':
      return { key: line.class, label: line.class };
    case 'CURRENCY':
      return { key: line.currency, label: line.currency };
    default:
      return unreachable(by);
  }
}
