// Checks, stores and undoes imports of price history.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import type { ImportKind } from '../../../platform/value-import/kind.js';
import { calendarOf } from '../exchange/calendar.js';
import { marketProblems } from '../problems.js';
import { PRICE_TABLE } from './csv.js';
import {
  followBars,
  insertBars,
  lockPrices,
  PRICE_TABLES,
  securitiesOfImport,
  selectDifferingBars,
  selectNamedSecurities,
  undoBars,
  updateBars,
} from './queries.js';
import {
  type ImportSecurity,
  judgeRow,
  type PriceCells,
  type SecurityBar,
  securityNameOf,
} from './row.js';

export const PRICE_IMPORT: ImportKind<keyof PriceCells, SecurityBar> = {
  tables: PRICE_TABLES,
  file: PRICE_TABLE,
  subject: 'security',
  errorFileName: 'price-import',
  path: 'order/security/price/import',
  counted: 'bars',
  imported: { msgCode: 'PRICES_IMPORTED', type: 'price-import.created' },
  undone: { msgCode: 'PRICE_IMPORT_UNDONE', type: 'price-import.undone' },
  wrongState: marketProblems.PRICE_IMPORT_WRONG_STATE,
  repeatedDetail: 'an earlier row has different figures for this security and date',
  exists: {
    code: 'BAR_EXISTS',
    detail: 'a different bar is stored for this security and date; replace=true replaces it',
  },
  keyOf: ({ securityId, date }) => ({ subjectId: securityId, date }),
  figuresOf: ({ open, high, low, close, volume }) => ({ open, high, low, close, volume }),
  isSame,
  judgeOf: async (work, rows) => {
    const names = [...new Set(rows.map(securityNameOf))];
    const today = await currentBusinessDate(work.tx);
    const setting = { today, securities: await securitiesOf(work, names) };
    return (cells) => judgeRow(cells, setting);
  },
  insertMissing: async ({ tx }, bars) => {
    await lockPrices(tx, [...new Set(bars.map(({ securityId }) => securityId))]);
    const inserted = await insertBars(tx, bars);
    return { inserted, differing: await selectDifferingBars(tx, bars) };
  },
  replace: ({ tx }, bars) => updateBars(tx, bars),
  follow: ({ tx, now }, keys) => followBars(tx, keys, now),
  undo: async ({ tx, now }, id) => {
    await lockPrices(tx, await securitiesOfImport(tx, id));
    const undone = await undoBars(tx, id);
    if (undone.length > 0) await followBars(tx, undone, now);
    return undone.length;
  },
};

async function securitiesOf(work: Work, names: readonly string[]) {
  const securities = new Map<string, ImportSecurity>();
  const weekends = new Map<bigint, ReadonlySet<number>>();
  for (const { name, id, exchangeId } of await selectNamedSecurities(work.tx, names)) {
    const weekend = weekends.get(exchangeId) ?? (await calendarOf(work.tx, exchangeId)).weekend;
    weekends.set(exchangeId, weekend);
    securities.set(name, { id, weekend });
  }
  return securities;
}

function isSame(one: SecurityBar, other: SecurityBar): boolean {
  return (
    one.open.equals(other.open) &&
    one.high.equals(other.high) &&
    one.low.equals(other.low) &&
    one.close.equals(other.close) &&
    one.volume === other.volume
  );
}
