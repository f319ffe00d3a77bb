// Lists the open lots of a portfolio at the end of a date, oldest first within each security.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { daysBetween } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { type PageRequest, pageOfAll } from '../../../platform/http/reply/paging.js';
import type { Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import type { ListCall } from '../list-file.js';
import { dateOf } from '../valuation/valuation.js';
import { type HeldAsset, shownUnits } from './held-asset.js';
import { loadGains } from './load.js';
import type { Lot } from './lot.js';
import { portfolioOwner } from './report.js';

/** Filters for listing lots. */
interface LotRequest {
  readonly p: bigint;
  readonly securityName?: string | undefined;
  readonly d?: BusinessDate | undefined;
}

/** Lists the open lots of a portfolio. Lots of a short position have negative units. */
export function listLots(
  { principal, db }: Pick<Call, 'principal' | 'db'>,
  request: LotRequest,
  page: PageRequest,
): Promise<Page<object>> {
  return onSnapshot(db, (tx) => pageOfLots({ principal, db: tx }, request, page));
}

/** Like `listLots`, on an open snapshot. */
export async function pageOfLots(
  call: ListCall<Tx>,
  request: LotRequest,
  page: PageRequest,
): Promise<Page<object>> {
  const { db: tx } = call;
  const { owner } = await portfolioOwner({ call, tx }, request.p);
  const { date } = await dateOf(tx, request);
  const { holdings } = await loadGains(tx, owner, { from: date, to: date });
  const name = request.securityName?.toUpperCase();
  const lots = holdings
    .filter((asset) => name === undefined || asset.name.toUpperCase() === name)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((asset) => asset.book.FIFO.map((lot) => lotRecord(asset, lot, date)));
  return pageOfAll(lots, page);
}

function lotRecord(asset: HeldAsset, lot: Lot, date: BusinessDate): object {
  const { currency } = asset;
  const { acquiredOn, costMinor } = lot;
  const units = shownUnits(asset, lot.quantity);
  const cost = costMinor === undefined ? undefined : minorToDecimal(costMinor, currency);
  return {
    portfolioName: asset.portfolioName,
    securityName: asset.name,
    label: asset.label,
    class: asset.class,
    acquiredOn,
    heldDays: daysBetween(acquiredOn, date),
    quantity: units.toFixed(),
    costKnown: cost !== undefined,
    cost,
    unitCost:
      cost === undefined || units.isZero()
        ? undefined
        : roundTo(cost.dividedBy(units), 4, 'HALF_UP'),
    currency,
  };
}
