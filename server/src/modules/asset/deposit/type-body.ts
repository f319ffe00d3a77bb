// Converts a term instrument type between its wire format and its row.

import { unreachable } from '../../../platform/assert.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal, parseMinor } from '../../../platform/money/money.js';
import { isFirmAccountCode } from '../../finance/index.js';
import { requireExchange } from '../../market/index.js';
import { refuseTypeMember } from '../problems.js';
import type { LiquidationRule } from './early-liquidation.js';
import type { LedgerMapping } from './ledger-entry.js';
import { tooManyDecimals } from './rate.js';
import {
  CHANGEABLE_MEMBERS,
  DEPOSIT_LEDGER,
  LOAN_LEDGER,
  rateCardOf,
  type StoredTier,
  type TermInstrumentTypeRow,
  type TypeTerms,
} from './type.js';
import type { TermTypeMembers } from './type-schema.js';

type Rollover = Pick<TypeTerms, 'rollover_rule' | 'auto_rollover'>;

/**
 * Returns the terms in a proposed body. Refuses terms that cannot be stored, and names the member.
 */
export async function termsOfBody(on: Database | Tx, body: TermTypeMembers): Promise<TypeTerms> {
  const currency = body.currency.toUpperCase();
  const minor = (value: Decimal, member: string) => {
    const whole = parseMinor(value, currency);
    if (whole === undefined) throw tooManyDecimals(member, currency);
    return whole;
  };
  const { maximumAmount, amountMultiple, minimumRate, maximumRate, loanProduct = false } = body;
  return {
    label: body.label,
    active: body.active ?? true,
    currency,
    amount_least_minor: minor(body.minimumAmount, 'minimumAmount'),
    amount_most_minor: maximumAmount === undefined ? null : minor(maximumAmount, 'maximumAmount'),
    amount_multiple_minor:
      amountMultiple === undefined ? 1n : minor(amountMultiple, 'amountMultiple'),
    allowed_tenures: body.tenures ?? null,
    default_tenure: body.defaultTenure,
    rate_tiers: body.rateTiers.map((tier) => storedTier(tier, minor)),
    rate_least: minimumRate ?? null,
    rate_most: maximumRate ?? null,
    day_count: body.dayCount,
    compoundings_per_year: body.compoundingsPerYear ?? null,
    interest_payment: body.interestPayment ?? 'AT_MATURITY',
    interest_frequency: body.interestFrequency ?? null,
    interest_days: body.interestDays ?? null,
    tax_class: body.taxClass ?? null,
    tax_exempt_payers: body.taxExemptPayers ?? [],
    early_liquidation: liquidationOf(body.earlyTermination),
    ...rolloverOf(body),
    loan_product: loanProduct,
    changeable: body.changeableWhileRunning ?? CHANGEABLE_MEMBERS,
    ...ledgerOf(body, loanProduct),
    holiday_convention: body.holidayConvention ?? 'NONE',
    accrues_over_gap: body.accruesOverGap ?? false,
    exchange_id:
      body.exchangeName === undefined
        ? null
        : (await requireExchange(on, body.exchangeName, 'exchangeName')).id,
  };
}

function rolloverOf(body: TermTypeMembers): Rollover {
  return {
    rollover_rule: body.rolloverRule ?? 'NONE',
    auto_rollover: body.autoRollover ?? false,
  };
}

function storedTier(
  tier: TermTypeMembers['rateTiers'][number],
  minor: (value: Decimal, member: string) => bigint,
): StoredTier {
  const { tenureFrom, tenureTo, amountFrom, amountTo, rate } = tier;
  const text = (value: Decimal) => String(minor(value, 'rateTiers'));
  return {
    ...(tenureFrom === undefined ? {} : { tenorDaysFrom: tenureFrom }),
    ...(tenureTo === undefined ? {} : { tenorDaysTo: tenureTo }),
    ...(amountFrom === undefined ? {} : { amountMinorFrom: text(amountFrom) }),
    ...(amountTo === undefined ? {} : { amountMinorTo: text(amountTo) }),
    percent: rate.toFixed(),
  };
}

function liquidationOf(policy: TermTypeMembers['earlyTermination']) {
  const { coolingOffDays } = policy;
  const rule = liquidationRuleOf(policy);
  return { rule, ...(coolingOffDays === undefined ? {} : { coolingOffDays }) };
}

function liquidationRuleOf(policy: TermTypeMembers['earlyTermination']): LiquidationRule {
  const { rule: kind, penaltyPoints, percent } = policy;
  switch (kind) {
    case 'TERM_RATE':
    case 'CARD_RATE':
    case 'LOWER_RATE':
      return { kind, penaltyPoints: needed(penaltyPoints, percent, 'penaltyPoints') };
    case 'ACCRUED_PERCENT':
    case 'PRINCIPAL_PERCENT':
      return { kind, percent: needed(percent, penaltyPoints, 'percent') };
    case 'EARNED':
    case 'FORFEIT_ALL':
    case 'BREAK_COST':
      if (penaltyPoints !== undefined || percent !== undefined) {
        throw refuseTypeMember(
          'earlyTermination',
          `must not contain penaltyPoints or percent if the rule is ${kind}`,
        );
      }
      return { kind };
    default:
      return unreachable(kind);
  }
}

// Refuses a number that the rule does not use, because users would expect it to have an effect.
function needed(value: Decimal | undefined, other: Decimal | undefined, member: string): string {
  if (value === undefined || other !== undefined) {
    throw refuseTypeMember(
      'earlyTermination',
      `must contain ${member} and no other number for this rule`,
    );
  }
  return value.toFixed();
}

function ledgerOf({ ledger }: TermTypeMembers, loan: boolean): LedgerMapping {
  if (ledger === undefined) return loan ? LOAN_LEDGER : DEPOSIT_LEDGER;
  const code = (word: string) => {
    if (isFirmAccountCode(word)) return word;
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'ledger',
      `contains ${word}, which is not an account of the firm`,
    );
  };
  return {
    principal_account: code(ledger.principal),
    interest_account: code(ledger.interest),
    upfront_account: code(ledger.upfront),
    result_account: code(ledger.result),
    penalty_account: code(ledger.penalty),
  };
}

/** Returns the request body that would recreate the type. */
export function bodyOfType(
  type: TypeTerms & Pick<TermInstrumentTypeRow, 'name' | 'aliases' | 'exchange_name'>,
): object {
  const amount = (minor: bigint) => minorToDecimal(minor, type.currency);
  const { early_liquidation: policy } = type;
  const { rule } = policy;
  return {
    name: type.name,
    aliases: type.aliases,
    label: type.label,
    active: type.active,
    currency: type.currency,
    minimumAmount: amount(type.amount_least_minor),
    maximumAmount: type.amount_most_minor === null ? undefined : amount(type.amount_most_minor),
    amountMultiple: amount(type.amount_multiple_minor),
    tenures: type.allowed_tenures ?? undefined,
    defaultTenure: type.default_tenure,
    rateTiers: rateCardOf(type).tiers.map((tier) => ({
      tenureFrom: tier.tenorDaysFrom,
      tenureTo: tier.tenorDaysTo,
      amountFrom: tier.amountMinorFrom === undefined ? undefined : amount(tier.amountMinorFrom),
      amountTo: tier.amountMinorTo === undefined ? undefined : amount(tier.amountMinorTo),
      rate: new Decimal(tier.percent),
    })),
    minimumRate: type.rate_least ?? undefined,
    maximumRate: type.rate_most ?? undefined,
    dayCount: type.day_count,
    compoundingsPerYear: type.compoundings_per_year ?? undefined,
    interestPayment: type.interest_payment,
    interestFrequency: type.interest_frequency ?? undefined,
    interestDays: type.interest_days ?? undefined,
    taxClass: type.tax_class ?? undefined,
    taxExemptPayers: type.tax_exempt_payers,
    earlyTermination: {
      rule: rule.kind,
      penaltyPoints: 'penaltyPoints' in rule ? new Decimal(rule.penaltyPoints) : undefined,
      percent: 'percent' in rule ? new Decimal(rule.percent) : undefined,
      coolingOffDays: policy.coolingOffDays,
    },
    rolloverRule: type.rollover_rule,
    autoRollover: type.auto_rollover,
    loanProduct: type.loan_product,
    changeableWhileRunning: type.changeable,
    ledger: {
      principal: type.principal_account,
      interest: type.interest_account,
      upfront: type.upfront_account,
      result: type.result_account,
      penalty: type.penalty_account,
    },
    holidayConvention: type.holiday_convention,
    accruesOverGap: type.accrues_over_gap,
    exchangeName: type.exchange_name ?? undefined,
  };
}
