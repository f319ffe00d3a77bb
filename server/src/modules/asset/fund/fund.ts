// Funds and holdings: lists, lookups by reference, dealing rules, and the age limit for values.

import { calendarOf as calendarWith } from '../../../platform/calendar/business-calendar.js';
import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { type Page, versioned } from '../../../platform/http/route.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { isCodeOf } from '../../../platform/reference-data/code.js';
import { calendarOf } from '../../market/index.js';
import type { DealingRule } from './dealing-day.js';
import { countHoldings, type HoldingFilter, selectShownHoldings } from './holding-queries.js';
import { countActiveFunds, type FundRow, selectActiveFunds, selectFund } from './queries.js';
import { fundHoldingRecord, fundRecord } from './record.js';
import { selectControlAccounts } from './settlement-queries.js';

/** Lists the active funds, ordered by id. */
export async function listActiveFunds(call: Call, page: PageRequest): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectActiveFunds(call.db, page), page);
  const accounts = await controlAccountsOf(call, rows);
  return {
    count: await countActiveFunds(call.db),
    result: rows.map((fund) => fundRecord(fund, accounts.get(fund.id))),
    nextAfter,
  };
}

/** Returns one fund, active or not, or refuses with DOCUMENT_NOT_FOUND. */
export async function readFund(call: Call, id: bigint): Promise<object> {
  const fund = await selectFund(call.db, { id });
  if (fund === undefined) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such fund' });
  }
  const accounts = await controlAccountsOf(call, [fund]);
  return versioned(fundRecord(fund, accounts.get(fund.id)), fund.version);
}

function controlAccountsOf({ db, principal }: Call, funds: readonly FundRow[]) {
  const ids = funds.map(({ id }) => id);
  return selectControlAccounts(db, ids, principal.offices);
}

/**
 * Lists one customer's units, if the caller can see the customer's office. Shows the units at the
 * end of a past date. For the business date, a later date or no date, shows the current units.
 */
export async function listFundHoldings(
  call: Call,
  filter: Omit<HoldingFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const today = await currentBusinessDate(call.db);
  const date = filter.date !== undefined && filter.date < today ? filter.date : undefined;
  const scoped = { ...filter, date, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectShownHoldings(call.db, scoped, page), page);
  return {
    count: await countHoldings(call.db, scoped),
    result: rows.map(fundHoldingRecord),
    nextAfter,
  };
}

/** The members that identify a fund in a request body. */
export interface FundReference {
  readonly fundId?: bigint | undefined;
  readonly fundName?: string | undefined;
}

/**
 * Finds the fund in a request body. Refusals name the member.
 * @param closedToo true to include funds that are closed permanently
 */
export async function fundNamed(
  on: Tx,
  named: FundReference,
  { closedToo = false } = {},
): Promise<FundRow> {
  const id = named.fundId === 0n ? undefined : named.fundId;
  const { fundName: name } = named;
  if (id === undefined && name === undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'fundName', 'or fundId is required');
  }
  const member = id === undefined ? 'fundName' : 'fundId';
  const fund = await selectFund(on, { id, code: name });
  if (fund === undefined || !(fund.active || closedToo)) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      member,
      'is not the code of an active fund',
    );
  }
  if (name !== undefined && !isCodeOf(fund, name)) {
    throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'fundName', 'does not match fundId');
  }
  return fund;
}

/** Returns the fund's dealing rule. */
export async function dealingRuleOf(on: Database | Tx, fund: FundRow): Promise<DealingRule> {
  const calendar =
    fund.exchange_id === null ? calendarWith([]) : await calendarOf(on, fund.exchange_id);
  return {
    cutOff: fund.cut_off,
    timeZone: fund.time_zone,
    weekdays: fund.dealing_weekdays,
    calendar,
  };
}

/** Returns whether a date's value is recent enough to deal orders on a business date. */
export function isFresh(
  fund: Pick<FundRow, 'nav_stale_days'>,
  valuationDate: BusinessDate,
  today: BusinessDate,
): boolean {
  return daysBetween(valuationDate, today) <= fund.nav_stale_days;
}

/** Returns the latest approved value if it is recent enough. Orders are estimated at this value. */
export function freshNav(fund: FundRow, today: BusinessDate): Decimal | undefined {
  if (fund.nav_per_unit === null || fund.nav_date === null) return undefined;
  return isFresh(fund, fund.nav_date, today) ? fund.nav_per_unit : undefined;
}
