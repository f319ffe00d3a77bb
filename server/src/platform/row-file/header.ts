// Finds the columns of a table in the header of a file.

import { CSV } from '../../limits.js';
import { commonProblems, refuseMember } from '../http/reply/problem.js';
import type { RowTable } from './column.js';
import type { HeaderRank } from './frame.js';
import type { PlacedColumn } from './guess.js';
import { type ReadHeader, shownHeader, spelling } from './mapping.js';
import type { StatedReading } from './reading.js';

/** Creates the error for a file. `member` is the invalid member, if that is not the file itself. */
export type RefuseFile = (detail: string, member?: string) => Error;

interface HeaderRule<Column extends string> {
  readonly table: RowTable<Column>;
  readonly mapped: readonly ReadHeader<Column>[];
  readonly refuse: RefuseFile;
}

/** Ranks rows as headers. Mapped and required columns rank higher than all others together. */
export function headerRank<Column extends string>({
  table: { columns, mappedBy },
  mapped,
}: Omit<HeaderRule<Column>, 'refuse'>): {
  readonly rank: HeaderRank;
  readonly completeRank: number;
} {
  const wanted = mapped.map(({ header }) => spelling(header));
  const taken = new Set(mapped.map(({ column }) => column));
  const others = mappedBy === undefined ? columns.filter(({ column }) => !taken.has(column)) : [];
  const needed = others.filter(({ isNeeded }) => isNeeded).length;
  const weight = CSV.columnsMax + 1;
  const rank: HeaderRank = (cells) => {
    const spelled = new Set(cells.map(spelling));
    const usual = new Set(cells.map(usualForm));
    const found = wanted.filter((header) => spelled.has(header)).length;
    const named = others.filter(({ names, weakNames = [] }) =>
      [...names, ...weakNames].some((name) => usual.has(name)),
    );
    const needs = named.filter(({ isNeeded }) => isNeeded).length;
    return (found + needs) * weight + named.length - needs;
  };
  return { rank, completeRank: Math.max(1, (wanted.length + needed) * weight) };
}

/** Returns the position of each column in the header, or refuses the header. */
export function placesOf<Column extends string>(
  titles: readonly string[],
  { table: { columns, mappedBy }, mapped, refuse }: HeaderRule<Column>,
): ReadonlyMap<Column, number> {
  if (titles.length > CSV.columnsMax) throw refuse(`has more than ${CSV.columnsMax} columns`);
  refuseTwice(titles, mapped, refuse);
  const places = new Map<Column, number>();
  const open = new Map(titles.map((name, place) => [place, usualForm(name)]));
  for (const { header: wanted, column } of mapped) {
    const place = titles.findIndex((name) => spelling(name) === spelling(wanted));
    if (place < 0) {
      const member = mappedBy && column && `${mappedBy}/${column}`;
      throw refuse(`has no column ${wanted}`, member);
    }
    open.delete(place);
    if (column !== undefined) places.set(column, place);
  }
  if (mappedBy !== undefined) return places;
  for (const isWeak of [false, true]) {
    for (const { column, names, weakNames = [] } of columns) {
      if (places.has(column)) continue;
      const wanted = isWeak ? weakNames : names;
      const [place] = [...open].find(([, name]) => wanted.includes(name)) ?? [];
      if (place === undefined) continue;
      places.set(column, place);
      open.delete(place);
    }
  }
  const missing = columns.find(({ column, isNeeded }) => isNeeded && !places.has(column));
  if (missing !== undefined) throw refuse(`has no column ${missing.column}`);
  return places;
}

/** Reduces a header to lower-case letters and digits, like the usual names. */
export const usualForm = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

// Refuses a header that occurs twice. Only the position distinguishes such columns, and a mapping
// contains no positions.
function refuseTwice(
  titles: readonly string[],
  mapped: readonly ReadHeader<string>[],
  refuse: RefuseFile,
): void {
  const leftOut = new Set(
    mapped.flatMap(({ header, column }) => (column === undefined ? [spelling(header)] : [])),
  );
  const first = new Map<string, number>();
  for (const [place, title] of titles.entries()) {
    const name = spelling(title);
    const before = first.get(name);
    if (name !== '' && before !== undefined && !leftOut.has(name)) {
      const where = `columns ${before + 1} and ${place + 1}`;
      throw refuse(`has the column ${shownHeader(title)} twice: ${where}`);
    }
    first.set(name, place);
  }
}

interface StatedColumns<Column extends string> {
  readonly places: ReadonlyMap<Column, number>;
  readonly table: RowTable<Column>;
  readonly reading: StatedReading;
}

/** Returns the columns with the formats stated by the sender. */
export function statedColumns<Column extends string>(
  titles: readonly string[],
  { places, table, reading }: StatedColumns<Column>,
): readonly PlacedColumn[] {
  for (const [index, { header }] of (reading.columns ?? []).entries()) {
    if (titles.some((title) => spelling(title) === spelling(header))) continue;
    const detail = `names no column of the file: ${header}`;
    throw refuseMember(commonProblems.INVALID_REQUEST, `reading/columns/${index}/header`, detail);
  }
  return table.columns.flatMap(({ column, kind = 'TEXT' }) => {
    const place = places.get(column);
    if (place === undefined) return [];
    const header = shownHeader(titles[place] ?? '');
    const own = reading.columns?.find((one) => spelling(one.header) === spelling(header));
    const isNumber = kind === 'AMOUNT' || kind === 'NUMBER';
    const decimalSeparator = own?.decimalSeparator ?? reading.decimalSeparator;
    const dateFormat = own?.dateFormat ?? reading.dateFormat;
    return [
      {
        ...{ column, header, place, kind },
        ...(isNumber ? { decimalSeparator } : {}),
        ...(kind === 'DATE' ? { dateFormat } : {}),
      },
    ];
  });
}
