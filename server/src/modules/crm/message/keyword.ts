// Words by which a person ends messages of a channel, or takes them again.

const STOP = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'END', 'QUIT', 'OPTOUT', 'OPT OUT']);
const START = new Set(['START', 'UNSTOP', 'SUBSCRIBE', 'OPTIN', 'OPT IN']);

/** What a message says when it says nothing else; "stop calling at night" is for people to read. */
export function keywordIn(text: string): 'STOP' | 'START' | undefined {
  const words = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (STOP.has(words)) return 'STOP';
  return START.has(words) ? 'START' : undefined;
}
