// The HTTP operations on fee schedules.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { orderProblems } from '../problems.js';
import { estimateCharges } from './estimate.js';
import { listFeeSchedules, proposeFeeSchedule, readFeeSchedule } from './schedule.js';
import {
  EstimateQuery,
  EstimateRecord,
  FeeScheduleParams,
  FeeScheduleProposal,
  FeeScheduleQuery,
  FeeScheduleRecord,
} from './schedule-schema.js';

const reading = { permission: 'order.fee-schedule.read' } as const;

export const feeScheduleRoutes: readonly Route[] = [
  list({
    ...reading,
    path: 'order/feeschedule/list',
    operation: 'listFeeSchedules',
    summary: 'Versions of fee schedules, newest first: all versions, or those in force on a date',
    paging: PAGE_BS,
    query: FeeScheduleQuery,
    reply: FeeScheduleRecord,
    run: (call, { query }) => listFeeSchedules(call, query, pageOf(query, PAGE_BS)),
  }),
  read({
    ...reading,
    path: 'order/feeschedule/id/{id}',
    operation: 'readFeeSchedule',
    summary: 'One version of a fee schedule',
    params: FeeScheduleParams,
    reply: FeeScheduleRecord,
    run: (call, { params }) => readFeeSchedule(call, params.id),
  }),
  read({
    ...reading,
    path: 'order/feeschedule/estimate',
    operation: 'estimateCharges',
    summary: 'Every charge of a trade under the schedule of its date, without an order',
    description: "A bond's accrued interest is not charged and is left out.",
    problems: [
      orderProblems.FEE_SCHEDULE_MISSING,
      commonProblems.UNKNOWN_REFERENCE,
      commonProblems.REFERENCE_MISMATCH,
    ],
    query: EstimateQuery,
    reply: EstimateRecord,
    run: (call, { query }) => estimateCharges(call, query),
  }),
  write({
    method: 'POST',
    path: 'order/feeschedule/propose',
    operation: 'proposeFeeSchedule',
    summary: 'Propose a fee schedule, or the next version of one',
    description:
      'Another person approves it with system/change/approve. It supersedes the earlier version ' +
      'on its validFrom; notes keep the version under which they were charged.',
    permission: 'order.fee-schedule.propose',
    problems: [
      orderProblems.FEE_SCHEDULE_REFUSED,
      orderProblems.FEE_SCHEDULE_OVERLAP,
      commonProblems.UNKNOWN_REFERENCE,
    ],
    body: FeeScheduleProposal,
    reply: changeReply,
    example: {
      name: 'NGX_EQUITY',
      label: 'Nigerian shares',
      currency: 'NGN',
      assetClasses: ['EQUITY'],
      validFrom: '2030-01-01',
      rules: [
        {
          code: 'COMMISSION',
          label: 'Brokerage commission',
          payee: 'FIRM',
          ledgerAccount: 'INC:COMM',
          base: 'CONSIDERATION',
          rate: 'PERCENT',
          percent: 1.25,
          min: 100,
          roundingMode: 'HALF_UP',
        },
        {
          code: 'VAT',
          payee: 'NRS',
          ledgerAccount: 'LIAB:VAT',
          base: 'EACH_LINE',
          baseCodes: ['COMMISSION'],
          rate: 'PERCENT',
          percent: 7.5,
          roundingMode: 'HALF_UP',
        },
      ],
      reason: 'New prices',
    },
    run: (work, { body: { reason, effectiveNote, ...schedule } }) =>
      proposeFeeSchedule(work, { schedule, reason, effectiveNote }),
  }),
];
