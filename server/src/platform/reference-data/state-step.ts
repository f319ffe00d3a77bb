// A step of a state machine: lock the record that the caller sees, refuse what does not fit, and
// write it one version further. Each noun describes itself once; the checks are the same for all.

import { type Principal, seesOffice, type Work } from '../context.js';
import type { Instant } from '../database/database.js';
import { commonProblems, type Problem, type ProblemKind, refusal } from '../http/reply/problem.js';
import { refuseStale } from '../http/request/version.js';

interface Versioned {
  readonly version: bigint;
}

/** The usual rule of `isVisible`. */
export function isOfOffices(
  principal: Principal,
  { office_id: officeId }: { readonly office_id: bigint },
): boolean {
  return seesOffice(principal, officeId);
}

/** How the records of one noun are locked, and who sees them. */
interface RowDescription<Row extends Versioned, Key> {
  /** Locks the record until the transaction ends; undefined if there is none. */
  readonly lock: (work: Work, key: Key) => Promise<Row | undefined>;
  readonly isVisible: (principal: Principal, row: Row) => boolean;
  /** The detail of the 404, such as `no such term instrument`. */
  readonly missing?: (key: Key) => string;
}

/** What the steps of one noun need to know about its records. */
interface StateDescription<Row extends Versioned, State extends string, Key>
  extends RowDescription<Row, Key> {
  readonly stateOf: (row: Row) => State;
  /** The 409 of the noun. */
  readonly wrongState: ProblemKind;
  /** The detail of the 409; without it, the present state and the ones that the step needs. */
  readonly detailOf?: (row: Row) => string | undefined;
}

/** The checks before a change, refused in the order 404, 412. */
export interface VisibleRows<Row, Key> {
  /** Locks the record that the caller sees, in the version that he read. */
  readonly lockVisible: (work: Work, key: Key) => Promise<Row>;
  /** What `lockVisible` checks, of a record that is locked already. */
  readonly visible: (work: Work, key: Key, row: Row | undefined) => Row;
  /** The refusal of a record that is not there for the caller. */
  readonly notFound: (key: Key) => Problem;
}

/** The checks before a step, refused in the order 404, 412, 409 with the present state first. */
export interface StateSteps<Row, State extends string, Key> extends VisibleRows<Row, Key> {
  /**
   * Locks the record that the caller sees, in the version that he read. With `allowed`, refuses
   * any other state; without, an operation checks something else first and calls `refuseUnless`.
   */
  readonly lockVisible: (work: Work, key: Key, allowed?: readonly State[]) => Promise<Row>;
  /** Refuses a state that is not among these. */
  readonly refuseUnless: (row: Row, allowed: readonly State[]) => void;
  /** The refusal of the present state. */
  readonly wrongState: (row: Row, allowed?: readonly State[]) => Problem;
}

/** Makes the checks of a noun whose states, if it has any, are checked by its own rules. */
export function visibleRows<Row extends Versioned, Key = bigint>(
  noun: RowDescription<Row, Key>,
): VisibleRows<Row, Key> {
  const { lock, isVisible, missing } = noun;
  const notFound = (key: Key) => refuse(commonProblems.DOCUMENT_NOT_FOUND, missing?.(key));
  const visible = (work: Work, key: Key, row: Row | undefined) => {
    if (row === undefined || !isVisible(work.principal, row)) throw notFound(key);
    refuseStale(work, row.version);
    return row;
  };
  const lockVisible = async (work: Work, key: Key) => visible(work, key, await lock(work, key));
  return { lockVisible, visible, notFound };
}

/** Makes the steps of a noun from its description. */
export function stateSteps<Row extends Versioned, State extends string, Key = bigint>(
  noun: StateDescription<Row, State, Key>,
): StateSteps<Row, State, Key> {
  const { stateOf, detailOf } = noun;
  const rows = visibleRows(noun);
  const wrongState = (row: Row, allowed: readonly State[] = []) => {
    const state = stateOf(row);
    const needed = allowed.length === 0 ? '' : `; this needs ${allowed.join(' or ')}`;
    const detail = detailOf === undefined ? `it is ${state}${needed}` : detailOf(row);
    return refuse(noun.wrongState, detail, [state]);
  };
  const refuseUnless = (row: Row, allowed: readonly State[]) => {
    if (!allowed.includes(stateOf(row))) throw wrongState(row, allowed);
  };
  return {
    ...{ ...rows, refuseUnless, wrongState },
    lockVisible: async (work, key, allowed) => {
      const row = await rows.lockVisible(work, key);
      if (allowed !== undefined) refuseUnless(row, allowed);
      return row;
    },
  };
}

function refuse(kind: ProblemKind, detail: string | undefined, args?: readonly string[]): Problem {
  return refusal(kind, {
    ...(detail === undefined ? {} : { detail }),
    ...(args === undefined ? {} : { args }),
  });
}

interface Stamped extends Versioned {
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** The record with these members, one version further, and who changed it when. */
export function changed<Row extends Stamped>(work: Work, row: Row, members: Partial<Row>): Row {
  return {
    ...row,
    ...members,
    version: row.version + 1n,
    modified_by: work.principal.name,
    modified_at: work.now,
  };
}
