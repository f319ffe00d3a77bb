// Creates, approves and posts batches of cash transactions, each in one call with an outcome per
// row. Every step is idempotent.

import { createHash } from 'node:crypto';
import type { Call, Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import {
  commonProblems,
  type Problem,
  refusal,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { inSavepoint } from '../../../platform/http/savepoint.js';
import { compileBody } from '../../../platform/http/shape/schema.js';
import { toJson } from '../../../platform/json/json.js';
import { type CellFault, describeFault } from '../../../platform/row-file/cell.js';
import { CASH_BATCH } from '../limits.js';
import type { FinancePorts } from '../port.js';
import { financeProblems } from '../problems.js';
import { cashTransactionBody } from '../schema.js';
import { approveCashTransaction } from './approval.js';
import { storeBatchImport } from './batch-import.js';
import {
  type BatchKey,
  type BatchMember,
  lockBatch,
  lockMembers,
  type MadeRow,
  madeRows,
  selectMembers,
} from './batch-queries.js';
import { type BatchRow, refuseWrittenDecimals, rowsOf } from './batch-row.js';
import type { CashBatchBody, CashBatchStepBody } from './batch-schema.js';
import { type BatchPlace, createCashTransaction } from './create.js';
import { shownCashJournal } from './journal.js';
import { postCashTransaction } from './posting.js';
import { findCashTransaction, type TransactionState } from './queries.js';
import { reverseCashTransaction } from './reversal.js';
import { cancelCashTransaction } from './transaction.js';

/** The outcome of one row. */
interface RowOutcome {
  readonly row: number | undefined;
  /** DONE: this call did the step. UNCHANGED: an earlier call did it. REFUSED: `msgCode` is set. */
  readonly outcome: 'DONE' | 'UNCHANGED' | 'REFUSED';
  readonly id?: bigint;
  readonly name?: string;
  readonly transState?: string;
  readonly msgCode?: string;
  readonly detail?: string;
  /** The member that caused the refusal, if there is one. */
  readonly column?: string;
  /** The journal that this step, or a later one, will write; only in a dry run. */
  readonly journal?: unknown;
  readonly warnings?: unknown;
}

const readRow = compileBody(cashTransactionBody);

/**
 * Creates the rows of a batch. A row that was created before is left unchanged. A row is refused if
 * its row number is already taken by a different row, or if creating it alone would be refused; the
 * other rows are still created. The refused rows are stored for the error file.
 */
export async function createCashBatch(
  work: Work,
  body: CashBatchBody,
  ports: FinancePorts,
): Promise<Outcome> {
  const { batchName } = body;
  const { rows, reading } = await rowsOf(body);
  await lockBatch(work.tx, batchName);
  const made = await madeRows(work.tx, { batchName, offices: work.principal.offices });
  const outcomes: RowOutcome[] = [];
  for (const given of rows) {
    const row = given.place;
    const hash = createHash('sha256').update(toJson(given.sent)).digest('base64url');
    const earlier = made.get(row);
    if (earlier !== undefined) outcomes.push(outcomeOfMade(earlier, hash));
    else if (given.fault !== undefined) outcomes.push(outcomeOfFault(row, given.fault));
    else {
      outcomes.push(
        await outcomeOf(work, { row }, (part) =>
          createRow(
            part,
            { ...given, sent: { ...given.sent, batchName } },
            { ports, place: { row, hash } },
          ),
        ),
      );
    }
  }
  const counts = countsOf(outcomes);
  const refused = rows.flatMap(({ cells }, index) => {
    const { row, outcome, msgCode, detail, column } = outcomes[index] ?? {};
    if (outcome !== 'REFUSED' || row === undefined) return [];
    return [{ row, cells, column: column ?? null, code: msgCode ?? '', detail: detail ?? '' }];
  });
  const importId = await storeBatchImport(work, { batchName, ...counts }, refused);
  const { result, ...outcome } = batchOutcome('CREATED', batchName, outcomes);
  return {
    ...outcome,
    result: { ...result, importId },
    ...(reading && { extra: { reading } }),
  };
}

async function createRow(
  part: Work,
  given: BatchRow,
  at: { readonly ports: FinancePorts; readonly place: BatchPlace },
): Promise<Outcome> {
  const outcome = await createCashTransaction(part, readRow(given.sent), at);
  const { result } = outcome;
  if (given.isOfFile && result !== undefined && 'currency' in result) {
    refuseWrittenDecimals(given, result.currency);
  }
  return outcome;
}

/** Approves every pending row. The caller's own rows are refused one by one. */
export function approveCashBatch(work: Work, body: CashBatchStepBody): Promise<Outcome> {
  return stepOfBatch(work, body, {
    from: 'PENDING',
    done: ['APPROVED', 'POSTED'],
    msgSuffix: 'APPROVED',
    run: (part, id) => approveCashTransaction(part, id, undefined),
  });
}

/** Posts every approved row. Rows already posted are left unchanged, so no money moves twice. */
export function postCashBatch(work: Work, body: CashBatchStepBody): Promise<Outcome> {
  return stepOfBatch(work, body, {
    from: 'APPROVED',
    done: ['POSTED'],
    msgSuffix: 'POSTED',
    run: postCashTransaction,
  });
}

/** Cancels every row that is not posted. This undoes a batch before it is posted. */
export function cancelCashBatch(work: Work, body: CashBatchStepBody): Promise<Outcome> {
  return stepOfBatch(work, body, {
    from: 'PENDING',
    done: ['CANCELLED', 'REJECTED', 'REVERSED'],
    msgSuffix: 'CANCELLED',
    run: cancelCashTransaction,
  });
}

/**
 * Reverses every posted row. This undoes a posted batch. If a row's reversal needs a second person,
 * this call only requests it, and another person's call reverses the row.
 */
export function reverseCashBatch(work: Work, body: CashBatchStepBody): Promise<Outcome> {
  return stepOfBatch(work, body, {
    from: 'POSTED',
    done: ['REVERSED', 'CANCELLED', 'REJECTED'],
    msgSuffix: 'REVERSED',
    run: reverseCashTransaction,
  });
}

/** Returns a batch for its checker: rows by state, and one fingerprint for the whole batch. */
export async function readCashBatch(call: Call, batchName: string): Promise<object> {
  const key = { batchName, offices: call.principal.offices };
  const members = await membersOf(call.db, key);
  const states: Partial<Record<TransactionState, number>> = {};
  for (const { state } of members) states[state] = (states[state] ?? 0) + 1;
  return {
    batchName,
    rowCount: members.length,
    states,
    fingerprint: await fingerprintOf(call.db, members),
  };
}

type BatchSuffix = 'CREATED' | 'APPROVED' | 'POSTED' | 'CANCELLED' | 'REVERSED';

interface BatchStep {
  readonly from: TransactionState;
  /** States of rows that are already past this step. */
  readonly done: readonly TransactionState[];
  readonly msgSuffix: Exclude<BatchSuffix, 'CREATED'>;
  readonly run: (work: Work, id: bigint) => Promise<Outcome>;
}

async function stepOfBatch(work: Work, body: CashBatchStepBody, step: BatchStep) {
  const { batchName, fingerprint } = body;
  const key = { batchName, offices: work.principal.offices };
  const ids = (await membersOf(work.tx, key)).map(({ id }) => id);
  await lockMembers(work.tx, ids);
  const members = await membersOf(work.tx, key);
  if (fingerprint !== undefined && fingerprint !== (await fingerprintOf(work.tx, members))) {
    throw refusal(financeProblems.JOURNAL_CHANGED, { args: [step.from] });
  }
  const outcomes: RowOutcome[] = [];
  for (const member of members) {
    outcomes.push(
      step.done.includes(member.state)
        ? { ...shownMember(member), outcome: 'UNCHANGED' }
        : await outcomeOf(work, shownMember(member), (part) => step.run(part, member.id)),
    );
  }
  return batchOutcome(step.msgSuffix, batchName, outcomes);
}

async function membersOf(on: Database | Tx, key: BatchKey): Promise<BatchMember[]> {
  const members = await selectMembers(on, key);
  if (members.length === 0) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  if (members.length > CASH_BATCH.membersMax) {
    const why = `has more than ${CASH_BATCH.membersMax} transactions; process them one by one`;
    throw refuseMember(commonProblems.INVALID_REQUEST, 'batchName', why);
  }
  return members;
}

async function fingerprintOf(on: Database | Tx, members: readonly BatchMember[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { id } of members) {
    const row = await findCashTransaction(on, id);
    if (row === undefined) continue;
    const journal = await shownCashJournal(on, row);
    hash.update(`${row.name} ${row.state} ${journal.fingerprint}\n`);
  }
  return hash.digest('base64url');
}

function shownMember({ id, name, state, batch_row }: BatchMember) {
  return { row: batch_row ?? undefined, id, name, transState: state };
}

// If the existing row belongs to another office, the reply reveals only that it exists.
function outcomeOfMade(earlier: MadeRow, hash: string): RowOutcome {
  const shown = shownMember(earlier);
  if (earlier.batch_row_hash === hash) return { ...shown, outcome: 'UNCHANGED' };
  const { code, title } = financeProblems.BATCH_ROW_EXISTS;
  return { ...shown, outcome: 'REFUSED', msgCode: code, detail: title };
}

function outcomeOfFault(row: number, fault: CellFault): RowOutcome {
  const { code } = commonProblems.INVALID_REQUEST;
  const { column } = fault;
  return { row, outcome: 'REFUSED', msgCode: code, detail: describeFault(fault), column };
}

// If-Match applies to a single record; a batch is identified by its fingerprint instead.
async function outcomeOf(
  work: Work,
  shown: Omit<RowOutcome, 'outcome'>,
  run: (part: Work) => Promise<Outcome>,
): Promise<RowOutcome> {
  const events: Work['events'] = [];
  const part = await inSavepoint(work.tx, (tx) => run({ ...work, tx, events, ifMatch: undefined }));
  if ('refused' in part) return { ...shown, outcome: 'REFUSED', ...whyOf(part.refused) };
  work.events.push(...events);
  const { id, name, result, extra } = part.done;
  return {
    ...shown,
    outcome: 'DONE',
    ...(id === undefined || id < 0n ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...stateOf(result),
    ...(extra?.journal === undefined ? {} : { journal: extra.journal }),
    ...(extra?.warnings === undefined ? {} : { warnings: extra.warnings }),
  };
}

function stateOf(result: object | undefined) {
  return result !== undefined && 'transState' in result
    ? { transState: String(result.transState) }
    : {};
}

function whyOf({ kind, details }: Problem) {
  const violations = details.errors?.map(({ pointer, detail }) => `${pointer} ${detail}`);
  const column = details.errors?.[0]?.pointer.split('/')[1];
  return {
    msgCode: kind.code,
    detail: violations?.join('; ') ?? details.detail ?? kind.title,
    ...(column === undefined ? {} : { column }),
  };
}

function countsOf(rows: readonly RowOutcome[]) {
  const count = (outcome: RowOutcome['outcome']) =>
    rows.filter((row) => row.outcome === outcome).length;
  return {
    rowCount: rows.length,
    done: count('DONE'),
    unchanged: count('UNCHANGED'),
    refused: count('REFUSED'),
  };
}

function batchOutcome(
  msgSuffix: BatchSuffix,
  batchName: string,
  rows: readonly RowOutcome[],
): Outcome {
  return {
    msgCode: `CASH_BATCH_${msgSuffix}`,
    name: batchName,
    result: { batchName, ...countsOf(rows), rows },
  };
}
