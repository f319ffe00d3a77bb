// The date of a journal made by hand: up to the business date, in a period that is open to it.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import type { ProblemKind } from '../../../platform/http/reply/problem.js';
import { type Closing, selectClosing } from '../period/queries.js';
import { financeProblems } from '../problems.js';

/** What dates are judged against. */
export interface DateSetting {
  readonly today: BusinessDate;
  readonly closing: Closing;
}

export async function dateSettingOf(work: Work): Promise<DateSetting> {
  const closing = await selectClosing(work.tx);
  return { today: await currentBusinessDate(work.tx), closing };
}

/** Why a journal cannot have a date; the posting itself checks again, against the books. */
export function dateFault(
  date: BusinessDate,
  { today, closing }: DateSetting,
  adjusting: boolean,
): { readonly fault: ProblemKind; readonly detail: string } | undefined {
  if (date > today) {
    const detail = `is after the business date ${today}`;
    return { fault: financeProblems.JOURNAL_DATE_REFUSED, detail };
  }
  const closed = adjusting ? closing.hard : closing.soft;
  if (closed === null || date > closed) return undefined;
  return { fault: financeProblems.PERIOD_CLOSED, detail: `the books are closed until ${closed}` };
}
