// How often tests kill: a few times in every run, more often where figures are wanted.

/** COUNTINGHOUSE_KILLS when it is set (`npm run proofs` sets it), else the usual number. */
export function killsOr(usual: number): number {
  const wanted = Number(process.env.COUNTINGHOUSE_KILLS ?? usual);
  if (!Number.isInteger(wanted) || wanted < 1) throw new Error('COUNTINGHOUSE_KILLS is no number');
  return wanted;
}
