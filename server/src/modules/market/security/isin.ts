// Checks an ISIN, which is a security's international number with a check digit (ISO 6166).

const PATTERN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;

/** Returns whether the string, in upper case, matches the pattern and has a valid check digit. */
export function isIsin(text: string): boolean {
  return PATTERN.test(text) && Number(text.at(-1)) === isinCheckDigit(text.slice(0, -1));
}

/**
 * Returns the check digit for the first eleven characters. Letters are numbered from A = 10, then
 * every second digit from the right is doubled. The sum of all digits plus the check digit is a
 * multiple of ten.
 */
export function isinCheckDigit(body: string): number {
  const digits = [...body].flatMap((character) => [...String(Number.parseInt(character, 36))]);
  const sum = digits.reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
