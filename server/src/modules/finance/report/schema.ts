// Wire shapes of queries for the ledger and for reports.

import { type Static, Type } from '@sinclair/typebox';
import { SPANS } from '../../../platform/calendar/curve.js';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDate,
  wireFlag,
  wireId,
  wireInstant,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { CHART } from '../limits.js';

const asOf = {
  asOf: Type.Optional(wireInstant({ description: 'Excludes records stored after this moment' })),
};

const lastDate = {
  d: Type.Optional(wireDate({ description: 'The last date; default: the business date' })),
};

const filter = {
  businessOfficeName: Type.Optional(
    wireText({ description: 'Only this business office, by code' }),
  ),
  currency: Type.Optional(wireText({ description: 'Only this currency', longest: 3 })),
};

const place = {
  ...filter,
  consolidated: Type.Optional(
    wireFlag({ description: 'True to combine all business offices that the caller can see' }),
  ),
};

const reportCurrency = {
  cu: Type.Optional(
    wireText({
      description: 'Converts the report to this currency, at the exchange rates of the last date',
      longest: 3,
    }),
  ),
};

const accountRange = {
  a: wireId({ description: 'The id of the account' }),
  sd: Type.Optional(wireDate({ description: 'Date from' })),
  ed: Type.Optional(wireDate({ description: 'Date to, inclusive' })),
  basis: Type.Optional(
    wireChoice(['TRANSACTION', 'VALUE'], {
      description: 'The kind of date that sd and ed are: booking dates (default) or value dates',
    }),
  ),
  ...asOf,
};

export const ledgerQuery = openObject({ ...pageBS, ...accountRange });
export type LedgerQuery = Static<typeof ledgerQuery>;

export const statementQuery = closedObject({ ...pageBS, ...accountRange });

export const statementFileQuery = closedObject(accountRange);

export const trialBalanceQuery = closedObject({
  ...lastDate,
  closed: Type.Optional(
    wireFlag({ description: 'True for the trial balance as stored when the date closed' }),
  ),
  ...place,
  ...reportCurrency,
  ...asOf,
});

export const balanceSheetQuery = closedObject({
  ...lastDate,
  ...place,
  ...reportCurrency,
  ...asOf,
});

export const clientMoneyQuery = closedObject({ ...lastDate, ...place, ...asOf });

export const cashCurveQuery = closedObject({
  span: wireChoice(SPANS, {
    description: 'The time span; its steps are a minute, a quarter of an hour or two hours',
  }),
});

export const incomeStatementQuery = closedObject({
  sd: Type.Optional(
    wireDate({ description: 'Date from; default: the first day of the year that contains ed' }),
  ),
  ed: Type.Optional(wireDate({ description: 'Date to, inclusive; default: the business date' })),
  ...place,
  ...reportCurrency,
  ...asOf,
});

const generalLedger = {
  sd: Type.Optional(wireDate({ description: 'Transaction date from' })),
  ed: Type.Optional(wireDate({ description: 'Transaction date to, inclusive' })),
  acctType: naming(
    'ledger code',
    Type.Optional(wireText({ description: 'Only this chart code', longest: CHART.codeLength })),
  ),
  ...filter,
  ...asOf,
};

export const generalLedgerQuery = closedObject({ ...pageBS, ...generalLedger });

export const generalLedgerFileQuery = closedObject(generalLedger);
export type GeneralLedgerFileQuery = Static<typeof generalLedgerFileQuery>;

export const closedBooksQuery = closedObject({
  ...pageBS,
  sd: Type.Optional(wireDate({ description: 'Closing date from' })),
  ed: Type.Optional(wireDate({ description: 'Closing date to, inclusive' })),
});
