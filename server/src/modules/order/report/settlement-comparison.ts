// Compares the settlement date that an exchange gives for a fill with the calendar and with the
// other fills of the trade date.

import type { Work } from '../../../platform/context.js';
import { rulesOf } from '../../market/index.js';
import { settledFills } from '../note/note.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import { changedDays } from '../rule/execution-sum.js';
import { settlementOf } from '../rule/settlement-date.js';
import type { Change } from './change.js';
import { executionIn } from './reading.js';
import type { UnmatchedReason } from './unmatched-reason.js';

/**
 * Returns SETTLEMENT_DATE_DIFFERS if a booked fill settles on a different date than its note;
 * otherwise returns an empty result.
 */
export async function settlementContradiction(
  work: Work,
  { order, before, after }: Change,
  report: ExchangeReport,
): Promise<UnmatchedReason[]> {
  const fill = executionIn(report);
  const date = fill?.settlementDate;
  if (date === undefined || fill?.kind === 'CANCEL') return [];
  const changed = changedDays(before.executions, after.executions);
  const day = changed.find(({ stated }) => stated.has(date));
  if (day === undefined) return [];
  const rules = await rulesOf(work.tx, order.exchange_id);
  const isAgreed =
    day.stated.size === 1 && settlementOf(settledFills(order, day), rules).date === date;
  return isAgreed ? [] : ['SETTLEMENT_DATE_DIFFERS'];
}
