// The order in which the letters of a line are drawn. It follows the Unicode bidirectional
// algorithm (UAX 9), so that digits next to right-to-left text keep their order.

import bidiFactory from 'bidi-js';
import { lazily } from '../concurrency/lazily.js';

/** A part of a line in which all letters have one direction. */
interface TextRun {
  /** The letters in reading order. Brackets are mirrored if the part runs from right to left. */
  readonly text: string;
  readonly rightToLeft: boolean;
}

export type Direction = 'ltr' | 'rtl';

const bidi = lazily(() => bidiFactory());

// Hebrew, Arabic and other right-to-left scripts, and the marks that override the direction.
const RIGHT_TO_LEFT = new RegExp(
  '[\\u0590-\\u08ff\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufb1d-\\ufdff\\ufe70-\\ufefe' +
    '\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]',
  'u',
);
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns whether the text has letters or marks that need the bidirectional algorithm. */
export function needsOrder(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Returns a paragraph's direction, which is the direction of its first letter that has one. */
export function directionOf(paragraph: string): Direction {
  const [first] = bidi().getEmbeddingLevels(paragraph).paragraphs;
  return (first?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
}

/** Returns the runs of a line in drawing order, from left to right. */
export function visualRuns(line: string, direction: Direction): TextRun[] {
  const text = line.trimEnd();
  const { levels } = bidi().getEmbeddingLevels(text, direction);
  const mirrored = bidi().getMirroredCharactersMap(text, levels);
  const runs: { level: number; text: string }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = levels[at] ?? 0;
    const letter = mirrored.get(at) ?? text.charAt(at);
    const last = runs.at(-1);
    if (last?.level === level) last.text += letter;
    else runs.push({ level, text: letter });
  }
  return reordered(runs)
    .map((run) => ({
      text: run.text.replaceAll(DIRECTION_MARKS, ''),
      rightToLeft: run.level % 2 === 1,
    }))
    .filter((run) => run.text !== '');
}

// Rule L2: from the highest level to the lowest odd one, reverses each sequence of runs at that
// level or higher.
function reordered<Run extends { readonly level: number }>(runs: readonly Run[]): readonly Run[] {
  let ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    const parts: Run[][] = [];
    for (const run of ordered) {
      const last = parts.at(-1);
      const goesOn = run.level >= level && (last?.[0]?.level ?? -1) >= level;
      if (goesOn) last?.push(run);
      else parts.push([run]);
    }
    ordered = parts.flatMap((part) => part.toReversed());
  }
  return ordered;
}
