// Reads movements between cash and the other lines of a customer, and the income, tax and charges
// of lines, from their records.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { directPayments, dueIncomes } from '../../custody/index.js';
import type { CashFlow } from '../../finance/index.js';
import type { Holders } from '../../party/index.js';
import { flowRuleOf } from './flow.js';
import { type Chains, fundKey, instrumentKey, type LineKey, securityKey } from './line.js';
import {
  type MoveRange,
  selectEventHoldings,
  selectFundIncome,
  selectFundOrders,
  selectInstrumentEnds,
  selectNotedTrades,
  selectTransferHoldings,
} from './move-queries.js';

/** A movement of a line on a date. Amounts are in minor units of a currency. */
export interface LineMove {
  readonly date: BusinessDate;
  readonly line: LineKey;
  readonly currency: string;
  /** The kind of record that moved the money. */
  readonly source: string;
  /** Whether the flow came from the customer's cash rather than from outside. */
  readonly isCash: boolean;
  /** The amount that the line received from cash or from outside; negative if the line paid it. */
  readonly flowMinor: bigint;
  /** The trade charges that are part of the flow. */
  readonly chargesMinor: bigint;
  /** Accrued interest bought with units; negative if it was sold. */
  readonly accruedMinor: bigint;
  /** Recorded income before tax, in addition to accrued interest. */
  readonly incomeMinor: bigint;
  /** Withheld tax, in addition to the tax expected for a position. */
  readonly taxMinor: bigint;
  /** Gain over the book value at an early termination. */
  readonly priceMinor: bigint;
}

export const NOTHING_MOVED = {
  isCash: true,
  ...{ flowMinor: 0n, chargesMinor: 0n, accruedMinor: 0n },
  ...{ incomeMinor: 0n, taxMinor: 0n, priceMinor: 0n },
};

/** The movements of the customer's cash, and the portfolios of the instruments. */
interface MoveContext {
  readonly range: MoveRange;
  readonly cash: readonly CashFlow[];
  readonly chains: Chains;
}

/** Returns the movements of a customer's lines, other than cash itself. */
export async function lineMoves(tx: Tx, context: MoveContext): Promise<LineMove[]> {
  const moved = netByRecord(
    context.cash.filter((flow) => flowRuleOf(flow.sourceType) === 'WITHIN'),
  );
  return [
    ...(await tradeMoves(tx, moved)),
    ...(await eventMoves(tx, moved)),
    ...(await transferMoves(tx, moved, context.range)),
    ...(await fundMoves(tx, moved)),
    ...instrumentMoves(moved, context.chains),
    ...(await fundIncomeMoves(tx, context.range)),
    ...(await dueIncomeMoves(tx, context.range)),
    ...(await endMoves(tx, context)),
    ...(await directMoves(tx, context.range)),
  ];
}

/** The amount that a record moved on a date, over all accounts in one currency. */
type Moved = Pick<CashFlow, 'date' | 'currency' | 'sourceType' | 'sourceId' | 'minor'>;

// Nets the movements by record, because the settlement of a note moves an amount from the unsettled
// proceeds to cash.
function netByRecord(flows: readonly CashFlow[]): Moved[] {
  const sums = new Map<string, Moved>();
  for (const { date, currency, sourceType, sourceId, minor } of flows) {
    const key = [date, currency, sourceType, sourceId].join();
    const sum = (sums.get(key)?.minor ?? 0n) + minor;
    sums.set(key, { date, currency, sourceType, sourceId, minor: sum });
  }
  return [...sums.values()].filter(({ minor }) => minor !== 0n);
}

function idsOf(moved: readonly Moved[], source: string): bigint[] {
  return moved.filter(({ sourceType }) => sourceType === source).map(({ sourceId }) => sourceId);
}

function moveOf({ date, currency, sourceType, minor }: Moved, line: LineKey): LineMove {
  return { ...NOTHING_MOVED, date, line, currency, source: sourceType, flowMinor: -minor };
}

async function tradeMoves(tx: Tx, moved: readonly Moved[]): Promise<LineMove[]> {
  const ids = idsOf(moved, 'CONTRACT_NOTE');
  const notes = new Map((await selectNotedTrades(tx, ids)).map((note) => [note.id, note]));
  return moved.flatMap((each) => {
    const note = each.sourceType === 'CONTRACT_NOTE' ? notes.get(each.sourceId) : undefined;
    if (note === undefined) return [];
    const isBuy = note.side === 'BUY';
    // Incoming money for a buy, or outgoing money for a sale, means that the note was reversed.
    const sign = each.minor > 0n === isBuy ? -1n : 1n;
    return {
      ...moveOf(each, securityKey(note.portfolio_id, note.security_id)),
      chargesMinor: sign * note.charges_minor,
      accruedMinor: sign * (isBuy ? note.accrued_minor : -note.accrued_minor),
    };
  });
}

async function eventMoves(tx: Tx, moved: readonly Moved[]): Promise<LineMove[]> {
  const holdings = await selectEventHoldings(tx, {
    ENTITLEMENT: idsOf(moved, 'ENTITLEMENT'),
    ELECTION: idsOf(moved, 'ELECTION'),
    MARKET_CLAIM: idsOf(moved, 'MARKET_CLAIM'),
  });
  const byRecord = new Map(holdings.map((row) => [`${row.source_type}/${row.id}`, row]));
  return moved.flatMap((each) => {
    const holding = byRecord.get(`${each.sourceType}/${each.sourceId}`);
    if (holding === undefined) return [];
    const move = moveOf(each, securityKey(holding.portfolio_id, holding.security_id));
    if (holding.source_type !== 'MARKET_CLAIM') return move;
    return holding.is_tax
      ? { ...move, taxMinor: -each.minor }
      : { ...move, incomeMinor: each.minor };
  });
}

// Units bought or sold by a transfer against payment.
async function transferMoves(
  tx: Tx,
  moved: readonly Moved[],
  { customerId }: MoveRange,
): Promise<LineMove[]> {
  const ids = idsOf(moved, 'HOLDING_TRANSFER');
  const holdings = new Map(
    (await selectTransferHoldings(tx, ids, customerId)).map((row) => [row.id, row]),
  );
  return moved.flatMap((each) => {
    if (each.sourceType !== 'HOLDING_TRANSFER') return [];
    const holding = holdings.get(each.sourceId);
    if (holding === undefined) return [];
    return moveOf(each, securityKey(holding.portfolio_id, holding.security_id));
  });
}

async function fundMoves(tx: Tx, moved: readonly Moved[]): Promise<LineMove[]> {
  const ofFunds = moved.filter(({ sourceType }) => sourceType.startsWith('FUND:'));
  const ids = ofFunds.map(({ sourceId }) => sourceId);
  const orders = new Map((await selectFundOrders(tx, ids)).map((order) => [order.id, order]));
  return ofFunds.flatMap((each) => {
    const order = orders.get(each.sourceId);
    if (order === undefined) return [];
    const sign = each.minor > 0n === order.is_subscription ? -1n : 1n;
    const move = moveOf(each, fundKey(order.fund_id, order.portfolio_name));
    return { ...move, source: 'FUND', chargesMinor: sign * order.costs_minor };
  });
}

const INSTRUMENTS = ['TERM_INSTRUMENT', 'DISCOUNTED_INSTRUMENT', 'TREASURY_BILL'] as const;

function instrumentMoves(moved: readonly Moved[], chains: Chains): LineMove[] {
  return moved.flatMap((each) => {
    const type = INSTRUMENTS.find((name) => name === each.sourceType);
    return type === undefined ? [] : moveOf(each, instrumentKey(type, each.sourceId, chains));
  });
}

async function fundIncomeMoves(tx: Tx, range: MoveRange): Promise<LineMove[]> {
  const rows = await selectFundIncome(tx, range);
  return rows.map(({ date, currency, fund_id, portfolio_name, ...income }) => ({
    ...NOTHING_MOVED,
    ...{ date, currency, line: fundKey(fund_id, portfolio_name), source: 'FUND-INCOME' },
    flowMinor: income.is_paid ? income.tax_minor - income.gross_minor : 0n,
    incomeMinor: income.gross_minor,
    taxMinor: income.tax_minor,
  }));
}

async function dueIncomeMoves(tx: Tx, range: MoveRange): Promise<LineMove[]> {
  const rows = await dueIncomes(tx, holdersOf(range), range);
  return rows.map(({ date, currency, portfolioId, securityId, incomeMinor, taxMinor }) => ({
    ...NOTHING_MOVED,
    ...{ date, currency, line: securityKey(portfolioId, securityId), source: 'ENTITLEMENT' },
    ...{ incomeMinor, taxMinor },
  }));
}

async function endMoves(tx: Tx, { range, chains }: MoveContext): Promise<LineMove[]> {
  const rows = await selectInstrumentEnds(tx, range);
  return rows.map(({ date, currency, type, id, tax_minor, price_minor }) => ({
    ...NOTHING_MOVED,
    ...{ date, currency, line: instrumentKey(type, id, chains), source: type },
    taxMinor: tax_minor,
    priceMinor: price_minor,
  }));
}

async function directMoves(tx: Tx, range: MoveRange): Promise<LineMove[]> {
  const rows = await directPayments(tx, holdersOf(range), range);
  return rows.map(({ date, currency, portfolioId, securityId, minor }) => ({
    ...NOTHING_MOVED,
    ...{ date, currency, line: securityKey(portfolioId, securityId), source: DIRECT_PAYMENT },
    isCash: false,
    flowMinor: -minor,
  }));
}

function holdersOf({ customerId, knownAt }: MoveRange): Holders {
  return { customerIds: [customerId], knownAt };
}

/** The kind of record for direct payments by a registrar. */
export const DIRECT_PAYMENT = 'DIRECT_PAYMENT';
