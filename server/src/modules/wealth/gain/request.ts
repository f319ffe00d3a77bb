// The parameters of a gains report, with checks of the dates.

import {
  type BusinessDate,
  dateOf,
  daysBetween,
  yearOf,
} from '../../../platform/calendar/business-date.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { orderProblems } from '../../order/index.js';
import { WEALTH } from '../limits.js';
import { refuseDates } from '../return/span.js';
import { COST_METHODS, type CostMethod } from './disposal.js';
import type { DateRange } from './queries.js';

/** The methods. BOTH shows the gains under FIFO and at average cost. */
export const SHOWN_METHODS = [...COST_METHODS, 'BOTH'] as const;

/** The method or methods that a report shows. */
export type ShownMethod = (typeof SHOWN_METHODS)[number];

/** The parameters of a report. */
export interface GainRequest {
  readonly sd?: BusinessDate | undefined;
  readonly ed?: BusinessDate | undefined;
  readonly method?: ShownMethod | undefined;
  /** Whether positions closed in the range are listed; default: true. */
  readonly closed?: boolean | undefined;
  /** Whether the charges of a sale are deducted from the unrealised gain; default: false. */
  readonly netOfSaleCharges?: boolean | undefined;
}

/** Returns the dates of a report; by default from 1 January to the business date. */
export function gainRange({ sd, ed }: GainRequest, today: BusinessDate): DateRange {
  refuseDates({ sd, ed }, { today });
  const to = ed ?? today;
  const from = sd ?? dateOf(yearOf(to), 1, 1);
  if (daysBetween(from, to) < WEALTH.gainDaysMax) return { from, to };
  throw refuseMember(
    orderProblems.DATE_RANGE_TOO_LONG,
    'sd',
    `is more than ${WEALTH.gainDaysMax} days before the end`,
  );
}

/** Returns the cost method that a report shows. */
export function mainMethod(shown: ShownMethod): CostMethod {
  return shown === 'FIFO' ? 'FIFO' : 'AVERAGE';
}
