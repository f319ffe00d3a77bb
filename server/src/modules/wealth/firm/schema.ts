// Wire shapes of the values of all customers.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { CUSTOMER_ORDERS } from './list.js';
import { LEDGER_CONTROLS, SUMMARIES } from './queries.js';

const given = Type.Optional;

const VALUE_SOURCES = ['BOOKS', 'SNAPSHOT'] as const;

const sourceOptions = {
  description: 'SNAPSHOT: stored when the date was closed, or revised since then',
};

const dated = {
  d: given(
    wireDate({
      description:
        'At the end of this date; default: the business date, or the last closed date of values ' +
        'from snapshots',
    }),
  ),
  cu: given(wireText({ description: 'Currency; default: that of the first office', longest: 3 })),
};

const listFilters = {
  ...dated,
  o: given(wireText({ description: 'Only customers of this business office, by code' })),
  g: given(wireText({ description: 'Only customers in this group, by code' })),
  q: given(wireText({ description: 'A part of the label, or the code, of the customer' })),
  sort: given(
    wireChoice(CUSTOMER_ORDERS, {
      description: 'Amounts and counts: largest first; default: VALUE',
    }),
  ),
};

export const ValueListFilters = closedObject(listFilters);
export const ValueListQuery = closedObject({ ...listFilters, ...pageBS });

/** A customer in the list of values. */
export const ValueListRecord = openObject({
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  businessOfficeName: wireText(),
  customerGroupName: wireText(),
  date: wireDate({ description: 'The value is at the end of this date' }),
  source: wireChoice(VALUE_SOURCES, sourceOptions),
  currency: wireText(),
  value: wireDecimal({ description: '`assets` and `liabilities`' }),
  change: given(
    wireDecimal({ description: 'Since the close of the previous business day, if there is one' }),
  ),
  assets: wireDecimal({ description: 'Sum of the positions above zero' }),
  liabilities: wireDecimal({ description: 'Sum of the positions below zero; negative' }),
  complete: wireFlag({ description: 'Whether every position has a value' }),
  unvaluedLines: wireInteger({ description: 'Positions that have no value' }),
  staleLines: wireInteger({ description: 'Positions with an old price or rate' }),
  oldestPriceDate: given(wireDate({ description: 'Oldest price of a market or fund' })),
});

export const ValueSummaryQuery = closedObject({
  ...dated,
  by: given(wireChoice(SUMMARIES, { description: 'The criterion to divide by; default: CLASS' })),
});

const totals = {
  currency: wireText(),
  value: wireDecimal({ description: '`assets` and `liabilities`' }),
  assets: wireDecimal({ description: 'Sum of the positions above zero' }),
  liabilities: wireDecimal({ description: 'Sum of the positions below zero; negative' }),
};

const lineCounts = {
  lines: wireInteger({ description: 'Number of positions' }),
  unvaluedLines: wireInteger({ description: 'Positions that have no value' }),
  staleLines: wireInteger({ description: 'Positions with an old price or rate' }),
};

/** The assets of all customers in an office, a group, a class or a currency. */
export const SummaryPart = openObject({
  key: wireText({ description: 'Code of the office or group; the class or currency' }),
  label: wireText(),
  customers: wireInteger({ description: 'Customers with a position in the part' }),
  ...totals,
  // Absent for the classes of snapshots.
  lines: given(lineCounts.lines),
  unvaluedLines: given(lineCounts.unvaluedLines),
  staleLines: given(lineCounts.staleLines),
});

/** The value of all customers. */
export const ValueSummary = openObject({
  date: wireDate(),
  source: wireChoice(VALUE_SOURCES, sourceOptions),
  by: wireChoice(SUMMARIES),
  customers: wireInteger({ description: 'Number of customers that the caller can see' }),
  ...totals,
  ...lineCounts,
  parts: Type.Array(SummaryPart),
  controls: Type.Array(
    openObject({
      control: wireChoice([...LEDGER_CONTROLS, 'FUND_UNITS'], {
        description:
          'MONEY: cash and unsettled proceeds, the only control of values from snapshots. ' +
          'DEPOSITS, LOANS: principal. PAPER, BILLS: cost. ' +
          'FUND_UNITS: units in the register of a fund, only on the business date',
      }),
      businessOfficeName: given(wireText()),
      fundName: given(wireText()),
      currency: given(wireText()),
      customers: wireDecimal({ description: 'Sum over customers' }),
      accounts: wireDecimal({ description: 'Balance of the control accounts, or the register' }),
      difference: wireDecimal({ description: '`customers` − `accounts`' }),
    }),
  ),
});
