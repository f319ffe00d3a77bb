// All customers' total assets on a closed date, from the daily snapshots of a large firm.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { WEALTH_CLASSES } from '../valuation/line.js';
import { snapshotControls } from './control.js';
import type { SummaryBy } from './queries.js';
import { closedDate, storedConversions } from './stored.js';
import {
  countCustomers,
  type StoredPart,
  selectStoredClasses,
  selectStoredParts,
} from './stored-queries.js';

/** The date (requested, or the business date), the customers, and the currency. */
interface StoredSummaryRequest {
  readonly asked: BusinessDate | undefined;
  readonly until: BusinessDate;
  readonly currency: string;
  readonly offices: readonly bigint[] | undefined;
}

/**
 * Adds up the snapshots for a closed date. Snapshots contain the number of lines in total but not
 * by class, so parts by class have no line counts. Refuses a date that is not closed.
 */
export async function summariseStored(
  tx: Tx,
  { currency, offices, ...asked }: StoredSummaryRequest,
  by: SummaryBy,
): Promise<object> {
  const date = await closedDate(tx, asked);
  const request = { date, offices, conversions: await storedConversions(tx, date, currency) };
  const divided = await selectStoredParts(tx, request, by === 'CLASS' ? 'OFFICE' : by);
  const parts = divided.map((part) => ({ ...partRecord(part, currency), ...lineCounts(part) }));
  return {
    date,
    source: 'SNAPSHOT',
    customers: await countCustomers(tx, { offices }),
    ...amounts(totalOf(divided), currency),
    ...lineCounts(totalOf(divided)),
    parts: by === 'CLASS' ? await classParts(tx, request, currency) : parts,
    controls: await snapshotControls(tx, request),
  };
}

type Total = Omit<StoredPart, 'key' | 'label' | 'customers'>;

function totalOf(parts: readonly StoredPart[]): Total {
  const sum = (of: (part: StoredPart) => bigint) =>
    parts.reduce((total, part) => total + of(part), 0n);
  return {
    assets_minor: sum((part) => part.assets_minor),
    liabilities_minor: sum((part) => part.liabilities_minor),
    lines: sum((part) => part.lines),
    unvalued_lines: sum((part) => part.unvalued_lines),
    stale_lines: sum((part) => part.stale_lines),
  };
}

async function classParts(
  tx: Tx,
  request: Parameters<typeof selectStoredClasses>[1],
  currency: string,
): Promise<object[]> {
  const parts = await selectStoredClasses(tx, request);
  return parts
    .toSorted((one, other) => ORDER.indexOf(one.key) - ORDER.indexOf(other.key))
    .map((part) => partRecord({ ...part, label: part.key }, currency));
}

const ORDER: readonly string[] = WEALTH_CLASSES;

function partRecord(
  part: Pick<StoredPart, 'key' | 'label' | 'customers' | 'assets_minor' | 'liabilities_minor'>,
  currency: string,
): object {
  const { key, label, customers } = part;
  return { key, label, customers: Number(customers), ...amounts(part, currency) };
}

function amounts(
  {
    assets_minor: assets,
    liabilities_minor: liabilities,
  }: Pick<Total, 'assets_minor' | 'liabilities_minor'>,
  currency: string,
): object {
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  return {
    currency,
    value: amount(assets + liabilities),
    assets: amount(assets),
    liabilities: amount(liabilities),
  };
}

function lineCounts(total: Pick<Total, 'lines' | 'unvalued_lines' | 'stale_lines'>): object {
  return {
    lines: Number(total.lines),
    unvaluedLines: Number(total.unvalued_lines),
    staleLines: Number(total.stale_lines),
  };
}
