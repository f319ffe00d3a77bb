// Exchange rates by date, changed under the four-eyes rule, and conversions that use them.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call, Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { counted } from '../../../platform/http/reply/counted.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { requireCurrency } from '../../../platform/http/request/currency.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { minorUnits } from '../../../platform/money/currency.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { fromDecimal, type Money, parseMinor, toDecimal } from '../../../platform/money/money.js';
import type { RoundingMode } from '../../../platform/money/rounding.js';
import { changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { financeProblems } from '../problems.js';
import { rateWarnings, refuseUnexplained } from './plausibility.js';
import {
  countRates,
  type RateDraft,
  type RateQuestion,
  type RateRow,
  selectLatestRate,
  selectRate,
  selectRates,
  storeRate,
} from './queries.js';
import {
  type ExchangeRateBody,
  type ExchangeRateProposal,
  type ExchangeRateQuery,
  exchangeRateBody,
  type LatestRateQuery,
} from './schema.js';

/** The rounding of a converted amount to its minor unit. */
const CONVERSION_ROUNDING: RoundingMode = 'HALF_UP';

/**
 * The kind of change for rates; the subject is the pair and the date, such as `USD/NGN 2026-11-02`.
 */
export const EXCHANGE_RATE_KIND = changeKind({
  name: 'exchange-rate',
  label: 'Exchange rate for a date',
  body: exchangeRateBody,
  present: async (on, subject) => {
    const row = await selectRate(on, subject);
    return row === undefined ? undefined : rateMembers(row);
  },
  check: async (work, { body, reason }) => {
    await refuseUnexplained(work, await draftFrom(work, body), reason);
  },
  apply: async (work, { body, version }) => {
    const draft = await draftFrom(work, body);
    const stamp = { version, by: work.principal.name, at: work.now };
    return { id: await storeRate(work.tx, draft, stamp), name: draft.name };
  },
});

/**
 * Proposes the rate for a pair and date, or a correction; a second person approves it. Warns about
 * an improbable rate, and refuses it if no reason is given.
 */
export async function proposeExchangeRate(
  work: Work,
  { reason, effectiveNote, ...body }: ExchangeRateProposal,
): Promise<Outcome> {
  const draft = await draftFrom(work, body);
  const { name: subject, base, quote } = draft;
  const outcome = await proposeChange(work, {
    kind: EXCHANGE_RATE_KIND,
    subject,
    body: { ...body, baseCurrency: base, quoteCurrency: quote },
    reason,
    effectiveNote,
  });
  const warnings = await rateWarnings(work, draft);
  if (warnings.length === 0) return outcome;
  return { ...outcome, extra: { ...outcome.extra, warnings } };
}

/** Lists the rates for all pairs and dates, in id order. */
export async function listExchangeRates(
  call: Call,
  query: ExchangeRateQuery,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = {
    ...query,
    baseCurrency: query.baseCurrency && requireCurrency(query.baseCurrency, 'baseCurrency'),
    quoteCurrency: query.quoteCurrency && requireCurrency(query.quoteCurrency, 'quoteCurrency'),
  };
  const { rows, nextAfter } = pageFrom(await selectRates(call.db, filter, page), page);
  const result = rows.map((row) => ({
    id: row.id,
    name: row.name,
    ...rateMembers(row),
    version: row.version_no,
    ...shownStamp(row),
  }));
  return { count: await countRates(call.db, filter), result, nextAfter };
}

/** Returns the latest rate between two currencies on or before a date, with a converted amount. */
export async function readLatestRate(call: Call, query: LatestRateQuery): Promise<object> {
  const from = requireCurrency(query.from, 'from');
  const to = requireCurrency(query.to, 'to');
  const minor = query.amount === undefined ? undefined : parseMinor(query.amount, from);
  if (query.amount !== undefined && minor === undefined) {
    const why = `${from} has ${counted(minorUnits(from) ?? 0, 'decimal')}`;
    throw refuseMember(commonProblems.TOO_MANY_DECIMALS, 'amount', why);
  }
  const date = query.d ?? (await currentBusinessDate(call.db));
  const row = await requireRate(call.db, { from, to, date });
  const converted =
    minor === undefined ? undefined : toDecimal(convertMoney({ minor, currency: from }, to, row));
  return {
    ...{ from, to, pair: pairOf(row), rate: row.rate, rateDate: row.rate_date },
    ...{ source: row.source, inverse: row.base_currency !== from, rounding: CONVERSION_ROUNDING },
    ...(converted === undefined ? {} : { amount: query.amount, converted }),
  };
}

/**
 * Returns the latest rate for a pair and date; refuses with EXCHANGE_RATE_MISSING if there is none.
 */
export async function requireRate(on: Database | Tx, question: RateQuestion): Promise<RateRow> {
  const row = await selectLatestRate(on, question);
  if (row !== undefined) return row;
  const { from, to, date, since } = question;
  const range = since === undefined ? `on or before ${date}` : `from ${since} to ${date}`;
  throw refusal(financeProblems.EXCHANGE_RATE_MISSING, {
    detail: `there is no rate between ${from} and ${to} ${range}`,
    args: [from, to, date],
  });
}

/** A rate as quoted: the price of one unit of the base currency. */
type QuotedRate = Pick<RateRow, 'base_currency' | 'rate'>;

/**
 * Converts an amount: multiplies it by the rate if its currency is the base, otherwise divides it.
 * Rounds once, at the end.
 */
export function convertMoney(money: Money, to: string, quoted: QuotedRate): Money {
  const amount = toDecimal(money);
  const exact =
    quoted.base_currency === money.currency
      ? amount.times(quoted.rate)
      : amount.dividedBy(quoted.rate);
  return fromDecimal(exact, to, CONVERSION_ROUNDING);
}

function pairOf(row: RateRow): string {
  return `${row.base_currency}/${row.quote_currency}`;
}

function rateMembers(row: RateRow) {
  return {
    baseCurrency: row.base_currency,
    quoteCurrency: row.quote_currency,
    rateDate: row.rate_date,
    rate: row.rate,
    source: row.source,
  };
}

async function draftFrom(work: Work, body: ExchangeRateBody): Promise<RateDraft> {
  const base = requireCurrency(body.baseCurrency, 'baseCurrency');
  const quote = requireCurrency(body.quoteCurrency, 'quoteCurrency');
  if (base === quote) throw refused('quoteCurrency', 'must differ from the base currency');
  refuseNothing(body.rate);
  const today = await currentBusinessDate(work.tx);
  if (body.rateDate > today) throw refused('rateDate', `is after the business date, ${today}`);
  const { rateDate: date, rate, source } = body;
  return { name: `${base}/${quote} ${date}`, base, quote, date, rate, source };
}

function refuseNothing(rate: Decimal): void {
  if (!rate.greaterThan(0)) throw refused('rate', 'must be greater than zero');
}

function refused(member: string, detail: string) {
  return refuseMember(financeProblems.EXCHANGE_RATE_REFUSED, member, detail);
}
