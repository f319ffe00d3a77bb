// Proposes and stores versions of a fund's reference data, with four-eyes approval.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { parseMinor } from '../../../platform/money/money.js';
import { changeKind, type ProposedRecord } from '../../../platform/reference-data/change-kind.js';
import { aliasesOf, type NewlyCoded } from '../../../platform/reference-data/code.js';
import { proposeChange, recordFirstVersion } from '../../change/index.js';
import { exchangeById, requireExchange, withExchangeCode } from '../../market/index.js';
import type { ChangeReason } from '../paper/type-change.js';
import { checkFundTerms } from './check.js';
import { FUND } from './limits.js';
import { type FundColumns, selectFundNamed, storeFund } from './queries.js';
import { fundBody } from './record.js';
import { FundTermsBody, type FundTermsProposal } from './terms-schema.js';

/** Defines changes to funds. The subject of each change is the fund's code. */
export const FUND_KIND = changeKind({
  name: 'fund',
  label: 'Fund',
  body: FundTermsBody,
  present: async (on, name) => {
    const fund = await selectFundNamed(on, name);
    return fund === undefined ? undefined : fundBody(fund);
  },
  check: (work, { body }) => checkFundTerms(work, body),
  apply: applyFund,
});

/** Proposes a new fund or the next version of an existing one. A second person approves it. */
export async function proposeFund(
  work: Work,
  { reason, effectiveNote, ...body }: FundTermsProposal & ChangeReason,
): Promise<Outcome> {
  const coded = await withExchangeCode(work.tx, body);
  return proposeChange(work, {
    kind: FUND_KIND,
    subject: body.name,
    body: { ...coded, aliases: aliasesOf(body.aliases) },
    reason,
    effectiveNote,
  });
}

type DecimalColumn =
  | 'bid_spread'
  | 'offer_spread'
  | 'entry_fee'
  | 'fee_vat_percent'
  | 'early_redemption_percent'
  | 'minimum_holding_units'
  | 'price_margin';

/** A fund to add. Percentages and units are strings; amounts are in minor units of its currency. */
export type NewFund = NewlyCoded<Omit<FundColumns, DecimalColumn>> & {
  readonly [Column in DecimalColumn]: string;
};

/** Adds a fund as version 1 with an empty unit register, and returns its id. */
export async function addFund(work: Work, fund: NewFund): Promise<bigint> {
  const decimal = (column: DecimalColumn) => new Decimal(fund[column]);
  const exchange =
    fund.exchange_id === null ? undefined : await exchangeById(work.tx, fund.exchange_id);
  const body = fundBody({
    ...fund,
    aliases: fund.aliases ?? [],
    bid_spread: decimal('bid_spread'),
    offer_spread: decimal('offer_spread'),
    entry_fee: decimal('entry_fee'),
    fee_vat_percent: decimal('fee_vat_percent'),
    early_redemption_percent: decimal('early_redemption_percent'),
    minimum_holding_units: decimal('minimum_holding_units'),
    price_margin: decimal('price_margin'),
    exchange_name: exchange?.name ?? null,
  });
  await recordFirstVersion(work, FUND_KIND, { subject: fund.name, body });
  const made = await selectFundNamed(work.tx, fund.name);
  return present(made, 'the fund was added').id;
}

async function applyFund(
  work: Work,
  { body, version }: ProposedRecord<FundTermsProposal> & { readonly version: number },
): Promise<{ readonly id: bigint; readonly name: string }> {
  const current = await selectFundNamed(work.tx, body.name);
  const id = current?.id ?? (await work.context.ids.next(work.tx, 'fund_id'));
  const exchange =
    body.exchange === undefined
      ? undefined
      : await requireExchange(work.tx, body.exchange, 'exchange');
  const columns = { ...columnsOf(body), exchange_id: exchange?.id ?? null };
  const stamp = { modified_by: work.principal.name, modified_at: work.now };
  await storeFund(work.tx, { ...columns, id, version: BigInt(version) }, stamp);
  return { id, name: body.name };
}

function columnsOf(body: FundTermsProposal): Omit<FundColumns, 'exchange_id'> {
  return { ...chargesOf(body), ...dealingOf(body), ...minimaOf(body) };
}

const NOTHING = new Decimal(0);

function chargesOf(body: FundTermsProposal) {
  return {
    bid_spread: body.bidSpread ?? NOTHING,
    offer_spread: body.offerSpread ?? NOTHING,
    entry_fee: body.entryFee ?? NOTHING,
    exit_fees: (body.exitFees ?? []).map(({ belowDays, percent }) => ({
      ...(belowDays === undefined ? {} : { belowDays }),
      percent: percent.toFixed(),
    })),
    fee_vat_percent: body.feeVat ?? NOTHING,
    minimum_holding_days: body.minimumHoldingDays ?? 0,
    early_redemption_percent: body.earlyRedemptionPenalty ?? NOTHING,
    tax_class: body.taxClass ?? null,
    price_margin: body.priceMargin ?? FUND.priceMarginUsual,
  };
}

function dealingOf(body: FundTermsProposal) {
  return {
    name: body.name,
    aliases: aliasesOf(body.aliases),
    label: body.label,
    active: body.active ?? true,
    fund_type: body.fundType,
    currency: body.currency,
    price_decimals: body.priceDecimals ?? FUND.decimalsUsual,
    units_decimals: body.unitsDecimals ?? FUND.decimalsUsual,
    cut_off: body.cutOffTime,
    time_zone: body.timeZone,
    dealing_weekdays: body.dealingWeekdays,
    open_for_subscription: body.subscriptionAllowed ?? true,
    open_for_redemption: body.redemptionAllowed ?? true,
    income_policy: body.incomePolicy,
    income_option: body.incomeOption ?? 'REINVEST',
    nav_stale_days: body.navStaleDays,
    deals_on_approval: body.dealsOnApproval ?? true,
  } as const;
}

function minimaOf(body: FundTermsProposal) {
  const minor = (amount: Decimal | undefined) =>
    present(parseMinor(amount ?? NOTHING, body.currency), 'the amount was checked');
  return {
    minimum_first_minor: minor(body.minimumFirstSubscription),
    minimum_next_minor: minor(body.minimumNextSubscription),
    minimum_holding_units: body.minimumHoldingUnits ?? NOTHING,
  };
}
