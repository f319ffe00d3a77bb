// Values a household: the assets of all customers who are its members on a date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { type Household, type MemberRow, visibleHousehold } from '../../party/index.js';
import { type OwnerRow, selectCustomer, selectPortfolios } from './queries.js';
import { lineRecord, totalsRecord } from './record.js';
import { within } from './subject.js';
import { totalsOf, type ValuedLine } from './total.js';
import {
  convertedLines,
  currencyOf,
  dateOf,
  onKnownSnapshot,
  type ValuationRequest,
  visible,
} from './valuation.js';

/** Returns whether a customer belongs to a household on a date. */
export function isMember({ valid_from, valid_to }: MemberRow, date: BusinessDate): boolean {
  return valid_from <= date && (valid_to === null || date <= valid_to);
}

/** Returns the customers of a household, in the order in which they joined. */
export async function customersOf(
  call: Call,
  tx: Tx,
  { members }: Household,
): Promise<Map<bigint, OwnerRow>> {
  const customers = new Map<bigint, OwnerRow>();
  for (const { customer_id: id } of members) {
    if (!customers.has(id)) customers.set(id, visible(call, await selectCustomer(tx, id)));
  }
  return customers;
}

/** A line and the customer that it belongs to. */
interface MemberLine extends ValuedLine {
  readonly customerId: bigint;
}

/**
 * Returns the assets of a household's members at the end of a date. The default currency is that of
 * the first member's business office.
 */
export async function valueHousehold(
  call: Call,
  id: bigint,
  request: ValuationRequest,
): Promise<object> {
  return onKnownSnapshot(call, request, async (tx, knownAt) => {
    const found = await visibleHousehold(call, tx, id);
    const dated = { ...(await dateOf(tx, request)), knownAt };
    const customers = await customersOf(call, tx, found);
    const [first] = customers.values();
    const currency = currencyOf(request) ?? first?.office_currency ?? '';
    const ids = found.members
      .filter((member) => isMember(member, dated.date))
      .map(({ customer_id }) => customer_id);
    const present = [...customers.values()].filter(({ customer_id }) => ids.includes(customer_id));
    const lines: MemberLine[] = [];
    for (const { customer_id: customerId, office_currency: through } of present) {
      const portfolios = within(await selectPortfolios(tx, customerId));
      const subject = {
        ...{ customerId, ...dated, portfolios, only: undefined },
        discount: request.discount,
      };
      const own = await convertedLines(tx, subject, { currency, through });
      lines.push(...within(own).map((line) => ({ ...line, customerId })));
    }
    return {
      ...headerOf(found),
      customers: present.map((customer) => customerRecord(customer, lines, currency)),
      date: dated.date,
      asOf: request.asOf,
      ...recordOf(within(lines), currency, request),
    };
  });
}

/** Returns the members that identify a household. */
export function headerOf({ household: { id, name, label } }: Household): object {
  return { householdId: id, householdName: name, householdLabel: label };
}

function customerRecord(
  { customer_id: id, customer_name: name, customer_label: label }: OwnerRow,
  lines: readonly MemberLine[],
  currency: string,
): object {
  const own = totalsOf(lines.filter(({ customerId }) => customerId === id));
  const value = minorToDecimal(own.assetsMinor + own.liabilitiesMinor, currency);
  return { customerId: id, customerName: name, customerLabel: label, value };
}

function recordOf(
  lines: readonly MemberLine[],
  currency: string,
  { lines: isAsked = true }: ValuationRequest,
): object {
  const valuation = { currency, totals: totalsOf(lines) };
  const shown = (line: MemberLine) => ({
    customerId: line.customerId,
    ...lineRecord(line, valuation),
  });
  return { ...totalsRecord(valuation), ...(isAsked ? { lines: lines.map(shown) } : {}) };
}
