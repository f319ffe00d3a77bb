// Detects rates that are probably wrong: rates that contradict the opposite rate for the same day,
// and rates that differ greatly from the last one. They need a reason.

import type { Work } from '../../../platform/context.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { financeProblems } from '../problems.js';
import { type RateDraft, type RateRow, selectLastRateBefore, selectRate } from './queries.js';

/** The reason why a rate is improbable, as returned by the API. */
interface RateWarning {
  readonly code: 'OPPOSITE_RATE_CONTRADICTS' | 'RATE_MOVED';
  readonly pointer: '/rate';
  readonly detail: string;
}

/** Returns why a rate is improbable under the current settings. */
export async function rateWarnings(work: Work, draft: RateDraft): Promise<RateWarning[]> {
  const { base, quote, date } = draft;
  const opposite = await selectRate(work.tx, `${quote}/${base} ${date}`);
  const last = await selectLastRateBefore(work.tx, draft);
  return [
    ...(opposite === undefined ? [] : contradiction(work, draft, opposite)),
    ...(last === undefined ? [] : move(work, draft, last)),
  ];
}

/** Refuses a rate that has warnings but no reason, with EXCHANGE_RATE_REFUSED. */
export async function refuseUnexplained(
  work: Work,
  draft: RateDraft,
  reason: string | undefined,
): Promise<void> {
  if (reason !== undefined && reason.trim() !== '') return;
  const found = await rateWarnings(work, draft);
  if (found.length === 0) return;
  const why = found.map(({ detail }) => detail).join('; ');
  throw refuseMember(financeProblems.EXCHANGE_RATE_REFUSED, 'reason', `is required: ${why}`);
}

function contradiction({ context }: Work, draft: RateDraft, opposite: RateRow): RateWarning[] {
  const percent = context.config.exchangeRateSpreadMaxPercent;
  const most = new Decimal(percent).dividedBy(100).plus(1);
  if (factorBetween(draft.rate, inverseOf(opposite.rate)).lessThanOrEqualTo(most)) return [];
  const detail =
    `${opposite.name} is ${opposite.rate.toFixed()}, which is ` +
    `${shown(inverseOf(opposite.rate))} in this direction: more than ${percent}% away`;
  return [{ code: 'OPPOSITE_RATE_CONTRADICTS', pointer: '/rate', detail }];
}

function move({ context }: Work, draft: RateDraft, last: RateRow): RateWarning[] {
  const most = context.config.exchangeRateMoveMaxFactor;
  const before = last.base_currency === draft.base ? last.rate : inverseOf(last.rate);
  if (factorBetween(draft.rate, before).lessThanOrEqualTo(most)) return [];
  const detail =
    `the last rate was ${shown(before)} on ${last.rate_date}: ` +
    `this rate differs from it by more than a factor of ${most}`;
  return [{ code: 'RATE_MOVED', pointer: '/rate', detail }];
}

function inverseOf(rate: Decimal): Decimal {
  return new Decimal(1).dividedBy(rate);
}

/** Returns the larger rate divided by the smaller one. */
function factorBetween(one: Decimal, other: Decimal): Decimal {
  return Decimal.max(one, other).dividedBy(Decimal.min(one, other));
}

function shown(rate: Decimal): string {
  return rate.toSignificantDigits(8).toFixed();
}
