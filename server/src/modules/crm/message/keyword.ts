// The keywords with which a person opts out of a channel or back in.

const STOP = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'END', 'QUIT', 'OPTOUT', 'OPT OUT']);
const START = new Set(['START', 'UNSTOP', 'SUBSCRIBE', 'OPTIN', 'OPT IN']);

/**
 * Returns the keyword if the whole text is one. Staff read longer texts such as "stop calling at
 * night".
 */
export function keywordIn(text: string): 'STOP' | 'START' | undefined {
  const words = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (STOP.has(words)) return 'STOP';
  return START.has(words) ? 'START' : undefined;
}
