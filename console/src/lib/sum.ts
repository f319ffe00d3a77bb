// Exact sums of amounts in any currency.

const DIGITS = 4;

/** Returns the sum as decimal text, which `useFormat()` accepts like a number. */
export function sumOf(amounts: readonly number[]): string {
  const sum = amounts.reduce((before, amount) => before + smallestOf(amount), 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(DIGITS + 1, '0');
  const text = `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`;
  return sum < 0n ? `-${text}` : text;
}

// Converting a number to a string keeps the server's digits. Multiplying could change the last one.
function smallestOf(amount: number): bigint {
  const [whole = '0', fraction = ''] = String(amount).split('.');
  return BigInt(whole + fraction.padEnd(DIGITS, '0').slice(0, DIGITS));
}
