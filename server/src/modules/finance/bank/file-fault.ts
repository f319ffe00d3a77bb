// Collects the errors in the rows of a bank's file. The whole file is refused, with a list of the
// invalid rows.

import { counted } from '../../../platform/http/reply/counted.js';
import { Problem, refusal } from '../../../platform/http/reply/problem.js';
import { cutText } from '../../../platform/utf8.js';
import { BANK_STATEMENT } from '../limits.js';
import { financeProblems } from '../problems.js';
import type { StatementMember } from './statement-line.js';

/** An invalid row: its position, its content as sent, and its error. */
export interface FileFault {
  /** The data row's number, from 1; for a message, the row in the file. */
  readonly row: number;
  /** A row's cells by column; for a message: the statement, the element and its text. */
  readonly cells: Readonly<Record<string, string | undefined>>;
  /** The invalid cell's column, if the error is in one cell of a CSV or XLSX file. */
  readonly column: string | undefined;
  readonly code: string;
  readonly detail: string;
}

/** The request members that can contain the file. */
type FileMember = StatementMember | 'csv';

/** The refusal of a file that has invalid rows. */
export class FileRefused extends Problem {
  readonly faults: readonly FileFault[];

  constructor({ kind, details }: Problem, faults: readonly FileFault[]) {
    super(kind, details);
    this.faults = faults;
  }

  /** Returns the refusal with the number of the import whose error file contains the rows. */
  ofImport(id: bigint): Problem {
    return refusal(this.kind, { ...this.details, members: { importId: String(id) } });
  }
}

/** Refuses a file with BANK_STATEMENT_REFUSED, listing its first errors. */
export function refusedFile(
  member: FileMember,
  faults: readonly FileFault[],
  detail: string,
): FileRefused {
  const errors = faults
    .slice(0, BANK_STATEMENT.violationsShown)
    .map(({ row, code, detail: why }) => ({
      pointer: `/${member}/${row}`,
      code,
      detail: why,
    }));
  const problem = refusal(financeProblems.BANK_STATEMENT_REFUSED, {
    detail: `${detail}; nothing was imported`,
    args: [member],
    errors,
  });
  return new FileRefused(problem, faults);
}

/** A place in a message: its row in the file and, if known, the element and its text. */
interface MessagePlace {
  readonly row: number;
  /** A tag such as `:61:`, or the name of an XML element. */
  readonly element?: string | undefined;
  readonly text?: string | undefined;
  /** The statement, as the bank names it. */
  readonly statement?: string | undefined;
}

/** Refuses a message because of an error at one place in the message. */
export function refusedPlace(
  member: StatementMember,
  { row, ...at }: MessagePlace,
  detail: string,
): FileRefused {
  const { code } = financeProblems.BANK_STATEMENT_REFUSED;
  const text = cutText(at.text ?? '', BANK_STATEMENT.refusedTextLength);
  const cells = { statement: at.statement ?? '', element: at.element ?? '', text };
  const fault = { row, cells, column: undefined, code, detail };
  return refusedFile(member, [fault], `row ${row}: ${detail}`);
}

/** Collects the errors in a message, so that one reply shows all of them. */
export class MessageFaults {
  private readonly member: StatementMember;
  private readonly all: FileFault[] = [];

  constructor(member: StatementMember) {
    this.member = member;
  }

  get count(): number {
    return this.all.length;
  }

  /** Returns the parsed part of a statement; undefined if it is refused. */
  attempt<Read>(statement: string | undefined, read: () => Read): Read | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      this.add(statement, error);
      return undefined;
    }
  }

  /** Refuses the message if any part of it was refused. */
  refuseAny(): void {
    const [first] = this.all;
    if (first === undefined) return;
    const place = `row ${first.row}: ${first.detail}`;
    const many = `${counted(this.count, 'row')} cannot be read, first ${place}`;
    throw refusedFile(this.member, this.all, this.count === 1 ? place : many);
  }

  private add(statement: string | undefined, { faults }: FileRefused): void {
    for (const fault of faults) {
      const { cells } = fault;
      this.all.push({ ...fault, cells: { ...cells, statement: cells.statement || statement } });
    }
    if (this.count >= BANK_STATEMENT.refusedRowsMax) this.refuseAny();
  }
}
