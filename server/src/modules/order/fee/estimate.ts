// Calculates a trade's charges, line by line, without an order: for a quote, or for a past date.

import type { Static } from '@sinclair/typebox';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Call, seesOffice } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { assetClassOf, requireExchange } from '../../market/index.js';
import { groupByCode, officeByCode } from '../../party/index.js';
import { ORDER } from '../limits.js';
import { tradeValue } from '../rule/price-rule.js';
import { chargeBasis, chargeLabel } from './charge-wording.js';
import { type ChargedSecurity, selectSecurity } from './estimate-queries.js';
import type { EstimateQuery } from './schedule-schema.js';
import { readTariff } from './tariff-queries.js';
import { costOf, hasFractions, scheduleToEstimate, type Trade } from './trade-cost.js';

type EstimateRequest = Static<typeof EstimateQuery>;

/** The traded security, or the terms given instead of it. */
interface Traded {
  readonly securityType: string;
  readonly faceValue: Decimal | null;
  readonly currency: string;
  readonly exchangeId: bigint | undefined;
}

/**
 * Returns every charge of a trade under the schedule in force on its date, to the minor unit. A
 * bond's accrued interest is excluded, because it bears no charges. Refuses with
 * FEE_SCHEDULE_MISSING if there is no schedule.
 */
export async function estimateCharges(call: Call, request: EstimateRequest): Promise<object> {
  const tradeDate = request.tradeDate ?? (await currentBusinessDate(call.db));
  const traded = await tradedIn(call, request, tradeDate);
  const { tradeDates } = request;
  // Each unit is on exactly one note, so there cannot be more notes than units.
  const isFewer = tradeDates !== undefined && request.quantity.lessThan(tradeDates);
  const notesMax = isFewer ? Number(wholeQuantity(request.quantity)) : tradeDates;
  const trade: Trade = {
    side: request.side,
    quantity: wholeQuantity(request.quantity),
    value: tradeValue(priceOf(request), wholeQuantity(request.quantity), traded),
    currency: traded.currency,
    tradeDate,
    securityType: traded.securityType,
    commissionGroup: await groupNameIn(call, request),
    origin: request.orderOrigin?.toUpperCase() ?? 'API',
    executionCount: notesMax ?? 1,
    notesMax,
    hasFractions: hasFractions([priceOf(request)], traded),
  };
  const place = { exchangeId: traded.exchangeId, officeId: await officeOf(call, request) };
  const schedule = scheduleToEstimate(await readTariff(call.db), trade, place);
  return estimateRecord(trade, costOf(trade, schedule));
}

// Schedules may have rules for groups that do not exist yet, so any name is accepted.
async function groupNameIn(call: Call, { commissionGroupName: given }: EstimateRequest) {
  if (given === undefined) return '';
  return (await groupByCode(call.db, given))?.name ?? given;
}

function wholeQuantity(quantity: Decimal): bigint {
  if (!quantity.isInteger() || quantity.greaterThan(String(ORDER.quantityMax))) {
    const detail = `must be a whole number of at most ${ORDER.quantityMax}`;
    throw refuseMember(commonProblems.INVALID_REQUEST, 'quantity', detail);
  }
  return BigInt(quantity.toFixed());
}

function priceOf({ price }: EstimateRequest): Decimal {
  if (price.greaterThan(0)) return price;
  throw refuseMember(commonProblems.INVALID_REQUEST, 'price', 'must be above zero');
}

async function tradedIn(call: Call, request: EstimateRequest, date: BusinessDate): Promise<Traded> {
  const exchangeId = await exchangeOf(call, request.exchangeName);
  if (request.securityName !== undefined) {
    const row = await selectSecurity(call.db, { name: request.securityName, date });
    return tradedSecurity(row, { ...request, exchangeId });
  }
  const { assetClass, currency } = request;
  if (assetClass === undefined || currency === undefined) {
    const detail = 'is required unless assetClass and currency are given';
    throw refuseMember(commonProblems.INVALID_REQUEST, 'securityName', detail);
  }
  return {
    securityType: assetClass === 'EQUITY' ? 'EQUITY' : 'BOND_NAT',
    faceValue: null,
    currency,
    exchangeId,
  };
}

function tradedSecurity(
  row: ChargedSecurity | undefined,
  stated: Pick<EstimateRequest, 'assetClass' | 'currency'> & Pick<Traded, 'exchangeId'>,
): Traded {
  if (row === undefined) throw unknown('securityName');
  const { assetClass, currency, exchangeId } = stated;
  const pairs = [
    ['assetClass', assetClass, assetClassOf(row.security_type)],
    ['currency', currency, row.currency],
    ['exchangeName', exchangeId, row.exchange_id],
  ] as const;
  for (const [member, sent, is] of pairs) {
    if (sent === undefined || sent === is) continue;
    throw refuseMember(commonProblems.REFERENCE_MISMATCH, member, 'does not match the security');
  }
  return {
    securityType: row.security_type,
    faceValue: row.face_value,
    currency: row.currency,
    exchangeId: row.exchange_id,
  };
}

async function exchangeOf(call: Call, code: string | undefined): Promise<bigint | undefined> {
  if (code === undefined) return undefined;
  return (await requireExchange(call.db, code, 'exchangeName')).id;
}

async function officeOf(
  call: Call,
  { businessOffice: name }: EstimateRequest,
): Promise<bigint | undefined> {
  if (name === undefined) return undefined;
  const office = await officeByCode(call.db, name);
  if (office && seesOffice(call.principal, office.id)) return office.id;
  throw unknown('businessOffice');
}

function unknown(member: string) {
  return refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'does not match any active record');
}

function estimateRecord(trade: Trade, cost: ReturnType<typeof costOf>): object {
  const amount = (minor: bigint) => minorToDecimal(minor, trade.currency);
  const charged = {
    schedule: cost.tariff,
    scope: {
      side: trade.side,
      assetClass: assetClassOf(trade.securityType),
      channel: trade.origin,
      customerGroup: trade.commissionGroup,
      tradeDate: trade.tradeDate,
    },
  };
  return {
    side: trade.side,
    tradeDate: trade.tradeDate,
    currency: trade.currency,
    tariffId: cost.tariff.id,
    tariffName: cost.tariff.name,
    tariffVersion: cost.tariff.version,
    consideration: amount(cost.considerationMinor),
    charges: cost.charges.map((line) => ({
      code: line.code,
      onCode: line.onCode,
      label: chargeLabel(line, charged),
      basis: chargeBasis(line, charged),
      payee: line.payee,
      amount: amount(line.amount.minor),
    })),
    totalCharges: amount(cost.chargesMinor),
    netAmount: amount(cost.netMinor),
  };
}
