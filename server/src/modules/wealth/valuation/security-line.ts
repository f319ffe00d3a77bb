// The lines of shares, rights and bonds, valued at the price known on the date.

import type { BusinessCalendar } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { groupedBy } from '../../../platform/collection/grouped.js';
import type { Tx } from '../../../platform/database/database.js';
import { Decimal } from '../../../platform/money/decimal.js';
import {
  rulesOn,
  selectTaxed,
  type Taxed,
  type WithholdingRule,
  withholdingRules,
  withholdingTax,
} from '../../asset/index.js';
import { calendarOf, type KnownPrice, knownPrices } from '../../market/index.js';
import { type SecurityPosition, securityPositions } from '../../order/index.js';
import type { ValuationPolicy } from '../policy/policy.js';
import { ageOf, isUnusable } from './age.js';
import type { Line } from './line.js';
import { type SecurityRow, selectSecurities } from './queries.js';
import { type Subject, within } from './subject.js';

/** Returns the lines of the securities that the portfolios hold on the date. */
export async function securityLines(
  tx: Tx,
  subject: Subject,
  policy: ValuationPolicy,
): Promise<Line[]> {
  const { date, knownAt, portfolios } = subject;
  const ids = portfolios.map(({ id }) => id);
  const positions = within(await securityPositions(tx, ids, { date, knownAt }));
  if (positions.length === 0) return [];
  const context = { ...(await contextOf(tx, subject, positions)), policy };
  const names = new Map(portfolios.map(({ id, name }) => [id, name]));
  return positions.map((position) => ({
    ...lineOf(position, context),
    portfolioName: names.get(position.portfolioId),
  }));
}

/** The data needed to build the lines of all securities. */
interface Context extends TaxTerms {
  readonly date: BusinessDate;
  readonly prices: ReadonlyMap<bigint, KnownPrice>;
  readonly calendars: ReadonlyMap<bigint, BusinessCalendar>;
  readonly policy: ValuationPolicy;
}

/** The data needed to tax accrued interest. */
export interface TaxTerms {
  readonly securities: ReadonlyMap<bigint, SecurityRow>;
  readonly rules: readonly WithholdingRule[];
  /** The customer's tax data, by tax class. */
  readonly taxed: ReadonlyMap<string, Taxed>;
}

async function contextOf(
  tx: Tx,
  { customerId, date, knownAt }: Subject,
  positions: readonly SecurityPosition[],
): Promise<Omit<Context, 'policy'>> {
  const ids = [...new Set(positions.map(({ securityId }) => securityId))];
  const prices = await knownPrices(tx, ids, { date, knownAt });
  const terms = await taxTermsOf(tx, customerId, positions);
  const calendars = new Map<bigint, BusinessCalendar>();
  for (const { exchange_id: id } of terms.securities.values()) {
    if (!calendars.has(id)) calendars.set(id, await calendarOf(tx, id));
  }
  return {
    ...terms,
    date,
    prices: new Map(prices.map((price) => [price.securityId, price])),
    calendars,
  };
}

/** Returns the data needed to tax the accrued interest on a customer's positions. */
export async function taxTermsOf(
  tx: Tx,
  customerId: bigint,
  positions: readonly SecurityPosition[],
): Promise<TaxTerms> {
  return (await taxTermsOfAll(tx, positions, [customerId]))(customerId);
}

/**
 * Returns a function that returns the data for the tax on the accrued interest of a customer's
 * positions. By default, it covers the customers who own the positions.
 */
export async function taxTermsOfAll(
  tx: Tx,
  positions: readonly SecurityPosition[],
  customerIds: readonly bigint[] = [...new Set(positions.map((each) => each.customerId))],
): Promise<(customerId: bigint) => TaxTerms> {
  const securities = await selectSecurities(tx, [
    ...new Set(positions.map(({ securityId }) => securityId)),
  ]);
  const classes = securities.flatMap((row) => row.tax_class ?? []);
  const isTaxed = classes.length > 0 && positions.some(({ isBond }) => isBond);
  const taxed = groupedBy(
    isTaxed ? await selectTaxed(tx, customerIds, classes) : [],
    ({ customer_id }) => customer_id,
  );
  const shared = {
    securities: new Map(securities.map((row) => [row.id, row])),
    rules: isTaxed ? await withholdingRules(tx) : [],
  };
  return (customerId) => ({
    ...shared,
    taxed: new Map((taxed.get(customerId) ?? []).map((row) => [row.tax_class, row])),
  });
}

function lineOf(position: SecurityPosition, context: Context): Line {
  const { isBond, quantity, costMinor, currency } = position;
  const found = context.prices.get(position.securityId);
  const age = found && securityAge(position, found, context);
  const { unusableAfterDays = {} } = context.policy;
  const isOld = age && isUnusable(age, unusableAfterDays[isBond ? 'BOND' : 'EQUITY']);
  const known = isOld === true ? undefined : found;
  const accruedMinor = isBond ? netAccrued(position, context) : undefined;
  const base = {
    class: isBond ? ('BOND' as const) : ('EQUITY' as const),
    subjectType: 'SECURITY' as const,
    subjectId: position.securityId,
    name: position.name,
    label: position.label,
    ...factsOf(context.securities.get(position.securityId)),
    currency,
    quantity: new Decimal(String(quantity)),
    costMinor,
  };
  if (known === undefined) {
    return {
      ...base,
      priceSource: 'EXCHANGE',
      age: undefined,
      valueMinor: undefined,
      unvalued: 'PRICE_MISSING',
    };
  }
  return {
    ...base,
    price: known.price,
    priceSource: known.isImported ? 'IMPORT' : 'EXCHANGE',
    age,
    accruedMinor,
    valueMinor: position.worthAt(known.price) + (accruedMinor ?? 0n),
  };
}

function factsOf(row: SecurityRow | undefined): Partial<Line> {
  return {
    sector: row?.sector ?? undefined,
    issuer: row?.issuer ?? undefined,
    isFederal: row?.security_type === 'BOND_NAT',
    maturity: row?.maturity_date ?? undefined,
  };
}

function securityAge(position: SecurityPosition, known: KnownPrice, context: Context) {
  const security = context.securities.get(position.securityId);
  const calendar = security && context.calendars.get(security.exchange_id);
  const { date, policy } = context;
  const staleDays = policy.staleAfterDays[position.isBond ? 'BOND' : 'EQUITY'];
  return calendar && ageOf(known.pricedOn, { date, calendar, staleDays });
}

/** Returns accrued interest less the tax expected on payment, in minor units. */
export function netAccrued(position: SecurityPosition, context: TaxTerms): bigint {
  const { accruedMinor, couponDate, currency, securityId } = position;
  const taxClass = context.securities.get(securityId)?.tax_class;
  const taxed = typeof taxClass === 'string' ? context.taxed.get(taxClass) : undefined;
  if (taxed === undefined || couponDate === undefined) return accruedMinor;
  const rules = rulesOn(context.rules, taxed, couponDate);
  return accruedMinor - withholdingTax({ minor: accruedMinor, currency }, rules).minor;
}
