// The body of an echoed message: fields in the order of their tags, each repeating group kept
// together.

import { groupShapeOf, opensUnknownGroup } from './session/dictionary.js';
import type { Field, FixMessage } from './session/message.js';
import { isHeaderTag, isTrailerTag } from './session/tag.js';

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
