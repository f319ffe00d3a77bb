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
  e: Type.Optional(wireText({ description: 'Event: operation, or message code' })),
  r: Type.Optional(wireId({ description: 'Id of the record' })),
  k: Type.Optional(wireChoice(AUDIT_KINDS, { description: 'Kind of the principal' })),
  a: Type.Optional(wireText({ description: 'Network address' })),
};

export const auditFileQuery = closedObject(auditFilters);
export const auditQuery = closedObject({ ...auditFilters, ...pageBS });

const auditMembers = {
  id: wireId({ description: 'Entry' }),
  at: wireText({ description: 'Time, ISO 8601' }),
  principalKind: wireText({ description: 'user, client, customer or system' }),
  principalId: wireId({ description: 'Id of the principal; 0 if unknown' }),
  principalName: wireText({ description: 'Name of the principal' }),
  operation: wireText({ description: 'Operation that was requested' }),
  subjectId: Type.Optional(wireId({ description: 'Record of the operation' })),
  msgCode: wireText({ description: 'Outcome, as a message code' }),
  requestId: wireText({ description: 'X-Request-Id' }),
  address: Type.Optional(wireText({ description: 'Network address, for logins' })),
  position: Type.Optional(wireId({ description: 'Position in the hash chain' })),
  hash: Type.Optional(wireText({ description: 'Hash of the link' })),
  changes: wireInteger({ description: 'Number of record members that were changed' }),
};

export const auditReply = openObject(auditMembers);

export const auditEntryReply = openObject({
  ...auditMembers,
  differences: Type.Array(
    openObject({
      record: wireText({ description: 'Kind of record, such as cash-transaction' }),
      recordId: wireId({ description: 'Id of the record' }),
      member: wireText({ description: 'Member of the record' }),
      before: Type.Optional(Type.Unknown({ description: 'Absent if there was no value' })),
      after: Type.Optional(Type.Unknown({ description: 'Absent if there is no value now' })),
      hidden: Type.Optional(
        wireFlag({ description: 'True: personal or secret; the value is not stored here' }),
      ),
    }),
    { description: 'Changes to existing records by the write' },
  ),
});

export const verifyQuery = closedObject({
  from: Type.Optional(wireId({ description: 'Position to start at; default 1' })),
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
        'HASH_DIFFERS, LINK_MISSING, ENTRY_NOT_CHAINED, KEY_MISSING; HEAD_DIFFERS: the chain was ' +
        'rewritten at or before that head; HEAD_MISSING: it ends before that head. For the row ' +
        'that `table` and `record` name: ROW_DIFFERS, the row was edited; CHANGE_DIFFERS, its ' +
        'row change was edited; ROW_AHEAD, its transaction number is in the future',
    }),
  ),
  table: Type.Optional(wireText({ description: 'Table of the row that differs' })),
  record: Type.Optional(wireText({ description: 'Its primary key, columns separated by slashes' })),
  nextFrom: Type.Optional(wireId({ description: 'Where to continue' })),
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
  rowsChecked: wireInteger({ description: 'Rows and row changes that were compared' }),
  faults: Type.Array(
    openObject({
      table: wireText({ description: 'Table of the row' }),
      record: wireText({ description: 'Its primary key, columns separated by slashes' }),
      reason: wireText({
        description:
          'ROW_DIFFERS: edited; ROW_UNKNOWN: no change made it; ROW_MISSING: missing, but no ' +
          'change removed it; ROW_WAS_EDITED: edited before a later change by the program',
      }),
    }),
    { description: 'The first rows that differ, at most 100' },
  ),
  nextFrom: Type.Optional(wireText({ description: 'Where to continue' })),
});
