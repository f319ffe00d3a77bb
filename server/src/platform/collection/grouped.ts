// Groups rows by a key in one pass.

/** Returns rows by key. Within a group, the rows keep their order. */
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
