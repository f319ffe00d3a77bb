// Loads the disposals and open lots of a customer or a portfolio: securities, funds, commercial
// paper, bills.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { isBond } from '../../market/index.js';
import { WEALTH } from '../limits.js';
import { wealthProblems } from '../problems.js';
import type { NamedPortfolio } from '../valuation/queries.js';
import type { FoldedDisposal, Outcome } from './book.js';
import {
  type CostMethod,
  type Disposal,
  type DisposalByMethod,
  type DisposalOutcome,
  disposalBy,
} from './disposal.js';
import { foldStock, type StockFold } from './fold.js';
import { fundMovements } from './fund-movement.js';
import { type HeldAsset, shownUnits } from './held-asset.js';
import {
  type DateRange,
  type FundMovementRow,
  type NoteRow,
  selectFundIncome,
  selectFundMovements,
  selectNamed,
  selectNotes,
  selectSecurityIncome,
  selectStock,
  selectTerminations,
  type TerminationRow,
} from './queries.js';

/** A customer with all portfolios, or with one of them. */
export interface GainOwner {
  readonly customerId: bigint;
  readonly portfolios: readonly NamedPortfolio[];
  /** The one portfolio to include; undefined for all of a customer's portfolios. */
  readonly only: NamedPortfolio | undefined;
}

/** The data for an owner's gains up to the end of a range. */
export interface LoadedGains {
  /**
   * All disposals since the beginning, by trade date. Notes and early terminations are loaded only
   * for the range.
   */
  readonly disposals: readonly DisposalByMethod[];
  /** All holdings that ever had a movement, including empty ones. */
  readonly holdings: readonly HeldAsset[];
}

/** Returns the disposals of a customer in a range of dates, by trade date. */
export async function disposalsOfCustomer(
  tx: Tx,
  owner: Omit<GainOwner, 'only'>,
  { method, ...range }: DateRange & { readonly method: CostMethod },
): Promise<Disposal[]> {
  const { disposals } = await loadGains(tx, { ...owner, only: undefined }, range);
  return inRange(disposals, range).map((disposal) => disposalBy(disposal, method));
}

/** Returns the disposals of a range. */
export function inRange(
  disposals: readonly DisposalByMethod[],
  { from, to }: DateRange,
): DisposalByMethod[] {
  return disposals.filter(({ tradeDate }) => tradeDate >= from && tradeDate <= to);
}

/**
 * Loads an owner's disposals, and the holdings at the end of the range. Refuses if there are too
 * many movements.
 */
export async function loadGains(tx: Tx, owner: GainOwner, range: DateRange): Promise<LoadedGains> {
  const securities = await loadSecurities(tx, owner, range);
  const funds = await loadFunds(tx, owner, range.to);
  const terminations = within(await selectTerminations(tx, owner.customerId, range));
  const ended = terminations
    .filter((row) => isOf(owner, row.portfolio_name))
    .map((row) => terminationOf(row, owner));
  const disposals = [...securities.disposals, ...funds.disposals, ...ended];
  return {
    disposals: disposals.sort((a, b) =>
      a.tradeDate < b.tradeDate ? -1 : +(a.tradeDate > b.tradeDate),
    ),
    holdings: [...securities.holdings, ...funds.holdings],
  };
}

/** Returns the rows, or refuses if there are more than `WEALTH.movementsMax`. */
export function within<Row>(rows: readonly Row[]): readonly Row[] {
  if (rows.length <= WEALTH.movementsMax) return rows;
  throw refusal(wealthProblems.GAINS_TOO_LARGE, {
    detail: `The customer or portfolio has more than ${WEALTH.movementsMax} movements.`,
    args: [String(WEALTH.movementsMax)],
  });
}

function isOf({ only }: GainOwner, portfolioName: string | null): boolean {
  return only === undefined || portfolioName === only.name;
}

async function loadSecurities(tx: Tx, owner: GainOwner, range: DateRange): Promise<LoadedGains> {
  const portfolioIds = owner.portfolios.map(({ id }) => id);
  const fold = foldStock(within(await selectStock(tx, portfolioIds, range.to)));
  const ids = [...new Set(fold.books.map(({ securityId }) => securityId))];
  const named = new Map((await selectNamed(tx, ids)).map((row) => [row.id, row]));
  const names = new Map(owner.portfolios.map(({ id, name }) => [id, name]));
  const paid = new Map(
    (await selectSecurityIncome(tx, portfolioIds, range.to)).map((row) => [
      `${row.portfolio_id}/${row.security_id}`,
      row.income_minor,
    ]),
  );
  const holdings = fold.books.map((book): HeldAsset => {
    const { portfolioId, securityId, currency } = book;
    const security = named.get(securityId);
    return {
      class: security !== undefined && isBond(security.type) ? 'BOND' : 'EQUITY',
      subjectType: 'SECURITY',
      subjectId: securityId,
      name: security?.name ?? '',
      label: security?.label ?? '',
      currency,
      portfolioId,
      portfolioName: names.get(portfolioId),
      unitDecimals: 0,
      book,
      incomeMinor: paid.get(`${portfolioId}/${securityId}`) ?? 0n,
    };
  });
  const notes = within(await selectNotes(tx, portfolioIds, range));
  return { holdings, disposals: disposalsOf(fold, holdings, notes) };
}

async function loadFunds(tx: Tx, owner: GainOwner, to: BusinessDate): Promise<LoadedGains> {
  const rows = within(await selectFundMovements(tx, owner.customerId, to)).filter((row) =>
    isOf(owner, row.portfolio_name),
  );
  if (rows.length === 0) return { holdings: [], disposals: [] };
  const fold = foldStock(rows.flatMap(fundMovements));
  const ofHolding = new Map(rows.map((row) => [row.holding_id, row]));
  const paid = new Map(
    (await selectFundIncome(tx, owner.customerId, to)).map((row) => [row.holding_id, row]),
  );
  const holdings = fold.books.flatMap((book): HeldAsset[] => {
    const row = ofHolding.get(book.portfolioId);
    if (row === undefined) return [];
    const incomeMinor = paid.get(row.holding_id)?.income_minor ?? 0n;
    return [{ ...fundAsset(row, owner), book, incomeMinor }];
  });
  return { holdings, disposals: disposalsOf(fold, holdings, []) };
}

function fundAsset(
  row: FundMovementRow,
  owner: GainOwner,
): Omit<HeldAsset, 'book' | 'incomeMinor'> {
  const { name, label, currency, portfolio_name: portfolioName } = row;
  return {
    ...{ class: 'FUND', subjectType: 'FUND', subjectId: row.fund_id, name, label, currency },
    portfolioId: portfolioIdOf(owner, portfolioName),
    portfolioName: portfolioName || undefined,
    unitDecimals: WEALTH.fundUnitDecimals,
  };
}

function portfolioIdOf({ portfolios }: GainOwner, name: string | null): bigint | undefined {
  return portfolios.find((portfolio) => portfolio.name === name)?.id;
}

function disposalsOf(
  { disposals }: StockFold,
  holdings: readonly HeldAsset[],
  notes: readonly NoteRow[],
): DisposalByMethod[] {
  const assets = new Map(holdings.map((asset) => [keyOf(asset.book), asset]));
  const noteOf = new Map(notes.map((note) => [`${note.order_id}/${note.trade_date}`, note]));
  return disposals.flatMap((disposal) => {
    const asset = assets.get(keyOf(disposal.movement));
    if (asset === undefined) return [];
    const { orderId, effectiveDate } = disposal.movement;
    return [disposalOf(disposal, asset, noteOf.get(`${orderId}/${effectiveDate}`))];
  });
}

function keyOf(of: { readonly portfolioId: bigint; readonly securityId: bigint }): string {
  return `${of.portfolioId}/${of.securityId}`;
}

function disposalOf(
  { movement, kind, quantity, chargesMinor, outcome }: FoldedDisposal,
  asset: HeldAsset,
  note: NoteRow | undefined,
): DisposalByMethod {
  const { class: assetClass, name, label, currency, portfolioId, subjectType, subjectId } = asset;
  return {
    tradeDate: movement.effectiveDate,
    settlementDate: note?.settlement_date,
    kind: subjectType === 'FUND' ? 'REDEMPTION' : kind,
    class: assetClass,
    name,
    label,
    securityId: subjectType === 'SECURITY' ? subjectId : undefined,
    portfolioId,
    orderId: subjectType === 'SECURITY' ? (movement.orderId ?? undefined) : undefined,
    contractNoteName: note?.name,
    quantity: shownUnits(asset, quantity),
    chargesMinor,
    currency,
    outcome: {
      AVERAGE: shownOutcome(outcome.AVERAGE, asset),
      FIFO: shownOutcome(outcome.FIFO, asset),
    },
  };
}

function shownOutcome({ lots, ...outcome }: Outcome, asset: HeldAsset): DisposalOutcome {
  return {
    ...outcome,
    lots: lots.map((lot) => ({ ...lot, quantity: shownUnits(asset, lot.quantity) })),
  };
}

// The discount up to the termination is income, so the cost is the book value. An instrument is a
// single lot.
function terminationOf(row: TerminationRow, owner: GainOwner): DisposalByMethod {
  const { class: assetClass, name, label, currency, booked_date: tradeDate } = row;
  const { amount_minor: netProceedsMinor, book_value_minor: costMinor } = row;
  const quantity = minorToDecimal(row.face_minor, currency);
  const outcome = {
    netProceedsMinor,
    costMinor,
    gainMinor: netProceedsMinor - costMinor,
    lots: [{ acquiredOn: row.acquired_on, quantity, costMinor, netProceedsMinor }],
  };
  return {
    ...{ tradeDate, settlementDate: tradeDate, kind: 'TERMINATION', class: assetClass },
    ...{ name, label, currency, quantity, chargesMinor: 0n },
    securityId: undefined,
    portfolioId: portfolioIdOf(owner, row.portfolio_name),
    orderId: undefined,
    contractNoteName: undefined,
    outcome: { AVERAGE: outcome, FIFO: outcome },
  };
}
