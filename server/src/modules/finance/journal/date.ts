// Checks the date of a manual journal, which must be in an open period and not after the business
// date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import type { ProblemKind } from '../../../platform/http/reply/problem.js';
import { type Closing, selectClosing } from '../period/queries.js';
import { financeProblems } from '../problems.js';

/** The dates that limit a journal's date. */
export interface DateSetting {
  readonly today: BusinessDate;
  readonly closing: Closing;
}

export async function dateSettingOf(on: Database | Tx): Promise<DateSetting> {
  const closing = await selectClosing(on);
  return { today: await currentBusinessDate(on), closing };
}

/** Returns why a journal cannot have a date. The database checks again at posting. */
export function dateError(
  date: BusinessDate,
  { today, closing }: DateSetting,
  adjusting: boolean,
): { readonly error: ProblemKind; readonly detail: string } | undefined {
  if (date > today) {
    const detail = `is after the business date ${today}`;
    return { error: financeProblems.JOURNAL_DATE_REFUSED, detail };
  }
  const closed = adjusting ? closing.hard : closing.soft;
  if (closed === null || date > closed) return undefined;
  return {
    error: financeProblems.PERIOD_CLOSED,
    detail: `is in a closed period: the books are closed up to and including ${closed}`,
  };
}
