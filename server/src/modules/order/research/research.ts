// Reads the overview of a security, and its bars for a chart.

import { addDays, addMonths, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call } from '../../../platform/context.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { Decimal } from '../../../platform/money/decimal.js';
import {
  adjustBars,
  type Bar,
  type BarAdjustment,
  barsBetween,
  findSecurity,
  requireExchange,
  type Security,
  selectAdjustments,
} from '../../market/index.js';
import { ORDER } from '../limits.js';
import {
  accrualOn,
  accruedPer100,
  type CouponTerms,
  couponPeriod,
} from '../rule/accrued-interest.js';
import { tradeValue } from '../rule/price-rule.js';
import { readChartFields, toChartRows } from './column.js';

/** The requested symbol, and optionally its exchange. */
interface SymbolRequest {
  readonly x?: string | undefined;
  readonly s: string;
}

async function securityOf(call: Call, requested: SymbolRequest): Promise<Security> {
  const exchange =
    requested.x === undefined ? undefined : await requireExchange(call.db, requested.x, 'x');
  const security = await findSecurity(call.db, { name: requested.s.trim().toUpperCase() });
  const elsewhere = exchange !== undefined && exchange.id !== security?.exchangeId;
  if (security === undefined || elsewhere) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return security;
}

/**
 * Returns an overview of a security: its terms, the day's price, the range over a year, the average
 * volume of thirty sessions, and the change over a week, a month, a quarter and a year.
 */
export async function securityOverview(call: Call, requested: SymbolRequest): Promise<object> {
  const security = await securityOf(call, requested);
  const today = await currentBusinessDate(call.db);
  const from = addDays(addMonths(today, -12), -ORDER.chartSlackDays);
  const most = ORDER.chartBarsMax;
  const raw = await barsBetween(call.db, security.id, { from, to: today, most });
  const bars = adjustBars(raw, await selectAdjustments(call.db, security.id, from), 'SPLIT');
  return {
    id: security.id,
    name: security.name,
    label: security.label,
    companyName: security.label,
    symbol: security.name,
    exchange: security.exchangeName,
    exchangeLabel: security.exchangeLabel,
    securityType: security.securityType,
    sector: security.sector ?? undefined,
    isin: security.isin ?? undefined,
    currency: security.currency,
    status: security.status,
    lotSize: security.lotSize,
    sharesOutstanding: security.sharesOutstanding ?? undefined,
    issuedShares: security.sharesOutstanding ?? undefined,
    // Price feeds contain neither the order book nor individual trades.
    bidLevels: [],
    offerLevels: [],
    trades: [],
    ...dayMembers(security),
    ...yearMembers(bars, today),
    ...changeMembers(security, bars, today),
    ...bondMembers(security, today),
  };
}

function dayMembers(security: Security): object {
  const { last, previousClose, sharesOutstanding, volume } = security;
  if (last === null || previousClose === null) return {};
  const percentChange = percentOf(last, previousClose);
  const value = volume === null ? undefined : tradeValue(last, volume, security).toDecimalPlaces(2);
  const marketCap = sharesOutstanding === null ? undefined : last.times(String(sharesOutstanding));
  const priceDate = security.priceDate ?? undefined;
  return {
    lastPrice: last,
    lastTradePrice: last,
    previousClose,
    refPrice: previousClose,
    priceChange: last.minus(previousClose),
    percentChange,
    priceChangeP: percentChange,
    openPrice: security.open ?? undefined,
    highPrice: security.high ?? undefined,
    lowPrice: security.low ?? undefined,
    volume: volume ?? undefined,
    volumeTraded: volume ?? undefined,
    value,
    valueTraded: value,
    marketCapitalisation: marketCap,
    marketCap,
    priceDate,
    tradeDate: priceDate,
    pricedDttm: security.pricedAt ?? undefined,
  };
}

function yearMembers(bars: readonly Bar[], today: BusinessDate): object {
  const year = bars.filter(({ date }) => date >= addMonths(today, -12));
  if (year.length === 0) return {};
  const sessions = year.filter(({ date }) => date < today).slice(-ORDER.averageVolumeSessions);
  const volume = sessions.reduce((sum, bar) => sum + bar.volume, 0n);
  const yearHigh = Decimal.max(...year.map(({ high }) => high));
  const yearLow = Decimal.min(...year.map(({ low }) => low));
  return {
    yearHigh,
    y52WeekHigh: yearHigh,
    yearLow,
    y52WeekLow: yearLow,
    ...(sessions.length === 0 ? {} : { averageVolume: volume / BigInt(sessions.length) }),
  };
}

// The change relative to the close in force on that date; absent if there was none yet.
function changeMembers(security: Security, bars: readonly Bar[], today: BusinessDate): object {
  const { last } = security;
  const since = (date: BusinessDate) => {
    const close = bars.findLast((bar) => bar.date <= date)?.close;
    return close === undefined || last === null ? undefined : percentOf(last, close);
  };
  return {
    percentWeek: since(addDays(today, -7)),
    percentMonth: since(addMonths(today, -1)),
    percentQuarter: since(addMonths(today, -3)),
    percentYear: since(addMonths(today, -12)),
  };
}

function bondMembers(security: Security, today: BusinessDate): object {
  const { couponRate, couponsPerYear, dayCount, maturityDate, issueDate, last } = security;
  if (couponRate === null || couponsPerYear === null) return {};
  if (dayCount === null || maturityDate === null) return {};
  const terms: CouponTerms = { couponRate, couponsPerYear, dayCount, maturityDate, issueDate };
  const accrued = accruedPer100(accrualOn(terms, today)).toDecimalPlaces(6, Decimal.ROUND_HALF_UP);
  const period = couponPeriod(terms, today);
  return {
    faceValue: security.faceValue ?? undefined,
    couponRate,
    couponsPerYear,
    dayCount,
    issueDate: issueDate ?? undefined,
    maturityDate,
    previousCouponDate: period?.start,
    nextCouponDate: period?.end,
    accruedCoupon: accrued,
    ...(last === null ? {} : { cleanPrice: last, dirtyPrice: last.plus(accrued) }),
  };
}

function percentOf(price: Decimal, before: Decimal): Decimal {
  const change = price.minus(before).times(100).dividedBy(before);
  return change.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}

/**
 * The requested chart: a symbol, and either dates or columns and the first date. The default is the
 * year up to the business date.
 */
interface ChartRequest extends SymbolRequest {
  readonly f?: string | undefined;
  readonly t?: BusinessDate | undefined;
  readonly adjust?: BarAdjustment | undefined;
}

/**
 * Returns the bars of a security over a range of dates, or only the latest if there are too many.
 * By default they are adjusted for later changes in the number of units, such as splits. If the
 * request names columns, each bar is an array of their values.
 */
export async function chartData(call: Call, requested: ChartRequest): Promise<object> {
  const { columns, ...range } = await chartRange(call, requested);
  const security = await securityOf(call, requested);
  const most = ORDER.chartBarsMax;
  const adjust = requested.adjust ?? 'SPLIT';
  const raw = await barsBetween(call.db, security.id, { ...range, most });
  const adjustments = await selectAdjustments(call.db, security.id, range.from);
  const bars = adjustBars(raw, adjustments, adjust);
  return {
    symbol: security.name,
    label: security.label,
    exchange: security.exchangeName,
    currency: security.currency,
    adjust,
    ...range,
    count: bars.length,
    result: columns === undefined ? bars : toChartRows(bars, columns, security),
  };
}

// If `f` contains columns, `t` is the first date. Clients of the original API do not send a last
// date.
async function chartRange(call: Call, { f, t }: ChartRequest) {
  const { columns, from: first } = readChartFields(f);
  if (columns !== undefined) {
    const today = await currentBusinessDate(call.db);
    const from = t ?? addMonths(today, -12);
    // The caller's date may be after the business date. The chart is then empty.
    const isAhead = from > today;
    return { columns, from, to: isAhead ? from : today };
  }
  const to = t ?? (await currentBusinessDate(call.db));
  if (to < ORDER.earliestDate) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 't', `is before ${ORDER.earliestDate}`);
  }
  const from = first ?? addMonths(to, -12);
  if (from > to) throw refuseMember(commonProblems.INVALID_REQUEST, 'f', 'is after the last date');
  return { from, to };
}
