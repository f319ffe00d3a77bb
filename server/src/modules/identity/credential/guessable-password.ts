// Detects passwords that attackers try first: the most used ones, with common additions, and names
// related to the login (OWASP ASVS 5.0, 6.2.4 and 6.2.11).

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lazily } from '../../../platform/concurrency/lazily.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { packageFolder } from '../../../platform/package-folder.js';
import { PASSWORD } from '../limits.js';
import { identityProblems } from '../problems.js';

/** The login for which a new password is used. */
interface PasswordUse {
  /** The request member that contains the password. */
  readonly member: string;
  /** The login name, and the names of the person and the firm. */
  readonly names: readonly string[];
}

/** Refuses with PASSWORD_TOO_COMMON for a password that is easy to guess. */
export async function refuseGuessable(
  password: string,
  { member, names }: PasswordUse,
): Promise<void> {
  if (!(await isGuessable(password, names))) return;
  throw refuseMember(
    identityProblems.PASSWORD_TOO_COMMON,
    member,
    'is among the passwords that attackers try first',
  );
}

/** Returns whether a password is among the most used ones or consists almost entirely of names. */
async function isGuessable(password: string, names: readonly string[]): Promise<boolean> {
  const mostUsed = await readMostUsed();
  const text = password.normalize('NFKC').toLowerCase();
  if (isCommon(text, mostUsed) || readLongOnes().has(digestOf(text))) return true;
  const rest = withoutWords(text, wordsOf(names));
  if (rest === undefined) return false;
  return rest.length < PASSWORD.ownCharactersMin || isCommon(rest, mostUsed);
}

// Returns whether a string is a common password, possibly repeated, combined with another one, or
// with a few digits or signs at its start or end.
function isCommon(text: string, mostUsed: ReadonlySet<string>): boolean {
  const core = text.replace(ADDED_BEFORE, '').replace(ADDED_BEHIND, '');
  return [text, core].some((each) => isMadeOf(each, mostUsed));
}

/** Digits and signs that people add to an old password to create a new one. */
const ADDED_BEFORE = /^[\d\s!-/:-@[-`{-~]{1,5}/;
const ADDED_BEHIND = /[\d\s!-/:-@[-`{-~]{1,5}$/;

function isMadeOf(text: string, mostUsed: ReadonlySet<string>): boolean {
  if (mostUsed.has(text)) return true;
  const [, unit = text] = /^(.+?)\1+$/s.exec(text) ?? [];
  if (unit !== text && (unit.length <= PASSWORD.unitCharactersMax || mostUsed.has(unit))) {
    return true;
  }
  for (let at = 1; at < text.length; at += 1) {
    if (mostUsed.has(text.slice(0, at)) && mostUsed.has(text.slice(at))) return true;
  }
  return false;
}

/**
 * Returns the letters and digits left after removing the words; undefined if the string contains
 * none of the words.
 */
function withoutWords(text: string, words: readonly string[]): string | undefined {
  const letters = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), letters);
  return rest === letters ? undefined : rest;
}

// Returns names, their parts, and consecutive parts joined without separators. The longest come
// first, so that removing a word leaves no remainder of a longer name.
function wordsOf(names: readonly string[]): readonly string[] {
  const words = ['countinghouse', ...names].flatMap((name) => {
    const parts = name
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u);
    return parts.flatMap((_, from) =>
      parts.slice(from).map((_part, more) => parts.slice(from, from + more + 1).join('')),
    );
  });
  const long = words.filter(({ length }) => length >= PASSWORD.wordCharactersMin);
  return [...new Set(long)].sort((one, other) => other.length - one.length);
}

// The list is loaded when the first password is set, because it takes memory and many processes
// never set a password.
const readMostUsed = lazily(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const { 'passwords-common': passwords } = dictionary;
  return new Set(passwords.filter(({ length }) => length >= PASSWORD.commonCharactersMin));
});

// The package contains few passwords that are long enough for staff, so this list adds more.
const readLongOnes = lazily((): ReadonlySet<string> => {
  const file = join(packageFolder(), 'word-list', 'most-used-password.txt');
  return new Set(readFileSync(file, 'utf8').split('\n'));
});

function digestOf(text: string): string {
  const digest = createHash('sha256').update(text).digest();
  return digest.subarray(0, PASSWORD.digestBytes).toString('base64url');
}
