// The executions of an order by trade date, as contract notes see them.

import { present } from '../../platform/assert.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Execution } from './order-state.js';
import { originalOf, standingExecutions } from './standing-execution.js';

/** An execution as it is stored: its date, and its note (0: the date came to nothing). */
export type BookedExecution = Execution & {
  readonly tradeDate: BusinessDate;
  readonly noteId: bigint | null;
};

/** One trade date of an order. */
export interface TradeDay {
  readonly tradeDate: BusinessDate;
  /**
   * Everything reported about the fills of the date, corrections and busts of later days included.
   */
  readonly execIds: readonly string[];
  /** What counts of it now. */
  readonly standing: readonly Execution[];
  /** True when a note was issued for the date. */
  readonly isNoted: boolean;
  /** True when something was reported that no note has seen. */
  readonly hasNews: boolean;
}

/** Groups executions by the date of the fill that each is about, the earliest date first. */
export function tradeDays(executions: readonly BookedExecution[]): TradeDay[] {
  const byId = new Map(executions.map((execution) => [execution.execId, execution]));
  const byFill = new Map<string, BookedExecution[]>();
  for (const execution of executions) {
    listIn(byFill, originalOf(execution, byId)).push(execution);
  }
  const byDate = new Map<BusinessDate, BookedExecution[][]>();
  for (const [fill, about] of byFill) {
    listIn(byDate, byId.get(fill)?.tradeDate ?? firstDate(about)).push(about);
  }
  return [...byDate]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([tradeDate, fills]) => dayOf(tradeDate, fills));
}

function listIn<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: Item[] = [];
  lists.set(key, list);
  return list;
}

/** What was filled and not noted yet: the part of a buy that is still paid from its hold. */
export function withoutNote(days: readonly TradeDay[]): Execution[] {
  return days.filter(({ isNoted }) => !isNoted).flatMap(({ standing }) => standing);
}

function firstDate(executions: readonly BookedExecution[]): BusinessDate {
  const [first] = executions.map(({ tradeDate }) => tradeDate).sort();
  return present(first, 'a group of executions has one');
}

// Nearly every fill is alone: nothing else was reported about it.
function standingOf(about: readonly BookedExecution[]): readonly Execution[] {
  return about.length === 1 && about[0]?.kind === 'TRADE' ? about : standingExecutions(about);
}

function dayOf(tradeDate: BusinessDate, fills: readonly (readonly BookedExecution[])[]): TradeDay {
  const all = fills.flat();
  return {
    tradeDate,
    execIds: all.map(({ execId }) => execId),
    standing: fills.flatMap(standingOf),
    isNoted: all.some(({ noteId }) => noteId !== null && noteId > 0n),
    hasNews: all.some(({ noteId }) => noteId === null),
  };
}
