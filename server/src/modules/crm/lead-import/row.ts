// Checks the rows of a lead import, and compares each one with existing records and with earlier
// rows.

import { mapInTurns } from '../../../platform/concurrency/turn.js';
import type { Work } from '../../../platform/context.js';
import { Problem } from '../../../platform/http/reply/problem.js';
import { compileBody } from '../../../platform/http/shape/schema.js';
import { type CellFault, describeFault } from '../../../platform/row-file/cell.js';
import type { RowFile } from '../../../platform/row-file/table.js';
import { findDuplicates } from '../lead/duplicate.js';
import { refuseUncapturable } from '../lead/lead.js';
import { leadKeysOf, newLeadRow } from '../lead/record.js';
import { type Lead, StrictLeadBody } from '../lead/schema.js';
import { LEAD_IMPORT } from '../limits.js';
import { inOrder, type MatchKind } from '../person/match.js';
import { refuseUnknownReferences } from '../reference.js';
import { FULL_NAME, LEAD_COLUMNS, type LeadCells } from './column.js';

/** A likely duplicate of a row: a lead, a customer, or an earlier row. */
interface RowMatch {
  readonly kind: 'LEAD' | 'CUSTOMER' | 'ROW';
  readonly id: bigint;
  readonly matchedOn: readonly MatchKind[];
}

/** A row with its verdict. */
export type CheckedRow = { readonly cells: LeadCells } & (
  | {
      readonly verdict: 'ACCEPTED' | 'DUPLICATE';
      readonly body: Lead;
      readonly matches: RowMatch[];
    }
  | { readonly verdict: 'REFUSED'; readonly error: RowError }
);

/** The reason why a row is refused: a code, the invalid member, and an explanation. */
interface RowError {
  readonly code: string;
  readonly member: string | null;
  readonly detail: string;
}

/** Rows, and the errors of rows that are already refused. */
interface ReadCells {
  readonly rows: readonly LeadCells[];
  readonly errors: readonly (RowError | undefined)[];
}

// An invalid cell gets the same code as an invalid member in a single capture.
function codeOfFault({ code }: CellFault): string {
  return code === 'NUMBER_WRONG' || code === 'DATE_WRONG' || code === 'FLAG_WRONG'
    ? 'WRONG_SHAPE'
    : code;
}

/** Returns the rows of a file. The first unreadable cell of a row is its error. */
export function readCells({ rows, faults }: Pick<RowFile<string>, 'rows' | 'faults'>): ReadCells {
  const errors = faults.map(
    (fault) =>
      fault && {
        code: codeOfFault(fault),
        member: fault.column || null,
        detail: describeFault(fault),
      },
  );
  return { rows, errors };
}

/** Checks rows for an office. A row that matches an earlier row is a duplicate. */
export async function checkRows(
  work: Work,
  { rows, errors }: ReadCells,
  officeId: bigint,
): Promise<readonly CheckedRow[]> {
  const given = await mapInTurns(rows, (cells, index) => errors[index] ?? readRow(cells));
  const read = await withKnownReferences(work, given, officeId);
  const inFile = await matchesInFile(work, read, officeId);
  const known: RowMatch[][] = [];
  for (let start = 0; start < read.length; start += LEAD_IMPORT.checkedAtOnce) {
    const part = read.slice(start, start + LEAD_IMPORT.checkedAtOnce);
    known.push(...(await Promise.all(part.map((row) => knownAs(work, row, officeId)))));
  }
  return read.map((row, index): CheckedRow => {
    const cells = rows[index] ?? {};
    if ('code' in row) return { cells, verdict: 'REFUSED', error: row };
    const matches = [...(known[index] ?? []), ...(inFile[index] ?? [])];
    const verdict = matches.length === 0 ? 'ACCEPTED' : 'DUPLICATE';
    return { cells, verdict, body: row, matches };
  });
}

const LEAD_MEMBERS = LEAD_COLUMNS.filter((column) => column !== FULL_NAME);

// The last word of a full name is the last name. The label is the name as written.
function withNames({ [FULL_NAME]: fullName, ...cells }: LeadCells): LeadCells {
  const words = (fullName ?? '').trim().split(/\s+/);
  if (words[0] === '' || cells.firstName?.trim() || cells.lastName?.trim()) return cells;
  const firstName = words.slice(0, -1).join(' ');
  const label = cells.label?.trim() || words.join(' ');
  return { ...cells, firstName, lastName: words.at(-1), label };
}

const readBody = compileBody(StrictLeadBody);

// Checks a row's cells by the same rules as for a single capture.
function readRow(cells: LeadCells): Lead | RowError {
  const named = withNames(cells);
  try {
    const given = LEAD_MEMBERS.flatMap((column) => {
      const text = named[column]?.trim();
      return text ? [[column, text] as const] : [];
    });
    const body = readBody(Object.fromEntries(given));
    refuseUncapturable(body);
    return body;
  } catch (error) {
    return errorOf(error);
  }
}

function errorOf(error: unknown): RowError {
  if (!(error instanceof Problem)) throw error;
  const [violation] = error.details.errors ?? [];
  const member = violation?.pointer.slice(1) ?? null;
  return {
    code: violation?.code ?? error.kind.code,
    member,
    detail: violation?.detail ?? error.kind.title,
  };
}

// Looks up each user and campaign only once, even if many rows refer to it.
async function withKnownReferences(
  work: Work,
  rows: readonly (Lead | RowError)[],
  officeId: bigint,
): Promise<readonly (Lead | RowError)[]> {
  const errors = new Map<string, RowError | undefined>();
  const checked: (Lead | RowError)[] = [];
  for (const row of rows) {
    if ('code' in row) {
      checked.push(row);
      continue;
    }
    const key = `${row.assignedTo ?? ''} ${row.campaign ?? ''}`;
    if (!errors.has(key)) {
      const after = draftOf(work, row, officeId);
      const check = refuseUnknownReferences(work, { before: undefined, after });
      errors.set(key, await check.then(() => undefined, errorOf));
    }
    checked.push(errors.get(key) ?? row);
  }
  return checked;
}

function draftOf(work: Work, body: Lead, officeId: bigint) {
  return newLeadRow(work, body, { id: 0n, name: '', officeId });
}

async function knownAs(work: Work, row: Lead | RowError, officeId: bigint): Promise<RowMatch[]> {
  if ('code' in row) return [];
  const duplicates = await findDuplicates(work, draftOf(work, row, officeId));
  return duplicates.map(({ kind, id, matchedOn }) => ({ kind, id, matchedOn }));
}

// Finds rows that share a key. The first of them can be captured; the others list it as a match.
function matchesInFile(
  work: Work,
  rows: readonly (Lead | RowError)[],
  officeId: bigint,
): Promise<readonly RowMatch[][]> {
  const first = new Map<string, number>();
  return mapInTurns(rows, (row, index) => {
    if ('code' in row) return [];
    const found = new Map<number, MatchKind[]>();
    for (const { kind, key } of leadKeysOf(draftOf(work, row, officeId))) {
      const before = first.get(`${kind} ${key}`);
      if (before === undefined) first.set(`${kind} ${key}`, index);
      else found.set(before, [...(found.get(before) ?? []), kind]);
    }
    return [...found].map(([before, kinds]): RowMatch => {
      return { kind: 'ROW', id: BigInt(before + 1), matchedOn: inOrder(kinds) };
    });
  });
}
