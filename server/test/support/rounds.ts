// How many rounds a test of races plays: a few in every run, many where figures are wanted.

/** COUNTINGHOUSE_ROUNDS when it is set, else the usual number. */
export function roundsOr(usual: number): number {
  const wanted = Number(process.env.COUNTINGHOUSE_ROUNDS ?? usual);
  if (!Number.isInteger(wanted) || wanted < 1) {
    throw new Error('COUNTINGHOUSE_ROUNDS is no number');
  }
  return wanted;
}
