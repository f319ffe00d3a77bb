// Decides which lines of a file are already stored, so that no movement is imported twice and none
// is lost. A line on a bank's statement is a duplicate only if the same statement is stored with
// it: two equal fees on two statements are two lines. A line in a file without statements is a
// duplicate if an equal line is stored.

import type { BankLine } from './statement-file.js';
import type { StatementPage } from './statement-line.js';

/** A stored line of the account with the same content as a line of the file. */
export interface StoredLine {
  readonly id: bigint;
  readonly content_hash: string;
  /** The key of its statement's page; empty if it is from a file without statements. */
  readonly page_key: string;
  readonly occurrence: number;
}

/** A line of the file that is not stored yet. */
export interface NewLine extends BankLine {
  readonly pageKey: string;
  /** The line's number among the identical lines of its page, from 1. */
  readonly occurrence: number;
}

/** A line of the file that is already stored, with the id of the stored line. */
export interface KnownLine {
  readonly lineNo: number;
  readonly lineId: bigint;
  /** Set if the line was stored from CSV and is now known to be on this page. */
  readonly adoptedBy: { readonly pageKey: string; readonly occurrence: number } | undefined;
}

interface Split {
  readonly added: readonly NewLine[];
  readonly known: readonly KnownLine[];
}

/** The key of a page within its account: number, sequence and opening balance. */
export function pageKeyOf({ number, sequence, openedOn, openingMinor }: StatementPage): string {
  return JSON.stringify([number, sequence, openedOn, String(openingMinor)]);
}

/** Splits the lines of a file into new and already stored ones. */
export function splitLines(
  lines: readonly BankLine[],
  pages: readonly StatementPage[],
  stored: readonly StoredLine[],
): Split {
  const keys = pages.map(pageKeyOf);
  const free = new Map<string, StoredLine[]>();
  const last = new Map<string, number>();
  for (const line of stored) {
    const place = JSON.stringify([line.page_key, line.content_hash]);
    last.set(place, Math.max(last.get(place) ?? 0, line.occurrence));
    free.set(line.content_hash, [...(free.get(line.content_hash) ?? []), line]);
  }
  const nextOccurrence = (pageKey: string, contentHash: string) => {
    const place = JSON.stringify([pageKey, contentHash]);
    const next = (last.get(place) ?? 0) + 1;
    last.set(place, next);
    return next;
  };
  const [added, known]: [NewLine[], KnownLine[]] = [[], []];
  for (const line of lines) {
    const pageKey = line.pageNo === undefined ? '' : (keys[line.pageNo - 1] ?? '');
    const match = takeMatch(free.get(line.contentHash), pageKey);
    if (match === undefined) {
      added.push({ ...line, pageKey, occurrence: nextOccurrence(pageKey, line.contentHash) });
      continue;
    }
    const isAdopted = pageKey !== '' && match.page_key === '';
    const adoptedBy = isAdopted
      ? { pageKey, occurrence: nextOccurrence(pageKey, line.contentHash) }
      : undefined;
    known.push({ lineNo: line.lineNo, lineId: match.id, adoptedBy });
  }
  return { added, known };
}

// Prefers a stored line on the same page, then one without a page. A line without a page matches
// any stored line.
function takeMatch(free: StoredLine[] | undefined, pageKey: string): StoredLine | undefined {
  if (free === undefined) return undefined;
  const ofPage = free.findIndex((line) => line.page_key === pageKey);
  const other = free.findIndex((line) => pageKey === '' || line.page_key === '');
  const at = ofPage === -1 ? other : ofPage;
  return at === -1 ? undefined : free.splice(at, 1)[0];
}
