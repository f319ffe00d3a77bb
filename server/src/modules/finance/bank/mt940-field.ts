// Splits an MT940 file into the fields of its statements. Skips the bank's envelopes, trailers and
// header rows around a statement, and optional fields that move no money.

import type { Sliced } from '../../../platform/concurrency/turn.js';
import { shortenText } from '../../../platform/utf8.js';
import { BANK_STATEMENT } from '../limits.js';
import { refusedPlace } from './file-fault.js';
import type { FileNote, StatementMember } from './statement-line.js';

/** A field of a message with its continuation lines, and its row in the file. */
export interface Field {
  readonly tag: string;
  readonly text: string;
  readonly row: number;
}

/** Returns the location of a field, for error messages. */
export const placeOf = ({ tag, text, row }: Field) => ({ row, element: `:${tag}:`, text });

/** The statements of a file, each as its fields, and the parts that were skipped. */
interface FieldGroups {
  readonly statements: readonly (readonly Field[])[];
  readonly notes: readonly FileNote[];
}

const TAG = /^:(\d{2}[A-Z]?|\d{3}|[A-Z]{2}):(.*)$/;
/** The statement fields that are read, by the part of the statement in which they are allowed. */
const HEAD: ReadonlySet<string> = new Set(['20', '21', '25', '25P', '28', '28C', '60F', '60M']);
const BODY: ReadonlySet<string> = new Set(['61', '86', '62F', '62M', '64', '65']);
/**
 * Optional fields that banks put after a line's text. Anything else after it is part of the text.
 */
const AFTER_WORDS: ReadonlySet<string> = new Set(['NS', '13', '13D', '34F', '90C', '90D', '940']);

interface TaggedRow {
  readonly tag: string | undefined;
  readonly text: string;
  readonly row: number;
}

/** A statement while its rows are read. */
interface Open {
  readonly fields: Field[];
  hasOpening: boolean;
  hasClosing: boolean;
}

class Splitter {
  readonly statements: Open[] = [];
  readonly skipped = new Map<string, FileNote & { readonly count: number }>();
  /** The statement to which rows belong; undefined outside a message. */
  open: Open | undefined;
  /** True while reading the rows of a skipped field. */
  isSkipping = false;

  private readonly member: StatementMember;

  constructor(member: StatementMember) {
    this.member = member;
  }

  add(text: string, row: number, next: string | undefined): void {
    const [, tag, value = ''] = TAG.exec(text) ?? [];
    const { open } = this;
    if (open === undefined) this.outside({ tag, text: value, row }, text);
    else if (open.hasClosing && isEnd(text)) this.open = undefined;
    else if (tag === '20' && isNewStatement(open, next)) this.begin({ tag, text: value, row });
    else if (tag !== undefined && isField(open, tag)) this.put(open, { tag, text: value, row });
    else this.continue(open, text, row);
  }

  private outside({ tag, text, row }: TaggedRow, whole: string): void {
    if (tag === '20') this.begin({ tag, text, row });
    else if (tag !== undefined && (HEAD.has(tag) || BODY.has(tag))) {
      const place = placeOf({ tag, text, row });
      throw refusedPlace(this.member, place, `:${tag}: comes before the reference, :20:`);
    } else if (tag !== undefined) this.skip(`:${tag}:`, row);
    else if (/^[^-{}]/.test(whole)) this.skip('a row outside of a statement', row);
  }

  private begin(field: Field): void {
    this.open = { fields: [field], hasOpening: false, hasClosing: false };
    this.isSkipping = false;
    this.statements.push(this.open);
  }

  private put(open: Open, field: Field): void {
    this.isSkipping = !HEAD.has(field.tag) && !BODY.has(field.tag);
    if (this.isSkipping) {
      this.skip(`:${field.tag}:`, field.row);
      return;
    }
    open.fields.push(field);
    if (field.tag.startsWith('60')) open.hasOpening = true;
    if (field.tag.startsWith('62')) open.hasClosing = true;
  }

  private continue(open: Open, text: string, row: number): void {
    const last = open.fields.at(-1);
    if (this.isSkipping || text === '' || last === undefined) return;
    if (last.tag !== '86' && /^:\w{1,4}:/.test(text)) {
      const detail = `"${shortened(text)}" is not a field of MT940`;
      throw refusedPlace(this.member, { row, text }, detail);
    }
    open.fields[open.fields.length - 1] = { ...last, text: `${last.text}\n${text}` };
  }

  private skip(what: string, row: number): void {
    const first = this.skipped.get(what);
    this.skipped.set(what, {
      row: first?.row ?? row,
      detail: what,
      count: (first?.count ?? 0) + 1,
    });
  }
}

/** Splits a file. Refuses with BANK_STATEMENT_REFUSED, naming the row of the error. */
export function* fieldGroupsOf(file: string, member: StatementMember): Sliced<FieldGroups> {
  const splitter = new Splitter(member);
  const rows = rowsOf(file);
  let row = 0;
  let current = rows.next();
  while (current.done !== true) {
    const following = rows.next();
    row += 1;
    for (const text of partsOf(current.value)) splitter.add(text, row, following.value);
    current = following;
    yield;
  }
  if (splitter.statements.length === 0) {
    const detail = 'has no statement: expected a row that begins with :20:';
    throw refusedPlace(member, { row: 1 }, detail);
  }
  const notes = [...splitter.skipped.values()].slice(0, BANK_STATEMENT.notesShown);
  return {
    statements: splitter.statements.map(({ fields }) => fields),
    notes: notes.map(({ row: first, detail, count }) => ({
      row: first,
      detail: `${detail} was skipped${count > 1 ? `, ${count} times` : ''}`,
    })),
  };
}

// A message may end on the row of its last field, and a header may share the row of the first.
function partsOf(row: string): string[] {
  const [, header, first] = /^(.*\{4:)(:20:.*)$/.exec(row) ?? [];
  if (header !== undefined && first !== undefined) return [header, first];
  const [, last, end] = /^(:6[245][FM]?:[^{}]*?)(-\}.*)$/.exec(row) ?? [];
  return last !== undefined && end !== undefined ? [last, end] : [row];
}

// After the closing balance, a row that starts like this ends the message or begins the next one.
const isEnd = (text: string) => /^(-|\{1:|\{)/.test(text);

// A row in a line's text may look like a statement's reference, but only the real one is followed
// by the account.
function isNewStatement(open: Open, next: string | undefined): boolean {
  if (open.hasClosing || open.fields.at(-1)?.tag !== '86') return true;
  return next !== undefined && /^:(21|25P?|28C?|NS|13D?):/.test(next);
}

function isField(open: Open, tag: string): boolean {
  if (BODY.has(tag)) return true;
  const isAfterWords = open.fields.at(-1)?.tag === '86' && open.hasOpening && !open.hasClosing;
  return !isAfterWords || AFTER_WORDS.has(tag);
}

// Yields one row at a time, because splitting a large file in one go would block other requests.
function* rowsOf(file: string): Generator<string, undefined> {
  const rowEnd = /\r\n|\n|\r/g;
  let start = file.startsWith('\uFEFF') ? 1 : 0;
  for (let end = rowEnd.exec(file); end !== null; end = rowEnd.exec(file)) {
    yield cleaned(file.slice(start, end.index));
    start = rowEnd.lastIndex;
  }
  yield cleaned(file.slice(start));
  return undefined;
}

// File transfer programs leave control characters around a message.
const cleaned = (row: string) => row.replaceAll(/(?!\t)\p{Cc}/gu, '').trimEnd();

/** Shortens a row's text for an error message. */
export function shortened(text: string): string {
  const [first = ''] = text.split('\n', 1);
  return shortenText(first, 60);
}
