// How many rounds a race test runs: a few in every run, many for proofs.

/** Returns COUNTINGHOUSE_ROUNDS if it is set, otherwise the default. */
export function roundsOr(usual: number): number {
  const wanted = Number(process.env.COUNTINGHOUSE_ROUNDS ?? usual);
  if (!Number.isInteger(wanted) || wanted < 1) {
    throw new Error('COUNTINGHOUSE_ROUNDS is no number');
  }
  return wanted;
}
