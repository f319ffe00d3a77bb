// The contribution of each line or class to the return of a customer or portfolio.

import type { Call } from '../../../platform/context.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { ReturnLine } from '../return/line.js';
import { type LineGain, NO_GAIN, netOf, sumOf } from '../return/line-gain.js';
import { type Unavailable, unavailable } from '../return/outcome.js';
import { returnDay } from '../return/rate.js';
import {
  customerSubject,
  portfolioSubject,
  type ReturnSubject,
  type SubjectRequest,
} from '../return/subject.js';
import { stepsOf } from '../return/time-weighted.js';
import { onKnownSnapshot } from '../valuation/valuation.js';
import { type ContributionDay, type Linked, linkContributions, type Parts } from './link.js';
import { contributionRecord, type Share } from './record.js';

/** Whether contributions are listed by line or by class. */
export const CONTRIBUTION_PARTS = ['LINE', 'CLASS'] as const;

interface ContributionRequest extends SubjectRequest {
  readonly by?: (typeof CONTRIBUTION_PARTS)[number] | undefined;
}

/** Returns the contributions to a customer's return. The default currency is the office's. */
export function contributionOfCustomer(
  call: Call,
  id: bigint,
  request: ContributionRequest,
): Promise<object> {
  return onKnownSnapshot(call, request, async (tx, knownAt) =>
    replyOf(await customerSubject({ call, tx, knownAt }, id, request), request),
  );
}

/** Returns the contributions to a portfolio's return, in the portfolio's currency. */
export function contributionOfPortfolio(
  call: Call,
  id: bigint,
  request: ContributionRequest,
): Promise<object> {
  return onKnownSnapshot(call, request, async (tx, knownAt) =>
    replyOf(await portfolioSubject({ call, tx, knownAt }, id, request), request),
  );
}

function replyOf(subject: ReturnSubject, { by = 'LINE', asOf }: ContributionRequest): object {
  const { header, span, currency, days } = subject;
  const keyOf = ({ line }: LineGain) => (by === 'CLASS' ? line.class : line.key);
  const outcome = contributionsOf({ isTooEarly: span.isTooEarly, currency, days }, keyOf);
  const gains = days.slice(1).flatMap((day) => day.gains ?? []);
  const lines = new Map<string, ReturnLine>(gains.map((gain) => [keyOf(gain), gain.line]));
  const shares = [...lines].map(([key, line]): Share => {
    const own = gains.filter((gain) => keyOf(gain) === key);
    const parts = outcome.status === 'AVAILABLE' ? outcome.lines.get(key) : undefined;
    return { line, gain: sumOf(own), parts };
  });
  const isAny = ({ gain }: Share) => Object.values(gain).some((minor) => minor !== 0n);
  const shown = shares.filter(isAny).sort((a, b) => compareGains(b, a));
  return {
    ...header,
    openingDate: span.opening,
    endDate: span.end,
    asOf,
    currency,
    ...contributionRecord({ outcome, shares: shown, by, currency }),
  };
}

function compareGains(one: Share, other: Share): number {
  const difference = netOf(one.gain) - netOf(other.gain);
  if (difference === 0n) return one.line.key < other.line.key ? -1 : 1;
  return difference < 0n ? -1 : 1;
}

/** The days of a return, starting with the opening date. */
type ContributionSpan = Pick<ReturnSubject, 'currency' | 'days'> &
  Pick<ReturnSubject['span'], 'isTooEarly'>;

/** Returns the contribution of each line, or group of lines, or the reason why there is none. */
export function contributionsOf(
  { isTooEarly, currency, days }: ContributionSpan,
  keyOf: (gain: LineGain) => string,
): Linked<string> | Unavailable {
  if (isTooEarly) return unavailable('HISTORY_TOO_SHORT');
  const terms = { fees: 'ALL', method: 'DAILY', currency } as const;
  const returns = days.map((day) => returnDay(day, terms));
  const steps = stepsOf(returns);
  if ('status' in steps) return steps;
  const byDate = new Map(days.map(({ date, gains = [] }) => [date, gains]));
  const invested = steps.filter(({ kind }) => kind === 'INVESTED');
  if (invested.length === 0) return unavailable('NO_CAPITAL');
  return linkContributions(
    invested.map(({ date, factor, capital }): ContributionDay<string> => {
      const gains = byDate.get(date) ?? [];
      return { date, factor, capital, gains: gains.map((gain) => [keyOf(gain), partsOf(gain)]) };
    }),
  );

  function partsOf(gain: LineGain): Parts {
    const { incomeMinor, priceMinor, currencyMinor } = gain;
    const kept = { ...NO_GAIN, incomeMinor, priceMinor, currencyMinor };
    return {
      income: minorToDecimal(incomeMinor, currency),
      price: minorToDecimal(priceMinor, currency),
      currency: minorToDecimal(currencyMinor, currency),
      costs: minorToDecimal(netOf(kept) - netOf(gain), currency),
    };
  }
}
