// Writes server/word-list/most-used-password.txt from a list of passwords, most used first:
// node scripts/most-used-passwords.js <list>
//
// The list is 10-million-password-list-top-1000000.txt from SecLists (MIT). The output contains
// digests instead of readable passwords.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The number of refused passwords of each length. ASVS 6.2.4 requires 3,000. */
const COUNT = 5_000;
const LENGTHS_LEAST = [8, 12];
const DIGEST_BYTES = 8;

const [, , list] = process.argv;
if (list === undefined) throw new Error('the list is missing');
const ranked = readFileSync(list, 'utf8')
  .split('\n')
  .map((line) => line.trim().normalize('NFKC').toLowerCase());
const elsewhere = new Set(dictionary['passwords-common']);
const chosen = LENGTHS_LEAST.flatMap((least) =>
  [...new Set(ranked.filter((text) => [...text].length >= least))].slice(0, COUNT),
);
const digests = [...new Set(chosen)]
  .filter((text) => !elsewhere.has(text))
  .map((text) => createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES));
const lines = digests.map((digest) => digest.toString('base64url')).sort();
writeFileSync(
  new URL('../server/word-list/most-used-password.txt', import.meta.url),
  `# Made by scripts/most-used-passwords.js. The first 64 bits of SHA-256, base64url.\n${lines.join('\n')}\n`,
);
process.stdout.write(`${lines.length} passwords beside those of the package\n`);
