// Routes that inspect a row file before it is imported, and that store header mappings for its
// source.

import { Type } from '@sinclair/typebox';
import { HTTP, ROW_FILE } from '../../../limits.js';
import { PAGE_BS, pageBS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, write } from '../../../platform/http/route.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { lookIntoFile } from '../../../platform/row-file/look.js';
import { mappedHeaders } from '../../../platform/row-file/mapping.js';
import { fileBytes, statedReading, usedReadings } from '../../../platform/row-file/reading.js';
import { ROW_MAPPING } from '../limits.js';
import { identityProblems } from '../problems.js';
import { idParams } from '../schema.js';
import { IMPORT_KINDS } from './queries.js';
import { removeRowMapping, rowMappings, saveRowMapping } from './row-mapping.js';

const READ = { permission: 'system.own-account.read' } as const;
const CHANGE = { permission: 'system.own-account.change', scope: 'OFFICE' } as const;

const members = {
  kind: wireChoice(IMPORT_KINDS, { description: 'The kind of import' }),
  label: wireText({
    description: 'The name of the source, such as a bank',
    longest: ROW_MAPPING.labelCharactersMax,
  }),
  mapping: mappedHeaders,
  reading: statedReading,
};

const mappingRecord = closedObject({
  id: wireId({ description: 'Id of the mapping' }),
  ...members,
  own: wireFlag({ description: 'Whether you own the mapping; only the owner can change it' }),
  owner: wireText({ description: 'Name of the owner' }),
  createdDttm: wireInstant({ description: 'Time at which the mapping was first saved' }),
  lastModifiedDttm: wireInstant({ description: 'Time at which the mapping was last saved' }),
});

const fileReply = openObject({
  ...usedReadings,
  headers: Type.Array(wireText(), { description: 'Headers in the order of the file' }),
  rows: Type.Array(
    openObject({
      row: wireInteger({ description: 'Row number in the file' }),
      cells: Type.Array(wireText()),
    }),
    { description: 'The first rows below the header, unchanged' },
  ),
});

/** All routes for row files and header mappings. */
export const rowFileRoutes: readonly Route[] = [
  write({
    permission: READ.permission,
    scope: 'OFFICE',
    method: 'POST',
    path: 'system/row-file/read',
    operation: 'readRowFile',
    summary: 'Inspect a row file: its encoding, header and first rows',
    description: 'Use this to choose a mapping. Nothing is stored.',
    bodyBytes: ROW_FILE.bodyBytes,
    body: closedObject({
      file: fileBytes,
      csv: Type.Optional(wireText({ description: 'The text', longest: HTTP.bodyBytes })),
      reading: statedReading,
    }),
    reply: fileReply,
    example: { csv: 'Date;Amount\n2026-05-29;1.500,00\n' },
    run: async (_, { body }) => ({
      msgCode: 'ROW_FILE_READ',
      result: await lookIntoFile(body),
    }),
  }),
  list({
    ...READ,
    path: 'system/row-file/mapping/list',
    operation: 'listRowMappings',
    summary: 'Header mappings: your own, and those of users who share an office with you',
    paging: PAGE_BS,
    query: closedObject({ ...pageBS, kind: members.kind }),
    reply: mappingRecord,
    run: (call, { query }) => rowMappings(call, query.kind, pageOf(query, PAGE_BS)),
  }),
  write({
    ...CHANGE,
    method: 'PUT',
    path: 'system/row-file/mapping/save',
    operation: 'saveRowMapping',
    summary: 'Save a mapping under the name of a source; replaces your mapping with this name',
    body: closedObject(members),
    reply: mappingRecord,
    problems: [identityProblems.TOO_MANY_KEPT],
    example: {
      kind: 'BANK_STATEMENT',
      label: 'First Bank',
      mapping: [
        { header: 'Buchungstag', member: 'date' },
        { header: 'Betrag', member: 'amount' },
        { header: 'Filiale' },
      ],
      reading: { decimalSeparator: 'COMMA', dateFormat: 'DD.MM.YYYY' },
    },
    run: (work, { body }) => saveRowMapping(work, body),
  }),
  write({
    ...CHANGE,
    method: 'DELETE',
    path: 'system/row-file/mapping/remove/id/{id}',
    operation: 'removeRowMapping',
    summary: 'Remove one of your mappings',
    params: idParams,
    run: (work, { params }) => removeRowMapping(work, params.id),
  }),
];
