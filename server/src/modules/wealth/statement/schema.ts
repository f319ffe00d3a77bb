// Wire shapes of wealth statements.

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
  sd: wireDate({
    description: 'First date; the opening is the close of the previous business day',
  }),
  ed: wireDate({ description: 'Last date' }),
  cu: given(wireText({ description: "Currency; default: the office's", longest: 3 })),
};

const state = wireChoice(STATEMENT_STATES, {
  description:
    'ISSUED: the statement is in force. OUTDATED: a later record changes it materially. ' +
    'REPLACED: there is a later version.',
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
      description: 'Ids of individual customers',
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
  c: naming('customer', given(wireId({ description: 'Filter by customer' }))),
  run: naming(
    'run of statements',
    given(wireId({ description: 'Filter by the run that issued the statements' })),
  ),
  state: given(wireChoice(STATEMENT_STATES, { description: 'Filter by state' })),
  sd: given(wireDate({ description: 'First end date of the statements' })),
  ed: given(wireDate({ description: 'Last end date of the statements' })),
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
  versionNo: wireInteger({
    description: 'Version number; 1 for the first statement of the period',
  }),
  state,
  closingValue: wireDecimal({ description: 'The sum of the positions with a value' }),
  returnPercent: given(
    wireDecimal({ description: 'Time-weighted return; absent if there is none' }),
  ),
  outdatedDttm: given(
    wireInstant({ description: 'Time at which a difference in the figures was found' }),
  ),
  outdatedClosingValue: given(wireDecimal({ description: 'The closing value at that time' })),
  outdatedReturnPercent: given(wireDecimal({ description: 'The return at that time' })),
  replacesId: given(wireId()),
  replacesName: given(wireText({ description: 'The statement that this one replaces' })),
  replacedById: given(wireId()),
  replacedByName: given(wireText({ description: 'The statement that replaces this one' })),
  runId: given(wireId({ description: 'The run that issued the statement' })),
  ...stampShape,
};

/** A statement without its document. */
export const StatementRecord = openObject(statement);

const gain = {
  class: wireText({ description: 'Class of the position' }),
  name: wireText({ description: 'Code of the security, fund or instrument' }),
  label: wireText(),
  portfolioName: given(wireText({ description: 'The portfolio; absent outside portfolios' })),
  currency: wireText({ description: 'Currency of all amounts of the position' }),
  quantity: wireText({ description: 'Number of units; negative if sold short' }),
  cost: given(wireDecimal({ description: 'Average cost of the units; absent if unknown' })),
  gain: given(wireDecimal({ description: 'Gain at average cost, after all charges' })),
  fifoCost: given(wireDecimal({ description: 'Cost of the oldest units' })),
  fifoGain: given(wireDecimal({ description: 'Gain under FIFO' })),
};

/** A statement with the gains in its document. */
export const StatementDetail = openObject({
  ...statement,
  gains: given(
    openObject({
      totals: Type.Array(
        openObject({
          currency: wireText(),
          realised: wireDecimal({ description: 'Gains realised in the period, at average cost' }),
          fifoRealised: wireDecimal({ description: 'Gains realised in the period, under FIFO' }),
          unrealised: wireDecimal({
            description: 'Unrealised gains at the end of the period, at average cost',
          }),
          fifoUnrealised: wireDecimal({
            description: 'Unrealised gains at the end of the period, under FIFO',
          }),
          unknown: wireInteger({
            description:
              'Number of disposals and positions with unknown cost or value, which no sum includes',
          }),
        }),
        { description: 'Sums of the known gains in each currency' },
      ),
      realised: Type.Array(
        openObject({
          date: wireDate({ description: 'Trade date' }),
          kind: wireChoice(DISPOSAL_KINDS, { description: 'Kind of disposal' }),
          proceeds: wireDecimal({ description: 'Proceeds before charges' }),
          charges: wireDecimal({ description: 'Charges on the sale' }),
          netProceeds: wireDecimal({ description: '`proceeds` − `charges`' }),
          ...gain,
        }),
        { description: 'The disposals of the period' },
      ),
      unrealised: Type.Array(
        openObject({
          value: given(wireDecimal({ description: 'Value without accrued interest' })),
          ...gain,
        }),
        { description: 'Securities and fund units at the end of the period' },
      ),
    }),
  ),
});

const counts = {
  customers: wireInteger({ description: 'Number of customers when the run began' }),
  done: wireInteger({ description: 'Number of customers processed' }),
  issued: wireInteger({ description: 'Number of statements issued' }),
  unchanged: wireInteger({
    description: 'Number of customers whose statement already had the same figures',
  }),
  empty: wireInteger({ description: 'Number of customers who never had assets' }),
  refused: wireInteger({
    description: 'Number of customers for whom no statement could be issued',
  }),
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
      { description: 'Up to 100 of the customers for whom no statement could be issued' },
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
  customerLabel: given(wireText({ description: 'Only the initials of the customer’s name' })),
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
