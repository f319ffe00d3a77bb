// Formats counts with their nouns for text that people read.

/**
 * Returns a count with its English noun, such as `1 line` or `2 lines`. The plural is formed with
 * an s.
 */
export function counted(count: number | bigint | string, noun: string): string {
  return `${count} ${noun}${String(count) === '1' ? '' : 's'}`;
}

/** Like `counted`, with the verb: `1 line is` and `2 lines are`. */
export function countedAre(count: number | bigint | string, noun: string): string {
  return `${counted(count, noun)} ${String(count) === '1' ? 'is' : 'are'}`;
}
