// The fields of an echoed message: the body sorted by tag, with repeating groups kept whole, and of
// the header only PossResend.

import { groupShapeOf, opensUnknownGroup } from '../session/message/dictionary.js';
import type { Field, FixMessage } from '../session/message/message.js';
import { isHeaderTag, isTrailerTag, TAG } from '../session/message/tag.js';

/**
 * The body fields sorted by tag; a group follows its count unchanged. If a group's members are
 * unknown here, the body keeps the received order.
 */
export function echoBody(message: FixMessage): readonly Field[] {
  const body = message.fields.filter(([tag]) => !isHeaderTag(tag) && !isTrailerTag(tag));
  if (body.some(opensUnknownGroup)) return body;
  return unitsOf(body)
    .sort(([one], [other]) => tagOf(one) - tagOf(other))
    .flat();
}

/** PossResend as received: the classic acceptance suites expect it in the echo. */
export function echoHeader(message: FixMessage): readonly Field[] {
  return message.fields.filter(([tag]) => tag === TAG.PossResend);
}

/** Single fields, and groups with their count, each as one unit. */
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
