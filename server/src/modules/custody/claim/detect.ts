// End-of-day step that opens market claims: short positions, excess tax withheld, and trades that
// settled on the wrong side of the record date.

import { addBusinessDays } from '../../../platform/calendar/business-calendar.js';
import {
  addDays,
  type BusinessDate,
  compareDates,
} from '../../../platform/calendar/business-date.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import { assetClassOf, isBond, type MarketRules, rulesOf } from '../../market/index.js';
import { settlementDate } from '../../order/index.js';
import type { EntitlingTerms, OptionTerms } from '../entitlement/amount-queries.js';
import { loadTerms } from '../entitlement/terms.js';
import { CUSTODY } from '../limits.js';
import { type CorporateActionRow, lockEvent } from '../record/queries.js';
import { amountsOf } from '../rule/amount.js';
import { type ClaimableTrade, type ClaimDirection, claimOf } from '../rule/claim.js';
import { followsFlags } from '../rule/kind.js';
import {
  cancelOutdated,
  type DetectedEvent,
  type OwedRow,
  selectDetected,
  selectOwed,
  selectTradesAround,
  type TradeRow,
} from './detect-queries.js';
import { type OpenedClaim, openClaims } from './opening.js';

/** The step that opens market claims. */
export const detectClaims: EndOfDayStep = { name: 'detect-claims', run: detectAll };

async function detectAll(
  context: Context,
  { closing, next }: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  let total = 0;
  for (const event of await selectDetected(context.db, next)) {
    const run = { context, event, reason: `end-of-day ${closing}`, date: next, progress };
    total += await detectOwed(run);
    total += await detectTrades(run);
  }
  return total;
}

interface DetectRun {
  readonly context: Context;
  readonly event: DetectedEvent;
  readonly reason: string;
  readonly date: BusinessDate;
  readonly progress?: StepProgress | undefined;
}

/** Runs work on the locked event in a separate transaction; undefined if the event is closed. */
function onEvent<Result>(
  { context, event: { id }, reason }: DetectRun,
  piece: (work: Work, event: CorporateActionRow) => Promise<Result>,
): Promise<Result | undefined> {
  return systemWork(context, reason, async (work) => {
    const event = await lockEvent(work.tx, id);
    if (event === undefined || event.progress === 'CLOSED') return undefined;
    return piece(work, event);
  });
}

/**
 * Cancels claims that no longer apply, and opens claims for debts under the entitlements in force
 * that existing claims do not cover. A second run therefore finds nothing.
 */
async function detectOwed(run: DetectRun): Promise<number> {
  const most = CUSTODY.claimsPerBatch;
  let total = 0;
  for (let round = 0; round < CUSTODY.batchesPerStepMax; round += 1) {
    const opened = await onEvent(run, async (work, event) => {
      const cancelled =
        round > 0
          ? 0
          : await cancelOutdated(work.tx, event.id, { by: work.principal.name, at: work.now });
      const rows = await selectOwed(work.tx, event.id, most);
      await openClaims(work, event, rows.map(owedClaim));
      await run.progress?.count(work.tx, rows.length + cancelled);
      total += rows.length + cancelled;
      return rows.length;
    });
    if (opened === undefined || opened < most) break;
  }
  return total;
}

const REASONS = {
  SHORT: 'The position was short on the ex-date.',
  TAX_RECLAIM: 'More tax was withheld than is due.',
} as const;

function owedClaim(row: OwedRow): OpenedClaim {
  const { owed_minor: owed, portfolio_id, customer_id, office_id, kind, currency } = row;
  return {
    ...{ portfolio_id, customer_id, office_id, kind, currency, quantity: row.quantity },
    direction: owed > 0n ? 'PAYABLE' : 'RECEIVABLE',
    amount_minor: owed > 0n ? owed : -owed,
    ...{ order_id: null, trade_date: null, registrar_file_id: null },
    ...{ entitlement_id: row.entitlement_id, reason: REASONS[kind], books: true },
  };
}

async function detectTrades(run: DetectRun): Promise<number> {
  let total = 0;
  let after: TradeKey | undefined;
  for (let round = 0; round < CUSTODY.batchesPerStepMax; round += 1) {
    const batch = await onEvent(run, (work, event) => detectBatch(work, event, { run, after }));
    if (batch === undefined) break;
    total += batch.opened;
    after = batch.last;
    if (after === undefined) break;
  }
  return total;
}

interface TradeKey {
  readonly orderId: bigint;
  readonly tradeDate: BusinessDate;
}

interface TradeBatch {
  readonly opened: number;
  /** The last trade of a full batch; undefined if the batch was not full. */
  readonly last: TradeKey | undefined;
}

async function detectBatch(
  work: Work,
  event: CorporateActionRow,
  { run, after }: { readonly run: DetectRun; readonly after: TradeKey | undefined },
): Promise<TradeBatch> {
  const nothing = { opened: 0, last: undefined };
  if (event.status !== 'CONFIRMED') return nothing;
  const rules = await rulesOf(work.tx, run.event.exchange_id);
  const { qualification_date: recordDate, ex_date: exDate } = event;
  const lastDay = addBusinessDays(recordDate, event.claim_days, rules.calendar);
  const isExpected = isClaimExpected(event);
  if (lastDay < run.date) return nothing;
  const terms = await loadTerms(work.tx, event);
  const option = terms.options.find(({ takesRest }) => takesRest);
  if (option === undefined) return nothing;
  const most = CUSTODY.claimsPerBatch;
  const first = compareDates(exDate, recordDate) < 0 ? exDate : recordDate;
  const rows = await selectTradesAround(
    work.tx,
    { id: event.id, securityId: event.security_id },
    {
      from: addDays(first, -CUSTODY.claimTradeDaysMax),
      until: run.date,
      most,
      after,
      flagged: !isExpected,
    },
  );
  const setting = { event, terms, option, rules, securityType: run.event.security_type };
  const claims = rows.flatMap((row) => tradeClaim(row, setting));
  await openClaims(work, event, claims);
  await run.progress?.count(work.tx, claims.length);
  const last = rows.length < most ? undefined : rows.at(-1);
  return {
    opened: claims.length,
    last: last && { orderId: last.order_id, tradeDate: last.trade_date },
  };
}

interface TradeSetting {
  readonly event: CorporateActionRow;
  readonly terms: EntitlingTerms;
  readonly option: OptionTerms;
  readonly rules: MarketRules;
  readonly securityType: string;
}

// Returns whether trades without a cum or ex flag can be on the wrong side of the record date.
function isClaimExpected(event: CorporateActionRow): boolean {
  return event.register_basis === 'SETTLED' || event.ex_date <= event.qualification_date;
}

// Returns one claim for a trade: the net amount of its flagged and unflagged parts.
function tradeClaim(row: TradeRow, setting: TradeSetting): OpenedClaim[] {
  const { option, event } = setting;
  const { quantity, cum_quantity: cum, ex_quantity: ex } = row;
  const isExpected = isClaimExpected(event);
  const parts = [
    partOf(row, setting, { quantity: cum, flag: 'CUM' }),
    partOf(row, setting, { quantity: ex, flag: 'EX' }),
    // If the register follows trade dates, unflagged trades are on the right side of the record
    // date.
    isExpected ? partOf(row, setting, { quantity: quantity - cum - ex, flag: undefined }) : NO_PART,
  ];
  const owed = parts.reduce((sum, part) => sum + part.owedMinor, 0n);
  if (owed === 0n) return [];
  const flags = [cum > 0n ? `, ${cum} cum` : '', ex > 0n ? `, ${ex} ex` : ''].join('');
  return [
    {
      ...{ portfolio_id: row.portfolio_id, customer_id: row.customer_id, office_id: row.office_id },
      ...{ kind: 'CUM_EX', direction: owed > 0n ? 'PAYABLE' : 'RECEIVABLE', quantity },
      ...{ amount_minor: owed > 0n ? owed : -owed, cum_quantity: cum, ex_quantity: ex },
      ...{ order_id: row.order_id, trade_date: row.trade_date, currency: option.currency },
      reason: `Traded on ${row.trade_date}${flags}, settled on ${row.settlement_date}.`,
      ...{ entitlement_id: null, registrar_file_id: null },
      books: parts.some((part) => part.books),
    },
  ];
}

/**
 * A part of a trade. The customer owes the amount, or receives it if it is negative. `books` is
 * true if settling the claim books the amount.
 */
interface TradePart {
  readonly owedMinor: bigint;
  readonly books: boolean;
}

const NO_PART: TradePart = { owedMinor: 0n, books: false };

function partOf(
  row: TradeRow,
  setting: TradeSetting,
  { quantity, flag }: { readonly quantity: bigint; readonly flag: ClaimableTrade['flag'] },
): TradePart {
  if (quantity === 0n) return NO_PART;
  const direction = claimOf(
    { ...comparedWith(row, setting), flag },
    { basis: setting.event.register_basis, isBond: isBond(setting.securityType) },
  );
  const amount = netOf(quantity, setting);
  if (direction === undefined || amount === 0n) return NO_PART;
  const books = isOwed(row, { direction, flag, terms: setting.terms });
  return { owedMinor: direction === 'PAYABLE' ? amount : -amount, books };
}

function comparedWith(row: TradeRow, setting: TradeSetting): Omit<ClaimableTrade, 'flag'> {
  const { event, rules, securityType } = setting;
  const { ex_date: exDate, qualification_date: recordDate } = event;
  const lags = rules.classes[assetClassOf(securityType)].SETTLEMENT_LAG;
  const due =
    row.stated_settlement_date === null
      ? row.settlement_date
      : settlementDate(row.trade_date, lags, rules.calendar);
  // A bond's register closes before the coupon date; a share's register closes at the end of the
  // record date.
  const isByRecord = (date: BusinessDate) =>
    isBond(securityType) ? date < exDate : date <= recordDate;
  return {
    side: row.side,
    isBeforeExDate: row.trade_date < exDate,
    isSettledByRecord: isByRecord(row.settlement_date),
    isDueByRecord: isByRecord(due),
  };
}

// The registrar pays the amount less the tax withheld from all holders.
function netOf(quantity: bigint, { option, terms }: TradeSetting): bigint {
  const holder = { payerClass: '', isExempt: false };
  const position = { quantity, costMinor: 0n };
  return amountsOf(option, position, { terms: terms.tax, holder }).netMinor;
}

// Income that the firm receives is paid through entitlements. If these already reflect the trade,
// the claim moves no money and only explains the registrar's payment.
function isOwed(
  row: TradeRow,
  {
    direction,
    flag,
    terms,
  }: {
    readonly direction: ClaimDirection;
    readonly flag: ClaimableTrade['flag'];
    readonly terms: EntitlingTerms;
  },
): boolean {
  if (row.income_route === 'DIRECT') return true;
  const { ex_date: exDate } = terms.event;
  const isBuyers = (row.side === 'BUY') === (direction === 'RECEIVABLE');
  const isByFlag = flag !== undefined && terms.basis === 'TRADED' && followsFlags(terms.event.kind);
  const isBooked = isByFlag
    ? flag === 'CUM'
    : (terms.basis === 'TRADED' ? row.trade_date : row.settlement_date) < exDate;
  return isBooked !== isBuyers;
}
