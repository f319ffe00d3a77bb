// Suggests a known word for an unknown one.

/** Returns the known word nearest to the given word, ignoring case. Undefined if none is close. */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let nearest: { readonly word: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const distance = distanceOf(wanted, candidate.toLowerCase());
    if (nearest === undefined || distance < nearest.distance) {
      nearest = { word: candidate, distance };
    }
  }
  if (nearest === undefined || nearest.distance > wanted.length / 2) return undefined;
  return nearest.word;
}

// Computes the Levenshtein distance row by row. It is the number of letters to insert, delete or
// replace.
function distanceOf(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...right].entries()) {
      const exchange = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(exchange, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
