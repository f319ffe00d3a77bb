// Lists stored tax packs, returns their sealed PDFs, and checks seals.

import type { Call } from '../../../platform/context.js';
import { seesOffice } from '../../../platform/context.js';
import { pdfFile } from '../../../platform/files/pdf-file.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { networkOf } from '../../../platform/http/request/client-address.js';
import { createFailureCount, refuseTooMany } from '../../../platform/http/request/failure-count.js';
import { type FileReply, type Page, versioned } from '../../../platform/http/route.js';
import { digestOf, isGenuine, maskedName, readCode } from '../../order/index.js';
import { findCustomer } from '../../party/index.js';
import type { ListCall } from '../list-file.js';
import type { PackContent } from './content.js';
import { drawPackInBackground } from './drawing.js';
import { packRecord } from './record.js';
import {
  countPacks,
  type PackFilter,
  type PackRow,
  selectDocument,
  selectPack,
  selectPacks,
} from './store-queries.js';
import { tableCode } from './table.js';

/** Lists packs, newest first. */
export async function listPacks(
  call: ListCall,
  filter: Omit<PackFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const visible = { ...filter, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectPacks(call.db, visible, page), page);
  return { count: await countPacks(call.db, visible), result: rows.map(packRecord), nextAfter };
}

/**
 * Returns a pack with the customer's tax number and the changes from the previous version. Refuses
 * with 404 if there is no such pack or the caller may not see it.
 */
export async function readPack(call: Call, id: bigint): Promise<object> {
  const { row, content } = await visibleContent(call, id);
  const person = await findCustomer(call, { id: row.customer_id });
  const { changes, changeCount } = content;
  const record = {
    ...packRecord(row),
    taxIdentificationNumber: person?.details.taxIdentificationNumber,
    changes: changes.map(({ table, column, before, after, ...change }) => ({
      ...change,
      table: tableCode(table),
      column: column || undefined,
      before: before || undefined,
      after: after || undefined,
    })),
    changeCount,
  };
  return versioned(record, row.version);
}

/** A stored pack: its row, its content, and its seal. */
interface StoredPack {
  readonly row: PackRow;
  readonly content: PackContent;
  readonly code: string;
  readonly keyId: string;
  readonly digest: string;
}

/** Reads a pack. Refuses with 404 if there is no such pack or the caller may not see it. */
export async function visibleContent(call: Call, id: bigint): Promise<StoredPack> {
  const row = await selectPack(call.db, id);
  const sealed = row && (await selectDocument(call.db, id));
  if (row === undefined || sealed === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const { document, code, keyId } = sealed;
  return { row, content: readDocument(document), code, keyId, digest: digestOf(document) };
}

/** Returns the PDF of a pack, whose bytes never change. */
export async function packPdf(call: Call, id: bigint): Promise<FileReply> {
  const { row, content, ...seal } = await visibleContent(call, id);
  const verifyUrl = verifyUrlOf(call, seal.code);
  return pdfFile(call, {
    fileName: `tax-pack-${row.name}.pdf`,
    bytes: await drawPackInBackground({ content, seal: { ...seal, verifyUrl } }),
  });
}

/** Parses a stored document. Only this program writes such documents. */
export function readDocument(text: string): PackContent {
  const content: PackContent = JSON.parse(text);
  return content;
}

function verifyUrlOf({ context: { config } }: Call, code: string): string {
  const base = config.publicUrl ?? `http://${config.host}:${config.port}`;
  return `${base.replace(/\/+$/, '')}/api/v1/wealth/tax-pack/verify?c=${code}`;
}

const wrongCodes = createFailureCount();

/**
 * Returns whether a code is genuine and, if so, enough data to compare with the printed pack. The
 * customer's name is masked. The answer is always the same for text that is not a genuine code.
 */
export async function verifyPack(call: Call, text: string): Promise<object> {
  const code = readCode(text);
  const sealed = code && (await selectDocument(call.db, code.recordId));
  const row = code && sealed && (await selectPack(call.db, code.recordId));
  if (!code || !sealed || !row || !isGenuine(code, 'tax pack', sealed)) {
    const address = networkOf(call.request?.credentials.address ?? '');
    refuseTooMany(wrongCodes, address, call.context.clock.millis());
    return { genuine: false };
  }
  const { customer, office, issuedAt } = readDocument(sealed.document);
  return {
    genuine: true,
    name: row.name,
    businessOffice: office.label,
    customerLabel: maskedName(customer.name),
    year: row.tax_year,
    state: row.state,
    versionNo: row.version_no,
    outdatedDttm: row.outdated_at ?? undefined,
    replacedByName: row.replaced_by_name ?? undefined,
    sealedDttm: issuedAt,
  };
}
