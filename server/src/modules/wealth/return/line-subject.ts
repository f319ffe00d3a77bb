// Finds the records that lines refer to, using the lines' keys.

import type { Tx } from '../../../platform/database/database.js';
import type { NamedPortfolio } from '../valuation/queries.js';
import { COSTS, type LineKey, type ReturnLine, subjectOf } from './line.js';
import {
  selectFundSubjects,
  selectPaperSubjects,
  selectSecuritySubjects,
  selectTermSubjects,
} from './line-queries.js';

/** The line for amounts outside all positions. */
const COSTS_LINE: ReturnLine = {
  key: COSTS,
  class: 'COSTS',
  subjectType: 'COSTS',
  subjectId: undefined,
  name: 'COSTS',
  label: 'Costs',
  portfolioName: undefined,
};

/** Returns the record that each line refers to. */
export async function linesOf(
  tx: Tx,
  keys: ReadonlySet<LineKey>,
  portfolios: readonly NamedPortfolio[],
): Promise<Map<LineKey, ReturnLine>> {
  const names = new Map(portfolios.map(({ id, name }) => [id, name]));
  const lines = [
    COSTS_LINE,
    ...[...keys].filter((key) => subjectOf(key).type === 'ACCOUNT').map(cashLine),
    ...(await securityLines(tx, keys, names)),
    ...(await fundLines(tx, keys)),
    ...(await termLines(tx, keys)),
    ...(await paperLines(tx, keys, 'DISCOUNTED_INSTRUMENT')),
    ...(await paperLines(tx, keys, 'TREASURY_BILL')),
  ];
  return new Map(lines.map((line) => [line.key, line]));
}

/** A key, split into the ids that it contains. */
interface Keyed {
  readonly key: LineKey;
  readonly id: bigint;
  /** The portfolio, by id or name. */
  readonly place: string;
}

function keyed(keys: ReadonlySet<LineKey>, type: ReturnLine['subjectType']): Keyed[] {
  return [...keys].flatMap((key) => {
    const [name, id = '', ...place] = key.split('/');
    return name === type ? { key, id: BigInt(id), place: place.join('/') } : [];
  });
}

/** Joins keys with the rows of their records. */
async function joined<Row extends { readonly id: bigint }>(
  found: readonly Keyed[],
  select: (ids: readonly bigint[]) => Promise<readonly Row[]>,
): Promise<(Keyed & { readonly row: Row })[]> {
  if (found.length === 0) return [];
  const rows = await select([...new Set(found.map(({ id }) => id))]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap((each) => {
    const row = byId.get(each.id);
    return row === undefined ? [] : { ...each, row };
  });
}

function cashLine(key: LineKey): ReturnLine {
  const { id: currency } = subjectOf(key);
  return {
    ...{ key, class: 'CASH', subjectType: 'ACCOUNT', subjectId: undefined },
    ...{ name: currency, label: currency, portfolioName: undefined },
  };
}

async function securityLines(
  tx: Tx,
  keys: ReadonlySet<LineKey>,
  names: ReadonlyMap<bigint, string>,
): Promise<ReturnLine[]> {
  const found = await joined(keyed(keys, 'SECURITY'), (ids) => selectSecuritySubjects(tx, ids));
  return found.map(({ key, id, place, row }) => ({
    key,
    class: row.is_bond ? 'BOND' : 'EQUITY',
    subjectType: 'SECURITY',
    subjectId: id,
    name: row.name,
    label: row.label,
    portfolioName: names.get(BigInt(place)),
  }));
}

async function fundLines(tx: Tx, keys: ReadonlySet<LineKey>): Promise<ReturnLine[]> {
  const found = await joined(keyed(keys, 'FUND'), (ids) => selectFundSubjects(tx, ids));
  return found.map(({ key, id, place, row: { name, label } }) => ({
    ...{ key, class: 'FUND', subjectType: 'FUND', subjectId: id, name, label },
    portfolioName: place === '' ? undefined : place,
  }));
}

async function termLines(tx: Tx, keys: ReadonlySet<LineKey>): Promise<ReturnLine[]> {
  const found = await joined(keyed(keys, 'TERM_INSTRUMENT'), (ids) => selectTermSubjects(tx, ids));
  return found.map(({ key, id, row: { name, label, is_loan, portfolio_name } }) => ({
    key,
    class: is_loan ? 'LOAN' : 'DEPOSIT',
    ...{ subjectType: 'TERM_INSTRUMENT', subjectId: id, name, label },
    portfolioName: is_loan ? undefined : (portfolio_name ?? undefined),
  }));
}

async function paperLines(
  tx: Tx,
  keys: ReadonlySet<LineKey>,
  subjectType: 'DISCOUNTED_INSTRUMENT' | 'TREASURY_BILL',
): Promise<ReturnLine[]> {
  const found = await joined(keyed(keys, subjectType), (ids) => selectPaperSubjects(tx, ids));
  return found.map(({ key, id, row: { name, label, portfolio_name } }) => ({
    key,
    class: subjectType === 'TREASURY_BILL' ? 'BILL' : 'PAPER',
    ...{ subjectType, subjectId: id, name, label, portfolioName: portfolio_name ?? undefined },
  }));
}
