// Finds breaks in the sequence of an account's statements: a gap if statements are missing, an
// overlap if two statements cover the same days.

import { type BusinessDate, compareDates } from '../../../platform/calendar/business-date.js';

/** A page of an account's statements, with the values by which pages are sorted. */
export interface ChainPage {
  readonly id: bigint;
  readonly number: string | null;
  readonly sequence: string | null;
  readonly opened_on: BusinessDate;
  readonly opening_minor: bigint;
  readonly closed_on: BusinessDate;
  readonly closing_minor: bigint;
}

export type BreakKind = 'GAP' | 'OVERLAP';

/** A page, the page before it, and the kind of break between them. */
interface Link<Page> {
  readonly page: Page;
  readonly before: Page | undefined;
  /** The kind of break; null if the page is the first or continues the one before it. */
  readonly gap: BreakKind | null;
}

/** Puts pages in the bank's order and finds those that do not continue the page before them. */
export function chainOf<Page extends ChainPage>(pages: readonly Page[]): Link<Page>[] {
  const left = pages.toSorted(compare);
  const links: Link<Page>[] = [];
  let before: Page | undefined;
  while (left.length > 0) {
    const page = takeNext(left, before);
    if (page === undefined) break;
    links.push({ page, before, gap: before === undefined ? null : breakOf(before, page) });
    before = page;
  }
  return links;
}

// Several statements without a number may close on the same day. The one that continues the
// previous statement then comes first.
function takeNext<Page extends ChainPage>(left: Page[], before: Page | undefined) {
  const [first] = left;
  const at = left.findIndex(
    (page) => page.opening_minor === before?.closing_minor && page.closed_on === first?.closed_on,
  );
  return left.splice(Math.max(at, 0), 1)[0];
}

function breakOf(before: ChainPage, page: ChainPage): BreakKind | null {
  if (before.closing_minor === page.opening_minor) return null;
  const isSameDay = before.opened_on === page.opened_on && before.closed_on === page.closed_on;
  const isSameStart = isSameDay && before.opening_minor === page.opening_minor;
  const startsBefore = compareDates(page.opened_on, before.closed_on) < 0;
  return startsBefore || isSameStart ? 'OVERLAP' : 'GAP';
}

function compare(one: ChainPage, other: ChainPage): number {
  return (
    compareDates(one.closed_on, other.closed_on) ||
    compareDates(one.opened_on, other.opened_on) ||
    numberOf(one.number) - numberOf(other.number) ||
    numberOf(one.sequence) - numberOf(other.sequence) ||
    Number(one.id - other.id)
  );
}

const numberOf = (text: string | null) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0);
