// Market discount rate imports: how rates are checked, stored and undone.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import type { ImportKind, InsertedValues } from '../../../platform/value-import/kind.js';
import { assetProblems } from '../problems.js';
import { YIELD_TABLE } from './csv.js';
import {
  insertYields,
  lockYields,
  selectIssuesNamed,
  selectYieldsAt,
  undoYields,
  YIELD_TABLES,
} from './queries.js';
import { type IssueYield, issueCodeOf, judgeRow, type YieldCells } from './row.js';

export const YIELD_IMPORT: ImportKind<keyof YieldCells, IssueYield> = {
  tables: YIELD_TABLES,
  file: YIELD_TABLE,
  subject: 'issue',
  errorFileName: 'market-yield-import',
  path: 'order/marketyield/import',
  counted: 'rates',
  imported: { msgCode: 'MARKET_YIELDS_IMPORTED', type: 'market-yield-import.created' },
  undone: { msgCode: 'MARKET_YIELD_IMPORT_UNDONE', type: 'market-yield-import.undone' },
  wrongState: assetProblems.MARKET_YIELD_IMPORT_WRONG_STATE,
  repeatedDetail: 'an earlier row has another rate for this issue and date',
  exists: {
    code: 'RATE_EXISTS',
    detail: 'another rate is stored for this date; replace=true replaces it',
  },
  keyOf,
  figuresOf: ({ rate }) => rate,
  isSame: (one, other) => one.rate.equals(other.rate),
  judgeOf: async ({ tx }, rows) => {
    await lockYields(tx);
    const named = await selectIssuesNamed(tx, [...new Set(rows.map(issueCodeOf))]);
    const issues = new Map(named.map((each) => [each.code, each]));
    const setting = { today: await currentBusinessDate(tx), issues };
    return (cells) => judgeRow(cells, setting);
  },
  insertMissing: insertMissingYields,
  replace: ({ tx }, yields) => insertYields(tx, yields),
  undo: async ({ tx }, id) => {
    await lockYields(tx);
    return undoYields(tx, id);
  },
};

function keyOf({ issueId, date }: IssueYield) {
  return { subjectId: issueId, date };
}

// A rate can have several versions, so no unique key detects existing rates. The stored rates are
// therefore selected before the missing ones are inserted.
async function insertMissingYields(
  { tx }: Work,
  yields: readonly IssueYield[],
): Promise<InsertedValues<IssueYield>> {
  const textOf = ({ issueId, date }: IssueYield) => `${issueId} ${date}`;
  const stored = await selectYieldsAt(tx, yields);
  const rates = new Map(stored.map((one) => [textOf(one), one.rate]));
  const given = new Map(yields.map((one) => [textOf(one), one.rate]));
  const missing = yields.filter((one) => !rates.has(textOf(one)));
  if (missing.length > 0) await insertYields(tx, missing);
  const differing = stored.filter((one) => given.get(textOf(one))?.equals(one.rate) === false);
  return { inserted: missing.map(keyOf), differing };
}
