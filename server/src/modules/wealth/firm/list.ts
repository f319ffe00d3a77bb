// Lists the customers of the firm by their assets.

import { previousBusinessDay } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { type PageRequest, pageOfAll } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { requireKnownGroup, requireSeenOffice } from '../../party/index.js';
import type { ListCall } from '../list-file.js';
import { homeCalendar } from '../valuation/home-calendar.js';
import { type CustomerFilter, selectListed } from './queries.js';
import { listStored } from './stored.js';
import {
  type FirmRequest,
  isTooMany,
  netOf,
  type ValuedCustomer,
  valuedOn,
  valueListed,
  valuesOn,
} from './worth.js';

/** The sort keys for customers. Amounts and counts are sorted largest first. */
export const CUSTOMER_ORDERS = ['VALUE', 'CHANGE', 'UNVALUED', 'NAME'] as const;

type CustomerOrder = (typeof CUSTOMER_ORDERS)[number];

/** The date, currency, order and filter of a list. */
interface ListRequest extends FirmRequest, Omit<CustomerFilter, 'offices'> {
  readonly sort?: CustomerOrder | undefined;
}

interface Row extends ValuedCustomer {
  readonly valueMinor: bigint;
  /** The change in value since the close of the previous business day. */
  readonly changeMinor: bigint;
}

/**
 * Lists customers with their values on a date, and the change since the previous business day. If
 * there are too many customers to value one by one, lists their snapshots for a closed date.
 */
export function listValues(
  call: Call,
  request: ListRequest,
  page: PageRequest,
): Promise<Page<object>> {
  const { principal } = call;
  return onSnapshot(call.db, (tx) => pageOfValues({ principal, db: tx }, request, page));
}

/** Like `listValues`, on an open snapshot. */
export async function pageOfValues(
  call: ListCall<Tx>,
  request: ListRequest,
  page: PageRequest,
): Promise<Page<object>> {
  const { db: tx } = call;
  const { sort = 'VALUE', officeName, groupName, text, d: asked } = request;
  const filter = {
    officeName: officeName?.toUpperCase(),
    groupName: groupName?.toUpperCase(),
    text,
  };
  await refuseUnknown(call, request);
  const on = await valuedOn(tx, request);
  const listed = await selectListed(tx, { ...filter, offices: call.principal.offices });
  if (isTooMany(listed)) {
    const stored = { asked, until: on.date, currency: on.currency, filter, sort };
    return listStored(call, stored, page);
  }
  const { date, currency, customers } = await valueListed(tx, listed, on);
  const before = previousBusinessDay(date, await homeCalendar(tx));
  const opening = await valuesOn(tx, customers, { date: before, currency });
  const rows = customers.map((each) => {
    const valueMinor = netOf(each.totals);
    return {
      ...each,
      valueMinor,
      changeMinor: valueMinor - (opening.get(each.customer.id) ?? 0n),
    };
  });
  const result = rows
    .toSorted((one, other) => compare(one, other, sort))
    .map((row) => rowRecord(row, { date, currency }));
  return pageOfAll(result, page);
}

// An unknown code must be refused. Otherwise, the list would be empty, as if no customer had any
// assets.
async function refuseUnknown(
  { db: tx, principal }: ListCall<Tx>,
  { officeName, groupName }: Pick<CustomerFilter, 'officeName' | 'groupName'>,
): Promise<void> {
  if (officeName) await requireSeenOffice(tx, principal, { code: officeName, member: 'o' });
  if (groupName) await requireKnownGroup(tx, { code: groupName, member: 'g' });
}

function compare(one: Row, other: Row, by: CustomerOrder): number {
  const first = sizeOf(one, by);
  const second = sizeOf(other, by);
  if (first !== second) return first < second ? 1 : -1;
  return one.customer.label < other.customer.label ? -1 : 1;
}

function sizeOf({ valueMinor, changeMinor, totals }: Row, by: CustomerOrder): bigint {
  if (by === 'NAME') return 0n;
  if (by === 'UNVALUED') return BigInt(totals.unvaluedLines);
  return by === 'CHANGE' ? changeMinor : valueMinor;
}

function rowRecord(
  { customer, totals, valueMinor, changeMinor }: Row,
  { date, currency }: { readonly date: BusinessDate; readonly currency: string },
): object {
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  return {
    customerId: customer.id,
    customerName: customer.name,
    customerLabel: customer.label,
    businessOfficeName: customer.office_name,
    customerGroupName: customer.group_name,
    date,
    source: 'BOOKS',
    currency,
    value: amount(valueMinor),
    change: amount(changeMinor),
    assets: amount(totals.assetsMinor),
    liabilities: amount(totals.liabilitiesMinor),
    complete: totals.unvaluedLines === 0,
    unvaluedLines: totals.unvaluedLines,
    staleLines: totals.staleLines,
    oldestPriceDate: totals.oldestPriceDate,
  };
}
