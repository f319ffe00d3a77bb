// Distributions of income. A second person approves them, and the end of day pays them out or
// reinvests them.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { financeProblems } from '../../finance/index.js';
import { assetProblems } from '../problems.js';
import { stampOf } from '../stamp.js';
import { nextDealingDay } from './dealing-day.js';
import { undecidedLock } from './decision.js';
import {
  countDistributions,
  type DistributionFilter,
  type DistributionRow,
  entitleHolders,
  insertDistribution,
  lockDistribution,
  selectDistribution,
  selectDistributions,
  selectUnpriced,
  storeDistribution,
} from './distribution-queries.js';
import { fundEvent } from './event.js';
import { dealingRuleOf, type FundReference, fundNamed } from './fund.js';
import { lockRegister } from './holding-queries.js';
import { FUND } from './limits.js';
import { selectFund, selectKnownDays } from './queries.js';

export interface FundDistributionRequest extends FundReference {
  readonly incomePerUnit: Decimal;
  readonly label?: string | undefined;
}

/** Proposes a distribution. It stays PENDING until another person approves it. */
export async function createFundDistribution(
  work: Work,
  request: FundDistributionRequest,
): Promise<Outcome> {
  const fund = await fundNamed(work.tx, request);
  const { incomePerUnit } = request;
  if (fund.income_policy !== 'DISTRIBUTE') {
    throw refuseMember(
      assetProblems.FUND_DISTRIBUTION_REFUSED,
      'fundName',
      `${fund.name} accumulates its income instead of distributing it`,
    );
  }
  if (!incomePerUnit.greaterThan(0)) {
    throw refuseMember(financeProblems.AMOUNT_NOT_POSITIVE, 'incomePerUnit', 'must be above zero');
  }
  if (incomePerUnit.greaterThan(fund.nav_per_unit ?? FUND.perUnitMax)) {
    throw refuseMember(
      assetProblems.FUND_DISTRIBUTION_REFUSED,
      'incomePerUnit',
      'must not exceed the value of a unit',
    );
  }
  if (incomePerUnit.decimalPlaces() > FUND.decimalsMax) {
    throw refuseMember(
      commonProblems.TOO_MANY_DECIMALS,
      'incomePerUnit',
      `must have at most ${FUND.decimalsMax} decimals`,
    );
  }
  const id = await work.context.ids.next(work.tx, 'fund_distribution_id');
  const built = `${fund.name} ${fund.currency} ${incomePerUnit.toFixed()} per unit`;
  await insertDistribution(
    work.tx,
    {
      name: codeOf(id),
      label: request.label || built,
      fund_id: fund.id,
      income_per_unit: incomePerUnit,
      creator_kind: work.principal.kind,
      creator_id: work.principal.id,
    },
    stampOf(work, id),
  );
  const outcome = await written(work, id, 'created');
  return { ...outcome, created: true, location: `order/fund/distribution/id/${id}` };
}

/**
 * Approves a distribution. Refuses its maker with OWN_WORK. The current holders become entitled,
 * each with the income option of the holding. The ex-date is a day whose value is not yet known;
 * values from that day on exclude the income. Refuses with FUND_DISTRIBUTION_WRONG_STATE while an
 * order waits for an earlier value: a redemption at that value would receive the income twice, and
 * a subscription would pay for income that it does not receive. The income is paid at the end of
 * the day.
 */
export async function approveFundDistribution(work: Work, id: bigint): Promise<Outcome> {
  const row = await lockUndecided(work, id);
  const recordDate = await currentBusinessDate(work.tx);
  const exDate = await exDateOf(work, row, recordDate);
  await refuseUnpriced(work, row, exDate);
  await lockRegister(work.tx, row.fund_id);
  await entitleHolders(work.tx, id, row.fund_id);
  const change = { status: 'APPROVED', recordDate, exDate, decided: true } as const;
  await storeDistribution(work.tx, stampOf(work, id), change);
  return written(work, id, 'approved');
}

async function exDateOf(work: Work, row: DistributionRow, today: BusinessDate) {
  const fund = present(await selectFund(work.tx, { id: row.fund_id }), 'the fund exists');
  const known = await selectKnownDays(work.tx, fund.id, today);
  return nextDealingDay(today, await dealingRuleOf(work.tx, fund), known);
}

async function refuseUnpriced(work: Work, row: DistributionRow, exDate: BusinessDate) {
  const { values, orders } = await selectUnpriced(work.tx, row.fund_id, exDate);
  const refused = (detail: string, reason: string) =>
    refusal(assetProblems.FUND_DISTRIBUTION_WRONG_STATE, { detail, args: [row.status, reason] });
  if (values > 0n) throw refused('a net asset value of the fund is awaiting approval', 'VALUE');
  if (orders > 0n) throw refused(`orders from before ${exDate} have not been dealt yet`, 'ORDERS');
}

/** Rejects a distribution. Refuses its maker with OWN_WORK. */
export async function rejectFundDistribution(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  await lockUndecided(work, id);
  const change = { status: 'REJECTED', decided: true, reason } as const;
  await storeDistribution(work.tx, stampOf(work, id), change);
  return written(work, id, 'rejected');
}

const lockUndecided = undecidedLock({
  noun: 'distribution',
  wrongState: assetProblems.FUND_DISTRIBUTION_WRONG_STATE,
  select: selectDistribution,
  lock: lockDistribution,
  isVisible: () => true,
});

function notFound() {
  return refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such distribution' });
}

async function written(
  work: Work,
  id: bigint,
  done: 'created' | 'approved' | 'rejected',
): Promise<Outcome> {
  const row = present(await selectDistribution(work.tx, id), 'the distribution was written');
  work.events.push(fundEvent(`fund-distribution.${done}`, row));
  return {
    msgCode: `FUND_DISTRIBUTION_${done.toUpperCase()}`,
    id,
    name: id < 0n ? '' : row.name,
    version: row.version,
    result: distributionRecord(row),
  };
}

function distributionRecord(row: DistributionRow): object {
  return {
    id: row.id,
    active: row.status !== 'REJECTED',
    name: row.id < 0n ? undefined : row.name,
    label: row.label,
    fundId: row.fund_id,
    fundName: row.fund_name,
    currency: row.currency,
    incomePerUnit: row.income_per_unit,
    status: row.status,
    recordDate: row.record_date ?? undefined,
    exDate: row.ex_date ?? undefined,
    holders: row.holders,
    holdersPaid: row.holders_paid,
    grossAmount: minorToDecimal(row.gross_minor, row.currency),
    taxAmount: minorToDecimal(row.tax_minor, row.currency),
    decidedBy: row.decided_by ?? undefined,
    decidedDttm: row.decided_at ?? undefined,
    decisionReason: row.decision_reason ?? undefined,
    ...shownStamp(row),
  };
}

/** Returns one distribution, or refuses with DOCUMENT_NOT_FOUND. */
export async function readFundDistribution(call: Call, id: bigint): Promise<object> {
  const row = await selectDistribution(call.db, id);
  if (row === undefined) throw notFound();
  return distributionRecord(row);
}

/** Lists distributions, newest first. */
export async function listFundDistributions(
  call: Call,
  filter: DistributionFilter,
  page: PageRequest,
): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectDistributions(call.db, filter, page), page);
  const count = await countDistributions(call.db, filter);
  return { count, result: rows.map(distributionRecord), nextAfter };
}
