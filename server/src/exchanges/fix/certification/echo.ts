// The fields of an echoed message: the body in the order of its tags, each repeating group kept
// together, and of the header PossResend alone.

import { groupShapeOf, opensUnknownGroup } from '../session/message/dictionary.js';
import type { Field, FixMessage } from '../session/message/message.js';
import { isHeaderTag, isTrailerTag, TAG } from '../session/message/tag.js';

/**
 * The body fields sorted by tag; a group follows its count in the order it came. Where a group's
 * members are not known here, the body keeps the order it came in.
 */
export function echoBody(message: FixMessage): readonly Field[] {
  const body = message.fields.filter(([tag]) => !isHeaderTag(tag) && !isTrailerTag(tag));
  if (body.some(opensUnknownGroup)) return body;
  return unitsOf(body)
    .sort(([one], [other]) => tagOf(one) - tagOf(other))
    .flat();
}

/** PossResend as it came: the classic acceptance suites expect it in the echo. */
export function echoHeader(message: FixMessage): readonly Field[] {
  return message.fields.filter(([tag]) => tag === TAG.PossResend);
}

/** Single fields, and groups with their count in front, each as one unit. */
function unitsOf(body: readonly Field[]): Field[][] {
  const units: Field[][] = [];
  let members: ReadonlySet<number> = new Set();
  for (const field of body) {
    if (members.has(field[0])) {
      units.at(-1)?.push(field);
      continue;
    }
    units.push([field]);
    members = groupShapeOf(field[0])?.memberTags ?? new Set();
  }
  return units;
}

function tagOf(field: Field | undefined): number {
  return field?.[0] ?? 0;
}
