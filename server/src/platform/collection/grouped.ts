// Groups rows by a key in one pass.

/** Returns rows by key. Each group has the order of the rows. */
export function groupedBy<Row, Key>(
  rows: Iterable<Row>,
  keyOf: (row: Row) => Key,
): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
