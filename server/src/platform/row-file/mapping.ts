// Column mappings: the column that the sender assigns to each header of a table, and how the
// headers were read.

import { Type } from '@sinclair/typebox';
import { CSV } from '../../limits.js';
import { commonProblems, type Problem, refuseMember } from '../http/reply/problem.js';
import { closedObject, openObject, wireText } from '../http/shape/wire.js';
import { nearestWord } from '../nearest-word.js';

/** The sender's mapping of a header, to a member of a row or to nothing. */
export interface MappedHeader {
  readonly header: string;
  readonly member?: string | undefined;
}

/**
 * A header of the file, and the column to which it was mapped. Undefined if the column was not
 * read.
 */
export interface ReadHeader<Column extends string> {
  readonly header: string;
  readonly column: Column | undefined;
  /**
   * Whether the header and all its cells are empty. Some programs end every line with delimiters.
   */
  readonly isEmpty?: boolean;
}

/** The wire shape of a mapping. */
export const mappedHeaders = Type.Array(
  closedObject({
    header: wireText({ description: 'Header as in the file' }),
    member: Type.Optional(
      wireText({
        description: 'The member in this column. Absent if the column is left out on ' + 'purpose',
      }),
    ),
  }),
  {
    maxItems: CSV.columnsMax,
    description: 'Maps headers of the file to members; other headers are read by their usual names',
  },
);

/** The wire shape of `mapping`, for bodies that accept files. */
export const headerMapping = Type.Optional(mappedHeaders);

/** The wire shape of `columns`, as returned by `columnsRead`. */
export const readColumns = Type.Array(
  openObject({
    header: wireText(),
    member: Type.Optional(wireText({ description: 'Absent if the column was not read' })),
  }),
  { description: 'How the headers of the file were read, in their order' },
);

/** Returns how the headers of a file were read, without empty columns. Empty for JSON rows. */
export function columnsRead(headers: readonly ReadHeader<string>[]): readonly MappedHeader[] {
  return headers
    .filter(({ isEmpty }) => isEmpty !== true)
    .map(({ header, column }) => ({ header, member: column }));
}

/**
 * Returns the columns of a mapping. Refuses duplicates and unknown columns with INVALID_REQUEST for
 * `mapping`.
 */
export function checkedMapping<Column extends string>(
  mapping: readonly MappedHeader[],
  columns: readonly Column[],
): readonly ReadHeader<Column>[] {
  return mapping.map(({ header, member }, index) => {
    const before = mapping.slice(0, index);
    if (before.some((each) => spelling(each.header) === spelling(header))) {
      throw wrongMapping(`${index}/header`, 'occurs twice');
    }
    if (member === undefined) return { header, column: undefined };
    const column = columns.find((each) => each === member);
    if (column === undefined) {
      const nearest = nearestWord(member, columns);
      const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      throw wrongMapping(`${index}/member`, `is not a field that a file can contain${hint}`);
    }
    if (before.some((each) => each.member === member)) {
      throw wrongMapping(`${index}/member`, 'occurs twice');
    }
    return { header, column };
  });
}

/** Shortens a header for messages. */
export const shownHeader = (header: string): string =>
  header.trim().slice(0, CSV.headerCharactersMax);

/**
 * Normalizes a header for comparison with a mapping. The result is shortened as for messages, and
 * is in lower case.
 */
export const spelling = (header: string): string => shownHeader(header).toLowerCase();

function wrongMapping(member: string, detail: string): Problem {
  return refuseMember(commonProblems.INVALID_REQUEST, `mapping/${member}`, detail);
}
