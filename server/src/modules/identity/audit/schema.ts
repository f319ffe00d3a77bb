// Wire shapes of the audit log and its proofs.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';

const AUDIT_KINDS = ['USER', 'CLIENT', 'CUSTOMER', 'SYSTEM'] as const;

const auditFilters = {
  sd: Type.Optional(wireDate({ description: 'First day (UTC)' })),
  ed: Type.Optional(wireDate({ description: 'Last day (UTC)' })),
  u: Type.Optional(wireText({ description: 'Name of the user or client' })),
  e: Type.Optional(wireText({ description: 'Event, as an operation or a message code' })),
  r: Type.Optional(wireId({ description: 'Id of the record' })),
  k: Type.Optional(wireChoice(AUDIT_KINDS, { description: 'Kind of the principal' })),
  a: Type.Optional(wireText({ description: 'Network address' })),
};

export const auditFileQuery = closedObject(auditFilters);
export const auditQuery = closedObject({ ...auditFilters, ...pageBS });

const auditMembers = {
  id: wireId({ description: 'Id of the entry' }),
  at: wireText({ description: 'Time, ISO 8601' }),
  principalKind: wireText({ description: 'user, client, customer or system' }),
  principalId: wireId({ description: 'Id of the principal; 0 if unknown' }),
  principalName: wireText({ description: 'Name of the principal' }),
  operation: wireText({ description: 'Requested operation' }),
  subjectId: Type.Optional(wireId({ description: 'Record of the operation' })),
  msgCode: wireText({ description: 'Outcome, as a message code' }),
  requestId: wireText({ description: 'X-Request-Id' }),
  address: Type.Optional(wireText({ description: 'Network address, for logins' })),
  position: Type.Optional(wireId({ description: 'Position in the hash chain' })),
  hash: Type.Optional(wireText({ description: 'Hash of the link' })),
  changes: wireInteger({ description: 'Number of changed members' }),
};

export const auditReply = openObject(auditMembers);

export const auditEntryReply = openObject({
  ...auditMembers,
  differences: Type.Array(
    openObject({
      record: wireText({ description: 'Kind of record, such as cash-transaction' }),
      recordId: wireId({ description: 'Id of the record' }),
      member: wireText({ description: 'Member of the record' }),
      before: Type.Optional(
        Type.Unknown({ description: 'Value before the write; absent if there was none' }),
      ),
      after: Type.Optional(
        Type.Unknown({ description: 'Value after the write; absent if there is none' }),
      ),
      hidden: Type.Optional(
        wireFlag({
          description: 'True if the value is personal or secret and therefore not stored',
        }),
      ),
    }),
    { description: 'Changes to existing records' },
  ),
});

export const verifyQuery = closedObject({
  from: Type.Optional(wireId({ description: 'Position at which to start; default: 1' })),
  headPosition: Type.Optional(
    wireId({ description: 'Position of a head stored elsewhere; requires `headHash`' }),
  ),
  headHash: Type.Optional(
    wireText({ description: 'Hash of that head, 64 hexadecimal digits', longest: 64 }),
  ),
});

export const verifyReply = openObject({
  valid: wireFlag({ description: 'True if every link matches' }),
  from: wireId({ description: 'First position recomputed' }),
  to: wireId({ description: 'Last correct position' }),
  headHash: wireText({ description: 'Hash at that position' }),
  brokenAt: Type.Optional(
    wireId({ description: 'First wrong position, or the position of a missing head' }),
  ),
  reason: Type.Optional(
    wireText({
      description:
        'HASH_DIFFERS, LINK_MISSING, ENTRY_NOT_CHAINED, KEY_MISSING; HEAD_DIFFERS: the chain ' +
        'was rewritten at or before the head; HEAD_MISSING: the chain ends before the head. ' +
        'For the row identified by `table` and `record`: ROW_DIFFERS: it was edited; ' +
        'CHANGE_DIFFERS: its row change was edited; ROW_AHEAD: its transaction number is in ' +
        'the future',
    }),
  ),
  table: Type.Optional(wireText({ description: 'Table of the differing row' })),
  record: Type.Optional(
    wireText({ description: 'Primary key of the row, with columns separated by slashes' }),
  ),
  nextFrom: Type.Optional(wireId({ description: 'Position at which to continue' })),
});

export const verifyRowsQuery = closedObject({
  from: Type.Optional(
    wireText({ description: '`nextFrom` of the previous reply; default: the beginning' }),
  ),
});

export const verifyRowsReply = openObject({
  valid: wireFlag({
    description: 'True if every compared row equals the result of its last change',
  }),
  rowsChecked: wireInteger({ description: 'Number of compared rows and row changes' }),
  faults: Type.Array(
    openObject({
      table: wireText({ description: 'Table of the row' }),
      record: wireText({
        description: 'Primary key of the row, with columns separated by slashes',
      }),
      reason: wireText({
        description:
          'ROW_DIFFERS: the row was edited; ROW_UNKNOWN: it was inserted without a row change; ' +
          'ROW_MISSING: it was removed without a row change; ROW_WAS_EDITED: it was edited ' +
          'before a later change by the program',
      }),
    }),
    { description: 'The first differing rows, at most 100' },
  ),
  nextFrom: Type.Optional(wireText({ description: 'Value of `from` with which to continue' })),
});
