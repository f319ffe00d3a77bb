// The positions in a report: open positions with their unrealised gain, and closed positions.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { saleCharges } from '../../order/index.js';
import { loadPolicy } from '../policy/policy.js';
import { fundLines } from '../valuation/asset-line.js';
import type { Line } from '../valuation/line.js';
import { securityLines } from '../valuation/security-line.js';
import type { Subject } from '../valuation/subject.js';
import { heldUnits } from './book.js';
import type { CostMethod, DisposalByMethod } from './disposal.js';
import type { HeldAsset } from './held-asset.js';
import type { LoadedGains } from './load.js';
import { costOf } from './lot.js';
import type { DateRange } from './queries.js';

/** A position held at the end of the range. Amounts are in minor units. */
export interface OpenPosition {
  readonly asset: HeldAsset;
  readonly line: Line;
  readonly cost: Readonly<Record<CostMethod, bigint | undefined>>;
  /** The value without accrued interest; undefined without a price. */
  readonly valueMinor: bigint | undefined;
  /** The charges of a sale; undefined if they were not requested. */
  readonly saleChargesMinor: bigint | undefined;
}

/**
 * Returns the securities and fund units held on the subject's date, with values from its valuation.
 * Commercial paper and bills earn income instead of gains, so they are left out.
 */
export async function openPositions(
  tx: Tx,
  subject: Subject,
  {
    holdings,
    withCharges,
  }: { readonly holdings: readonly HeldAsset[]; readonly withCharges: boolean },
): Promise<OpenPosition[]> {
  const assets = new Map(holdings.map((asset) => [keyOf(asset), asset]));
  const policy = await loadPolicy(tx, subject);
  const lines = [
    ...(await securityLines(tx, subject, policy)),
    ...(await fundLines(tx, subject, policy)),
  ];
  const open = lines.flatMap((line) => {
    const asset = assets.get(keyOf(line));
    return asset === undefined ? [] : [{ asset, line }];
  });
  const charges = withCharges ? await chargesOf(tx, open, subject.date) : undefined;
  return open.map(({ asset, line }) => ({
    asset,
    line,
    cost: { AVERAGE: costOf(asset.book.AVERAGE), FIFO: costOf(asset.book.FIFO) },
    valueMinor:
      line.valueMinor === undefined ? undefined : line.valueMinor - (line.accruedMinor ?? 0n),
    saleChargesMinor: charges?.get(line) ?? (withCharges ? 0n : undefined),
  }));
}

function keyOf(of: Pick<Line, 'subjectId' | 'subjectType' | 'portfolioName'>): string {
  return `${of.subjectType}/${of.subjectId}/${of.portfolioName ?? ''}`;
}

async function chargesOf(
  tx: Tx,
  open: readonly { readonly asset: HeldAsset; readonly line: Line }[],
  date: BusinessDate,
): Promise<Map<Line, bigint>> {
  const sold = open.flatMap(({ asset, line }) => {
    const { price } = line;
    const { portfolioId, subjectId: securityId, subjectType } = asset;
    if (price === undefined || portfolioId === undefined || subjectType === 'FUND') return [];
    return [{ line, units: { portfolioId, securityId, quantity: heldUnits(asset.book), price } }];
  });
  const charges = await saleCharges(
    tx,
    sold.map(({ units }) => units),
    date,
  );
  return new Map(sold.map(({ line }, index) => [line, charges[index] ?? 0n]));
}

/** A position that was closed in the range, with its whole history. Amounts are in minor units. */
export interface ClosedPosition {
  readonly asset: HeldAsset;
  readonly openedOn: BusinessDate;
  readonly closedOn: BusinessDate;
  /** The cost; undefined if any part of it is unknown. */
  readonly boughtMinor: bigint | undefined;
  readonly soldMinor: bigint;
}

/** Returns the holdings without units whose last disposal is in the range. */
export function closedPositions(
  { holdings, disposals }: LoadedGains,
  { from }: DateRange,
): ClosedPosition[] {
  const lives = new Map<string, DisposalByMethod[]>();
  for (const disposal of disposals) {
    const key = lifeKey(disposal);
    const life = lives.get(key);
    if (life === undefined) lives.set(key, [disposal]);
    else life.push(disposal);
  }
  return holdings.flatMap((asset) => {
    const { name, portfolioId } = asset;
    const life = lives.get(lifeKey({ class: asset.class, name, portfolioId })) ?? [];
    const last = life.at(-1);
    if (heldUnits(asset.book) !== 0n || last === undefined || last.tradeDate < from) return [];
    const lots = life.flatMap(({ outcome }) =>
      outcome.FIFO.lots.map(({ acquiredOn }) => acquiredOn),
    );
    const costs = life.map(({ outcome }) => outcome.AVERAGE.costMinor);
    return [
      {
        asset,
        openedOn: lots.sort()[0] ?? last.tradeDate,
        closedOn: last.tradeDate,
        boughtMinor: sumKnown(costs),
        soldMinor: life.reduce((sum, { outcome }) => sum + outcome.AVERAGE.netProceedsMinor, 0n),
      },
    ];
  });
}

function lifeKey(of: Pick<DisposalByMethod, 'class' | 'name' | 'portfolioId'>): string {
  return `${of.class}/${of.name}/${of.portfolioId ?? ''}`;
}

function sumKnown(costs: readonly (bigint | undefined)[]): bigint | undefined {
  return costs.reduce(
    (sum, cost) => (sum === undefined || cost === undefined ? undefined : sum + cost),
    0n,
  );
}
