// The style of gains and losses in a table.

/** Returns the CSS class of a cell that shows a gain. */
export function toneOf(gain: number | undefined): string {
  if (gain === undefined || gain === 0) return 'end';
  return gain < 0 ? 'end bad' : 'end good';
}
