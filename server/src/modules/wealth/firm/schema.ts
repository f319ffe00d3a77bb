// Wire shapes of all customers' values.

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
  description: 'SNAPSHOT: values were stored when the date was closed, or revised since then',
};

const dated = {
  d: given(
    wireDate({
      description:
        'Date at whose end the assets are valued; default: the business date or, for values ' +
        'from snapshots, the last closed date',
    }),
  ),
  cu: given(
    wireText({ description: 'Currency; default: the currency of the first office', longest: 3 }),
  ),
};

const listFilters = {
  ...dated,
  o: given(wireText({ description: 'Filter by code of the business office' })),
  g: given(wireText({ description: 'Filter by code of the customer group' })),
  q: given(wireText({ description: 'Filter by part of the customer’s label, or by code' })),
  sort: given(
    wireChoice(CUSTOMER_ORDERS, {
      description: 'Sort key; amounts and counts are sorted largest first; default: VALUE',
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
  date: wireDate({ description: 'Date of the value, at its end' }),
  source: wireChoice(VALUE_SOURCES, sourceOptions),
  currency: wireText(),
  value: wireDecimal({ description: '`assets` and `liabilities`' }),
  change: given(
    wireDecimal({
      description: 'Change since the close of the previous business day, if there is one',
    }),
  ),
  assets: wireDecimal({ description: 'Sum of the positions above zero' }),
  liabilities: wireDecimal({ description: 'Sum of the positions below zero, a negative amount' }),
  complete: wireFlag({ description: 'Whether every position has a value' }),
  unvaluedLines: wireInteger({ description: 'Number of positions without a value' }),
  staleLines: wireInteger({ description: 'Number of positions with an old price or rate' }),
  oldestPriceDate: given(wireDate({ description: 'Date of the oldest price of a market or fund' })),
});

export const ValueSummaryQuery = closedObject({
  ...dated,
  by: given(
    wireChoice(SUMMARIES, {
      description: 'The criterion by which assets are divided; default: CLASS',
    }),
  ),
});

const totals = {
  currency: wireText(),
  value: wireDecimal({ description: '`assets` and `liabilities`' }),
  assets: wireDecimal({ description: 'Sum of the positions above zero' }),
  liabilities: wireDecimal({ description: 'Sum of the positions below zero, a negative amount' }),
};

const lineCounts = {
  lines: wireInteger({ description: 'Number of positions' }),
  unvaluedLines: wireInteger({ description: 'Number of positions without a value' }),
  staleLines: wireInteger({ description: 'Number of positions with an old price or rate' }),
};

/** The assets of all customers in an office, a group, a class or a currency. */
export const SummaryPart = openObject({
  key: wireText({ description: 'Code of the office or group, or the class or currency' }),
  label: wireText(),
  customers: wireInteger({ description: 'Number of customers with a position in the part' }),
  ...totals,
  // These members are absent for classes if values come from snapshots.
  lines: given(lineCounts.lines),
  unvaluedLines: given(lineCounts.unvaluedLines),
  staleLines: given(lineCounts.staleLines),
});

/** The value of all customers. */
export const ValueSummary = openObject({
  date: wireDate(),
  source: wireChoice(VALUE_SOURCES, sourceOptions),
  by: wireChoice(SUMMARIES),
  customers: wireInteger({ description: 'Number of customers that you can see' }),
  ...totals,
  ...lineCounts,
  parts: Type.Array(SummaryPart),
  controls: Type.Array(
    openObject({
      control: wireChoice([...LEDGER_CONTROLS, 'FUND_UNITS'], {
        description:
          'MONEY: cash and unsettled proceeds; the only control for values from snapshots. ' +
          'DEPOSITS, LOANS: principal. PAPER, BILLS: cost. FUND_UNITS: units in the register ' +
          'of a fund, only on the business date',
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
