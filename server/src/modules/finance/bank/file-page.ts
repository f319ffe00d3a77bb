// Checks the pages of a file together: each closing balance must equal the next opening balance.

import { minorToDecimal } from '../../../platform/money/money.js';
import { BANK_STATEMENT } from '../limits.js';
import { contentOf } from './content.js';
import { refusedPlace } from './file-fault.js';
import type { StatementChoice, StatementFile, StatementPage } from './statement-line.js';

/**
 * Returns the pages, oldest first, excluding copies. Refuses with BANK_STATEMENT_REFUSED if they do
 * not continue one another, or have too many lines.
 */
export function chainedPages(file: StatementFile, choice: StatementChoice): StatementFile {
  const isChained =
    breakIn(file.pages) === undefined || breakIn(file.pages.toReversed()) === undefined;
  const { pages, copies } = withoutCopies(file.pages, isChained);
  const lines = pages.reduce((sum, page) => sum + page.lines.length, 0);
  if (lines > BANK_STATEMENT.linesMax) {
    throw refusedPlace(choice.member, { row: 1 }, `has more than ${BANK_STATEMENT.linesMax} lines`);
  }
  if (pages.length > BANK_STATEMENT.pagesMax) {
    const detail = `has more than ${BANK_STATEMENT.pagesMax} statements`;
    throw refusedPlace(choice.member, { row: 1 }, detail);
  }
  const notes = copies.map(({ row }) => ({
    row,
    detail: 'the statement is a copy of an earlier one in the file and was left out',
  }));
  return { pages: inOrder(pages, choice), notes: [...file.notes, ...notes] };
}

// Equal statements without a number are copies only if they do not continue one another.
function withoutCopies(pages: readonly StatementPage[], isChained: boolean) {
  const seen = new Set<string>();
  const [once, copies]: [StatementPage[], StatementPage[]] = [[], []];
  for (const page of pages) {
    const key = JSON.stringify([
      ...[page.number, page.sequence, page.openedOn, String(page.openingMinor), page.closedOn],
      ...[String(page.closingMinor), page.lines.map(contentOf)],
    ]);
    const isCopy = seen.has(key) && !(isChained && page.number === null);
    (isCopy ? copies : once).push(page);
    seen.add(key);
  }
  return { pages: once, copies };
}

// Some banks put the newest statement first.
function inOrder(pages: readonly StatementPage[], choice: StatementChoice) {
  if (breakIn(pages) === undefined) return pages;
  const reversed = pages.toReversed();
  if (breakIn(reversed) === undefined) return reversed;
  const wrong = breakIn(pages);
  if (wrong === undefined) return pages;
  const { before, after } = wrong;
  const shown = (minor: bigint) => minorToDecimal(minor, choice.currency).toFixed();
  throw refusedPlace(
    choice.member,
    { row: after.row, statement: after.number ?? undefined },
    `the opening balance ${shown(after.openingMinor)} does not continue the statement before it: ` +
      `expected its closing balance ${shown(before.closingMinor)}`,
  );
}

function breakIn(pages: readonly StatementPage[]) {
  for (const [index, after] of pages.entries()) {
    const before = pages[index - 1];
    if (before !== undefined && before.closingMinor !== after.openingMinor)
      return { before, after };
  }
  return undefined;
}
