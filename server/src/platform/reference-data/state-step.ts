// The steps of state machines. They lock a record that the caller may see, refuse a wrong state,
// and build the record with the next version. Each record type provides a description, and all
// types share the checks.

import { type Principal, seesOffice, type Work } from '../context.js';
import type { Instant } from '../database/database.js';
import { commonProblems, type Problem, type ProblemKind, refusal } from '../http/reply/problem.js';
import { refuseStale } from '../http/request/version.js';

interface Versioned {
  readonly version: bigint;
}

/** The usual implementation of `isVisible`. */
export function isOfOffices(
  principal: Principal,
  { office_id: officeId }: { readonly office_id: bigint },
): boolean {
  return seesOffice(principal, officeId);
}

/** How the records of a type are locked, and who may see them. */
interface RowDescription<Row extends Versioned, Key> {
  /** Locks the record until the transaction ends. Undefined if there is none. */
  readonly lock: (work: Work, key: Key) => Promise<Row | undefined>;
  readonly isVisible: (principal: Principal, row: Row) => boolean;
  /** The detail of the 404, such as `no such term instrument`. */
  readonly missing?: (key: Key) => string;
}

/** The description of a record type for its steps. */
interface StateDescription<Row extends Versioned, State extends string, Key>
  extends RowDescription<Row, Key> {
  readonly stateOf: (row: Row) => State;
  /** The record type's 409 problem for a wrong state. */
  readonly wrongState: ProblemKind;
  /** The detail of the 409. Default: names the current state and the required states. */
  readonly detailOf?: (row: Row) => string | undefined;
}

/** The checks before a change. Refusals come in the order 404, 412. */
export interface VisibleRows<Row, Key> {
  /** Locks the record if the caller may see it and has read its current version. */
  readonly lockVisible: (work: Work, key: Key) => Promise<Row>;
  /** Runs the checks of `lockVisible` on a record that is already locked. */
  readonly visible: (work: Work, key: Key, row: Row | undefined) => Row;
  /** Creates the refusal for a record that does not exist or that the caller may not see. */
  readonly notFound: (key: Key) => Problem;
}

/**
 * The checks before a step. Refusals come in the order 404, 412, 409. The current state is the
 * first argument of the 409.
 */
export interface StateSteps<Row, State extends string, Key> extends VisibleRows<Row, Key> {
  /**
   * Locks the record if the caller may see it and has read its current version. With `allowed`,
   * refuses any other state. An operation that must check something else before the state omits
   * `allowed`, and calls `refuseUnless` afterwards.
   */
  readonly lockVisible: (work: Work, key: Key, allowed?: readonly State[]) => Promise<Row>;
  /** Refuses a state that is not allowed. */
  readonly refuseUnless: (row: Row, allowed: readonly State[]) => void;
  /** Creates the refusal for a wrong current state. */
  readonly wrongState: (row: Row, allowed?: readonly State[]) => Problem;
}

/**
 * Creates the visibility and version checks for a record type without states, or one that checks
 * its states itself.
 */
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

/** Creates the steps of a record type from its description. */
export function stateSteps<Row extends Versioned, State extends string, Key = bigint>(
  noun: StateDescription<Row, State, Key>,
): StateSteps<Row, State, Key> {
  const { stateOf, detailOf } = noun;
  const rows = visibleRows(noun);
  const wrongState = (row: Row, allowed: readonly State[] = []) => {
    const state = stateOf(row);
    const needed = allowed.length === 0 ? '' : ` This operation requires ${allowed.join(' or ')}.`;
    const detail = detailOf === undefined ? `The record is ${state}.${needed}` : detailOf(row);
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

/**
 * Returns the record with these members, the next version, the editor and the time of the change.
 */
export function changed<Row extends Stamped>(work: Work, row: Row, members: Partial<Row>): Row {
  return {
    ...row,
    ...members,
    version: row.version + 1n,
    modified_by: work.principal.name,
    modified_at: work.now,
  };
}
