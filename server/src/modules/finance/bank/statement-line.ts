// A line in a bank's file, and the refusal of a file because of one row.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { type Problem, refusal } from '../../../platform/http/reply/problem.js';
import { financeProblems } from '../problems.js';

/** A line as sent by the bank. Credits are positive. */
export interface StatementLine {
  readonly lineNo: number;
  readonly bookedOn: BusinessDate;
  readonly amountMinor: bigint;
  readonly reference: string | null;
  readonly description: string | null;
}

/** Refuses a whole file, sent as a body member, because of one row. */
export function refusedRow(member: 'mt940' | 'camt053', row: number, detail: string): Problem {
  return refusal(financeProblems.BANK_STATEMENT_REFUSED, {
    detail: `row ${row}: ${detail}; nothing was imported`,
    args: [member],
    errors: [{ pointer: `/${member}/${row}`, code: 'BANK_STATEMENT_REFUSED', detail }],
  });
}
