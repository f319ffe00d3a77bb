// The return of a customer or a portfolio over a range of dates, with its values and flows.

import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { requireActiveBenchmark } from '../../market/index.js';
import { onKnownSnapshot } from '../valuation/valuation.js';
import { benchmarkReturn } from './benchmark.js';
import { householdSubject } from './household.js';
import type { ReturnPart } from './part.js';
import type { FeeBasis, ReturnMethod } from './rate.js';
import { returnRecord } from './record.js';
import {
  customerSubject,
  portfolioSubject,
  type ReturnSubject,
  type SubjectRequest,
} from './subject.js';

/** The dates of a return, and the options for computing it. */
interface ReturnRequest extends SubjectRequest {
  readonly fees?: FeeBasis | undefined;
  readonly method?: ReturnMethod | undefined;
  readonly by?: ReturnPart | undefined;
  /** The code of a benchmark to compare the return with. */
  readonly benchmark?: string | undefined;
}

/** Returns the growth of a customer's wealth. The default currency is the office's. */
export function returnOfCustomer(call: Call, id: bigint, request: ReturnRequest): Promise<object> {
  return onKnownSnapshot(call, request, async (tx, knownAt) =>
    replyOf(tx, await customerSubject({ call, tx, knownAt }, id, request), request),
  );
}

/** Returns the growth of a household's wealth. The currency is that of its first member. */
export function returnOfHousehold(call: Call, id: bigint, request: ReturnRequest): Promise<object> {
  return onKnownSnapshot(call, request, async (tx, knownAt) =>
    replyOf(tx, await householdSubject({ call, tx, knownAt }, id, request), request),
  );
}

/** Returns the growth of a portfolio, without cash. The default currency is the portfolio's. */
export function returnOfPortfolio(call: Call, id: bigint, request: ReturnRequest): Promise<object> {
  return onKnownSnapshot(call, request, async (tx, knownAt) =>
    replyOf(tx, await portfolioSubject({ call, tx, knownAt }, id, request), request),
  );
}

async function replyOf(tx: Tx, subject: ReturnSubject, request: ReturnRequest): Promise<object> {
  const { header, span, currency, days } = subject;
  const { fees = 'ALL', method = 'DAILY', by, benchmark: code, asOf } = request;
  const benchmark =
    code === undefined
      ? undefined
      : await benchmarkReturn(tx, await requireActiveBenchmark(tx, code), subject);
  const terms = { fees, method, currency };
  return { ...header, asOf, ...returnRecord({ span, days, terms, by, benchmark }) };
}
