// Warnings about a completed write, sent in its envelope.

import { Type } from '@sinclair/typebox';
import { closedObject, wireId, wireText } from '../shape/wire.js';

/** Returns the envelope member for warnings. Empty if there are none. */
export function warned(found: readonly object[]): { readonly warnings?: readonly object[] } {
  return found.length === 0 ? {} : { warnings: found };
}

/** A warning about a member of the request that has no effect. */
export interface IgnoredMember {
  readonly code: 'MEMBER_IGNORED';
  readonly detail: string;
  readonly pointer: string;
}

/** Returns the warning that a member of the request has no effect, and why. */
export function ignoredMember(member: string, why: string): IgnoredMember {
  return {
    code: 'MEMBER_IGNORED',
    detail: `${member} has no effect: ${why}`,
    pointer: `/${member}`,
  };
}

/** The wire shape of `warnings`, which is absent if there are none. */
export const warnings = Type.Optional(
  Type.Array(
    closedObject({
      code: wireText(),
      detail: wireText(),
      pointer: Type.Optional(
        wireText({ description: 'JSON Pointer of the member that the warning is about' }),
      ),
      columns: Type.Optional(
        Type.Array(wireText(), {
          description: 'The headers of the file that the warning is about',
        }),
      ),
      id: Type.Optional(wireId({ description: 'The record that the warning is about' })),
    }),
  ),
);
