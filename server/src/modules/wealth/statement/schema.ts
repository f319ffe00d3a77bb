// Wire shapes of statements of wealth.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { DISPOSAL_KINDS } from '../gain/disposal.js';
import { WEALTH } from '../limits.js';
import { STATEMENT_STATES } from './store-queries.js';

const given = Type.Optional;

const period = {
  sd: wireDate({ description: 'First date; the opening is the close of the business day before' }),
  ed: wireDate({ description: 'Last date' }),
  cu: given(wireText({ description: "Currency; default: the office's", longest: 3 })),
};

const state = wireChoice(STATEMENT_STATES, {
  description:
    'ISSUED: in force. OUTDATED: a later record changes it materially. REPLACED: there ' +
    'is a later version.',
});

export const ById = openObject({ id: wireId() });

export const PreviewQuery = closedObject({ c: wireId({ description: 'Customer' }), ...period });

export const IssueBody = closedObject({
  customerId: wireId({ description: 'Customer' }),
  ...period,
});

export const RunBody = closedObject({
  ...period,
  customerIds: given(
    Type.Array(wireId(), {
      description: 'Individual customers',
      minItems: 1,
      maxItems: WEALTH.statementCustomersMax,
    }),
  ),
  customerGroupName: given(wireText({ description: 'All customers of a group' })),
  businessOfficeName: given(wireText({ description: 'All customers of an office' })),
  all: given(wireFlag({ description: 'All customers that you can see' })),
});

/** Examples that work with the demonstration data. */
export const issueExample = { customerId: 1, sd: '2026-01-01', ed: '2026-03-31' };
export const runExample = { customerIds: [1], sd: '2026-01-01', ed: '2026-03-31' };

const filters = {
  c: naming('customer', given(wireId({ description: 'Statements of this customer' }))),
  run: naming(
    'run of statements',
    given(wireId({ description: 'Statements that this run issued' })),
  ),
  state: given(wireChoice(STATEMENT_STATES, { description: 'Statements in this state' })),
  sd: given(wireDate({ description: 'Statements that end on or after this date' })),
  ed: given(wireDate({ description: 'Statements that end on or before this date' })),
};

export const StatementFilters = closedObject(filters);
export const StatementQuery = closedObject({ ...filters, ...pageBS });

export const RunQuery = closedObject({ ...pageBS });

const statement = {
  id: wireId(),
  name: wireText({ description: 'Number of the statement' }),
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  from: wireDate({ description: 'First date of the period' }),
  to: wireDate({ description: 'Last date of the period' }),
  currency: wireText(),
  versionNo: wireInteger({ description: '1 for the first statement of the period' }),
  state,
  closingValue: wireDecimal({ description: 'The sum of the positions that have a value' }),
  returnPercent: given(wireDecimal({ description: 'Time-weighted; absent if there is none' })),
  outdatedDttm: given(wireInstant({ description: 'When a difference in the figures was found' })),
  outdatedClosingValue: given(wireDecimal({ description: 'The closing value at that time' })),
  outdatedReturnPercent: given(wireDecimal({ description: 'The return at that time' })),
  replacesId: given(wireId()),
  replacesName: given(wireText({ description: 'The statement that this one replaces' })),
  replacedById: given(wireId()),
  replacedByName: given(wireText({ description: 'The statement that replaces this one' })),
  runId: given(wireId({ description: 'The run that issued it' })),
  ...stampShape,
};

/** A statement without its document. */
export const StatementRecord = openObject(statement);

const gain = {
  class: wireText({ description: 'Class of the position' }),
  name: wireText({ description: 'Code of the security, fund or instrument' }),
  label: wireText(),
  portfolioName: given(wireText({ description: 'Absent: outside portfolios' })),
  currency: wireText({ description: 'Currency of all amounts of the position' }),
  quantity: wireText({ description: 'Units; negative if sold short' }),
  cost: given(wireDecimal({ description: 'At average cost; absent if unknown' })),
  gain: given(wireDecimal({ description: 'At average cost, after all charges' })),
  fifoCost: given(wireDecimal({ description: 'Cost of the oldest units' })),
  fifoGain: given(wireDecimal({ description: 'Gain by FIFO' })),
};

/** A statement with the gains in its document. */
export const StatementDetail = openObject({
  ...statement,
  gains: given(
    openObject({
      totals: Type.Array(
        openObject({
          currency: wireText(),
          realised: wireDecimal({ description: 'In the period, at average cost' }),
          fifoRealised: wireDecimal({ description: 'In the period, by FIFO' }),
          unrealised: wireDecimal({ description: 'At its end, at average cost' }),
          fifoUnrealised: wireDecimal({ description: 'At its end, by FIFO' }),
          unknown: wireInteger({
            description: 'Disposals and positions of unknown cost or value, not in any sum',
          }),
        }),
        { description: 'Sums of the known gains in each currency' },
      ),
      realised: Type.Array(
        openObject({
          date: wireDate({ description: 'Trade date' }),
          kind: wireChoice(DISPOSAL_KINDS, { description: 'How the ownership ended' }),
          proceeds: wireDecimal({ description: 'Proceeds before charges' }),
          charges: wireDecimal({ description: 'Charges on the sale' }),
          netProceeds: wireDecimal({ description: '`proceeds` − `charges`' }),
          ...gain,
        }),
        { description: 'The disposals of the period' },
      ),
      unrealised: Type.Array(
        openObject({
          value: given(wireDecimal({ description: 'Without accrued interest' })),
          ...gain,
        }),
        { description: 'Securities and fund units at the end of the period' },
      ),
    }),
  ),
});

const counts = {
  customers: wireInteger({ description: 'The number of customers when it began' }),
  done: wireInteger({ description: 'Customers that have been processed' }),
  issued: wireInteger({ description: 'Statements that were issued' }),
  unchanged: wireInteger({ description: 'Customers whose statement has equal figures' }),
  empty: wireInteger({ description: 'Customers who never had assets' }),
  refused: wireInteger({ description: 'Customers for whom no statement could be issued' }),
};

/** A run with its progress. */
export const RunRecord = openObject({
  id: wireId(),
  from: wireDate(),
  to: wireDate(),
  currency: given(wireText({ description: "Absent: each office's currency" })),
  state: wireChoice(['RUNNING', 'DONE']),
  ...counts,
  refusals: given(
    Type.Array(
      openObject({
        customerId: wireId(),
        customerName: wireText(),
        code: wireText({ description: 'The code of the problem' }),
      }),
      { description: 'Up to 100 of the customers that were refused' },
    ),
  ),
  ...stampShape,
});

export const VerifyQuery = closedObject({
  c: wireText({ description: 'The code printed below the seal', longest: 255 }),
});

/** Whether a code is genuine, and the data to compare with the printed statement. */
export const StatementVerification = openObject({
  genuine: wireFlag(),
  name: given(wireText({ description: 'Number of the statement' })),
  businessOffice: given(wireText()),
  customerLabel: given(wireText({ description: 'Initials only' })),
  from: given(wireDate()),
  to: given(wireDate()),
  currency: given(wireText()),
  closingValue: given(wireDecimal()),
  versionNo: given(wireInteger()),
  state: given(state),
  outdatedDttm: given(wireInstant()),
  replacedByName: given(wireText()),
  sealedDttm: given(wireInstant()),
});
