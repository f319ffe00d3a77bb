// Malicious bodies that cost a server far more time than their sender: JSON in eight shapes, of a
// given size. No operation accepts them, so each must be refused.

const REPEATED = '{"a":"b"}';

/** Generators of JSON of approximately this many bytes, keyed by the name of the shape. */
export const EVIL_SHAPES: Readonly<Record<string, (bytes: number) => string>> = {
  members: (bytes) =>
    `{${Array.from({ length: Math.floor(bytes / 11) }, (_, at) => `"${100_000 + at}":1`)}}`,
  repeats: (bytes) => `{${filled('"a":[1,2,3]', bytes)}}`,
  objects: (bytes) => `[${filled('{}', bytes)}]`,
  records: (bytes) => `[${filled(REPEATED, bytes)}]`,
  'empty-texts': (bytes) => `[${filled('""', bytes)}]`,
  numbers: (bytes) => `[${filled('1'.repeat(3_900), bytes)}]`,
  escapes: (bytes) => `["${'\\u0041\\"'.repeat(Math.floor(bytes / 8))}"]`,
  depth: (bytes) => '['.repeat(Math.floor(bytes / 2)) + ']'.repeat(Math.floor(bytes / 2)),
};

function filled(value: string, bytes: number): string {
  return Array<string>(Math.max(1, Math.floor(bytes / (value.length + 1))))
    .fill(value)
    .join();
}
