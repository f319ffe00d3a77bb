// The fields of an echoed message: the body sorted by tag, with repeating groups kept whole. Of the
// header fields, only PossResend is echoed.

import { groupShapeOf, opensUnknownGroup } from '../session/message/dictionary.js';
import type { Field, FixMessage } from '../session/message/message.js';
import { isHeaderTag, isTrailerTag, TAG } from '../session/message/tag.js';

/**
 * Returns the body fields sorted by tag; each group stays unchanged after its count. If the body
 * contains a group whose members are unknown here, the received order is kept.
 */
export function echoBody(message: FixMessage): readonly Field[] {
  const body = message.fields.filter(([tag]) => !isHeaderTag(tag) && !isTrailerTag(tag));
  if (body.some(opensUnknownGroup)) return body;
  return unitsOf(body)
    .sort(([one], [other]) => tagOf(one) - tagOf(other))
    .flat();
}

/** Returns PossResend as received: the classic acceptance suites expect it in the echo. */
export function echoHeader(message: FixMessage): readonly Field[] {
  return message.fields.filter(([tag]) => tag === TAG.PossResend);
}

/** Splits the body into units: single fields, and groups with their count. */
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
